"""Searches that only loop over the sites of a bitboard, without a list of moves.

The number of moves is the number of bits, and a count of bits gives a move by its number. The order
is the same as in a list, so that the same random numbers choose the same moves.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from boardless.ir.expressions import (
    COUNT,
    ENGINE,
    FROM,
    MOVER,
    NONE,
    TO,
    Bool,
    Expression,
    Int,
    S,
    Site,
    every,
    truth,
    wide,
)
from boardless.ir.statement_builder import Statements
from boardless.ir.statements import Assign, Do, For, If, Return, While

if TYPE_CHECKING:
    from boardless.ir.statements import Block


@dataclass(frozen=True)
class DrawnSearch:
    """A search for moves of one rule to the sites of a row of the bitboards."""

    row: Int
    rule: Int
    #: Whether a move starts from its target, or from nowhere.
    from_target: bool

    @property
    def count(self) -> Int:
        """The number of moves."""
        return Int.call("bits_in", self.row)

    def picked(self, bound: int) -> Block:
        """Return statements that return the move with a number, padded to `bound` numbers."""
        b, target = Statements(), Site.named("target")
        for n in range(bound):
            b.set(S.queue[0, ENGINE.NAMED + n], 0)
        b.set(target, Site.call("nth_in", self.row, Int.named("choice")))
        b.give(self.rule, target if self.from_target else NONE, target)
        return b.statements

    def found(self) -> Block:
        """Return statements that return the test that a move is one of them."""
        b, begins = Statements(), FROM == (TO if self.from_target else NONE)
        is_in = Bool.call("is_in", self.row, TO)
        b.give(truth(every(Int.named("rule") == self.rule, begins, is_in)))
        return b.statements


def drawn_search(body: Block) -> DrawnSearch | None:
    """Return a search as a drawn one, from the body of its function, or None if it does more."""
    match body:
        case (
            Assign((count,), Int(constant=0)),
            For(word, _, (Assign(_, row), While(_, (Assign((at,), _), Assign(), write)))),
            Return(),
        ) if count is COUNT:
            pass
        case _:
            return None
    match write:
        case If(
            Bool(constant=True),
            (Do(Expression(parts=("write_found", _, _, Int() as rule, origin, to))), _),
        ):
            pass
        case _:
            return None
    rows = (MOVER, ENGINE.PLAYERS + 2)
    searched = [each for each in rows if wide(S.bitboards[each, word]) is row]
    if not searched or to is not at or (origin is not at and origin is not NONE):
        return None
    return DrawnSearch(searched[0], rule, origin is at)
