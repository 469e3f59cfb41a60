"""Bitboards: loops over the sites of an owner, and strands.

Strands are steps of all sites in one direction with equal differences of site numbers. On a board
of at most 64 sites a set of sites is 64 bits; site n is bit ``n - 1``. The sites with a step of a
strand into a set are then one rotation of its bits and one mask.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from typing import TYPE_CHECKING

from boardless.games.building.scope import player_of
from boardless.games.language.kinds import USUAL, Role
from boardless.games.loops.directions import direction_slots_of
from boardless.games.loops.facings import distinct_turns, facings_of, path_along
from boardless.ir.expressions import (
    COUNTERS,
    ENGINE,
    NONE,
    TRUE,
    Bool,
    EngineFunction,
    Int,
    IntArray,
    S,
    Site,
    as_int,
    folded,
    wide,
)
from boardless.jit.values import signed
from boardless.state.engine.geometry import LayoutGeometry

if TYPE_CHECKING:
    from boardless.games.building.model import Model
    from boardless.games.building.scope import Scope
    from boardless.games.language.kinds import Ways
    from boardless.games.language.ludeme import Ludeme


#: The most players of one bitboard.
_PLAYERS = 4
#: Returns a word of a bitboard.
OwnerBits = Callable[[Int], Int]


def keeps_bitboards(model: Model) -> bool:
    """Return True if a game can keep bitboards: at most one, visible, piece on a site."""
    return model.layout is not None and holds_one_piece(model)


def holds_one_piece(model: Model) -> bool:
    """Return True if a site holds at most one piece, without pieces put there for a trial."""
    return not (model.stacking or model.has_covers or model.facts.tries)


def empty_sites(scope: Scope) -> OwnerBits | None:
    """Return the bitboard of empty sites, if the game keeps it."""
    if not keeps_bitboards(scope.model):
        return None
    return lambda word: _bitboard_word(ENGINE.PLAYERS + 2, word)


def bitboard_of(role: object, scope: Scope, node: Ludeme) -> OwnerBits | None:
    """Return the bitboard of the pieces of a role, if the game keeps it."""
    model = scope.model
    if not isinstance(role, Role) or not keeps_bitboards(model):
        return None
    if role in (Role.ENEMY, Role.NON_MOVER) and not model.has_teams and model.players <= _PLAYERS:
        others = range(1, model.players + 1)
        mover = scope.mover
        return lambda word: folded(
            operator.or_,
            [
                (mover != player).choose(_bitboard_word(Int.of(player), word), 0)
                for player in others
            ],
        )
    role = Role.MOVER if role is Role.FRIEND and not model.has_teams else role
    if role not in (Role.MOVER, Role.NEXT) and not 0 < player_of(role) <= model.players:
        return None
    owner = scope.variable("owner", scope.player(role, node))
    return lambda word: _bitboard_word(owner, word)


def _bitboard_word(row: Int, word: Int) -> Int:
    return wide(S.bitboards[row, word])


def each_in_bitboard(bitboard: OwnerBits, scope: Scope, hands: bool = False) -> Iterator[Site]:
    """Iterate over the sites of a bitboard in order, optionally with hands."""
    b, held = scope, scope.model.hand_size
    word, bits, at = b.named(word=Int, bits=Int, x=Site)
    last = (wide(COUNTERS.COUNT) + 31) >> ENGINE.WORD
    if of_type := b.model.has_several_types and b.kind is not None:
        begin, end = b.model.span(b.kind)
        held, last = begin - 1, as_int((end + 30) >> 5)
    first = 0 if hands else held >> 5
    for word in b.numbers(last, first, stem="word"):
        b.set(bits, bitboard(word))
        if held and not hands:
            b.set_if(word == first, bits, bits & -(1 << (held & 31)))
        with b.as_long_as(bits != 0):
            b.set(at, (word << ENGINE.WORD) + EngineFunction("lowest_bit", Int)(bits) + 1)
            b.set(bits, bits & (bits - 1))
            if of_type:
                b.kinds[at] = str(b.kind)
                b.leave(at >= end)
                if hands:
                    b.leave((at > ENGINE.HELD) & (at < begin), "continue")
            yield at
            b.stop_if_enough()


def each_standing(first: Int, end: Int, stands: bool, b: Scope) -> Iterator[Site]:
    """Iterate over the sites of a range that are occupied, or empty."""
    n, at = b.named(n=Int, x=Site)
    next_ = b.variable("next", first)
    for _ in b.numbers(end, first, name=n):
        b.set(at, Int.call("next_standing", next_, end, Bool.of(stands)))
        b.leave(at == NONE)
        b.set(next_, at + 1)
        yield at


def keeps_order(model: Model) -> bool:
    """Return True if the order of pieces matters: for groups, or consequences over pieces."""
    return model.effects and ("order" in model.facts.reads or model.goes_through_pieces)


def each_owned(b: Scope, owner: Int | None = None) -> Iterator[Site]:
    """Iterate over the occupied sites of the board player by player, or of one `owner`."""
    at = Site.named(b.out.name("x"))
    if not keeps_order(b.model):
        for _ in b.numbers(COUNTERS.COUNT + 1, ENGINE.HELD + 1, name=at):
            if owner is not None:
                b.leave(S.who[at] != owner, "continue")
            yield at
        return
    owners = [component.owner for component in b.model.components]
    order = sorted(range(1, len(owners) + 1), key=lambda number: owners[number - 1])
    table = b.table("ORDER", order)
    n, number, which = b.named(n=Int, number=Int, which=Int)
    row = ENGINE.OWNED + number - 1
    for _ in b.numbers(len(order), name=n):
        b.set(number, wide(table[n]))
        is_owner = TRUE if owner is None else wide(IntArray.named("OWNER")[number]) == owner
        for _ in b.when(is_owner):
            for _ in b.numbers(S.size[row], name=which):
                b.set(at, wide(S.legal[row, which]))
                with b.where(at > ENGINE.HELD):
                    yield at


#: Bits of a set of sites.
BITS = 64
#: The most strands of a rule: more of them are slower than walks.
MOST_STRANDS = 8
#: The shifts from a site to the sites that a move reads; the last is its target.
Shifts = tuple[int, ...]


@dataclass(frozen=True)
class Strand:
    """The moves of a rule in one direction."""

    #: By player from 1 on: the bits of the sites with such a move, and its shifts.
    origins: tuple[int, ...]
    shifts: tuple[Shifts, ...]

    def starts(self, scope: Scope) -> Int:
        """Return the bits of the sites at which a move of the strand starts."""
        return _by_player([signed(bits) for bits in self.origins], "LEAVES", scope)

    def shift(self, number: int, scope: Scope) -> Int:
        """Return one of the shifts, modulo 64."""
        return _by_player([shifts[number] % BITS for shifts in self.shifts], "SHIFT", scope)


def strands_of(
    ways: Ways | None, sites: int, pieces: Mapping[int, Sequence[int]], scope: Scope
) -> tuple[Strand, ...] | None:
    """Return the strands of straight moves over `sites` sites, in the order of walks.

    `pieces` has the components of each player that make them. The result is None if their
    directions change from move to move, the pieces of a player have several facings, or there are
    more than `MOST_STRANDS` strands.
    """
    ways, geometry = ways or USUAL, scope.geometry
    assert isinstance(geometry, LayoutGeometry)
    relative = ways.is_relative()
    if any(ways.changing()) or (relative and distinct_turns(scope) > 1):
        return None
    by_player = []
    for player in range(1, scope.model.players + 1):
        faces = {scope.model.facings[piece - 1] for piece in pieces.get(player, ())}
        if relative and len(faces) > 1:
            return None
        look = facings_of(scope).index(next(iter(faces))) if relative and faces else 0
        paths = [] if relative and not faces else list(_paths(ways, sites, look, scope))
        ordered = _in_order(paths, scope.model.hand_size)
        if ordered is None or len(ordered) > MOST_STRANDS:
            return None
        by_player.append(ordered)
    width = max(map(len, by_player), default=0)
    filled = [[*ordered, *[(0, (0,) * sites)] * (width - len(ordered))] for ordered in by_player]
    return tuple(
        Strand(tuple(bits for bits, _ in row), tuple(shifts for _, shifts in row))
        for row in zip(*filled, strict=True)
    )


def straight_strands(ways: Ways | None, scope: Scope) -> tuple[tuple[Strand, ...], int] | None:
    """Return the strands of single steps that walks follow, and the longest of the walks.

    The result is None if a walk does not follow one strand to its end, or there are too many.
    """
    strands, ways = strands_of(ways, 1, {}, scope), ways or USUAL
    if strands is None or ways.is_relative():
        return None
    held = scope.model.hand_size
    steps = {strand.shifts[0][0]: strand.origins[0] >> held for strand in strands}
    longest = 0
    for site, walks in _paths(ways, BITS, 0, scope, whole=False):
        for walk in walks:
            last = walk[-1]
            if any(shift != n * walk[0] for n, shift in enumerate(walk, 1)):
                return None
            if steps[walk[0]] >> (site + last) & 1:
                return None
            longest = max(longest, len(walk))
    return strands, longest


def _paths(
    ways: Ways, sites: int, look: int, scope: Scope, whole: bool = True
) -> Iterable[tuple[int, list[Shifts]]]:
    """Yield each site, from 0 on, with the shifts of the walks from it in their order.

    Walks have `sites` sites, or at least one if they need not be `whole`.
    """
    geometry = scope.geometry
    assert isinstance(geometry, LayoutGeometry)
    for site in range(geometry.kinds):
        walks = []
        for way in direction_slots_of(ways, scope):
            turns = geometry.onward(geometry.types[0], way.sort)
            row = (look * geometry.kinds if way.looks else 0) + site
            for slot in way.rows[row]:
                path = path_along(geometry, turns, site, slot, sites)
                if len(path) == sites or (path and not whole):
                    walks.append(tuple(at - site for at in path))
        yield site, walks


def _in_order(
    paths: Iterable[tuple[int, list[Shifts]]], held: int
) -> list[tuple[int, Shifts]] | None:
    """Return the origins of each shift, in an order that agrees with the walks of each site.

    The result is None without such an order. The `held` sites of hands come before the board.
    """
    origins: dict[Shifts, int] = {}
    order = TopologicalSorter[Shifts]()
    for site, walks in paths:
        if len(set(walks)) < len(walks):
            return None
        for shifts in walks:
            origins[shifts] = origins.get(shifts, 0) | 1 << (held + site)
            order.add(shifts)
        for first, second in pairwise(walks):
            order.add(second, first)
    try:
        return [(origins[shifts], shifts) for shifts in order.static_order()]
    except CycleError:
        return None


def _by_player(values: list[int], stem: str, b: Scope) -> Int:
    """Return a value that is the same for all players, or else each player's."""
    if len(set(values)) == 1:
        return Int.of(values[0])
    return b.entry(stem, [0, *values], b.mover)


#: A row of the bitboards.
whole_row = EngineFunction("whole_row", Int, state=True)


def has_site_sets(model: Model) -> bool:
    """Return True if all sites have a bit, and owner bitboards describe the board."""
    if model.layout is None or model.has_several_types:
        return False
    return model.hand_size + model.layout.kinds <= BITS and keeps_bitboards(model)
