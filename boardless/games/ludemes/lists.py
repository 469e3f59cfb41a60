"""Lists of integers, values read from them, and maps from integers to integers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import KW_ONLY
from functools import partial
from math import inf

from boardless.games.kit import (
    COUNTERS,
    DATA,
    FALSE,
    GLOBAL,
    STATIC,
    SYMMETRIC,
    TILED,
    TRUE,
    Bool,
    Builder,
    Condition,
    InitialPosition,
    Int,
    Integer,
    Integers,
    LoopRange,
    Ludeme,
    OneOrMore,
    Region,
    Role,
    Scope,
    ScopeMode,
    Word,
    every,
    ludeme,
    wide,
)
from boardless.games.ludemes.arithmetic import Standing
from boardless.games.ludemes.chance import ROOM
from boardless.games.ludemes.equipment import MAX_CELLS, Item
from boardless.games.ludemes.hands import SitesHand
from boardless.games.ludemes.literals import Listed, Single
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
            inner = b.binding(origin=origin).switched(ScopeMode.HELD, hand)
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
            b.set(self._row[self._count], value + _SHIFT)
            b.add(self._count, 1)

    def strike(self, value: Int) -> Bool:
        """Remove an integer once; return the test that the list contained it."""
        b, was_listed = self._b, self._b.variable("c", FALSE)
        for at in b.numbers(self._count):
            here = self._row[at]
            with b.where(here == value + _SHIFT):
                b.set(self._count, self._count - 1)
                b.set(here, self._row[self._count])
                b.set(was_listed, TRUE)
                b.leave()
        return was_listed

    def has(self, value: Int) -> Bool:
        """Return the test that the list contains an integer."""
        return self._b.any(LoopRange(0, self._count), lambda at: self._row[at] == value + _SHIFT)

    def each_value(self) -> Iterator[Int]:
        """Iterate over the integers."""
        for at in self._b.numbers(self._count):
            yield self._b.variable("value", wide(self._row[at]) - _SHIFT)


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


class Landmark(Word):
    """Sites that every board has."""

    CENTRE_SITE = "CentreSite"
    LEFT_SITE = "LeftSite"
    RIGHT_SITE = "RightSite"
    TOP_SITE = "Topsite"
    BOTTOM_SITE = "BottomSite"
    FIRST_SITE = "FirstSite"
    LAST_SITE = "LastSite"


class MapPairs(Ludeme):
    """An entry of a map."""

    kind = "an entry of a map"
    source = "Ludii, game.util.math"
    facts = STATIC


@ludeme("pair", facts=DATA)
class Pair(MapPairs):
    """A key and its value; a role is its player's number, a name a label or a component.

    Example: (pair P1 "D1")
    """

    key: Role | Integer | str
    value: Role | Landmark | Integer | str


@ludeme("map")
class Map(Item):
    """A map from integers to integers, by entries one by one, or by keys and their values.

    Example: (map "Port" {(pair P1 "A1") (pair P2 "E5")})
    """

    name: str | None = None
    entries: OneOrMore[MapPairs] | None = None
    keys: Integers | None = None
    values: Integers | None = None

    def __post_init__(self) -> None:
        present = [part is not None for part in (self.entries, self.keys, self.values)]
        if present not in ([True, False, False], [False, True, True]):
            self.reject("expected entries, or keys and values")
        if self.keys == Listed(()):
            self.reject("expected at least one key")


@ludeme("mapEntry", facts=GLOBAL)
class MapEntry(Integer):
    """The value of a key (or a role's number) in the maps with a name; if it is missing, the key.

    Example: (mapEntry "Port" P1)
    """

    name: str | None
    key: Integer | Role

    def meaning(self, b: Builder) -> Int:
        start, entries = b.start(self), dict[int, int]()
        for item in start.inventory.items:
            if isinstance(item, Map) and self.name in (None, item.name or "Map"):
                entries = static_map(item, start) | entries
        key = b.let(b.who(self.key, self), "key")
        if key.constant is not None:
            return Int.of(entries.get(key.constant, key.constant))
        size = 1 + max((key for key in entries if 0 <= key < MAX_CELLS), default=0)
        table = [entries.get(key, key) for key in range(size)]
        return every(key >= 0, key < size).choose(b.entry("MAP", table, key), key)


#: The lists of sites that start with the landmarks.
_LANDMARKS = {
    Landmark.CENTRE_SITE: "centre",
    Landmark.LEFT_SITE: "left",
    Landmark.RIGHT_SITE: "right",
    Landmark.TOP_SITE: "top",
    Landmark.BOTTOM_SITE: "bottom",
}


def is_label(name: str) -> bool:
    """Return True if a name looks like the label of a site: C3, AA12 or 7, but not AB1."""
    return re.fullmatch(r"(?:([A-Za-z])\1?)?[0-9]+", name) is not None


def static_map(item: Map, scene: InitialPosition) -> dict[int, int]:
    """Return the entries of a map, without entries with an unknown key or value."""
    if id(item) not in scene.maps:
        scene.maps[id(item)] = _entries(item, scene)
    return scene.maps[id(item)]


def _entries(item: Map, scene: InitialPosition) -> dict[int, int]:
    if item.entries is None:
        assert item.keys is not None
        assert item.values is not None
        keys, values = scene.evaluate_all(item.keys), scene.evaluate_all(item.values)
        if len(keys) != len(values):
            item.reject(
                f"expected equal numbers of keys and values, not {len(keys)} and {len(values)}"
            )
        return dict(zip(keys, values, strict=True))
    entries: dict[int, int] = {}
    for entry in item.entries:
        assert isinstance(entry, Pair)
        key, value = entry.key, _value(entry, scene)
        number = (
            _site(key, scene)
            if isinstance(key, str)
            else scene.value_of(scene.who(key, entry), entry)
        )
        if number >= 0 and value != -1:
            entries[number] = value
    return entries


def _value(entry: Pair, scene: InitialPosition) -> int:
    value = entry.value
    if isinstance(value, Landmark):
        return _landmark(value, entry, scene)
    if isinstance(value, str):
        return _site(value, scene) if is_label(value) else scene.inventory.component(value) or -1
    return scene.value_of(scene.who(value, entry), entry)


def _site(label: str, scene: InitialPosition) -> int:
    labels = scene.sites().labels
    return labels.index(label) if label in labels else -1


def _landmark(landmark: Landmark, node: Ludeme, scene: InitialPosition) -> int:
    # On boards played on edges, landmarks are cells.
    sites = scene.board.sites_of("Vertex" if scene.board.use == "Vertex" else "Cell")
    if landmark is Landmark.FIRST_SITE:
        return 0
    if landmark is Landmark.LAST_SITE:
        return len(sites) - 1
    listed = sites.listed(_LANDMARKS[landmark])
    if not len(listed):
        node.reject(f"the board has no {landmark}")
    return int(listed[0])
