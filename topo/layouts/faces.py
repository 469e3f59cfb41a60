"""Faces of a laid-out graph: its cells, found by walks along edges, and edges that cross."""

import heapq
from bisect import bisect
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from boardless.jit.arrays import Bools, Floats, Ints
from boardless.topo.layouts.incidence import Spokes, spokes_of
from boardless.topo.layouts.layout import MAX_PAIRS, Layout, check_room

#: Lines with a smaller determinant are parallel.
_PARALLEL = 1e-7
#: Edges that cross share a point that is further than this share of their lengths from all ends.
_MARGIN = 0.01
#: Vertices nearer than this are the same place, or lie on an edge.
_TOUCH = 0.001


def crossed_edges(points: Floats, edges: Ints) -> Bools:
    """Return a mask of the edges, (edges, 2), that meet an earlier one without a common end."""
    crossed = np.zeros(len(edges), bool)
    ends = points[edges][:, :, :2]
    low, high = ends.min(axis=1) - _TOUCH, ends.max(axis=1) + _TOUCH
    # Those that begin before another ends, in the order of their left ends, are a run behind it.
    order = np.argsort(low[:, 0], kind="stable")
    last = np.searchsorted(low[order, 0], high[order, 0], side="right")
    runs = last - np.arange(1, len(order) + 1)
    check_room(int(runs.sum()), MAX_PAIRS, "pairs of edges that may cross")
    for place, edge in enumerate(order.tolist()):
        others = order[place + 1 : last[place]]
        others = others[(low[edge, 1] <= high[others, 1]) & (low[others, 1] <= high[edge, 1])]
        first, second = np.minimum(edge, others), np.maximum(edge, others)
        a, b = ends[first], ends[second]
        apart = np.hypot(*(a[:, :, None] - b[:, None]).T).min(axis=(0, 1)) >= _TOUCH
        along, across, parallel = _meeting(a, b)
        parts = np.stack((along, across))
        meets = ((parts >= -_PARALLEL) & (parts <= 1 + _PARALLEL)).all(axis=0) & ~parallel
        crossed[second[apart & meets]] = True
    return crossed


def crossings(ends: Floats, others: Floats) -> tuple[Bools, Floats]:
    """Tell where segments, (n, 2, 2), cross others well inside, and at what part of the first."""
    along, across, parallel = _meeting(ends, others)
    inside = (along > _MARGIN) & (along < 1 - _MARGIN) & (across > _MARGIN) & (across < 1 - _MARGIN)
    return inside & ~parallel, along


def touched(a: Floats, b: Floats, points: Floats) -> Ints:
    """Return the points, (n, 3), on the segment from `a` to `b`, except its ends."""
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


#: The most sides of a cell.
MAX_SIDES = 32
#: Vertices with a smaller difference in height are on one level; a cell lies on a level.
_LEVEL = 0.0001

Face = tuple[int, ...]


def faces_of(
    points: Floats, edges: Ints, check_crossings: bool = False, spokes: Spokes | None = None
) -> tuple[Face, ...]:
    """Return the cells that the edges of a graph enclose, in the order of the walks.

    From every vertex in turn, and as if it had arrived there along each of its edges in turn, a
    walk goes on along the next edge anticlockwise until it is back at its first vertex. It makes a
    cell if it has 3 to 32 sides, goes clockwise, and visits no vertex twice. With `check_crossings`
    a walk ends behind an edge that one of a lower number crosses. `spokes` are the edges at each
    vertex in turn, where that is not anticlockwise from due west.
    """
    if len(edges) < 3:
        return ()
    rings = spokes_of(points, edges).lists() if spokes is None else spokes
    crossed = crossed_edges(points, edges) if check_crossings else np.zeros(len(edges), bool)
    ends, is_crossed = edges.tolist(), crossed.tolist()
    flat, heights = points[:, :2].tolist(), points[:, 2]
    # One place in a ring for each end of each edge: its edge, its tail and its head.
    around = [edge for ring in rings for edge in ring]
    tails = [tail for tail, ring in enumerate(rings) for _ in ring]
    heads = [sum(ends[edge]) - tail for edge, tail in zip(around, tails, strict=True)]
    first: dict[tuple[int, int], int] = {}
    for place, pair in enumerate(zip(tails, heads, strict=True)):
        first.setdefault(pair, place)
    # The place in the ring of its head at which a walk along the edge of each place arrives: the
    # first of those with the same two ends.
    arrivals = [first[pair] for pair in zip(heads, tails, strict=True)]
    by_edge: dict[int, Face] = {}
    for level in np.unique(heights).tolist():
        onward = _onward(rings, (np.abs(heights - level) < _LEVEL)[heads].tolist())
        for start in np.flatnonzero(heights[tails] == level).tolist():
            # As if it had arrived along the edge.
            walk, step = [tails[start]], onward[arrivals[arrivals[start]]]
            while step >= 0 and heads[step] != walk[0] and not is_crossed[around[step]]:
                walk.append(heads[step])
                step = onward[arrivals[step]] if len(walk) <= MAX_SIDES else -1
            if step >= 0 and heads[step] == walk[0] and len(set(walk)) == len(walk) > 2:
                area = 0.0
                for a, b in pairwise((*walk, walk[0])):
                    area += flat[a][0] * flat[b][1] - flat[b][0] * flat[a][1]
                if area < 0:
                    by_edge[start] = tuple(walk)
    # Each cell once, as the first of the walks around it.
    cells: dict[Face, Face] = {}
    for _, face in sorted(by_edge.items()):
        cells.setdefault(_from_lowest(face), face)
    return tuple(cells.values())


def _onward(rings: Iterable[Sequence[int]], allowed: list[bool]) -> list[int]:
    """Return the next allowed place after each in its ring; -1 if no other place is allowed."""
    onward: list[int] = []
    for ring in rings:
        places = range(len(onward), len(onward) + len(ring))
        among = [place for place in places if allowed[place]]
        for place in places:
            behind = among[bisect(among, place) % len(among)] if among else place
            onward.append(-1 if behind == place else behind)
    return onward


def _from_lowest(face: Face) -> Face:
    at = face.index(min(face))
    return face[at:] + face[:at]


def canonical(face: Face) -> Face:
    """Return the same form for all rotations and reflections of a cycle of vertices."""
    turned = _from_lowest(face)
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
        #: A heap of crossing pairs of edges; pairs with a removed edge are skipped.
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

        If several vertices lie on an edge, each of them but the first removes the edge that has
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
        """Join a vertex with two others unless they are joined; return the new edges."""
        return [
            self._add(*pair)
            for pair in ((a, middle), (middle, b))
            if not self._pairs[frozenset(pair)]
        ]

    def _pivot(self, first: int, second: int) -> int:
        """Return the pivot of a crossing: the pivot of the first edge from one to the other."""
        for edge in range(first, second + 1):
            if self.alive[edge]:
                pivots = [self.pivots[v] for v in self.ends[edge] if self.pivots[v] >= 0]
                if pivots:
                    # Of the edge that is split the last end counts, of those behind it the first.
                    return pivots[-1] if edge == first else pivots[0]
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
