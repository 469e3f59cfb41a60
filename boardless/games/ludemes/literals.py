"""Literals: integers, truth values, lists, sites and intervals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, TypeVar

from boardless.games.kit import (
    DATA,
    GLOBAL,
    PURE,
    UNORDERED,
    Bool,
    Builder,
    Condition,
    InitialPosition,
    Int,
    Integer,
    Integers,
    Limits,
    Range,
    Region,
    Scope,
    Site,
    SiteSet,
    as_int,
    bare,
    ludeme,
    unknown,
)
from boardless.games.language.reader import MAX_INTEGER


@bare
class Constant(Integer):
    """A literal whole number."""

    phrase = "{value}"

    facts = PURE | DATA
    value: Annotated[int, Limits(-MAX_INTEGER, MAX_INTEGER)]

    @property
    def constant(self) -> int:
        return self.value

    def meaning(self, b: Builder) -> Int:
        return Int.of(self.value)

    def as_site(self, b: Builder) -> Site:
        """Return the site of this number; reject a number without a site."""
        return b.site_numbered(self.value, self)

    def is_component(self) -> bool:
        return self.value > 0

    def uses_numbers(self, as_site: bool = False) -> bool:
        return as_site

    def may_be_held(self, b: Scope) -> bool:
        return b.model.growing


@bare
class Listed(Integers):
    """A literal list of integers."""

    phrase = "{values}"

    facts = PURE | UNORDERED
    values: tuple[Integer, ...]

    def each_value(self, b: Builder) -> Iterator[Int]:
        return b.among(map(b.integer, self.values))


@bare
class Truth(Condition):
    """The literal True or False."""

    phrase = "{value}"

    facts = PURE
    value: bool

    def meaning(self, b: Builder) -> Bool:
        return Bool.of(self.value)


@bare
class Single(Region):
    """The region of one site; empty if the site is -1."""

    phrase = "{site}"

    facts = PURE | DATA
    site: Integer

    def meaning(self, b: Builder) -> SiteSet:
        return b.listed(lambda: b.board_site(self.site))

    @property
    def only(self) -> Integer:
        return self.site

    def leads_beside(self) -> bool:
        return self.site.facts.beside

    def sees_border(self) -> bool:
        """Return True if the site may lie away from (to) and from all pieces."""
        return not (self.leads_beside() or self.site.reach_as_site == 0)

    def target_sees_border(self) -> bool:
        return self.site.sees_border()

    def is_of_hands(self) -> bool:
        return "hand" in self.site.facts.reads


def as_region(where: Integer | Region) -> Region:
    """Return a region, or the region of one site."""
    return Single(where) if isinstance(where, Integer) else where


T = TypeVar("T")


@ludeme("range", facts=GLOBAL)
class RangeFromTo(Range):
    """The whole numbers from the first to the second, or to the first alone.

    Example: (range 1 9)
    """

    low: Integer
    high: Integer | None = None


@ludeme("exact", facts=GLOBAL)
class Exactly(Range):
    """A whole number.

    Example: (exact 3)
    """

    number: Integer


@ludeme("min", facts=GLOBAL)
class FromOn(Range):
    """The whole numbers from N on.

    Example: (min 2)
    """

    low: Integer


@ludeme("max", facts=GLOBAL)
class UpTo(Range):
    """The whole numbers up to N.

    Example: (max 4)
    """

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


#: Any number of sites.
ANY_NUMBER = "POSITIVE"


def limits(range_: Range | None, b: Scope, low: int | str, high: int | str) -> tuple[Int, Int]:
    """Return the smallest and the largest number of a range, or the given defaults."""
    bounds = ends(range_, b.integer, Int.of(0), as_int(ANY_NUMBER))
    return bounds or (as_int(low), as_int(high))


#: No site, row or component; no bound of a range from above.
OFF, ENDLESS = -1, 1_000_000_000


def span(node: Range, scene: InitialPosition) -> tuple[int, int]:
    """Return the smallest and the largest integer of a range."""
    bounds = ends(node, lambda number: scene.evaluate(number), OFF, ENDLESS)
    return bounds or unknown(node)
