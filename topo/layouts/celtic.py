"""Boards of squares on their corners with rounded borders, like a Celtic knot."""

import math
from collections.abc import Sequence

import numpy as np

from boardless.topo.kernels.arrays import Bools, Ints
from boardless.topo.layouts.area import Corner, bounds, widened
from boardless.topo.layouts.lattice import Coordinates, cells_of, everything, places_of
from boardless.topo.layouts.layout import Layout
from boardless.topo.layouts.limits import MAX_VERTICES, check_room
from boardless.topo.layouts.links import Links
from boardless.topo.layouts.nearness import pairs_within
from boardless.topo.layouts.order import renumbered
from boardless.topo.layouts.outline import inside, outer_walks
from boardless.topo.layouts.sketch import Sketch
from boardless.topo.layouts.square import square_corners

#: Half the diagonal of a square of side 1, and all of it.
_HALF = 1.0 / math.sqrt(2)
_WHOLE = 2 * _HALF
_CORNERS = ((_HALF, 0.0), (0.0, _HALF), (-_HALF, 0.0), (0.0, -_HALF))
#: Sides of an area turn left: across, up, back, down.
_WAYS = ((0, 1), (1, 0), (0, -1), (-1, 0))
#: Points are joined when their distance differs from 1 by less.
_SLACK = 0.05
#: A border bends when it turns by more, and is flat when it turns by less.
_BEND, _FLAT = 0.25 * math.pi, 0.1 * math.pi
#: How far an arc over a side reaches out, in sides.
_REACH = 0.9


def celtic(rows: int, columns: int | None = None) -> Layout:
    """Return rows and columns of squares on their corners, with arcs along the border."""
    size = (rows, rows if columns is None else columns)
    check_room(4 * size[0] * size[1], MAX_VERTICES, "vertices")
    cells = cells_of(range(size[0]), range(size[1]), everything)
    return _knot(cells, "Square" if columns is None else "Rectangle", size)


def area(corners: Sequence[Corner]) -> Layout:
    """Return the squares whose middles lie in an area, with arcs along the border."""
    wide = widened(corners)
    x0, y0, x1, y1 = (int(value) for value in bounds(wide))

    def keep(row: Ints, column: Ints) -> Bools:
        return inside(np.stack(_place(row, column), axis=1).astype(np.float64), np.array(wide))

    return _knot(cells_of(range(y0 - 1, y1 + 2), range(x0 - 1, x1 + 2), keep), "NoShape")


def along_sides(sides: Sequence[int]) -> Layout:
    """Return the squares of a shape with sides of these lengths; see `square_corners`."""
    return area(square_corners(sides, _WHOLE, _WAYS))


def _place(row: Ints, column: Ints) -> Coordinates:
    return column * _WHOLE, row * _WHOLE


def _knot(cells: Ints, shape: str, dim: tuple[int, ...] | None = None) -> Layout:
    sketch = Sketch()
    for x, y in places_of(cells, _place).tolist():
        for dx, dy in _CORNERS:
            sketch.vertex(x + dx, y + dy)
    points = np.array(sketch.points).reshape(-1, 3)
    pairs = pairs_within(points, 1 + _SLACK)
    lengths = np.linalg.norm(points[pairs[:, 0]] - points[pairs[:, 1]], axis=1)
    for a, b in pairs[np.abs(lengths - 1) < _SLACK].tolist():
        sketch.add_edge(a, b)
    layout = sketch.layout(make_faces=True, check_crossings=True)
    sketch = Sketch(layout)
    walks = outer_walks(Links.of(layout))
    if walks:
        _round_off(sketch, walks[0].tolist())
    return renumbered(sketch.layout("Celtic", shape, dim=dim))


def _round_off(sketch: Sketch, walk: Sequence[int]) -> None:
    """Put cells with curved borders along an outer walk: in its dents and on its tips and sides."""
    size = len(walk)
    bends = [_bend(*(sketch.points[walk[(n + k) % size]] for k in (-1, 0, 1))) for n in range(size)]
    for n in _keypoints(bends):
        before, vertex, after, beyond = (walk[(n + k) % size] for k in (-1, 0, 1, 2))
        if bends[(n + 1) % size] < -_BEND:
            sketch.add_edge(vertex, beyond, curved=True)
            sketch.face((after, vertex, beyond))
            continue
        (ax, ay, _), (bx, by, _), (cx, cy, _) = (sketch.points[v] for v in (before, vertex, after))
        out_x, out_y = bx - ax, by - ay
        if abs(bends[n]) < _FLAT:
            out_x, out_y = cy - by, -(cx - bx)
        x, y = (bx + cx) / 2 + _REACH * out_x, (by + cy) / 2 + _REACH * out_y
        tip = sketch.add_vertex(x, y)
        sketch.add_edge(vertex, tip, curved=True)
        sketch.add_edge(tip, after, curved=True)
        sketch.face((vertex, tip, after))


def _keypoints(bends: Sequence[float]) -> list[int]:
    """Return where a border gets a curve: where it bends left, and at every second flat point."""
    found, flat = [], 0
    for n, bend in enumerate(bends):
        if bend > _BEND:
            found.append(n)
            flat = 0
        elif abs(bend) < _FLAT:
            flat += 1
            if flat % 2 == 0:
                found.append(n)
    return found


def _bend(a: Sequence[float], b: Sequence[float], c: Sequence[float]) -> float:
    """Return by how much a path turns left at the second of three points, in radians."""
    vx, vy = b[0] - a[0], b[1] - a[1]
    ux, uy = c[0] - b[0], c[1] - b[1]
    return math.atan2(ux * -vy + uy * vx, ux * vx + uy * vy)
