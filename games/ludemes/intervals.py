"""Intervals: the whole numbers from one to another."""

from collections.abc import Callable
from typing import TypeVar

from boardless.games.language.facts import GLOBAL
from boardless.games.language.ludeme import ludeme
from boardless.games.ludemes.kinds import Integer, Range

T = TypeVar("T")


@ludeme("range", example="(range 1 9)", facts=GLOBAL)
class FromTo(Range):
    """The whole numbers from the first to the second, or to the first alone."""

    low: Integer
    high: Integer | None = None


@ludeme("exact", example="(exact 3)", facts=GLOBAL)
class Exactly(Range):
    """One whole number."""

    number: Integer


@ludeme("min", example="(min 2)", facts=GLOBAL)
class FromOn(Range):
    """The whole numbers from one on."""

    low: Integer


@ludeme("max", example="(max 4)", facts=GLOBAL)
class UpTo(Range):
    """The whole numbers up to one."""

    high: Integer


def ends(
    node: Range | None, value: Callable[[Integer], T], least: T, endless: T
) -> tuple[T, T] | None:
    """Return the first and the last number of an interval, None if it is none of the above.

    Parameters
    ----------
    node : Range or None
        The interval.
    value : callable
        What a number of it is made into.
    least, endless : object
        What it begins and ends with where it does not say so.
    """
    if isinstance(node, FromTo):
        low = value(node.low)
        return low, low if node.high is None else value(node.high)
    if isinstance(node, Exactly):
        number = value(node.number)
        return number, number
    if isinstance(node, FromOn):
        return value(node.low), endless
    if isinstance(node, UpTo):
        return least, value(node.high)
    return None
