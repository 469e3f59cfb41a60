"""Intervals: the whole numbers from one to another."""

from boardless.games.language.ludeme import ludeme
from boardless.games.ludemes.kinds import Integer, Range


@ludeme("range", example="(range 1 9)")
class FromTo(Range):
    """The whole numbers from the first to the second, or to the first alone."""

    low: Integer
    high: Integer | None = None


@ludeme("exact", example="(exact 3)")
class Exactly(Range):
    """One whole number."""

    number: Integer


@ludeme("min", example="(min 2)")
class FromOn(Range):
    """The whole numbers from one on."""

    low: Integer


@ludeme("max", example="(max 4)")
class UpTo(Range):
    """The whole numbers up to one."""

    high: Integer
