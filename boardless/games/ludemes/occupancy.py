"""Occupancy: sites that are empty or taken, and by whom."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING

from boardless.games.compiler.constant_evaluation import (
    are_fixed,
    fixed_piece_at,
    fixed_site,
    fixed_sites,
)
from boardless.games.compiler.directions import DirectionSlots, each_slot
from boardless.games.compiler.dispatch import condition, each_of, integer, member, read_at, site
from boardless.games.initial.contents import component_numbers, container_sites
from boardless.games.initial.evaluation import evaluate_condition, evaluate_integer, evaluate_region
from boardless.games.language.facts import (
    BESIDE,
    BORDER,
    EFFECT,
    GLOBAL,
    LOCAL,
    PURE,
    SYMMETRIC,
    numbers,
    reads,
)
from boardless.games.language.facts import stands as facts_stands
from boardless.games.language.ludeme import absent, ludeme
from boardless.games.ludemes.board_regions import PlaceOfBoard
from boardless.games.ludemes.kinds import Condition, Integer, Region, Role, SiteType
from boardless.games.ludemes.players import ThePlayer, is_meant, is_of_team, one_player
from boardless.games.ludemes.region_algebra import Labels
from boardless.games.ludemes.sites import ToSite

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

    from boardless.games.compiler.scope import Scope
    from boardless.games.initial.scene import InitialPosition
    from boardless.games.language.ludeme import Ludeme


@dataclass(frozen=True)
class OfOccupants(Condition):
    """The occupancy of a site."""

    facts = PURE | reads("lying") | facts_stands("type")
    type: SiteType | None
    site: Integer

    def reach(self) -> float:
        """Return how far the site is away."""
        return self.site.reach_as_site


@ludeme("is", "Empty", example="(is Empty (last To))")
class IsEmpty(OfOccupants):
    """A site is empty."""


@ludeme("is", "Flat", example="(is Flat (last To))", facts=EFFECT)
class IsFlat(Condition):
    """All sites on which a site rests, (to) unless given, are occupied."""

    site: Integer = absent(ToSite())


@ludeme("is", "Occupied", example="(is Occupied (ahead (to) N))")
class IsOccupied(OfOccupants):
    """A site is occupied."""


@ludeme("sites", "Empty", example="(sites Empty)")
class SitesEmpty(PlaceOfBoard):
    """The sites of the board on which nothing stands."""

    facts = LOCAL | SYMMETRIC | facts_stands("type") | BORDER


@ludeme("sites", "Empty", example="(sites Empty 1)", facts=GLOBAL)
class SitesEmptyIn(Region):
    """The sites of a container on which nothing stands; the board is 0, then come the hands."""

    type: SiteType | None
    container: Integer


@ludeme("sites", "Occupied", example="(sites Occupied by:Next)")
class SitesOccupied(Region):
    """The sites with pieces, or a role's, in a container, of components by number or name."""

    facts = PURE | BESIDE | reads("lying") | facts_stands("on")
    _: KW_ONLY
    by: Role | ThePlayer = Role.ALL
    container: Integer | str | None = None
    component: Integer | str | None = None
    components: Labels | None = None
    top: bool = True
    on: SiteType | None = None


@ludeme("sites", "ToClear", example="(sites ToClear)", facts=GLOBAL)
class SitesToClear(Region):
    """The sites from which pieces are removed when the turn is over."""


@ludeme("sites", "State", example="(sites State 1)", facts=numbers("states"))
class SitesInState(Region):
    """The sites of the board whose pieces, or which themselves, have a local state."""

    type: SiteType | None
    state: Integer


@condition.register(IsEmpty)
def _compile_is_empty(node: IsEmpty, scope: Scope) -> str:
    at = scope.out.name("x")
    if are_fixed(node.type, scope.model):
        scope.out.add(f"{at} = {fixed_site(node.type, node.site, scope)}")
    else:
        scope.out.add(f"{at} = {site(node.site, scope)}")
    return f"({at} != NONE and {fixed_piece_at(node.type, at, scope)[0]} == 0)"


@condition.register(IsFlat)
def _compile_is_flat(node: IsFlat, scope: Scope) -> str:
    out, below = scope.out, scope.out.name("x")
    labels = map(scope.geometry.labels, range(scope.geometry.kinds))
    down = tuple(
        tuple(slot for slot, label in enumerate(row) if label.startswith("D")) for row in labels
    )
    at = out.assign("x", site(node.site, scope))
    flat = out.assign("flat", f"{at} != NONE")
    with out.block(f"if {flat}:"), each_slot(DirectionSlots("direction", down), at, scope) as slot:
        out.add(f"{below} = int64(s.step[{at} * SLOTS + {slot}])")
        out.add(f"{flat} = {flat} and s.what[{below}] != 0")
    return flat


@condition.register(IsOccupied)
def _compile_is_occupied(node: IsOccupied, scope: Scope) -> str:
    if are_fixed(node.type, scope.model):
        at = fixed_site(node.type, node.site, scope)
        return f"({fixed_piece_at(node.type, at, scope)[0]} != 0)"
    return f"({read_at(node.site, scope, 'what')} != 0)"


@each_of.register(SitesEmptyIn)
@contextmanager
def _each_of_sites_empty_in(node: SitesEmptyIn, scope: Scope) -> Iterator[str]:
    out, at = scope.out, scope.out.name("x")
    held = out.assign("container", integer(node.container, scope))
    with (
        out.block(f"for {at} in range(1, s.n[COUNT] + 1):"),
        out.block(f"if {holder(at)} == {held} and s.what[{at}] == 0:"),
    ):
        yield at


@member.register(SitesEmpty)
def _member_of_sites_empty(node: SitesEmpty, at: str, scope: Scope) -> str:
    return f"(s.what[{at}] == 0)"


@member.register(SitesOccupied)
def _member_of_sites_occupied(node: SitesOccupied, at: str, scope: Scope) -> str:
    if node.container is None:
        return stands(node, at, scope)
    if node.container == "Board":
        return f"({at} > HELD and {stands(node, at, scope)})"
    held = number_held(node, node.container, scope)
    return f"({holder(at)} == {held} and {stands(node, at, scope)})"


def stands(node: SitesOccupied, at: str, scope: Scope) -> str:
    """Return the condition that a piece that is meant stands on a site, in whatever container."""
    from boardless.games.compiler.large_pieces import states_lie

    model = scope.model
    if model.stacking and (not node.top or node.component or node.components):
        found = _occupied_below(node, at, scope)
    else:
        found = _occupied(node, *fixed_piece_at(node.on, at, scope), scope)
    if node.container is not None:
        return found
    if states_lie(model):
        # Of what covers several sites the first is meant alone.
        found = f"({found} and part_at(s, {at}) == 0)"
    if model.layout is None or not model.hand_size:
        return found
    # Hands have cells, which are not meant where others are asked for.
    on_cells = str(node.on or model.layout_use) == str(SiteType.CELL)
    return found if on_cells else f"({at} > HELD and {found})"


def _occupied_below(node: SitesOccupied, at: str, scope: Scope) -> str:
    """Return the condition that a piece that is meant lies on some level of a site."""
    out = scope.out
    level = out.name("level")
    found = out.assign("found", "False")
    with out.block(f"for {level} in range(height(s, {at})):"):
        what, who = f"what_at(s, {at}, {level})", f"who_at(s, {at}, {level})"
        out.when(_occupied(node, what, who, scope), f"{found} = True")
    if not node.top:
        return found
    return f"({found} and {owned_by(node.by, at, scope, node)})"


def _occupied(node: SitesOccupied, what: str, who: str, scope: Scope) -> str:
    """Return the condition that a component of an owner is meant."""
    owned = belongs(node.by, what, who, scope, node)
    wanted = is_named(node, what, scope)
    return f"({owned} and {wanted})" if wanted else owned


def is_named(node: SitesOccupied, what: str, scope: Scope) -> str:
    """Return the condition that a component is one of those that are named, "" if none are."""
    names: list[Integer | str] = [] if node.component is None else [node.component]
    names += list(node.components or ())
    wanted = [
        number
        for name in names
        for number in (
            [integer(name, scope)]
            if isinstance(name, Integer)
            else scope.model.named(str(name), node)
        )
    ]
    return f"({' or '.join(f'{what} == {number}' for number in wanted)})" if names else ""


def owned_by(role: Role | ThePlayer, at: str, scope: Scope, node: Ludeme) -> str:
    """Return the condition that a piece of a role, or of a player, stands on a site."""
    return belongs(role, f"s.what[{at}]", f"s.who[{at}]", scope, node)


def belongs(role: Role | ThePlayer, what: str, who: str, scope: Scope, node: Ludeme) -> str:
    """Return the condition that a component of an owner is one of a role, or of a player."""
    if isinstance(role, ThePlayer):
        return f"({what} != 0 and {who} == {integer(role.number, scope)})"
    if role in (Role.ALL, Role.EACH):
        return f"({what} != 0)"
    if role is Role.NEUTRAL or (role is Role.SHARED and scope.model.scene is None):
        return f"({what} != 0 and {who} == 0)"
    if role is Role.SHARED:
        return f"({who} > PLAYERS)"
    if (role is Role.ENEMY and scope.model.has_teams) or is_of_team(role):
        return f"({what} != 0 and {is_meant(role, who, scope, node)})"
    if role in (Role.ENEMY, Role.NON_MOVER):
        return f"({who} != 0 and {who} <= PLAYERS and {who} != {scope.mover})"
    owned = f"{who} == {scope.player(Role.MOVER if role is Role.FRIEND else role, node)}"
    # Nobody comes before who moves first.
    return f"({what} != 0 and {owned})" if role is Role.PREVIOUS else f"({owned})"


def holder(at: str) -> str:
    """Return the source of the number of the container of a site, 0 for the board."""
    return f"(HOLDER[{at}] if {at} <= HELD else 0)"


def number_held(node: SitesOccupied, container: Integer | str, scope: Scope) -> str:
    """Return the source of the number of a container."""
    out = scope.out
    if isinstance(container, str):
        if scope.model.scene is None:
            node.reject("containers by name need a board that is laid out")
        stores = scope.model.scene.inventory.containers
        numbers = [str(n) for n, store in enumerate(stores) if store.name == container]
        hands = {store.owner: n for n, store in enumerate(stores) if store.name.startswith("Hand")}
        if not numbers and container == "Hand" and hands:
            # That of the role.
            of_each = [hands.get(player, -1) for player in range(scope.model.players + 1)]
            player = out.assign("player", one_player(node.by, node, scope))
            out.add(f"{player} = {player} if 0 <= {player} <= PLAYERS else 0")
            numbers = [f"({', '.join(map(str, of_each))})[{player}]"]
        if not numbers:
            names = ", ".join(store.name for store in stores)
            node.reject(f"no container is called {container!r}: choose one of {names}")
        return numbers[0]
    return out.assign("container", integer(container, scope))


@each_of.register(SitesOccupied)
def _each_of_sites_occupied(
    node: SitesOccupied, scope: Scope
) -> AbstractContextManager[str] | None:
    if are_fixed(node.on, scope.model):
        return _each_fixed(node, scope)
    return None if node.container is None else _held(node, node.container, scope)


@contextmanager
def _each_fixed(node: SitesOccupied, scope: Scope) -> Iterator[str]:
    """Open a loop over the sites of a type that is not played on where pieces lie for good."""
    out, at = scope.out, scope.out.name("x")
    first, end = fixed_sites(node.on, scope.model)
    with out.block(f"for {at} in range({first}, {end}):"):
        test = stands(node, at, scope)
        with out.block(f"if {test}:"):
            yield at


@contextmanager
def _held(node: SitesOccupied, container: Integer | str, scope: Scope) -> Iterator[str]:
    """Open a loop over the sites of a container on which something stands."""
    out, at = scope.out, scope.out.name("x")
    held = number_held(node, container, scope)
    with out.block(f"for {at} in range(1, s.n[COUNT] + 1):"):
        test = stands(node, at, scope)
        with out.block(f"if {holder(at)} == {held} and {test}:"):
            yield at


@member.register(SitesToClear)
def _member_of_sites_to_clear(node: SitesToClear, at: str, scope: Scope) -> str:
    scope.builder.clears = True
    return f"(s.fields[REMOVAL_ORDER, {at}] != 0)"


@member.register(SitesInState)
def _member_of_sites_in_state(node: SitesInState, at: str, scope: Scope) -> str:
    return f"(int64(s.fields[STATES, {at}]) == {integer(node.state, scope)})"


@evaluate_condition.register(IsEmpty)
@evaluate_condition.register(IsOccupied)
def _evaluate_is_empty(node: IsEmpty | IsOccupied, scene: InitialPosition) -> bool:
    occupied = scene.lying(node).what(scene.spot(evaluate_integer(node.site, scene))) > 0
    return occupied is isinstance(node, IsOccupied)


@evaluate_region.register(SitesOccupied)
def _evaluate_sites_occupied(node: SitesOccupied, scene: InitialPosition) -> tuple[int, ...]:
    contents = scene.lying(node)
    wanted = component_numbers(node, scene)
    within = container_sites(node, scene)
    found = set()
    for (kind, number), pieces in contents.pieces.items():
        if node.on is not None and kind != str(node.on):
            continue
        looked_at = pieces[-1:] if node.top else pieces
        if (within is None or number in within) and any(p.component in wanted for p in looked_at):
            found.add(number)
    return tuple(sorted(found))


@evaluate_region.register(SitesEmpty)
def _evaluate_sites_empty(node: SitesEmpty, scene: InitialPosition) -> tuple[int, ...]:
    contents = scene.lying(node)
    sites = scene.sites(node.type)
    return tuple(site for site in sites if not contents.what((sites.kind, site)))
