"""The cells of a drawn graph: found by walking along its edges, always turning to the same side."""

import numpy as np

from boardless.topo.kernels.arrays import Floats, Ints
from boardless.topo.layouts.links import spokes_of
from boardless.topo.layouts.ragged import Ragged
from boardless.topo.layouts.segments import crossed_edges
from boardless.topo.layouts.spokes import Spokes

#: The most sides of a cell.
MAX_SIDES = 32
#: Vertices whose heights differ by less are on one level; a cell lies on a level.
_LEVEL = 0.0001

Face = tuple[int, ...]


def faces_of(
    points: Floats, edges: Ints, check_crossings: bool = False, spokes: Spokes | None = None
) -> tuple[Face, ...]:
    """Return the cells that the edges of a graph enclose.

    From every vertex in turn, and from each of its edges anticlockwise, a walk goes on along the
    next edge anticlockwise until it is back at its first vertex. It makes a cell if it has 3 to 32
    sides, goes clockwise, and meets no vertex twice on the way.

    Parameters
    ----------
    points : float64 array of shape (vertices, 3)
    edges : int array of shape (edges, 2)
    check_crossings : bool
        Whether a walk ends where it has gone along an edge that one of a lower number crosses.
    spokes : tuple of tuples of int, optional
        The edges at each vertex in turn, where that is not anticlockwise from due west.

    Returns
    -------
    tuple of tuples of int
        The vertices of each cell, clockwise from the vertex at which its walk began, in the order
        in which they are found.
    """
    if len(edges) < 3:
        return ()
    walks = _Walks(points, edges, check_crossings, spokes)
    found: dict[Face, Face] = {}
    for vertex, ring in enumerate(walks.rings):
        for step in ring:
            # A walk begins as if it had arrived along the edge.
            face = walks.face(vertex, walks.arrivals[step ^ 1])
            if face:
                found.setdefault(canonical(face), face)
    return tuple(found.values())


def canonical(face: Face) -> Face:
    """Return the same form for all ways to write down a cycle of vertices."""
    at = face.index(min(face))
    turned = face[at:] + face[:at]
    return min(turned, turned[:1] + turned[:0:-1])


class _Walks:
    """Directed edges, two for each edge, and which follows which.

    The directed edge ``2 * e`` goes from the first end of edge `e` to its second, ``2 * e + 1``
    back.
    """

    def __init__(
        self, points: Floats, edges: Ints, check_crossings: bool, spokes: Spokes | None
    ) -> None:
        tails, heads = edges.reshape(-1), edges[:, ::-1].reshape(-1)
        around = spokes_of(points, edges) if spokes is None else Ragged.of(spokes)
        # Of the two directions of an edge the one that leaves the vertex.
        order = 2 * around.items.astype(np.int64)
        order += edges[around.items, 0] != around.owners
        position = np.empty(len(tails), np.int64)
        position[order] = np.arange(len(tails)) - around.start[around.owners]
        #: The directed edges that leave each vertex in turn.
        self.rings = Ragged(around.start, order).lists()
        self.heads = heads.tolist()
        # Edges with the same two ends count as the first of them, in a ring too.
        _, named = np.unique(tails * np.int64(len(points)) + heads, return_inverse=True)
        place = np.full(len(tails), len(tails))
        np.minimum.at(place, named, position)
        #: Where a walk along a directed edge arrives in the ring of its last vertex.
        self.arrivals = place[named].reshape(-1, 2)[:, ::-1].reshape(-1).tolist()
        self.points = points[:, :2].tolist()
        self.heights = points[:, 2].tolist()
        self.crossed = crossed_edges(points, edges).tolist() if check_crossings else None
        #: Directed edges whose walks come back to them and have been walked.
        self.walked = bytearray(len(tails))

    def onward(self, vertex: int, position: int, height: float) -> int:
        """Return the directed edge behind a place in the ring of a vertex, or -1."""
        ring = self.rings[vertex]
        for further in range(position + 1, position + len(ring)):
            step: int = ring[further % len(ring)]
            if abs(self.heights[self.heads[step]] - height) < _LEVEL:
                return step
        return -1

    def face(self, start: int, position: int) -> Face | None:
        """Return the cell that the walk from a place in the ring of a vertex goes around."""
        height = self.heights[start]
        first = step = self.onward(start, position, height)
        if step < 0 or self.walked[step]:
            return None
        walk, steps, seen = [start], [step], {start}
        while (vertex := self.heads[step]) != start:
            if vertex in seen or len(walk) == MAX_SIDES:
                return None
            if self.crossed and self.crossed[step // 2]:
                return None
            walk.append(vertex)
            seen.add(vertex)
            step = self.onward(vertex, self.arrivals[step], height)
            if step < 0:
                return None
            steps.append(step)
        if self.onward(start, self.arrivals[step], height) == first:
            for step in steps:
                self.walked[step] = True
        return tuple(walk) if len(walk) >= 3 and self._clockwise(walk) else None

    def _clockwise(self, walk: list[int]) -> bool:
        corners = [self.points[vertex] for vertex in walk]
        following = [*corners[1:], corners[0]]
        area = 0.0
        for (x, y), (u, v) in zip(corners, following, strict=True):
            area += x * v - u * y
        return area < 0
