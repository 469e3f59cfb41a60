"""Slots of directions, and loops over steps and straight walks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from boardless.games.language.kinds import USUAL, Directions
from boardless.games.loops.facings import (
    Chosen,
    alternatives,
    distinct_turns,
    faces,
    facings_of,
    heading,
    labels_of,
    look_of,
    number_of_alternative,
    path_starts,
    with_turns,
)
from boardless.ir.expressions import (
    FROM,
    NONE,
    TRUE,
    EngineFunction,
    Int,
    IntArray,
    S,
    Site,
    lifted,
    wide,
)
from boardless.state.engine.geometry import LayoutGeometry
from boardless.state.engine.groups import NO_SLOT
from boardless.topo.layouts.relative_directions import (
    SORTS,
    absolute_directions,
    matching_directions,
    turn_right,
)

if TYPE_CHECKING:
    from boardless.games.building.scope import Scope
    from boardless.games.language.kinds import Ways
    from boardless.games.loops.facings import Look
    from boardless.ir.expressions import Bool
    from boardless.state.engine.geometry import Geometry

#: Classes of directions by the property that their walks keep.
_CLASSES = {str(word): word.relation for word in Directions}
#: Directions around a pivot.
_AROUND = ("Out", "CW", "In", "CCW")


@dataclass(frozen=True)
class DirectionSlots:
    """The slots of steps in some directions."""

    #: The property that walks keep: "direction", or the relation of their steps.
    sort: str
    #: For each alternative of directions that change, each of `looks` (if any) and each prototile.
    rows: tuple[tuple[int, ...], ...]
    #: Facings and rotations of pieces; empty if they do not matter.
    looks: tuple[Look, ...] = ()
    ways: Ways | None = None
    #: Whether the rows hold numbers other than slots, with 0 for a gap, and are indexed by site.
    by_site: bool = False


def direction_slots_of(ways: Ways, scope: Scope, twice: bool = False) -> list[DirectionSlots]:
    """Return the slots of directions, grouped by the sort of walk.

    A slot that two names reach, as in ``{Forwards Rightwards}``, counts once. With `twice` it
    counts for each name, as in Ludii.
    """
    looks: tuple[Look, ...] = ()
    if ways.is_relative():
        looks = tuple(product(facings_of(scope), range(distinct_turns(scope))))
    memo, key = scope.builder.memo, ("directions", ways, looks, twice)
    if key not in memo:
        memo[key] = _looked_up(ways, looks, scope, twice)
    slots: list[DirectionSlots] = memo[key]
    return slots


def _looked_up(
    ways: Ways, looks: tuple[Look, ...], scope: Scope, twice: bool
) -> list[DirectionSlots]:
    """Return the slots of directions for each alternative, look and prototile."""
    slots: dict[str, list[list[int]]] = {}
    kinds = range(scope.geometry.kinds)
    cases = list(product(alternatives(ways, scope), looks or (("N", 0),), kinds))
    for number, (chosen, look, kind) in enumerate(cases):
        for sort, slot in _slots(ways, DirectionMeaning(scope, kind, look, chosen)):
            if sort not in slots:
                slots[sort] = [[] for _ in cases]
            if twice or slot not in slots[sort][number]:
                slots[sort][number].append(slot)
    changes = ways if any(ways.changing()) else None
    return [
        DirectionSlots(sort, tuple(map(tuple, rows)), looks, changes)
        for sort, rows in slots.items()
    ]


def _slots(ways: Ways, view: DirectionMeaning) -> Iterator[tuple[str, int]]:
    """Yield sort and slot of each way from a site."""
    geometry, kind = view.scope.geometry, view.kind
    labels = _labels(geometry)[kind]
    laid_out = isinstance(geometry, LayoutGeometry)
    for name in ways.labels(view):
        if name in _CLASSES:
            sort = _CLASSES[name] if laid_out else "direction"
            for slot in _of_class(geometry, name)[kind]:
                yield sort, slot
        elif isinstance(geometry, LayoutGeometry) and name in _AROUND:
            for slot in geometry.turning(name, kind):
                yield "circular", slot
        elif isinstance(geometry, LayoutGeometry) and name in SORTS:
            for slot in geometry.first_slots(SORTS[name], kind):
                yield SORTS[name], slot
        else:
            for slot, label in enumerate(labels):
                if label == name:
                    yield "direction", slot


@lru_cache(16)
def _of_class(geometry: Geometry | LayoutGeometry, name: str) -> list[list[int]]:
    """Return the slots of a class of directions for each prototile."""
    return [np.flatnonzero(row).tolist() for row in geometry.of_class(name)]


@lru_cache(2)
def _labels(geometry: Geometry | LayoutGeometry) -> list[tuple[str, ...]]:
    """Return the directions of the slots of each prototile."""
    return [geometry.labels(kind) for kind in range(geometry.kinds)]


@dataclass(frozen=True)
class DirectionMeaning:
    """The meaning of direction names for a prototile, a facing and an assumption."""

    scope: Scope
    kind: int
    look: Look
    chosen: Chosen

    def each(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """Return directions with classes replaced by the directions of the prototile."""
        geometry, expanded = self.scope.geometry, list[str]()
        for name in names:
            if name in _CLASSES:
                labels = _labels(geometry)[self.kind]
                expanded += [labels[slot] for slot in _of_class(geometry, name)[self.kind]]
            else:
                expanded.append(name)
        return tuple(expanded)

    def seen(self, name: str, of: str, by_site: bool) -> tuple[str, ...]:
        """Return the directions of a class relative to the piece.

        With `by_site` they are relative to the site alone.
        """
        geometry, look = self.scope.geometry, self.look
        if not isinstance(geometry, LayoutGeometry):
            kinds = [self.kind] if by_site else range(geometry.kinds)
            there = frozenset(
                _labels(geometry)[k][slot] for k in kinds for slot in _of_class(geometry, of)[k]
            )
            return tuple(matching_directions(name, turn_right(*look, there), there))
        type_, number = geometry.type_of(self.kind)
        at = number if by_site else None
        sites, (facing, rotation) = geometry.board.sites_of(type_), look
        among = _CLASSES[of]
        return absolute_directions(sites, [name], facing, rotation=rotation, among=among, at=at)


def look_along(origin: Site, site: Site, b: Scope) -> Scope:
    """Return a scope in which the piece faces along its move, or as before without a way."""
    labels, turns = labels_of(b), turns_of(DirectionSlots("direction", ()), b)
    looks = b.variable("looks", heading(labels, turns, b)(origin, site))
    inner = b.binding(looks=looks)
    b.set_if(looks == len(labels), looks, wide(faces(inner)[S.what[origin]]))
    if distinct_turns(b) > 1:
        b.set(looks, with_turns(looks, origin, b))
    return inner


def looking_as(site: Site, ways: Ways | None, b: Scope) -> Scope:
    """Return a scope with directions relative to the piece on a site."""
    if ways is None or not ways.is_relative():
        return b
    (looks,) = b.named(looks=Int)
    inner = b.binding(looks=looks)
    b.set(looks, look_of(site, inner))
    return inner


def has_one_loop(ways: Ways, scope: Scope) -> bool:
    """Return True if one loop covers the steps of directions."""
    return len(direction_slots_of(ways, scope)) == 1


def row_of(site: Site, b: Scope) -> Int:
    """Return a site's row in tables by prototile."""
    return wide(S.kind[site]) if b.geometry.kinds > 1 else Int.of(0)


def each_slot(way: DirectionSlots, site: Site, b: Scope) -> Iterator[Int]:
    """Iterate over the slots of a way at a site, or over its numbers."""
    most = max(map(len, way.rows), default=0)
    at, kinds, none, all_rows = row_of(site, b), b.geometry.kinds, NO_SLOT, way.rows
    if way.by_site:
        at, none, before = site, 0, ((),) * (b.model.hand_size + 1)
        starts = range(0, len(all_rows), kinds)
        all_rows = tuple(
            row for start in starts for row in (*before, *all_rows[start : start + kinds])
        )
        kinds += len(before)
    if way.ways is not None:
        turns = turns_of(DirectionSlots("direction", ()), b)
        which = number_of_alternative(way.ways, turns, b)
        size = kinds * max(1, len(way.looks))
        alike, all_rows = _alike(all_rows, size)
        at = at + size * wide(b.table("ALIKE", alike)[which])
    filled = [slot for row in all_rows for slot in (*row, *[none] * (most - len(row)))]
    table = b.table("WAYS", filled)
    if way.looks:
        at = at + kinds * (look_of(site, b) if b.looks is None else b.looks)
    first = b.variable("row", at * most)
    for n in b.numbers(first + most, first):
        slot = b.variable("t", wide(table[n]))
        b.leave(slot == none)
        yield slot


def _alike(
    rows: tuple[tuple[int, ...], ...], size: int
) -> tuple[list[int], tuple[tuple[int, ...], ...]]:
    """Return the distinct rows of alternatives, and the row of each alternative."""
    parts = [rows[first : first + size] for first in range(0, len(rows), size)]
    different = {part: number for number, part in enumerate(dict.fromkeys(parts))}
    return [different[part] for part in parts], tuple(row for part in different for row in part)


def steps(ways: Ways | None, site: Site, b: Scope) -> Iterator[Site]:
    """Iterate over the sites one step from a site."""
    geometry = b.geometry
    for way in direction_slots_of(ways or USUAL, b):
        if isinstance(geometry, LayoutGeometry):
            for to in each_slot(_targets(way, geometry, b), site, b):
                yield lifted(to, Site)
            continue
        for slot in each_slot(way, site, b):
            to = b.variable("to", lifted(wide(S.step[site * SLOTS + slot]), Site))
            with b.where(to != NONE):
                yield to


def _targets(way: DirectionSlots, geometry: LayoutGeometry, scope: Scope) -> DirectionSlots:
    """Return the target sites of the steps of a way in place of its slots."""
    first, links, rows = scope.model.hand_size + 1, geometry.links, list[tuple[int, ...]]()
    for number, row in enumerate(way.rows):
        to = links[number % geometry.kinds]
        rows.append(tuple(first + int(to[slot]) for slot in row if to[slot] >= 0))
    return replace(way, rows=tuple(rows), by_site=True)


SLOTS = Int.named("SLOTS")


@dataclass(frozen=True)
class WalkLoop:
    """A straight walk: its variables."""

    #: The present site, and the next slot of the walk.
    at: Site
    slot: Int
    b: Scope
    origin: Site
    #: The table of next slots, or of paths; a slot is then a place in it.
    table: IntArray
    first: Int
    is_path: bool = False

    def fork(self) -> WalkLoop:
        """Begin another walk here with the same continuation."""
        at, slot = self.b.variable("at", self.at), self.b.variable("t", self.slot)
        return replace(self, at=at, slot=slot)

    def again(self, b: Scope, origin: Site = FROM) -> WalkLoop:
        """Begin the same walk again in the function that makes the move."""
        assert b.way is not None
        at, slot = b.variable("at", origin), b.variable("t", b.way)
        return replace(self, at=at, slot=slot, b=b, origin=origin)

    def advance(self) -> Int:
        """Go one step and return its length, 1.

        `at` becomes the next site, or NONE at the end of the walk.
        """
        step = Int.call("onward", self.table, self.origin, self.at, self.slot)
        if self.is_path:
            step = EngineFunction("next_on_path", Int)(self.table, self.slot)
        self.b.set_all((self.at, self.slot), step)
        return Int.of(1)

    def step(self) -> None:
        """Go one step, and leave the loop at the end of the walk."""
        self.advance()
        self.b.leave(self.at == NONE)

    def advance_over(self, free: Callable[[], Bool] = lambda: TRUE) -> Int:
        """Go one step, over missing cells of a growing board if `free`; return its length."""
        b = self.b
        if isinstance(b.geometry, LayoutGeometry):
            return self.advance()
        before, way = b.named(before=Site, t=Int)
        gap = Int.named(b.out.name("gap"))
        b.set_all((before, way, gap), self.at, self.slot, 0)
        self.advance()
        with b.where(self.at == NONE), b.where(free()):
            b.set_all((self.at, self.slot, gap), Int.call("over_gap", self.table, before, way))
        return 1 + gap


def walks(ways: Ways | None, site: Site, b: Scope, twice: bool = False) -> Iterator[WalkLoop]:
    """Iterate over the straight walks from a site, before their first step.

    See `direction_slots_of` for `twice`.
    """
    for way in direction_slots_of(ways or USUAL, b, twice):
        starts = None
        if isinstance(b.geometry, LayoutGeometry):
            starts = path_starts(way.rows, way.sort, b)
        if starts is not None:
            way = replace(way, rows=starts.rows, by_site=True)
        table = starts.table if starts else turns_of(way, b)
        for first in each_slot(way, site, b):
            at, slot = b.variable("at", site), b.variable("t", first)
            yield WalkLoop(at, slot, b, site, table, first, starts is not None)


def walk_in(table: IntArray, place: Int, width: int, origin: Site, sort: str, b: Scope) -> WalkLoop:
    """Begin a walk of a sort from a site.

    It begins in the slot at a place of a table with `width` slots for each kind of site.
    """
    at, starts = b.variable("at", origin), None
    if isinstance(b.geometry, LayoutGeometry):
        slots = b.tables[table.text]
        rows = [tuple(slots[n : n + width]) for n in range(0, len(slots), width)]
        starts = path_starts(rows, sort, b)
    if starts is not None:
        table = b.table("WAYS", [start for row in starts.rows for start in row])
        ways = starts.table
    else:
        ways = turns_of(DirectionSlots(sort, ()), b)
    first = b.variable("t", wide(table[place]))
    slot = b.variable("t", first)
    return WalkLoop(at, slot, b, origin, ways, first, starts is not None)


def turns_of(way: DirectionSlots, scope: Scope) -> IntArray:
    """Return the table of the next slots of walks."""
    geometry = scope.geometry
    if isinstance(geometry, LayoutGeometry):
        turns = geometry.all_onward(way.sort)
    else:
        turns = geometry.turns
    return scope.table("TURN", np.where(turns < 0, NO_SLOT, turns).ravel().tolist())
