"""Places of a board: outer walks, border, corners, sides and middle."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt, tau

import numpy as np

from boardless.jit.arrays import Bools, Floats, Ints
from boardless.topo.boards.cells import read_only
from boardless.topo.layouts.incidence import CELL, EDGE, KINDS, VERTEX, Links
from boardless.topo.layouts.layout import angles

#: A walk of fewer vertices is all corners.
FEW = 6

#: The least bend of a convex corner, and the greatest of a concave one.
CONVEX, CONCAVE = 0.32, -0.25

#: The number of neighbours on each side over which a bend is measured.
REACH = 3

#: Bends that differ by less count as equal; a neighbour of nearly the same bend is a corner too.
EQUAL, SIMILAR = 0.001, 0.95

#: Pairs of points and sides of a polygon that are compared at once.
_AT_ONCE = 1_000_000

#: Determinants below this are turns to the right, and points nearer than this are one.
EPSILON = 1e-7


def corners(
    links: Links, walks: list[Ints], border: dict[str, Bools]
) -> tuple[dict[str, Bools], dict[str, Bools]]:
    """Return which sites of each type are convex and which are concave corners."""
    convex, concave = (
        {kind: np.zeros(links.count(kind), dtype=np.bool_) for kind in KINDS} for _ in range(2)
    )
    for walk in walks:
        out, back = _bends(links.points[VERTEX][walk, :2])
        convex[VERTEX][walk[out]] = True
        concave[VERTEX][walk[back]] = True
    corner = convex[VERTEX] | concave[VERTEX]
    for vertex in np.flatnonzero(corner).tolist():
        marks = concave if concave[VERTEX][vertex] else convex
        spokes = links.spokes[vertex]
        pairs = spokes[corner[links.other_end(vertex, spokes)]]
        if len(pairs):
            marks[EDGE][pairs] = True
            marks[CELL][_cells_at(links, pairs)] = True
            continue
        # A corner by itself.
        pairs = spokes[border[EDGE][spokes]]
        marks[EDGE][pairs] = True
        if marks is convex:
            marks[CELL][_cells_at(links, pairs)] = True
        elif len(pairs):
            for cell in links.around[vertex].tolist():
                marks[CELL][cell] |= border[VERTEX][links.corners[cell]].sum() == 1
    return convex, concave


def _cells_at(links: Links, edges: Ints) -> Ints:
    """Return the cell to the left of each edge or, if it is missing, to the right."""
    cells = np.where(links.left[edges] >= 0, links.left[edges], links.right[edges])
    return cells[cells >= 0]


def _bends(points: Floats) -> tuple[Bools, Bools]:
    """Return which points of a closed walk are convex and which are concave corners."""
    count = len(points)
    if count < FEW:
        return np.ones(count, dtype=np.bool_), np.zeros(count, dtype=np.bool_)
    bend = np.zeros(count)
    for k in range(1, REACH + 1):
        before, after = np.roll(points, k, axis=0), np.roll(points, -k, axis=0)
        away = distance_to_line(points, before, after)
        (ax, ay), (x, y), (bx, by) = before.T, points.T, after.T
        turn = (x - ax) * (by - ay) - (bx - ax) * (y - ay)
        bend += np.where(turn < EPSILON, -away, away) / k
    bend = (4 * bend + np.roll(bend, -1) + np.roll(bend, 1)) / 6
    before, after = np.roll(bend, 1), np.roll(bend, -1)
    convex = (bend >= CONVEX) & (bend >= before - EQUAL) & (bend >= after - EQUAL)
    # One after the other: a convex neighbour may make the next convex.
    for n in range(count):
        if convex[n]:
            for m in ((n - 1) % count, (n + 1) % count):
                convex[m] |= bend[m] >= SIMILAR * bend[n]
    concave = (bend <= CONCAVE) & (bend <= before + EQUAL) & (bend <= after + EQUAL)
    return convex, concave


def off_line(point: Sequence[float], a: Sequence[float], b: Sequence[float]) -> float:
    """Return the distance of a point to the line through `a` and `b`, or to ``a == b``."""
    (x, y), (ax, ay), (bx, by) = point, a, b
    dx, dy = bx - ax, by - ay
    if abs(dx) + abs(dy) < EPSILON:
        return sqrt((x - ax) * (x - ax) + (y - ay) * (y - ay))
    across = (y - ay) * dx - (x - ax) * dy
    return sqrt(across * across / (dx * dx + dy * dy))


def distance_to_line(points: Floats, a: Floats, b: Floats) -> Floats:
    """Return the distance of each point, (n, 2), to the line through a and b, or to a = b."""
    (x, y), (ax, ay), (bx, by) = points.T, a.T, b.T
    dx, dy = bx - ax, by - ay
    same = np.abs(dx) + np.abs(dy) < EPSILON
    across = (y - ay) * dx - (x - ax) * dy
    square = np.where(same, 1.0, dx * dx + dy * dy)
    to_a = np.sqrt((x - ax) * (x - ax) + (y - ay) * (y - ay))
    to_line = np.sqrt(across * across / square)
    distances: Floats = np.where(same, to_a, to_line)
    return distances


def sides(links: Links, walks: list[Ints], corner: Bools) -> dict[str, Bools]:
    """Return the sides, N, NE, E, SE, S, SW, W and NW, of the sites of each type.

    `corner` marks the vertices that are corners. A side is a run of an outer walk from corner to
    corner; the direction of its mean from the mean of all vertices names it. Edges and cells are
    on the sides of their vertices.
    """
    points = links.points[VERTEX][:, :2]
    vertices = np.zeros((len(points), 8), dtype=np.bool_)
    middle = _total(points) / max(len(points), 1)
    for walk in walks:
        turns = np.flatnonzero(corner[walk]).tolist()
        for n, turn in zip(turns, [*turns[1:], turns[0] + len(walk)] if turns else [], strict=True):
            run = walk[np.arange(n, turn + 1) % len(walk)]
            step = _total(points[run]) / len(run) - middle
            # East, north, west and south are sharp; all between them counts as in between.
            part = int(sixteenth(step[None])[0])
            vertices[run, (2 - 2 * (part // 4) - (part % 4 > 0)) % 8] = True
    edges = vertices[links.ends[:, 0]] | vertices[links.ends[:, 1]]
    cells = np.zeros((links.count(CELL), 8), dtype=np.bool_)
    np.logical_or.at(cells, links.corners.owners, vertices[links.corners.items])
    return {VERTEX: vertices, EDGE: edges, CELL: cells}


def _total(points: Floats) -> Floats:
    """Return the sum of points, one after the other."""
    return points.cumsum(axis=0)[-1] if len(points) else np.zeros(2)


def sixteenth(steps: Floats) -> Ints:
    """Return into which sixteenth of the circle each step points, 0 around east."""
    arc = tau / 16
    angle = angles(steps)
    angle = np.where(angle < 0, angle + tau, angle)
    return ((angle + arc / 2) / arc).astype(np.int64) % 16


def outer_walks(links: Links) -> list[Ints]:
    """Return the vertices of outer walks, counter-clockwise; cut vertices occur several times."""
    places = links.points[VERTEX][:, :2]
    free = np.ones(len(places), dtype=np.bool_)
    walks: list[Ints] = []
    for start in np.argsort(places[:, 0], kind="stable").tolist():
        if free[start]:
            walk = _walk(links, start)
            free[walk] = False
            free[_within(places, np.flatnonzero(free), walk)] = False
            walks.append(walk)
    # The walks with a first vertex that lies within no other walk, tested from the last.
    first = np.array([walk[0] for walk in walks], dtype=np.int64)
    around = defaultdict(set)
    for n, walk in enumerate(walks):
        for vertex in _within(places, first, walk).tolist():
            around[vertex].add(n)
    outermost = dict(enumerate(walks))
    for n, vertex in reversed([*enumerate(first.tolist())]):
        if (around[vertex] - {n}) & outermost.keys():
            del outermost[n]
    return list(outermost.values())


def _within(places: Floats, candidates: Ints, walk: Ints) -> Ints:
    """Return the candidates that lie within a walk; a point on a right side counts."""
    ring = places[walk]
    if len(ring) < 3:
        return candidates[:0]
    across = places[candidates, 0]
    low, high = ring[:, 0].min(), ring[:, 0].max()
    near = candidates[(across >= low) & (across <= high)]
    within: Ints = near[inside(places[near], ring)]
    return within


def _walk(links: Links, start: int) -> Ints:
    """Return the walk around the outside of the part of the graph that has `start`."""
    spokes, ends, places = links.spokes, links.ends, links.points[VERTEX]
    walk, vertex = [start], start
    if len(spokes[start]):
        heads = links.other_end(start, spokes[start])
        dx, dy = (places[heads] - places[start])[:, :2].T
        # The edge nearest to straight down; the vertex is a leftmost one.
        edge = int(spokes[start][angles(np.column_stack([-dy, dx])).argmin()])
        while (after := int(ends[edge].sum()) - vertex) != start:
            walk.append(after)
            # The edge behind this one that does not lead back, if there is one.
            ring = spokes[after].tolist()
            here = ring.index(edge)
            turns = [edge, *ring[here + 1 :], *ring[:here]]
            edge = next((n for n in turns[1:] if vertex not in ends[n]), turns[-1])
            vertex = after
    return np.array(walk, dtype=np.int32)


def inside(points: Floats, polygon: Floats) -> Bools:
    """Tell which points, (n, 2), lie within a polygon, (corners, 2): ray casting to the left."""
    ix, iy = polygon.reshape(-1, 2).T
    jx, jy = np.roll(ix, 1), np.roll(iy, 1)
    rise = np.where(iy == jy, 1.0, jy - iy)
    odd = np.zeros(len(points), dtype=np.bool_)
    many = max(_AT_ONCE // max(len(polygon), 1), 1)
    for begin in range(0, len(points), many):
        x, y = points[begin : begin + many].T[..., None]
        crossed = ((iy < y) & (jy >= y) | (jy < y) & (iy >= y)) & ((ix <= x) | (jx <= x))
        left = ix + (y - iy) / rise * (jx - ix) < x
        odd[begin : begin + many] = (crossed & left).sum(axis=1) % 2
    return odd


def border(links: Links, walks: list[Ints]) -> dict[str, Bools]:
    """Return the border: vertices on outer walks, edges between them, cells with such a vertex."""
    vertices = np.zeros(links.count(VERTEX), dtype=np.bool_)
    for walk in walks:
        vertices[walk] = True
    edges: Bools = vertices[links.ends].all(axis=1) & ((links.left < 0) | (links.right < 0))
    walked = _walked_edges(links, walks)
    edges[walked] = True
    cells = np.zeros(links.count(CELL), dtype=np.bool_)
    cells[links.corners.owners[vertices[links.corners.items]]] = True
    cells[_cells_at(links, walked)] = True
    return {VERTEX: vertices, EDGE: edges, CELL: cells}


def _walked_edges(links: Links, walks: list[Ints]) -> Ints:
    """Return the edges between the vertices that follow one another on a walk."""
    edges: list[int] = []
    for walk in walks:
        for a, b in zip(walk.tolist(), np.roll(walk, -1).tolist(), strict=True):
            spokes = links.spokes[a]
            edges += spokes[(links.ends[spokes] == b).any(axis=1)][:1].tolist() if a != b else []
    return np.unique(np.array(edges, dtype=np.int64))


#: The sides of a board, by name.
SIDES = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")

#: The distance from the outermost up to which sites are outermost, and that from the least.
EXTREME, LEAST = 0.01, 1e-4

#: From this many sites on, only the corners decide the middle.
MANY = 100


@dataclass(frozen=True, eq=False)
class Places:
    """Sites of one type by their place on the board, each list in ascending order."""

    #: ``corners`` and which of them are ``corners_concave`` and ``corners_convex``; ``outer``,
    #: ``perimeter`` and ``inner``; ``centre``; ``top``, ``bottom``, ``left`` and ``right``;
    #: ``major`` (cells of the most corners) and ``minor``; of edges also ``axial``,
    #: ``horizontal``, ``vertical``, ``angled``, ``slash`` and ``slosh``.
    lists: dict[str, Ints]
    #: The sites on each side that has any, by compass point.
    sides: dict[str, Ints]


def places(links: Links) -> dict[str, Places]:
    """Return the places of the sites of each type."""
    walks = outer_walks(links)
    at_border = border(links, walks)
    convex, concave = corners(links, walks, at_border)
    on_side = sides(links, walks, convex[VERTEX] | concave[VERTEX])
    by_kind = {}
    for kind, points in links.points.items():
        corner = concave[kind] | convex[kind]
        marks = {
            "corners": corner,
            "corners_concave": concave[kind],
            "corners_convex": convex[kind],
            "outer": at_border[kind],
            "perimeter": at_border[kind],
            "inner": ~at_border[kind],
            "centre": _centre(points, at_border[kind], corner),
            **_extremes(points),
            **_sizes(links, kind),
            **(_orientation(links) if kind == EDGE else {}),
        }
        by_side = dict(zip(SIDES, map(_listed, on_side[kind].T), strict=True))
        by_kind[kind] = Places(
            {name: _listed(mark) for name, mark in marks.items()},
            {name: listed for name, listed in by_side.items() if len(listed)},
        )
    return by_kind


def _listed(mark: Bools) -> Ints:
    return read_only(np.flatnonzero(mark).astype(np.int32))


def _extremes(points: Floats) -> dict[str, Bools]:
    x, y = points[:, 0], points[:, 1]
    return {
        "top": y.max(initial=-np.inf) - y < EXTREME,
        "bottom": y - y.min(initial=np.inf) < EXTREME,
        "left": x - x.min(initial=np.inf) < EXTREME,
        "right": x.max(initial=-np.inf) - x < EXTREME,
    }


def _sizes(links: Links, kind: str) -> dict[str, Bools]:
    """Return which cells have the most corners, and which fewer; other sites are neither."""
    sizes = links.corners.lengths if kind == CELL else np.zeros(links.count(kind), np.int64)
    largest = sizes.max(initial=0)
    return {"major": (sizes == largest) & (sizes > 0), "minor": sizes < largest}


def _centre(points: Floats, border: Bools, corner: Bools) -> Bools:
    """Return the sites with the least squared distances to corners and, if few, border sites."""
    counted = [np.flatnonzero(corner)]
    if len(points) < MANY:
        counted.append(np.flatnonzero(border))
    flat = points[:, :2] - points[:, :2].mean(axis=0) if len(points) else points[:, :2]
    marks = flat[np.concatenate(counted)]
    # The sum over all marks m of |p - m|^2, multiplied out.
    total = len(marks) * (flat**2).sum(axis=1) - 2 * flat @ marks.sum(axis=0) + (marks**2).sum()
    nearest: Bools = np.abs(total - total.min(initial=1e6)) < LEAST
    return nearest


def _orientation(links: Links) -> dict[str, Bools]:
    """Return which edges lie along the axes, and which lean to the right or to the left."""
    ends = links.points[VERTEX][links.ends, :2]
    slope = sixteenth(ends[:, 1] - ends[:, 0]) % 8
    horizontal, vertical = slope == 0, slope == 4
    return {
        "axial": horizontal | vertical,
        "horizontal": horizontal,
        "vertical": vertical,
        "angled": ~(horizontal | vertical),
        "slash": (slope > 0) & (slope < 4),
        "slosh": slope > 4,
    }
