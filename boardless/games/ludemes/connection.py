"""Connection of regions by pieces, blocked connections, and moves that keep one group."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import KW_ONLY
from typing import Annotated

from boardless.games.kit import (
    EFFECT,
    FALSE,
    GLOBAL,
    NONE,
    OURS,
    SYMMETRIC,
    TILED,
    TOUCHING,
    TRIES,
    TRUE,
    Bool,
    Builder,
    Condition,
    Directions,
    EngineFunction,
    Filling,
    Int,
    Integer,
    Limits,
    Ludeme,
    OfThisProgram,
    Region,
    Role,
    S,
    Scope,
    ScratchRow,
    Site,
    SiteSet,
    SiteType,
    Ways,
    Word,
    constant_member,
    each,
    lifted,
    ludeme,
    player_of,
    reads,
    wide,
)
from boardless.games.ludemes.board_regions import SitesSide
from boardless.games.ludemes.directions import NamedWays
from boardless.games.ludemes.literals import Constant
from boardless.games.ludemes.occupancy import SitesEmpty
from boardless.games.ludemes.owned_regions import RegionType, regions_of_type
from boardless.games.ludemes.placement import Add
from boardless.games.ludemes.region_algebra import Several, SitesListed
from boardless.games.ludemes.sites import LastTo
from boardless.state.engine.geometry import NO_GATE, Geometry
from boardless.state.engine.groups import GROUND, TOP

_ALL = NamedWays((Directions.ALL,))
#: 1 if a test holds, else 0.
_one = EngineFunction("int", Int)


@ludeme("is", "Connected", concepts="Connection !directions:AdjacentDirection")
class IsConnected(Condition):
    """The group of the piece on a site ((last To)) joins all regions, or N of them.

    The regions are given, or they are the regions of a role, which also owns the piece, or of a
    sort.

    Example: (is Connected 2 at:(last To) Orthogonal Mover)
    """

    facts = SYMMETRIC | reads("last") | TILED
    number: Integer | None = None
    type: SiteType | None = None
    directions: Ways | None = None
    regions: Several | None = None
    role: Role | None = None
    sort: RegionType | None = None
    _: KW_ONLY
    at: Integer = LastTo()

    def __post_init__(self) -> None:
        if (self.regions, self.role, self.sort, self.directions) == (None, None, None, _ALL):
            # The word means both a class of directions and a role.
            object.__setattr__(self, "role", Role.ALL)
            object.__setattr__(self, "directions", None)
        if sum(part is not None for part in (self.regions, self.role, self.sort)) != 1:
            self.reject("expected either regions, a role or a sort of regions")

    def has_effects(self) -> bool:
        """Return True if the condition concerns sides or corners of the board."""
        return self.sort is not None

    def meaning_in_play(self, b: Scope) -> Bool:
        joined, base = b.variable("joined", FALSE), b.let(b.board_site(self.at))
        owner = b.variable("owner", S.who[base])
        bits = _kept_bits(self, b)
        if bits is not None:
            mover = b.role(Role.MOVER, self)
            met = Int.call("regions_met", mover, base) == b.entry("ALL", bits, mover)
            b.set(joined, (owner != 0) & met)
            return joined
        with b.where(owner != 0):
            filling = Filling(b, self.directions)
            # Another player's piece joins the sites below it.
            own = TRUE if self.role is None else owner == b.role(self.role, self)
            filling.fill(base, lambda at: (S.who[at] == owner) & own, b)
            for regions in filter(None, _regions(self, b)):
                met = _number_met(regions, filling, b) >= _wanted(self, regions, b)
                b.set(joined, met)
        return joined


@ludeme("is", "Blocked", facts=GLOBAL, concepts="!directions:AdjacentDirection")
class IsBlocked(Condition):
    """No path over empty sites and sites of a role joins its first region to the others.

    With given regions, the role is the mover. With a number N, no path joins N of the regions.

    Example: (is Blocked Player)
    """

    number: Integer | None = None
    type: SiteType | None = None
    directions: Ways | None = None
    regions: Several | None = None
    role: Role | None = None

    def __post_init__(self) -> None:
        if (self.regions is None) == (self.role is None):
            self.reject("expected either regions or a role")

    def meaning_in_play(self, b: Scope) -> Bool:
        blocked = b.variable("blocked", TRUE)
        who = b.variable("who", b.role(self.role or Role.MOVER, self))

        def free(at: Site) -> Bool:
            return (S.what[at] == 0) | (S.who[at] == who)

        for regions in filter(None, _regions(self, b)):
            wanted = _wanted(self, regions, b)
            for base in b.loop(regions[0]):
                filling = Filling(b, self.directions)
                filling.fill(base, free, b, free)
                # The path begins in the first region; its first site does not count for the others.
                met = 1 + _number_met(regions[1:], filling, b, base)
                b.set(blocked, blocked & (met < wanted))
        return blocked


#: The most regions of a player that fit into the bits.
MAX_KEPT = 30


def _kept_bits(node: IsConnected, scope: Scope) -> list[int] | None:
    """Return the region bits that union-find keeps for each player, or None."""
    # Every move must put a piece on an empty cell of a fixed board.
    model = scope.model
    rules, usual = model.game.rules, IsConnected(role=Role.MOVER)
    adds = [
        play.moves for play in (rules.play, *(x.play for x in rules.phases)) if play is not None
    ]
    onto_empty = all(isinstance(x, Add) and isinstance(x.to.target, SitesEmpty) for x in adds)
    if model.effects or model.growing or rules.start is not None or node != usual:
        return None
    if not onto_empty:
        return None
    width = 1 + model.hand_size + len(model.cells)
    met, bits = [0] * (width * (model.players + 1)), [-1]
    for player in range(1, model.players + 1):
        own = _owned(player, scope)
        for number, region in enumerate(own):
            if not isinstance(region, SitesSide) or number == MAX_KEPT:
                return None
            for cell in region.of_cells(model):
                met[player * width + 1 + model.hand_size + cell] |= 1 << number
        bits.append((1 << len(own)) - 1 or -1)
    scope.builder.met = met
    return bits


def _number_met(regions: tuple[Region, ...], filling: Filling, b: Scope, but: Site = NONE) -> Int:
    """Return the number of regions that a group meets, except on one site."""
    total = Int.of(0)
    for region in regions:
        met = b.variable("met", FALSE)
        for at in filling.each(b):
            test = constant_member(region, at, b)
            test = b.inside(region, at) if test is None else test
            with b.where(test if but is NONE else (at != but) & test):
                b.set(met, TRUE)
                b.leave()
        total += _one(met)
    return total


def _wanted(node: IsConnected | IsBlocked, regions: tuple[Region, ...], b: Scope) -> Int:
    """Return the number of regions to join."""
    return b.integer_or(node.number, len(regions))


def _regions(node: IsConnected | IsBlocked, b: Scope) -> Iterator[tuple[Region, ...]]:
    """Iterate over the regions to join, by player."""
    if node.regions is not None:
        yield node.regions
    elif isinstance(node, IsConnected) and node.sort is not None:
        if b.model.scene is None:
            node.reject("sorts of regions need a board that is laid out")
        parts = regions_of_type(node.sort, b.model.scene)
        yield tuple(SitesListed(tuple(map(Constant, part))) for part in parts if part)
    else:
        assert node.role is not None
        player, players = b.role(node.role, node), b.model.players
        if player_of(node.role) > players:
            node.reject(f"{node.role} is not a single player of {players}")
        if player.constant is not None:
            yield _owned(player.constant, b)
            return
        for number in range(1, players + 1):
            with b.where(player == number):
                yield _owned(number, b)


def _owned(player: int, scope: Scope) -> tuple[Region, ...]:
    """Return the regions of a player, one by one."""
    own = [item for item in scope.model.regions if player_of(item.role) == player]
    return tuple(region for item in own for region in item.parts)


class Footing(Word):
    """The end of a step: a free site, the top of the pieces on a site, or either."""

    GROUND = "Ground"
    TOP = "Top"
    ANY = "Any"


@ludeme("sites", "Reachable", concepts="SlidingRule")
class SitesReachable(OfThisProgram, Region):
    """The sites, each once, that the top piece of a site can reach by the steps, once it is lifted.

    On the ground, exactly one of the two sites that touch both ends of a step is occupied. If both
    are empty the piece loses touch, and if both are occupied the gap is too narrow. A step up, down
    or on top is barred if both are higher than its ends. Sites before the last may have to be in a
    region; `repeat` makes the last step once or more.

    Example: (sites Reachable (from) {Top Top Ground})
    """

    facts = SYMMETRIC | TOUCHING | EFFECT | TRIES
    type: SiteType | None
    site: Integer
    steps: Annotated[tuple[Footing, ...], Limits(1, 8)]
    _: KW_ONLY
    over: Region | None = None
    repeat: bool = False

    def __post_init__(self) -> None:
        if self.repeat and (len(self.steps) > 1 or self.over is not None):
            self.reject("expected one step, over no region, where it is repeated")

    def meaning(self, b: Builder) -> SiteSet:
        return b.tested(self, lambda at: _reached(self, b.playing(self))[2](at))

    def own_loop(self, b: Scope) -> Iterator[Site]:
        sites, count, _ = _reached(self, b)
        for n in b.numbers(count):
            yield lifted(b.variable("x", wide(sites[n])), Site)


@ludeme(
    "is",
    "Cut",
    source=OURS,
    facts=SYMMETRIC | TOUCHING | EFFECT | TRIES,
    concepts="OneGroup",
    phrase="the piece on {site} holds others together",
)
def is_cut(b: Builder, type: SiteType | None, site: Integer) -> Bool:
    """Without the one piece on a site, its neighbours would no longer be connected.

    Example: (is Cut (from))
    """
    return Bool.call("is_cut", b.board_site(site))


#: The ends of a step, as bits.
_BITS = {Footing.GROUND: GROUND, Footing.TOP: TOP, Footing.ANY: GROUND | TOP}


def _reached(node: SitesReachable, b: Scope) -> tuple[ScratchRow, Int, Callable[[Site], Bool]]:
    """Compute the sites; return their row and number, and a test of one."""
    _check(node, b)
    sites, marks = b.builder.row(), b.builder.row()
    base, mark = b.variable("x", b.board_site(node.site)), _next_mark(marks, b)
    over, allowed = ScratchRow(-1), Int.of(0)
    if node.over is not None:
        over = b.builder.row()
        allowed = _next_mark(over, b)
        for at in each(node.over, b):
            b.set(over[at], allowed)
    call = Int.call("slides_from", base, _BITS[node.steps[0]], sites, marks, mark)
    if not node.repeat:
        ways = sum(_BITS[step] << 2 * n for n, step in enumerate(node.steps))
        how = (base, ways, len(node.steps), over, allowed, sites, marks, mark)
        call = Int.call("walked", *how)
    count = b.variable("size", 0)
    b.set_if((base != NONE) & (S.what[base] != 0), count, call)
    return sites, count, lambda at: (count > 0) & (marks[at] == mark)


def _next_mark(row: ScratchRow, b: Scope) -> Int:
    """Return an unused mark for a row of ``s.scratch``."""
    mark = b.variable("mark", Int.call("last_fill", row) + 1)
    # A missing site is 0: its mark is the last mark given.
    b.set(row[0], mark)
    return mark


def _check(node: Ludeme, scope: Scope) -> None:
    """Raise if steps do not have two sites next to them."""
    geometry = scope.geometry
    if not isinstance(geometry, Geometry) or NO_GATE in geometry.gates:
        node.reject(
            "needs a tiling with two common neighbours of all touching cells, such as the hexagonal"
        )
