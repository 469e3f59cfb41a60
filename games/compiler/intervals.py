"""Ranges of numbers as source."""

from boardless.games.compiler.generic import integer
from boardless.games.compiler.scope import Scope
from boardless.games.ludemes import intervals as v
from boardless.games.ludemes import kinds as k

#: Stands for any number of sites.
ANY_NUMBER = "POSITIVE"


def bounds(range_: k.Range | None, scope: Scope, usual: tuple[str, str]) -> tuple[str, str]:
    """Return the sources of the least and the largest number of a range."""
    return v.ends(range_, lambda number: integer(number, scope), "0", ANY_NUMBER) or usual
