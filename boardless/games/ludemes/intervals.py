"""Intervals: the whole numbers from one to another."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from boardless.games.compiler.dispatch import integer
from boardless.games.initial.evaluation import evaluate_integer, unknown
from boardless.games.language.facts import GLOBAL
from boardless.games.language.ludeme import ludeme
from boardless.games.ludemes.kinds import Integer, Range

if TYPE_CHECKING:
    from collections.abc import Callable

    from boardless.games.compiler.scope import Scope
    from boardless.games.initial.scene import InitialPosition

T = TypeVar("T")


@ludeme("range", example="(range 1 9)", facts=GLOBAL)
class RangeFromTo(Range):
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
    """Return the first and the last number of an interval, each through `value`."""
    if isinstance(node, RangeFromTo):
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


#: Stands for any number of sites.
ANY_NUMBER = "POSITIVE"


def bounds(range_: Range | None, scope: Scope, usual: tuple[str, str]) -> tuple[str, str]:
    """Return the sources of the least and the largest number of a range."""
    return ends(range_, lambda number: integer(number, scope), "0", ANY_NUMBER) or usual


#: No site, row or component; no bound of a range from above.
OFF, ENDLESS = -1, 1_000_000_000


def span(node: Range, scene: InitialPosition) -> tuple[int, int]:
    """Return the least and the largest integer of a range."""
    found = ends(node, lambda number: evaluate_integer(number, scene), OFF, ENDLESS)
    return found or unknown(node)
