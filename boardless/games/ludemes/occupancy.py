"""Occupancy: empty and occupied sites, and the owners of pieces."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import KW_ONLY

from boardless.games.kit import (
    BESIDE,
    BORDER,
    EFFECT,
    ENGINE,
    FALSE,
    GLOBAL,
    LOCAL,
    NONE,
    PURE,
    SYMMETRIC,
    TILED,
    TRUE,
    Bool,
    Builder,
    ComponentName,
    Condition,
    DirectionSlots,
    EngineFunction,
    InitialPosition,
    Int,
    IntArray,
    Integer,
    LoopRange,
    Ludeme,
    OneOrMore,
    OwnerBits,
    Region,
    Role,
    S,
    Scope,
    Site,
    SiteSet,
    SiteType,
    around,
    bitboard_of,
    each_slot,
    empty_sites,
    entry,
    every,
    frozen,
    ludeme,
    numbers,
    some,
    wide,
)
from boardless.games.kit import stands as facts_stands
from boardless.games.ludemes.board_regions import PlaceOfBoard, SitesBoard
from boardless.games.ludemes.players import PLAYERS, ThePlayer, is_meant, is_of_team
from boardless.games.ludemes.sites import Ahead, IteratedSite, ToSite

#: The sites of hands, the container of each, and functions of `state/engine`.
HELD = Int.named("HELD")
_HOLDER = IntArray.named("HOLDER")
height = EngineFunction("height", Int, state=True)
what_at = EngineFunction("what_at", Int, state=True)
who_at = EngineFunction("who_at", Int, state=True)
part_at = EngineFunction("part_at", Int, state=True)


@frozen
class OfOccupants(Condition):
    """The occupancy of a site."""

    facts = PURE | facts_stands("type") | around("site")
    type: SiteType | None
    site: Integer


@ludeme("is", "Empty", concepts="IsEmpty", phrase="{site} is empty")
class IsEmpty(OfOccupants):
    """A site is empty, which includes cells that a growing board still lacks.

    Example: (is Empty (last To))
    """

    def sees_border(self) -> bool:
        return not self.wants_empty()

    def wants_empty(self) -> bool:
        return isinstance(self.site, ToSite)

    def wants_no_friend(self) -> bool:
        return True

    def meaning(self, b: Builder) -> Bool:
        at = b.let(b.site(self.site))
        grows = b.scope is not None and b.scope.model.growing
        missing = grows and (at.constant is not None or isinstance(self.site, Ahead))
        return (TRUE if missing else at != NONE) & (b.what(at, self, self.type) == 0)

    def stands(self) -> bool | None:
        return False if isinstance(self.site, IteratedSite) else None


@ludeme("is", "Flat", facts=EFFECT)
def is_flat(b: Scope, site: Integer = ToSite()) -> Bool:
    """All sites that support a site (default: (to)) are occupied.

    Example: (is Flat (last To))
    """
    labels = map(b.geometry.labels, range(b.geometry.kinds))
    down = tuple(
        tuple(slot for slot, label in enumerate(row) if label.startswith("D")) for row in labels
    )
    at = b.let(b.site(site))
    flat = b.variable("flat", at != NONE)
    with b.where(flat):
        for slot in each_slot(DirectionSlots("direction", down), at, b):
            below = wide(S.step[at * ENGINE.SLOTS + slot])
            b.set_if(S.what[below] == 0, flat, FALSE)
    return flat


@ludeme("is", "Occupied", phrase="{site} is occupied")
class IsOccupied(OfOccupants):
    """A site is occupied.

    Example: (is Occupied (ahead (to) N))
    """

    def meaning(self, b: Builder) -> Bool:
        return b.what(b.site(self.site), self, self.type) != 0

    def stands(self) -> bool | None:
        return True if isinstance(self.site, IteratedSite) else None


@ludeme("sites", "Empty", phrase="the empty sites")
class SitesEmpty(PlaceOfBoard):
    """The empty sites of the board.

    Example: (sites Empty)
    """

    facts = LOCAL | SYMMETRIC | facts_stands("type") | BORDER | TILED

    def is_free(self) -> bool:
        return True

    def meaning(self, b: Builder) -> SiteSet:
        board = b.region(SitesBoard(self.type))
        return board.where(lambda at: b.what(at, self, self.type) == 0)

    def bitboard(self, b: Scope) -> OwnerBits | None:
        return empty_sites(b)


@ludeme("sites", "Empty", facts=GLOBAL)
class SitesEmptyIn(Region):
    """The empty sites of a container; the board is 0, and the hands follow.

    Example: (sites Empty 1)
    """

    type: SiteType | None
    container: Integer

    def meaning(self, b: Builder) -> SiteSet:
        held = self.container
        return b.tested(self, lambda at: (holder(at) == b.integer(held)) & (S.what[at] == 0))

    def own_loop(self, b: Scope) -> Iterator[Site]:
        held = b.let(b.integer(self.container), "container")
        yield from b.passing(lambda at: (holder(at) == held) & (S.what[at] == 0), first=1)


@ludeme("sites", "Occupied", phrase="the sites with pieces[ of {by}]")
class SitesOccupied(Region):
    """The sites with pieces, of a role, in a container, or of components by number or name.

    Example: (sites Occupied by:Next)
    """

    facts = PURE | BESIDE | facts_stands("on")
    _: KW_ONLY
    by: Role | ThePlayer = Role.ALL
    container: Integer | str | None = None
    component: Integer | ComponentName | None = None
    components: OneOrMore[ComponentName] | None = None
    top: bool = True
    on: SiteType | None = None

    def is_near(self) -> bool:
        return True

    def meaning(self, b: Builder) -> SiteSet:
        return b.fixed(self, self.at_start, lambda at: test_of(self, b.playing(self))(at))

    def at_start(self, start: InitialPosition) -> set[int]:
        """Return the sites before the first move."""
        contents = start.lying(self)
        wanted, within = _component_numbers(self, start), _container_sites(self, start)
        return {
            number
            for (kind, number), pieces in contents.pieces.items()
            if self.on is None or kind == str(self.on)
            if within is None or number in within
            if any(put.component in wanted for put in (pieces[-1:] if self.top else pieces))
        }

    def own_loop(self, b: Scope) -> Iterator[Site] | None:
        return None if self.container is None else b.passing(test_of(self, b), first=1)

    def bitboard(self, b: Scope) -> OwnerBits | None:
        return bitboard_of(self.by, b, self)

    def has(self, what: Int, b: Scope) -> Bool:
        return is_named(self, what, b)

    def is_held(self, asked: bool, b: Scope) -> bool:
        on_cells = b.model.layout is None or b.site_type == "Cell"
        return asked and b.model.effects and on_cells


@ludeme("sites", "ToClear", facts=GLOBAL | numbers("removal_order"))
def sites_to_clear(node: Region, b: Scope) -> SiteSet:
    """The sites that lose their pieces at the end of the turn.

    Example: (sites ToClear)
    """
    return b.tested(node, lambda at: S.fields["REMOVAL_ORDER", at] != 0)


@ludeme("sites", "State", facts=numbers("states"))
def sites_in_state(node: Region, b: Builder, type: SiteType | None, state: Integer) -> SiteSet:
    """The sites of the board with a local state, or with pieces in that state.

    Example: (sites State 1)
    """
    return b.tested(node, lambda at: wide(S.fields["STATES", at]) == b.integer(state))


def test_of(node: SitesOccupied, scope: Scope) -> Callable[[Site], Bool]:
    """Return the test that the rule means a site; this computes its container once."""
    container = node.container
    if container is None:
        return lambda at: stands(node, at, scope)
    if container == "Board":
        return lambda at: (at > HELD) & stands(node, at, scope)
    held = number_held(node, container, scope)
    return lambda at: (holder(at) == held) & stands(node, at, scope)


def stands(node: SitesOccupied, at: Site, scope: Scope) -> Bool:
    """Return the test that a piece the rule means stands on a site, in any container."""
    model = scope.model

    def meant(what: Int, who: Int) -> Bool:
        return is_of(node.by, what, who, scope, node) & is_named(node, what, scope)

    if model.stacking and (not node.top or node.component or node.components):
        is_meant = scope.any(
            LoopRange(0, height(at), "level"),
            lambda level: meant(what_at(at, level), who_at(at, level)),
        )
        if node.top:
            is_meant &= is_of(node.by, S.what[at], S.who[at], scope, node)
    else:
        is_meant = meant(S.what[at], S.who[at])
    if node.container is not None:
        return is_meant
    if model.states_lie:
        # For a piece on several sites, only the first counts.
        is_meant &= part_at(at) == 0
    if model.layout is None or not model.hand_size:
        return is_meant
    # Hands have cells, which do not count if the rule asks for other sites.
    on_cells = str(node.on or model.layout_use) == str(SiteType.CELL)
    return is_meant if on_cells else (at > HELD) & is_meant


def is_named(node: SitesOccupied, what: Int, scope: Scope) -> Bool:
    """Return the test that a component is one of the named ones, if the rule names any."""
    names: list[Integer | str] = [] if node.component is None else [node.component]
    names += node.components or ()
    tests = [
        what == number
        for name in names
        for number in (
            [scope.integer(name)] if isinstance(name, Integer) else scope.model.bearers(name)
        )
    ]
    return some(*tests) if names else TRUE


def is_of(role: Role | ThePlayer, what: Int, who: Int, scope: Scope, node: Ludeme) -> Bool:
    """Return the test that a component of an owner belongs to a role or a player."""
    if isinstance(role, ThePlayer):
        return (what != 0) & (who == scope.integer(role.number))
    if role in (Role.ALL, Role.EACH):
        return what != 0
    if role is Role.NEUTRAL or (role is Role.SHARED and scope.model.scene is None):
        return (what != 0) & (who == 0)
    if role is Role.SHARED:
        return who > PLAYERS
    if (role is Role.ENEMY and scope.model.has_teams) or role is Role.ALLY or is_of_team(role):
        return (what != 0) & is_meant(role, who, scope, node)
    if role in (Role.ENEMY, Role.NON_MOVER):
        return every(who != 0, who <= PLAYERS, who != scope.role(Role.MOVER, node))
    owned = who == scope.role(Role.MOVER if role is Role.FRIEND else role, node)
    # Nobody precedes the first mover.
    return (what != 0) & owned if role is Role.PREVIOUS else owned


def holder(at: Site) -> Int:
    """Return the number of the container of a site, or 0 for the board."""
    return (at <= HELD).choose(_HOLDER[at], 0)


def number_held(node: SitesOccupied, container: Integer | str, scope: Scope) -> Int:
    """Return the number of a container."""
    if isinstance(container, Integer):
        return scope.let(scope.integer(container), "container")
    stores = scope.start(node).inventory.containers
    numbers = [number for number, store in enumerate(stores) if store.name == container]
    if numbers:
        return Int.of(numbers[0])
    hands = {store.owner: n for n, store in enumerate(stores) if store.name.startswith("Hand")}
    if container == "Hand" and hands:
        # That of the role.
        player = scope.let(scope.who(node.by, node), "player")
        known = every(player >= 0, player <= PLAYERS)
        of_each = [hands.get(number, -1) for number in range(scope.model.players + 1)]
        return entry(of_each, known.choose(player, 0))
    names = ", ".join(store.name for store in stores)
    return node.reject(f"no container is called {container!r}: choose one of {names}")


def _component_numbers(node: SitesOccupied, scene: InitialPosition) -> set[int]:
    """Return the components of a region of occupied sites."""
    components = list(enumerate(scene.inventory.components, 1))
    numbers = {number for number, _ in components}
    if node.by is not Role.ALL:
        owner = scene.value_of(scene.who(node.by, node), node)
        numbers = {number for number, component in components if component.owner == owner}
    stems = set(node.components or ())
    if isinstance(node.component, str):
        stems.add(node.component)
    elif node.component is not None:
        numbers &= {scene.evaluate(node.component)}
    if stems:
        numbers &= {number for number, component in components if component.stem in stems}
    return numbers


def _container_sites(node: SitesOccupied, scene: InitialPosition) -> range | None:
    """Return the sites of the container of a region of occupied sites, or None for all."""
    if node.container is None:
        return None
    stores = scene.inventory.containers
    if isinstance(node.container, str):
        name = node.container
        if name == "Hand":
            name = f"Hand{scene.value_of(scene.who(node.by, node), node)}"
        store = scene.inventory.container(name)
        if store is None:
            node.reject(f"no container is called {name!r}")
    else:
        number = scene.evaluate(node.container)
        if not 0 <= number < len(stores):
            node.reject(f"containers are numbered from 0 to {len(stores) - 1}")
        store = stores[number]
    return range(store.first, store.first + store.size)
