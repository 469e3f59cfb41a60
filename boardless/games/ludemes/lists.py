"""Lists of integers, loops over them, and values read from them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import KW_ONLY
from functools import partial
from math import inf

from boardless.games.kit import (
    COUNTERS,
    FALSE,
    GLOBAL,
    SYMMETRIC,
    TILED,
    TRUE,
    Bool,
    Builder,
    Condition,
    Int,
    Integer,
    Integers,
    Mode,
    OneOrMore,
    Region,
    S,
    Scope,
    Span,
    ludeme,
    wide,
)
from boardless.games.ludemes.arithmetic import Standing
from boardless.games.ludemes.chance import ROOM
from boardless.games.ludemes.hands import SitesHand
from boardless.games.ludemes.literals import Single
from boardless.games.ludemes.pieces import What
from boardless.games.ludemes.sites import FromSite, ToSite


@ludeme("size", "Array", facts=GLOBAL)
def count_integers(b: Builder, array: Integers) -> Int:
    """The number of integers in a list.

    Example: (size Array (array (sites Top)))
    """
    return b.count(array)


@ludeme("arrayValue", facts=GLOBAL)
class IntegerAt(Integer):
    """The integer at an index of a list, or -1 if the index is outside the list.

    Example: (arrayValue (array {3 5}) index:0)
    """

    array: Integers
    _: KW_ONLY
    index: Integer

    def meaning(self, b: Builder) -> Int:
        return b.nth(self.array, b.integer(self.index))


@ludeme("array", facts=GLOBAL)
class Array(Integers):
    """The sites of a region, or integers one by one.

    Example: (array (sites Bottom))
    """

    values: Region | Integers

    def each_value(self, b: Builder) -> Iterator[Int]:
        if isinstance(self.values, Integers):
            yield from self.values.each_value(b)
        else:
            for at in b.loop(self.values, hands=True):
                yield b.let(b.number(at), "value")


@ludeme("results")
class Results(Integers):
    """The integers for every pair of sites of two regions, seen as (from) and (to).

    Example: (results from:(last To) to:(sites Around (last To)) (what at:(to)))
    """

    facts = SYMMETRIC | TILED
    value: Integer
    _: KW_ONLY
    from_: Region
    to: Region

    def reach(self) -> float:
        """Return 1 if the pieces on the sites around ``(to)``, or their owners, are read."""
        outer = isinstance(self.from_, Single) and isinstance(self.from_.site, ToSite)
        value, around = self.value, isinstance(self.to.centre, ToSite)
        what = isinstance(value, Standing) and isinstance(value.at, ToSite | FromSite)
        return 1 if outer and around and what else inf

    def sees_border_for(self, value: Integer) -> bool:
        """Return True if the border affects the results.

        An empty neighbour adds the result 0, and a missing neighbour adds nothing.
        """
        there = isinstance(value, What) and isinstance(value.at, FromSite)
        return self.to.centre is None or not (there or value.is_component())

    def each_value(self, b: Builder) -> Iterator[Int]:
        b = b.playing(self)
        single = isinstance(self.from_, Single) and self.from_.site.may_be_held(b)
        hand = single or isinstance(self.from_, SitesHand)
        for origin in b.loop(self.from_, hands=True):
            inner = b.binding(origin=origin).switched(Mode.HELD, hand)
            for to in inner.loop(self.to, hands=True):
                yield inner.variable("value", inner.binding(to=to).integer(self.value))


@ludeme("union", facts=GLOBAL, concepts="Union")
def integers_union(b: Builder, lists: OneOrMore[Integers]) -> Iterator[Int]:
    """The union of lists: the integers of the first, then new integers of each other list.

    Example: (union (sizes Group P1) (sizes Group P2))
    """
    values = _listing(b)
    for number, part in enumerate(lists):
        values.take(part, once=number > 0)
    yield from values.each_value()


@ludeme("intersection", facts=GLOBAL, concepts="Union")
def integers_in_all(b: Builder, lists: OneOrMore[Integers]) -> Iterator[Int]:
    """The integers of the last list that all other lists contain.

    Example: (intersection (sizes Group P1) (sizes Group P2))
    """
    *others, last = lists
    known = []
    for part in others:
        known.append(_listing(b))
        known[-1].take(part)
    for value in last.each_value(b):
        for _ in b.when(b.all_of(partial(one.has, value) for one in known)):
            yield value


@ludeme("difference", facts=GLOBAL)
def integers_without(b: Builder, list: Integers, without: Integer | Integers) -> Iterator[Int]:
    """The integers of a list without an integer, or one copy of each integer of another list.

    Example: (difference (sizes Group P1) (max (sizes Group P1)))
    """
    struck = _listing(b)
    if isinstance(without, Integer):
        struck.enter(b.integer(without))
    else:
        struck.take(without)
    for value in list.each_value(b):
        for _ in b.when(~struck.strike(value)):
            yield value


@ludeme("if", facts=GLOBAL, concepts="ConditionalStatement")
def integers_if(
    node: Integers,
    b: Builder,
    condition: Condition,
    then: Integers,
    otherwise: Integers | None = None,
) -> Iterator[Int]:
    """The first list of integers if the condition holds, else the second, or an empty list.

    Example: (if (is Mover P1) (sizes Group P1))
    """
    test = b.condition(condition)
    if otherwise is None:
        for _ in b.when(test):
            yield from then.each_value(b)
    elif test.constant is not None:
        yield from (then if test.constant else otherwise).each_value(b)
    else:
        b = b.playing(node)
        values = _Listing(b)
        with b.where(test):
            values.take(then)
        with b.otherwise():
            values.take(otherwise)
        yield from values.each_value()


#: The offset that makes all integers nonnegative.
_SHIFT = 2**31


class _Listing:
    """A list of integers in a row of ``s.scratch``."""

    def __init__(self, b: Scope) -> None:
        self._b, self._row = b, b.builder.row()
        self._count = b.variable("count", 0)

    def take(self, part: Integers, once: bool = False) -> None:
        """Append integers, optionally only new ones."""
        for value in part.each_value(self._b):
            for _ in self._b.when(~self.has(value) if once else TRUE):
                self.enter(value)

    def enter(self, value: Int) -> None:
        """Append an integer."""
        b = self._b
        with b.where(self._count == ROOM):
            b.set(COUNTERS.LOST, 1)
        with b.otherwise():
            # The stored integers are nonnegative.
            b.set(S.scratch[self._row, self._count], value + _SHIFT)
            b.add(self._count, 1)

    def strike(self, value: Int) -> Bool:
        """Remove an integer once; return the test that the list contained it."""
        b, was_listed = self._b, self._b.variable("c", FALSE)
        for at in b.numbers(self._count):
            here = S.scratch[self._row, at]
            with b.where(here == value + _SHIFT):
                b.set(self._count, self._count - 1)
                b.set(here, S.scratch[self._row, self._count])
                b.set(was_listed, TRUE)
                b.leave()
        return was_listed

    def has(self, value: Int) -> Bool:
        """Return the test that the list contains an integer."""
        return self._b.any(
            Span(0, self._count), lambda at: S.scratch[self._row, at] == value + _SHIFT
        )

    def each_value(self) -> Iterator[Int]:
        """Iterate over the integers."""
        for at in self._b.numbers(self._count):
            yield self._b.variable("value", wide(S.scratch[self._row, at]) - _SHIFT)


class _KnownListing(_Listing):
    """A list of integers known before the first move."""

    def __init__(self, b: Builder) -> None:
        self._builder, self._values = b, list[int | None]()

    def take(self, part: Integers, once: bool = False) -> None:
        for value in part.each_value(self._builder):
            if not (once and self.has(value).constant):
                self.enter(value)

    def enter(self, value: Int) -> None:
        self._values.append(value.constant)

    def strike(self, value: Int) -> Bool:
        was_listed = self.has(value)
        if was_listed.constant:
            self._values.remove(value.constant)
        return was_listed

    def has(self, value: Int) -> Bool:
        return Bool.of(value.constant in self._values)

    def each_value(self) -> Iterator[Int]:
        return self._builder.among(Int.of(value) for value in self._values if value is not None)


def _listing(b: Builder) -> _Listing:
    """Return an empty list of integers."""
    return _KnownListing(b) if b.scope is None else _Listing(b.scope)
