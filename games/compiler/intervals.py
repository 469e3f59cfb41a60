"""Ranges of numbers as source."""

from boardless.games.compiler.generic import integer
from boardless.games.compiler.scope import Scope
from boardless.games.ludemes import intervals as v
from boardless.games.ludemes import kinds as k

#: Stands for any number of sites.
ANY_NUMBER = "POSITIVE"


def bounds(range_: k.Range | None, scope: Scope, usual: tuple[str, str]) -> tuple[str, str]:
    """Return the sources of the least and the largest number of a range."""
    if isinstance(range_, v.FromTo):
        low = integer(range_.low, scope)
        return low, low if range_.high is None else integer(range_.high, scope)
    if isinstance(range_, v.Exactly):
        number = integer(range_.number, scope)
        return number, number
    if isinstance(range_, v.FromOn):
        return integer(range_.low, scope), ANY_NUMBER
    if isinstance(range_, v.UpTo):
        return "0", integer(range_.high, scope)
    return usual
