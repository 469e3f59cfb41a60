"""Incidence of a laid-out graph: touching vertices, edges and cells, and their numbering.

Lists of different lengths are compressed sparse rows (CSR): two flat arrays.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Self

import numpy as np

from boardless.jit.arrays import Bools, Floats, Ints
from boardless.topo.layouts.layout import Layout, angles
from boardless.util.inputs import InputError


@dataclass(frozen=True, eq=False)
class Ragged:
    """A list of integers for each of 0, 1, ..., n - 1.

    Examples
    --------
    >>> lists = Ragged.of([[4, 2], [], [7]])
    >>> len(lists), lists[0].tolist(), lists.owners.tolist()
    (3, [4, 2], [0, 0, 2])
    """

    #: The index in `items` at which each list begins; the last entry is the end of the last list.
    start: Ints
    items: Ints

    @classmethod
    def of(cls, lists: Iterable[Sequence[int]]) -> Self:
        """Return some lists as one."""
        rows = list(lists)
        start = np.cumsum([0, *map(len, rows)], dtype=np.int64)
        items = np.fromiter((n for row in rows for n in row), dtype=np.int32, count=int(start[-1]))
        return cls(start, items)

    @classmethod
    def grouped(cls, owners: Ints, items: Ints, count: int) -> Self:
        """Return the list of the items of each of `count` owners, in the order given."""
        order = np.argsort(owners, kind="stable")
        start = np.zeros(count + 1, dtype=np.int64)
        np.cumsum(np.bincount(owners, minlength=count), out=start[1:])
        return cls(start, items[order].astype(np.int32))

    def __len__(self) -> int:
        return len(self.start) - 1

    def __getitem__(self, number: int) -> Ints:
        part: Ints = self.items[self.start[number] : self.start[number + 1]]
        return part

    def __iter__(self) -> Iterator[Ints]:
        return (self[number] for number in range(len(self)))

    def lists(self) -> list[list[int]]:
        """Return the lists as Python lists."""
        items, start = self.items.tolist(), self.start.tolist()
        return [items[a:b] for a, b in pairwise(start)]

    @property
    def lengths(self) -> Ints:
        """The length of each list, shape ``(n,)``."""
        lengths: Ints = np.diff(self.start)
        return lengths

    @property
    def owners(self) -> Ints:
        """The list of each entry of `items`."""
        return np.repeat(np.arange(len(self), dtype=np.int32), self.lengths)

    def where(self, mask: Bools) -> "Ragged":
        """Return the same lists with only the entries that `mask` marks."""
        start = np.concatenate(([0], np.cumsum(mask)))[self.start]
        return Ragged(start.astype(np.int64), self.items[mask])

    def take(self, numbers: Ints) -> "Ragged":
        """Return the lists of some numbers, in their order."""
        lengths = self.lengths[numbers]
        start = np.concatenate(([0], np.cumsum(lengths)))
        within = np.arange(start[-1]) - np.repeat(start[:-1], lengths)
        return Ragged(start, self.items[np.repeat(self.start[:-1][numbers], lengths) + within])

    def padded(self) -> Ints:
        """Return the lists as int32 rows of equal length with -1 after the last item of each."""
        lengths = self.lengths
        table = np.full((len(self), int(lengths.max(initial=0))), -1, dtype=np.int32)
        table[self.owners, np.arange(len(self.items)) - self.start[:-1][self.owners]] = self.items
        return table


#: The types of sites, in the order in which they are derived.
VERTEX, EDGE, CELL = KINDS = ("Vertex", "Edge", "Cell")


@dataclass(frozen=True, eq=False)
class Links:
    """The incidences of a layout."""

    #: The sites of each type, (n, 3): an edge at its middle, a cell at the mean of its vertices.
    points: dict[str, Floats]
    #: The vertices of each edge, (edges, 2).
    ends: Ints
    #: The vertices of each cell, clockwise, and the edge from each of them to the next.
    corners: Ragged
    sides: Ragged
    #: The cell to the left and to the right of each edge, seen from its first end; -1 for none.
    left: Ints
    right: Ints
    #: The edges at each vertex, counter-clockwise from west unless the layout has another order.
    spokes: Ragged
    #: The cells at each vertex, counter-clockwise from west.
    around: Ragged

    @classmethod
    def of(cls, layout: Layout) -> Self:
        """Derive the incidences; raise InputError if the layout is not a graph."""
        places = _checked_points(layout)
        ends = np.asarray(layout.edges, dtype=np.int32).reshape(-1, 2)
        corners = Ragged.of(layout.faces)
        _check_vertices(ends, corners, len(places))
        sides = Ragged(corners.start, _edges_between(ends, corners, len(places)))
        centres = _means(places, corners)
        middles = (places[ends[:, 0]] + places[ends[:, 1]]) * 0.5
        left, right = np.full((2, len(ends)), -1, dtype=np.int32)
        # A cell lies to the right of the edges that it is walked around along.
        along = ends[sides.items, 0] == corners.items
        right[sides.items[along]] = corners.owners[along]
        left[sides.items[~along]] = corners.owners[~along]
        return cls(
            {VERTEX: places, EDGE: middles, CELL: centres},
            ends,
            corners,
            sides,
            left,
            right,
            _in_order(layout.spokes, spokes_of(places, ends)),
            _by_angle(places, corners.items, corners.owners, centres[corners.owners]),
        )

    def count(self, kind: str) -> int:
        """Return the number of sites of a type."""
        return len(self.points[kind])

    def other_end(self, vertices: Ints | int, edges: Ints) -> Ints:
        """Return the other end of each edge, seen from each vertex."""
        first, second = self.ends[edges].T
        ends: Ints = np.where(first == vertices, second, first)
        return ends

    def other_cell(self, cells: Ints, edges: Ints) -> Ints:
        """Return the cell beyond each edge, seen from each cell, or -1."""
        left, right = self.left[edges], self.right[edges]
        beyond: Ints = np.where(left == cells, right, np.where(right == cells, left, -1))
        return beyond


def _checked_points(layout: Layout) -> Floats:
    places = np.asarray(layout.points, dtype=np.float64).reshape(-1, 3)
    bad = ~np.isfinite(places).all(axis=1)
    if bad.any():
        vertex = int(bad.argmax())
        x, y, z = places[vertex].tolist()
        raise InputError(f"vertex {vertex} at ({x}, {y}, {z}): give finite numbers")
    return places


def _check_vertices(ends: Ints, corners: Ragged, count: int) -> None:
    for name, named in (("an edge", ends), ("a cell", corners.items)):
        bad = named[(named < 0) | (named >= count)]
        if len(bad):
            raise InputError(f"{name} names vertex {bad[0]}: there are {count}, from 0")


def _edges_between(ends: Ints, corners: Ragged, count: int) -> Ints:
    """Return the edge from each corner of each cell to the next."""
    following = np.arange(1, len(corners.items) + 1)
    filled = corners.lengths > 0
    following[corners.start[1:][filled] - 1] = corners.start[:-1][filled]
    wanted = np.sort(np.stack([corners.items, corners.items[following]], axis=1), axis=1)
    pairs = np.sort(ends, axis=1).astype(np.int64)
    names, keys = pairs @ (count, 1), wanted.astype(np.int64) @ (count, 1)
    order = np.argsort(names, kind="stable")
    if not len(order):
        order, names = np.zeros(1, dtype=np.int64), np.array([-1])
    nearest = order[np.searchsorted(names[order], keys).clip(max=len(order) - 1)]
    missing = names[nearest] != keys
    if missing.any():
        a, b = wanted[missing.argmax()].tolist()
        raise InputError(f"a cell has a side from vertex {a} to vertex {b}: there is no such edge")
    edges: Ints = nearest.astype(np.int32)
    return edges


def _means(places: Floats, corners: Ragged) -> Floats:
    """Return the mean of the corners of each cell, summed in their order."""
    lengths = corners.lengths
    sums = np.zeros((len(corners), 3))
    for n in range(int(lengths.max(initial=0))):
        has = np.flatnonzero(lengths > n)
        sums[has] += places[corners.items[corners.start[has] + n]]
    return sums / np.maximum(lengths, 1)[:, None]


def spokes_of(places: Floats, ends: Ints) -> Ragged:
    """Return the edges at each vertex, counter-clockwise from west."""
    edges = np.repeat(np.arange(len(ends), dtype=np.int32), 2)
    return _by_angle(places, ends.ravel(), edges, places[ends[:, ::-1].ravel()])


def _in_order(order: tuple[tuple[int, ...], ...] | None, spokes: Ragged) -> Ragged:
    """Return the edges at each vertex in the order of the layout, if it has one."""
    if order is None:
        return spokes
    ordered = Ragged.of(order)
    if len(ordered) == len(spokes) and np.array_equal(ordered.start, spokes.start):
        own, other = (np.lexsort((lists.items, lists.owners)) for lists in (ordered, spokes))
        if np.array_equal(ordered.items[own], spokes.items[other]):
            return ordered
    raise InputError("the spokes of a layout do not name the edges at each vertex once each")


def _by_angle(places: Floats, vertices: Ints, items: Ints, seen: Floats) -> Ragged:
    """Return the items at each vertex by their angle seen from it, from -pi to pi."""
    order = np.lexsort((np.arange(len(items)), angles(seen - places[vertices])))
    return Ragged.grouped(vertices[order], items[order], len(places))


#: The edges at each vertex in turn.
Spokes = tuple[tuple[int, ...], ...]


def turn_order(layout: Layout) -> Spokes:
    """Return the edges at each vertex of a layout in turn."""
    if layout.spokes is not None:
        return layout.spokes
    return tuple(map(tuple, spokes_of(layout.points, layout.edges).lists()))


def selected(layout: Layout, vertices: Ints, edges: Ints) -> Layout:
    """Return a layout of some vertices and edges, by their old numbers in the new order.

    It has all cells between these vertices. Removed pivots keep their numbers.
    """
    new_vertices, new_edges = (
        _places(order, count)
        for order, count in ((vertices, len(layout.points)), (edges, len(layout.edges)))
    )
    numbers, edge_numbers = new_vertices.tolist(), new_edges.tolist()
    pivots = layout.pivots
    if pivots:
        own = [pivots[vertex] for vertex in vertices.tolist()]
        moved = [pivot if pivot < 0 or numbers[pivot] < 0 else numbers[pivot] for pivot in own]
        pivots = tuple(pivot if pivot < len(moved) else -1 for pivot in moved)
    faces = [tuple(numbers[vertex] for vertex in face) for face in layout.faces]
    spokes = None
    if layout.spokes is not None:
        rings = [layout.spokes[vertex] for vertex in vertices.tolist()]
        kept = [[edge_numbers[edge] for edge in ring] for ring in rings]
        spokes = tuple(tuple(edge for edge in ring if edge >= 0) for ring in kept)
    curved = sorted(edge_numbers[edge] for edge in layout.curved)
    return replace(
        layout,
        points=layout.points[vertices],
        edges=new_vertices[layout.edges[edges]].reshape(-1, 2),
        faces=tuple(face for face in faces if min(face) >= 0),
        pivots=pivots,
        curved=tuple(edge for edge in curved if edge >= 0),
        spokes=spokes,
    )


def _places(order: Ints, count: int) -> Ints:
    """Return the place in an order of each of some numbers, or -1."""
    places = np.full(count, -1, np.int32)
    places[order] = np.arange(len(order), dtype=np.int32)
    return places


def renumbered(layout: Layout, kinds: Collection[str] = KINDS) -> Layout:
    """Return a layout with its vertices, edges and cells, or some of them, renumbered.

    They are ordered by ``100 * y + x`` of their points; equal ones stay in their order.
    The sum is compared exactly: rounding that differs along a row shows in its numbers.
    """
    points = Links.of(layout).points
    vertices, edges, cells = (
        np.argsort(sites[:, 1] * 100 + sites[:, 0], kind="stable")
        if kind in kinds
        else np.arange(len(sites))
        for kind, sites in points.items()
    )
    layout = replace(layout, faces=tuple(layout.faces[face] for face in cells.tolist()))
    return selected(layout, vertices, edges)


def distinct_edges(edges: Ints) -> Ints:
    """Return the edges without an earlier edge between the same ends, in their order."""
    _, first = np.unique(np.sort(edges, axis=1), axis=0, return_index=True)
    distinct: Ints = edges[np.sort(first)]
    return distinct
