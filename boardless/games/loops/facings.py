"""Straight paths as rows of one table, directions that change, and facings of pieces."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from boardless.ir.expressions import ENGINE, NONE, EngineFunction, Int, IntArray, S, Site, wide
from boardless.state.engine.geometry import LayoutGeometry
from boardless.state.engine.groups import NO_SLOT

if TYPE_CHECKING:
    from typing import TypeAlias

    from boardless.games.building.scope import Scope
    from boardless.games.language.kinds import ChangingWays, Ways
    from boardless.jit.arrays import Ints


#: The most numbers of the table of a game.
MOST_NUMBERS = 8192


@dataclass
class _Paths:
    """The paths of a game so far, each followed by a 0; place 0 is an empty path."""

    name: str
    sites: list[int]
    #: By sort, site and slot: the first place of the path.
    starts: dict[tuple[str, int, int], int] = field(default_factory=dict)
    #: By sort: the next slots of walks.
    turns: dict[str, Ints] = field(default_factory=dict)


@dataclass(frozen=True)
class PathStarts:
    """The first places of the paths of some walks."""

    table: IntArray
    #: For each row of slots; 0 without a walk.
    rows: tuple[tuple[int, ...], ...]


def path_starts(slots: Iterable[tuple[int, ...]], sort: str, scope: Scope) -> PathStarts | None:
    """Return the starts of the walks of a sort in slots, with rows of sites in repeated order.

    The result is None if the table would be too long, or a walk enters a cycle without its origin.
    """
    geometry, memo = scope.geometry, scope.builder.memo
    assert isinstance(geometry, LayoutGeometry)
    if "paths" not in memo:
        name = f"PATHS{len(scope.tables) + 1}"
        memo["paths"] = _Paths(name, [0])
    paths: _Paths = memo["paths"]
    if sort not in paths.turns:
        paths.turns[sort] = geometry.all_onward(sort)
    first, turns = scope.model.hand_size + 1, paths.turns[sort]
    sites, starts, rows = list[int](), dict[tuple[str, int, int], int](), []
    for number, row in enumerate(slots):
        site, places = number % geometry.kinds, []
        for slot in row:
            key = (sort, site, slot)
            place = 0 if slot == NO_SLOT else paths.starts.get(key) or starts.get(key)
            if place is None:
                place = starts[key] = len(paths.sites) + len(sites)
                path = path_along(geometry, turns, site, slot, geometry.kinds)
                if len(path) == geometry.kinds or place + len(path) >= MOST_NUMBERS:
                    return None
                sites += [*(first + at for at in path), 0]
            places.append(place)
        rows.append(tuple(places))
    paths.sites += sites
    paths.starts |= starts
    scope.tables[paths.name] = paths.sites
    return PathStarts(IntArray.named(paths.name), tuple(rows))


def path_along(
    geometry: LayoutGeometry, turns: object, site: int, slot: int, sites: int
) -> list[int]:
    """Return at most `sites` sites of a walk, from the first on."""
    at, path = site, list[int]()
    while slot >= 0 and len(path) < sites:
        to = int(geometry.links[at, slot])
        if to in (-1, site):
            break
        slot = int(turns[at, slot])  # type: ignore[index]
        at = to
        path.append(at)
    return path


#: The most alternatives: each has its own rows in a table.
MOST_ALTERNATIVES = 2_000


@dataclass(frozen=True)
class Chosen:
    """An assumption about the directions that change."""

    #: For a condition 0 if it holds, else 1; along a way the number in `labels`, or their count
    #: without a way.
    of: Mapping[Ways, int]
    labels: tuple[str, ...]

    def label(self, node: ChangingWays) -> tuple[str, ...]:
        """Return the direction along a way, or an empty tuple."""
        number = self.of[node]
        return self.labels[number : number + 1]


def labels_of(scope: Scope) -> tuple[str, ...]:
    """Return the directions of the board in search order."""
    geometry = scope.geometry
    labels = dict.fromkeys(
        label for kind in range(geometry.kinds) for label in geometry.labels(kind) if label
    )
    return tuple(sorted(labels))


def alternatives(ways: Ways, scope: Scope) -> list[Chosen]:
    """Return the alternatives of directions that change, by number."""
    parts = tuple(dict.fromkeys(ways.changing()))
    labels = labels_of(scope) if parts else ()
    counts = [range(part.options(labels)) for part in parts]
    if (number := prod(map(len, counts))) > MOST_ALTERNATIVES:
        ways.reject(f"may be {number:,} sets of directions: expected at most {MOST_ALTERNATIVES:,}")
    return [Chosen(dict(zip(parts, of, strict=True)), labels) for of in product(*counts)]


def number_of_alternative(ways: Ways, turns: IntArray, b: Scope) -> Int:
    """Return the number of the current alternative; `turns` is a table of next slots."""
    parts = tuple(dict.fromkeys(ways.changing()))
    if not parts:
        return Int.of(0)
    labels, number = labels_of(b), b.variable("which", 0)
    for part in parts:
        value = part.choice(partial(heading, labels, turns, b), b)
        b.set(number, number * part.options(labels) + value)
    return number


#: The number of a test: 0 or 1.
_int = EngineFunction("int", Int, int)


def heading(labels: tuple[str, ...], turns: IntArray, scope: Scope) -> EngineFunction[Int]:
    """Return the function that computes the direction from a site to another."""
    geometry, none = scope.geometry, len(labels)
    numbers = [
        labels.index(label) if label else none
        for kind in range(geometry.kinds)
        for label in geometry.labels(kind)
    ]
    b = scope.elsewhere()
    origin, site = Site.named("origin"), Site.named("site")
    slots, held = ENGINE.SLOTS, ENGINE.HELD
    if isinstance(geometry, LayoutGeometry) and geometry.kinds**2 <= MOST_NUMBERS:
        table = b.table("HEADINGS", _headings(numbers, geometry, labels))
        b.give_if((origin <= held) | (site <= held), none)
        b.give(wide(table[(origin - held - 1) * ENGINE.KINDS + site - held - 1]))
    else:
        table = b.table("HEADINGS", numbers)

        def place(at: Site, slot: Int) -> Int:
            return (wide(S.kind[at]) if geometry.kinds > 1 else Int.of(0)) * slots + slot

        best = b.variable("found", Int.of(none))
        is_on_board = (origin > held) & (site > held)
        for first in b.numbers(is_on_board.choose(slots, 0), stem="first"):
            number = b.variable("number", wide(table[place(origin, first)]))
            at, slot = b.variable("at", origin), b.variable("slot", first)
            with b.as_long_as((number < best) & (slot < slots)):
                before = b.variable("before", at)
                b.set(at, wide(S.step[before * slots + slot]))
                b.set(slot, wide(turns[place(before, slot)]))
                b.leave((at == NONE) | (at == origin))
                b.set_if(at == site, best, number)
        b.give(best)
    name = scope.builder.helper((origin, site), "int", b.statements)
    return EngineFunction(name, Int, state=True)


def _headings(numbers: list[int], geometry: LayoutGeometry, labels: tuple[str, ...]) -> list[int]:
    """Return the lowest number of a straight walk between each two sites."""
    lowest = np.full((geometry.kinds, geometry.kinds), len(labels))
    for site in range(geometry.kinds):
        for slot in range(geometry.width):
            path = path_along(geometry, geometry.turns, site, slot, geometry.kinds)
            number = numbers[site * geometry.width + slot]
            lowest[site, path] = np.minimum(lowest[site, path], number)
    values: list[int] = lowest.ravel().tolist()
    return values


#: The facing of a piece without turns, and the number of its turns.
Look: TypeAlias = tuple[str, int]


def facings_of(scope: Scope) -> tuple[str, ...]:
    """Return the possible facings."""
    used = tuple(sorted(set(scope.model.facings)))
    if scope.looks is None:
        return used
    return tuple(dict.fromkeys((*labels_of(scope), *used)))


def look_of(site: Site, b: Scope) -> Int:
    """Return the number of the facing and rotation of the piece on a site."""
    return with_turns(wide(faces(b)[S.what[site]]), site, b)


def faces(b: Scope) -> IntArray:
    """Return the table of facings by component."""
    facings = facings_of(b)
    return b.table("LOOKS", [0, *(facings.index(each) for each in b.model.facings)])


def with_turns(looks: Int, site: Site, b: Scope) -> Int:
    """Return the number of the facing `looks`, turned with the piece on a site."""
    count = distinct_turns(b)
    if count == 1:
        return looks
    rotation = wide(S.fields["ROTATIONS", site])
    # A turned piece faces a direction of the board, and the rotations repeat.
    return count * looks + _int(rotation > 0) * (1 + (rotation - 1) % (count - 1))


def distinct_turns(scope: Scope) -> int:
    """Return the number of rotations that change a facing, or 1 if pieces never turn."""
    return 1 + len(labels_of(scope)) if "rotations" in scope.model.site_numbers else 1
