"""Searches that go through the sites of a bitboard and do nothing else: no move is listed.

How many moves there are is the number of bits, and a move of a number is found by counting them:
in the same order, so that the same random numbers choose the same moves.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from boardless.ir.expressions import COUNT, NONE, Bool, Expression, Int, S, wide
from boardless.ir.statements import Assign, Do, For, If, Return, While

if TYPE_CHECKING:
    from boardless.ir.statements import Block


@dataclass(frozen=True)
class DrawnSearch:
    """A search whose moves are those of one rule to the sites of a row of the bitboards."""

    row: str
    rule: int
    #: Whether a move starts from its target, or from nowhere.
    from_target: bool

    @property
    def count(self) -> str:
        """The source of how many moves there are."""
        return f"bits_in(s, {self.row})"

    def picked(self, bound: int) -> list[str]:
        """Return statements that return the move of a number, with as many numbers bound to it."""
        site = f"nth_in(s, {self.row}, choice)"
        return [
            *(f"s.queue[0, NAMED + {n}] = 0" for n in range(bound)),
            f"target = {site}",
            f"return {self.rule}, {'target' if self.from_target else 'NONE'}, target",
        ]

    def found(self) -> list[str]:
        """Return statements that return whether a move is one of them."""
        origin = "site" if self.from_target else "NONE"
        test = f"rule == {self.rule} and origin == {origin} and is_in(s, {self.row}, site)"
        return [f"return bool({test})"]


def drawn_search(body: Block) -> DrawnSearch | None:
    """Return a search as a drawn one, by the body of its function; None if it does more."""
    match body:
        case (
            Assign((count,), Int(constant=0)),
            For(word, _, (Assign((bits,), row), While(_, (Assign((at,), _), Assign(), found)))),
            Return(),
        ) if count is COUNT:
            pass
        case _:
            return None
    match found:
        case If(
            Bool(constant=True), (Do(Expression(parts=("write_found", _, _, rule, origin, to))), _)
        ):
            pass
        case _:
            return None
    wanted = {name: wide(S.bitboards[name, word]) for name in ("mover", "PLAYERS + 2")}
    names = [name for name, bitboard in wanted.items() if bitboard.text == row.text]
    if not names or to is not at or (origin is not at and origin is not NONE):
        return None
    return DrawnSearch(names[0], rule.constant, origin is at)
