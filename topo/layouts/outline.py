"""The outer walks of a laid-out graph, one around each of its parts."""

import numpy as np

from boardless.topo.kernels.arrays import Bools, Floats, Ints
from boardless.topo.layouts.angles import angles
from boardless.topo.layouts.links import CELL, EDGE, VERTEX, Links


def outer_walks(links: Links) -> list[Ints]:
    """Return the vertices of each outer walk, counter-clockwise from a leftmost vertex.

    Parts that lie within another part have none. A vertex at which two parts of the graph hang
    together is met more than once.
    """
    places = links.points[VERTEX][:, :2]
    from_left = np.argsort(places[:, 0], kind="stable")
    free = np.ones(len(places), dtype=np.bool_)
    walks: list[Ints] = []
    for start in from_left.tolist():
        if free[start]:
            walk = _walk(links, start)
            free[walk] = False
            free[_within(places, from_left[free[from_left]], walk)] = False
            walks.append(walk)
    return _outermost(places, walks)


def _within(places: Floats, from_left: Ints, walk: Ints) -> Ints:
    """Return those of some points, given from left to right, that lie within a walk."""
    ring = places[walk]
    if len(ring) < 3:
        return np.empty(0, dtype=np.int64)
    across = places[from_left, 0]
    first = np.searchsorted(across, ring[:, 0].min())
    # A point on a right side counts as within.
    last = np.searchsorted(across, ring[:, 0].max(), side="right")
    near = from_left[first:last]
    within: Ints = near[inside(places[near], ring)]
    return within


def _outermost(places: Floats, walks: list[Ints]) -> list[Ints]:
    """Return the walks whose first vertex lies within no other, looked through from the last."""
    first = np.array([walk[0] for walk in walks], dtype=np.int64)
    from_left = first[np.argsort(places[first, 0], kind="stable")]
    number = {vertex: n for n, vertex in enumerate(first.tolist())}
    around: dict[int, list[int]] = {}
    for n, walk in enumerate(walks):
        for vertex in _within(places, from_left, walk).tolist():
            if number[vertex] != n:
                around.setdefault(number[vertex], []).append(n)
    kept = set(range(len(walks)))
    for n in sorted(around, reverse=True):
        if kept.intersection(around[n]):
            kept.remove(n)
    return [walks[n] for n in sorted(kept)]


def _walk(links: Links, start: int) -> Ints:
    """Return the walk around the outside of the part of the graph to which `start` belongs."""
    spokes = links.spokes
    if not len(spokes[start]):
        return np.array([start], dtype=np.int32)
    places = links.points[VERTEX]
    heads = links.other_end(start, spokes[start])
    dx, dy = (places[heads] - places[start])[:, :2].T
    # The edge nearest to straight down; the vertex is a leftmost one.
    edge = int(spokes[start][angles(np.column_stack([-dy, dx])).argmin()])
    walk, vertex = [], start
    ends = links.ends
    while True:
        walk.append(vertex)
        before = vertex
        a, b = ends[edge].tolist()
        vertex = b if a == vertex else a
        if vertex == start:
            return np.array(walk, dtype=np.int32)
        edge = _next_edge(links, vertex, edge, before)


def _next_edge(links: Links, vertex: int, edge: int, before: int) -> int:
    """Return the edge after `edge` around a vertex that does not lead back, if there is one."""
    spokes = links.spokes[vertex].tolist()
    here = spokes.index(edge)
    for n in range(1, len(spokes)):
        edge = spokes[(here + n) % len(spokes)]
        if before not in links.ends[edge]:
            break
    return int(edge)


def inside(points: Floats, polygon: Floats) -> Bools:
    """Tell which points lie within a polygon, by the crossings of a ray to the left.

    Parameters
    ----------
    points : float array of shape (n, 2)
    polygon : float array of shape (corners, 2)

    Returns
    -------
    bool array of shape (n,)
    """
    odd = np.zeros(len(points), dtype=np.bool_)
    if not len(points):
        return odd
    if len(points) < len(polygon):
        return np.array([_is_inside(point, polygon) for point in points.tolist()])
    x, y = points.T
    for (ix, iy), (jx, jy) in zip(
        polygon.tolist(), np.roll(polygon, 1, axis=0).tolist(), strict=True
    ):
        crossed = ((iy < y) & (jy >= y) | (jy < y) & (iy >= y)) & ((ix <= x) | (jx <= x))
        if iy != jy:
            odd ^= crossed & (ix + (y - iy) / (jy - iy) * (jx - ix) < x)
    return odd


def _is_inside(point: list[float], polygon: Floats) -> bool:
    """Tell the same of one point, which is quicker for a polygon of many corners."""
    (x, y), (ix, iy), (jx, jy) = point, polygon.T, np.roll(polygon, 1, axis=0).T
    crossed = ((iy < y) & (jy >= y) | (jy < y) & (iy >= y)) & ((ix <= x) | (jx <= x))
    ix, iy, jx, jy = ix[crossed], iy[crossed], jx[crossed], jy[crossed]
    left = ix + (y - iy) / (jy - iy) * (jx - ix) < x
    return bool(np.count_nonzero(left) % 2)


def border(links: Links, walks: list[Ints]) -> dict[str, Bools]:
    """Return which sites are at the border.

    Vertices and edges of the outer walks, edges between two such vertices that lack a cell, and
    cells with such a vertex.
    """
    vertices = np.zeros(links.count(VERTEX), dtype=np.bool_)
    for walk in walks:
        vertices[walk] = True
    edges: Bools = vertices[links.ends].all(axis=1) & ((links.left < 0) | (links.right < 0))
    walked = _walked_edges(links, walks)
    edges[walked] = True
    cells = np.zeros(links.count(CELL), dtype=np.bool_)
    cells[links.corners.owners[vertices[links.corners.items]]] = True
    beside = links.left[walked]
    beside = np.where(beside >= 0, beside, links.right[walked])
    cells[beside[beside >= 0]] = True
    return {VERTEX: vertices, EDGE: edges, CELL: cells}


def _walked_edges(links: Links, walks: list[Ints]) -> Ints:
    """Return the edges between the vertices that follow one another on a walk."""
    found: list[int] = []
    for walk in walks:
        for a, b in zip(walk.tolist(), np.roll(walk, -1).tolist(), strict=True):
            spokes = links.spokes[a]
            found += spokes[(links.ends[spokes] == b).any(axis=1)][:1].tolist() if a != b else []
    return np.unique(np.array(found, dtype=np.int64))
