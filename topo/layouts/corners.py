"""Corners and sides of a board, read off its outer walks."""

from math import tau

import numpy as np

from boardless.topo.kernels.arrays import Bools, Floats, Ints
from boardless.topo.layouts.angles import angles
from boardless.topo.layouts.links import CELL, EDGE, KINDS, VERTEX, Links

#: A walk of fewer vertices is all corners.
FEW = 6

#: The least bend of a convex corner, and the greatest of a concave one.
CONVEX, CONCAVE = 0.32, -0.25

#: How many neighbours each way a bend is measured over.
REACH = 3

#: Bends that differ by less count as equal; a neighbour of nearly the same bend is a corner too.
EQUAL, SIMILAR = 0.001, 0.95

#: Determinants below this are turns to the right, and points nearer than this are one.
EPSILON = 1e-7


def corners(
    links: Links, walks: list[Ints], border: dict[str, Bools]
) -> tuple[dict[str, Bools], dict[str, Bools]]:
    """Return which sites of each type are convex and which are concave corners.

    Parameters
    ----------
    links : Links
        The incidences of a board.
    walks : list of int arrays
        Its outer walks.
    border : dict of str to bool array of shape (n,)
        Which sites of each type are at the border.

    Returns
    -------
    convex, concave : dict of str to bool array of shape (n,)
    """
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
            marks[CELL][_beside(links, pairs)] = True
            continue
        # A corner by itself.
        pairs = spokes[border[EDGE][spokes]]
        marks[EDGE][pairs] = True
        if marks is convex:
            marks[CELL][_beside(links, pairs)] = True
        elif len(pairs):
            for cell in links.around[vertex].tolist():
                marks[CELL][cell] |= border[VERTEX][links.corners[cell]].sum() == 1
    return convex, concave


def _beside(links: Links, edges: Ints) -> Ints:
    """Return the cell to the left of each edge or, where there is none, to the right."""
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
    # One after the other: a neighbour that was kept may keep the next.
    for n in range(count):
        if convex[n]:
            for m in ((n - 1) % count, (n + 1) % count):
                convex[m] |= bend[m] >= SIMILAR * bend[n]
    concave = (bend <= CONCAVE) & (bend <= before + EQUAL) & (bend <= after + EQUAL)
    return convex, concave


def distance_to_line(points: Floats, a: Floats, b: Floats) -> Floats:
    """Return the distance of each point to the line through a and b; to a, where a and b are one.

    Parameters
    ----------
    points, a, b : float arrays of shape (n, 2)

    Returns
    -------
    float array of shape (n,)
    """
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
    """Return which sites of each type are on which side: N, NE, E, SE, S, SW, W, NW.

    `corner` tells which vertices are corners. A side is a run of an outer walk from corner to
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
            mean = _total(points[run]) / len(run)
            vertices[run, _side(mean - middle)] = True
    edges = vertices[links.ends[:, 0]] | vertices[links.ends[:, 1]]
    cells = np.zeros((links.count(CELL), 8), dtype=np.bool_)
    np.logical_or.at(cells, links.corners.owners, vertices[links.corners.items])
    return {VERTEX: vertices, EDGE: edges, CELL: cells}


def _total(points: Floats) -> Floats:
    """Return the sum of points, one after the other."""
    return points.cumsum(axis=0)[-1] if len(points) else np.zeros(2)


def _side(step: Floats) -> int:
    """Return the side to which a step from the middle leads: north, then clockwise."""
    way = int(sixteenth(step[None])[0])
    # East, north, west and south are sharp; all between them counts as in between.
    return (2 - 2 * (way // 4) - (way % 4 > 0)) % 8


def sixteenth(steps: Floats) -> Ints:
    """Return the sixteenth of the circle into which each step ``(dx, dy)`` points, 0 for east.

    Sixteenths are counted counter-clockwise and centred on their directions.
    """
    arc = tau / 16
    angle = angles(steps)
    angle = np.where(angle < 0, angle + tau, angle)
    return ((angle + arc / 2) / arc).astype(np.int64) % 16
