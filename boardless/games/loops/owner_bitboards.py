"""Owner bitboards: loops over the sites of an owner, in order, or sampled."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from boardless.games.building.scope import player_of
from boardless.games.language.kinds import Role
from boardless.ir.expressions import (
    COUNTERS,
    ENGINE,
    NONE,
    TRUE,
    Array,
    Bool,
    Function,
    Int,
    S,
    Site,
    as_int,
    folded,
    wide,
)

if TYPE_CHECKING:
    from boardless.games.building.model import Model
    from boardless.games.building.scope import Scope
    from boardless.games.language.ludeme import Ludeme

#: The most players of one bitboard.
_MOST = 4
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
    if role in (Role.ENEMY, Role.NON_MOVER) and not model.has_teams and model.players <= _MOST:
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
            with b.where(word == first):
                b.set(bits, bits & -(1 << (held & 31)))
        with b.as_long_as(bits != 0):
            b.set(at, (word << ENGINE.WORD) + Function("lowest_bit", Int)(bits) + 1)
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
        is_owner = TRUE if owner is None else wide(Array.named("OWNER")[number]) == owner
        for _ in b.when(is_owner):
            for _ in b.numbers(S.size[row], name=which):
                b.set(at, wide(S.legal[row, which]))
                with b.where(at > ENGINE.HELD):
                    yield at
