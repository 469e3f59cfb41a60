"""Searches that go through the sites of a bitboard and do nothing else: no move is listed.

How many moves there are is the number of bits, and a move of a number is found by counting them:
in the same order, so that the same random numbers choose the same moves.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_SEARCH = re.compile(
    r"    count = 0\n"
    r"    for (?P<word>\w+) in range\(0, \(int64\(s\.n\[COUNT\]\) \+ 31\) >> WORD\):\n"
    r"        (?P<bits>\w+) = int64\(s\.bitboards\[(?P<row>mover|PLAYERS \+ 2), (?P=word)\]\)\n"
    r"        while (?P=bits) != 0:\n"
    r"            (?P<at>\w+) = \((?P=word) << WORD\) \+ lowest_bit\((?P=bits)\) \+ 1\n"
    r"            (?P=bits) &= (?P=bits) - 1\n"
    r"            if True:\n"
    r"                write_found\(s, count, (?P<rule>\d+), (?P<origin>\w+), (?P=at)\)\n"
    r"                count \+= 1\n"
    r"    return count\n"
)


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


def drawn_search(body: str) -> DrawnSearch | None:
    """Return a search as a drawn one, by the body of its function; None if it does more."""
    match = _SEARCH.fullmatch(body)
    if match is None or match["origin"] not in (match["at"], "NONE"):
        return None
    return DrawnSearch(match["row"], int(match["rule"]), match["origin"] == match["at"])
