"""Boards with vertices where edges cross, and where vertices lie on edges."""

import heapq
from collections import Counter
from dataclasses import replace

import numpy as np

from boardless.topo.layouts.faces import crossings, faces_of, touched
from boardless.topo.layouts.layout import Layout, check_room

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
