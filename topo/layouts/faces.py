"""Faces of a laid-out graph: its cells, found by walks along edges, and edges that cross."""

import heapq
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from boardless.jit.arrays import Bools, Floats, Ints
from boardless.topo.layouts.csr import Ragged
from boardless.topo.layouts.incidence import Spokes, spokes_of
from boardless.topo.layouts.layout import MAX_PAIRS, Layout, check_room

#: Lines whose determinant is smaller are parallel.
_PARALLEL = 1e-7
#: Edges that cross share a point that is further than this share of their lengths from all ends.
_MARGIN = 0.01
#: Vertices nearer than this are the same place, or lie on an edge.
_TOUCH = 0.001
#: Pairs of edges looked at in one go.
_PAIRS_AT_ONCE = 1_000_000


def crossed_edges(points: Floats, edges: Ints) -> Bools:
    """Tell which edges, (edges, 2), meet one before them with which they share no end."""
    crossed = np.zeros(len(edges), bool)
    ends = points[edges][:, :, :2]
    for first, second in _overlapping(ends):
        a, b = ends[first], ends[second]
        apart = np.ones(len(a), bool)
        for i in range(2):
            for j in range(2):
                apart &= np.hypot(*(a[:, i] - b[:, j]).T) >= _TOUCH
        along, across, parallel = _meeting(a[apart], b[apart])
        low, high = -_PARALLEL, 1 + _PARALLEL
        meets = (along >= low) & (along <= high) & (across >= low) & (across <= high) & ~parallel
        crossed[second[apart][meets]] = True
    return crossed


def crossings(ends: Floats, others: Floats) -> tuple[Bools, Floats]:
    """Tell where segments, (n, 2, 2), cross others well inside, and at what part of the first."""
    along, across, parallel = _meeting(ends, others)
    inside = (along > _MARGIN) & (along < 1 - _MARGIN) & (across > _MARGIN) & (across < 1 - _MARGIN)
    return inside & ~parallel, along


def touched(a: Floats, b: Floats, points: Floats) -> Ints:
    """Return the points, (n, 3), on the segment from `a` to `b` that are none of its ends."""
    step = b - a
    length = float(step @ step)
    if length == 0:
        return np.zeros(0, np.int64)
    along = np.clip((points - a) @ step / length, 0, 1)
    off = np.linalg.norm(points - a - along[:, None] * step, axis=1)
    at_a = np.linalg.norm(points - a, axis=1) < _TOUCH
    at_b = np.linalg.norm(points - b, axis=1) < _TOUCH
    return np.flatnonzero((off <= _TOUCH) & ~at_a & ~at_b)


def _meeting(a: Floats, b: Floats) -> tuple[Floats, Floats, Bools]:
    """Return where `a` and `b` meet, as parts of each, and which are parallel (Cramer's rule)."""
    lx, ly = (a[:, 1] - a[:, 0]).T
    nx, ny = (b[:, 1] - b[:, 0]).T
    mx, my = (b[:, 0] - a[:, 0]).T
    determinant = nx * ly - ny * lx
    parallel = np.abs(determinant) < _PARALLEL
    inverse = 1.0 / np.where(parallel, 1.0, determinant)
    return (nx * my - ny * mx) * inverse, (lx * my - ly * mx) * inverse, parallel


def _overlapping(ends: Floats) -> Iterator[tuple[Ints, Ints]]:
    """Yield pairs of segments, the lower first, whose boxes overlap, many at a time."""
    low = ends.min(axis=1) - _TOUCH
    high = ends.max(axis=1) + _TOUCH
    # Those that begin before another ends, in the order of their left ends, are a run behind it.
    order = np.argsort(low[:, 0], kind="stable")
    last = np.searchsorted(low[order, 0], high[order, 0], side="right")
    runs = last - np.arange(1, len(order) + 1)
    check_room(int(runs.sum()), MAX_PAIRS, "pairs of edges that may cross")
    begin = 0
    while begin < len(order):
        many = np.searchsorted(np.cumsum(runs[begin:]), _PAIRS_AT_ONCE, side="right") + 1
        stop = min(begin + int(many), len(order))
        counts = runs[begin:stop]
        left = np.repeat(np.arange(begin, stop), counts)
        starts = np.repeat(np.cumsum(counts) - counts, counts)
        right = left + 1 + np.arange(len(left)) - starts
        i, j = order[left], order[right]
        meet = (low[i, 1] <= high[j, 1]) & (low[j, 1] <= high[i, 1])
        yield np.minimum(i, j)[meet], np.maximum(i, j)[meet]
        begin = stop


#: The most sides of a cell.
MAX_SIDES = 32
#: Vertices whose heights differ by less are on one level; a cell lies on a level.
_LEVEL = 0.0001
#: Walks that are made at the same time.
_CHUNK = 100_000

Face = tuple[int, ...]


def faces_of(
    points: Floats, edges: Ints, check_crossings: bool = False, spokes: Spokes | None = None
) -> tuple[Face, ...]:
    """Return the cells that the edges of a graph enclose, in the order in which they are found.

    From every vertex in turn, and as if it had arrived there along each of its edges in turn, a
    walk goes on along the next edge anticlockwise until it is back at its first vertex. It makes a
    cell if it has 3 to 32 sides, goes clockwise, and visits no vertex twice. With `check_crossings`
    a walk ends behind an edge that one of a lower number crosses. `spokes` are the edges at each
    vertex in turn, where that is not anticlockwise from due west.
    """
    if len(edges) < 3:
        return ()
    rings = _Rings.of(points, edges, spokes)
    crossed = np.zeros(len(edges), bool)
    if check_crossings:
        crossed = crossed_edges(points, edges)
    found = []
    levels = np.unique(points[:, 2])
    for level in levels.tolist():
        onward = rings.onward(np.abs(points[:, 2] - level) < _LEVEL)
        starts = np.flatnonzero(points[rings.tails, 2] == level)
        for begin in range(0, len(starts), _CHUNK):
            found += _walked(points, rings, onward, starts[begin : begin + _CHUNK], crossed)
    return _distinct(found)


@dataclass(frozen=True, eq=False)
class _Rings:
    """The edges at each vertex in turn: one place in a ring for each end of each edge."""

    #: The first place of each vertex, and the end of the last.
    start: Ints
    #: The edge of each place, the vertex whose ring it is in, and the one at its other end.
    edges: Ints
    tails: Ints
    heads: Ints
    #: The place in the ring of its head at which a walk along the edge of each place arrives: the
    #: first of those with the same two ends.
    arrivals: Ints

    @classmethod
    def of(cls, points: Floats, ends: Ints, spokes: Spokes | None) -> "_Rings":
        around = spokes_of(points, ends) if spokes is None else Ragged.of(spokes)
        edges, tails = around.items.astype(np.int64), around.owners.astype(np.int64)
        first, second = ends[edges].T.astype(np.int64)
        heads = np.where(first == tails, second, first)
        names = tails * len(points) + heads
        distinct, places = np.unique(names, return_index=True)
        arrivals = places[np.searchsorted(distinct, heads * len(points) + tails)]
        return cls(around.start, edges, tails, heads, arrivals)

    def onward(self, on_level: Bools) -> Ints:
        """Return the place behind each that leads to a vertex on a level, or -1."""
        allowed = np.flatnonzero(on_level[self.heads])
        places = np.arange(len(self.heads))
        if not len(allowed):
            return np.full(len(places), -1)
        # The next in the same ring, or else the first in it.
        behind = np.searchsorted(allowed, places, side="right")
        ring = self.start[self.tails]
        first = np.searchsorted(allowed, ring)
        in_ring = np.append(self.tails[allowed], -1)[behind] == self.tails
        there = np.append(allowed, -1)[np.where(in_ring, behind, first)]
        fits = (there != places) & (np.append(self.tails, -1)[there] == self.tails)
        return np.where(fits, there, -1)


def _walked(
    points: Floats, rings: _Rings, onward: Ints, starts: Ints, crossed: Bools
) -> list[tuple[Ints, Ints]]:
    """Return the places at which walks that make cells begin, and their vertices."""
    vertex = rings.tails[starts]
    # As if it had arrived along the edge: the first of those with the same two ends counts.
    step = onward[rings.arrivals[rings.arrivals[starts]]]
    walks = [vertex]
    found = []
    while len(starts) and len(walks) <= MAX_SIDES:
        goes = step >= 0
        starts, vertex, step = starts[goes], vertex[goes], step[goes]
        walks = [walk[goes] for walk in walks]
        head = rings.heads[step]
        back = head == vertex
        if len(walks) >= 3 and back.any():
            found.append(_cells(points, starts[back], np.stack(walks, axis=1)[back]))
        on = ~back & ~crossed[rings.edges[step]]
        starts, vertex, head, step = starts[on], vertex[on], head[on], step[on]
        walks = [*(walk[on] for walk in walks), head]
        step = onward[rings.arrivals[step]]
    return found


def _cells(points: Floats, starts: Ints, walks: Ints) -> tuple[Ints, Ints]:
    """Return those of some closed walks that go clockwise and meet no vertex twice."""
    ordered = np.sort(walks, axis=1)
    simple = (ordered[:, 1:] != ordered[:, :-1]).all(axis=1)
    x, y, _ = np.moveaxis(points[walks], 2, 0)
    area = np.zeros(len(walks))
    for n, after in pairwise([*range(walks.shape[1]), 0]):
        area += x[:, n] * y[:, after] - x[:, after] * y[:, n]
    kept = simple & (area < 0)
    return starts[kept], walks[kept]


def _distinct(found: list[tuple[Ints, Ints]]) -> tuple[Face, ...]:
    """Return each cell once, as the first of the walks around it, in the order of these."""
    by_size: dict[int, list[tuple[Ints, Ints]]] = {}
    for starts, walks in found:
        by_size.setdefault(walks.shape[1], []).append((starts, walks))
    cells: list[tuple[int, Face]] = []
    for size, parts in by_size.items():
        starts = np.concatenate([starts for starts, _ in parts])
        walks = np.concatenate([walks for _, walks in parts])
        order = np.argsort(starts, kind="stable")
        starts, walks = starts[order], walks[order]
        lowest = walks.argmin(axis=1)[:, None]
        turned = np.take_along_axis(walks, (lowest + np.arange(size)) % size, axis=1)
        _, first = np.unique(turned, axis=0, return_index=True)
        cells += zip(starts[first].tolist(), map(tuple, walks[first].tolist()), strict=True)
    return tuple(face for _, face in sorted(cells))


def canonical(face: Face) -> Face:
    """Return the same form for all rotations and reflections of a cycle of vertices."""
    at = face.index(min(face))
    turned = face[at:] + face[:at]
    return min(turned, turned[:1] + turned[:0:-1])


#: The most edges of a board that is split, and the most crossings.
_MAX_EDGES = 2000
_MAX_CROSSINGS = 1000


def split_crossings(layout: Layout) -> Layout:
    """Return a layout with a vertex at each crossing; the pair of lowest numbers is first."""
    check_room(len(layout.edges), _MAX_EDGES, "edges to split")
    lines = _Lines(layout)
    lines.split_crossings()
    lines.split_touching()
    points = np.array(lines.points).reshape(-1, 3)
    numbers = [edge for edge in range(len(lines.ends)) if lines.alive[edge]]
    edges = np.array([lines.ends[edge] for edge in numbers], np.int32).reshape(-1, 2)
    bent = set(layout.curved)
    return replace(
        layout,
        points=points,
        edges=edges,
        faces=faces_of(points, edges, check_crossings=True),
        basis="NoBasis",
        pivots=tuple(lines.pivots) if max(lines.pivots, default=-1) >= 0 else None,
        curved=tuple(new for new, old in enumerate(numbers) if old in bent),
    )


class _Lines:
    """Edges that are split: the halves are new edges, and one that is gone keeps its number."""

    def __init__(self, layout: Layout) -> None:
        room = len(layout.edges) + 4 * _MAX_CROSSINGS
        self.points: list[list[float]] = layout.points.tolist()
        self.pivots = list(layout.pivots or [-1] * len(self.points))
        self.ends: list[tuple[int, int]] = []
        self.alive = np.zeros(room, bool)
        self.segments = np.zeros((room, 2, 2))
        self._pairs: Counter[frozenset[int]] = Counter()
        #: Pairs of edges that cross, a heap; pairs of which one is gone are passed over.
        self._crossings: list[tuple[int, int]] = []
        for a, b in layout.edges.tolist():
            self._add(a, b)

    def split_crossings(self) -> None:
        """Put a vertex at each crossing."""
        splits = 0
        check_room(len(self._crossings), 4 * _MAX_CROSSINGS, "pairs of edges that cross")
        while self._crossings:
            first, second = heapq.heappop(self._crossings)
            if self.alive[first] and self.alive[second]:
                splits += 1
                check_room(splits, _MAX_CROSSINGS, "crossings to split")
                self._split_pair(first, second)

    def split_touching(self) -> None:
        """Split edges at the vertices that lie on them.

        Where several vertices lie on an edge, each of them but the first removes the edge that has
        then come to the position of the one before in the list.
        """
        points = np.array(self.points).reshape(-1, 3)
        order = np.flatnonzero(self.alive).tolist()
        at = 0
        while at < len(order):
            check_room(len(self.ends) + 2, len(self.alive), "edges to split")
            a, b = self.ends[order[at]]
            on = [v for v in touched(points[a], points[b], points).tolist() if v not in (a, b)]
            pivot = self.pivots[b] if self.pivots[b] >= 0 else self.pivots[a]
            for vertex in on:
                if pivot >= 0:
                    self.pivots[vertex] = pivot
                if at < len(order):
                    self._remove(order.pop(at))
                order += self._halves(a, vertex, b)
            at += not on

    def _split_pair(self, first: int, second: int) -> None:
        """Put a vertex at the crossing of two edges."""
        _, along = crossings(self.segments[[first]], self.segments[[second]])
        (ax, ay), (bx, by) = self.segments[first].tolist()
        pivot = self._pivot(first, second)
        vertex = len(self.points)
        self.points.append([ax + along[0] * (bx - ax), ay + along[0] * (by - ay), 0.0])
        self.pivots.append(pivot)
        self._remove(second)
        self._remove(first)
        for edge in (first, second):
            a, b = self.ends[edge]
            self._halves(a, vertex, b)

    def _halves(self, a: int, middle: int, b: int) -> list[int]:
        """Join a vertex with two others that are not joined yet, and return the new edges."""
        return [
            self._add(*pair)
            for pair in ((a, middle), (middle, b))
            if not self._pairs[frozenset(pair)]
        ]

    def _pivot(self, first: int, second: int) -> int:
        """Return the pivot of a crossing: that of the first edge from one to the other."""
        for edge in range(first, second + 1):
            if self.alive[edge]:
                found = [self.pivots[v] for v in self.ends[edge] if self.pivots[v] >= 0]
                if found:
                    # Of the edge that is split the last end counts, of those behind it the first.
                    return found[-1] if edge == first else found[0]
        return -1

    def _add(self, a: int, b: int) -> int:
        """Add an edge, and the pairs of it and the edges that cross it."""
        edge = len(self.ends)
        self.ends.append((a, b))
        self.alive[edge] = True
        self.segments[edge] = self.points[a][:2], self.points[b][:2]
        self._pairs[frozenset((a, b))] += 1
        others = np.flatnonzero(self.alive[:edge])
        segments = self.segments[others]
        mine = np.broadcast_to(self.segments[edge], segments.shape)
        crosses, _ = crossings(segments, mine)
        for other in others[crosses].tolist():
            heapq.heappush(self._crossings, (other, edge))
        return edge

    def _remove(self, edge: int) -> None:
        self.alive[edge] = False
        self._pairs[frozenset(self.ends[edge])] -= 1
