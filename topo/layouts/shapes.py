"""Boards of one shape: polygons, stars, bricks, Celtic knots, mancala, morris, quadhex."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Literal

import numpy as np

from boardless.jit.arrays import Ints
from boardless.topo.layouts.editing import Sketch
from boardless.topo.layouts.incidence import Links, renumbered
from boardless.topo.layouts.lattice import (
    LEFTWARD,
    PlanePoints,
    block,
    places_of,
    rectangle,
    square_corners,
    within,
)
from boardless.topo.layouts.layout import (
    MAX_VERTICES,
    Corner,
    Layout,
    check_room,
    pairs_apart,
)
from boardless.topo.layouts.operators import make_faces, shift, union
from boardless.topo.layouts.places import outer_walks
from boardless.util.inputs import InputError


def regular(sides: int, star: bool = False, *, cells: bool = False) -> Layout:
    """Return a regular polygon, or a star of almost opposite corners, perhaps with cells."""
    check_room(sides, MAX_VERTICES, "vertices")
    sketch = Sketch()
    radius = sides / (2 * math.pi)
    first = math.pi / 4 if sides == 4 else math.pi / 2
    for n in range(sides):
        angle = first + n / sides * 2 * math.pi
        sketch.add_vertex(radius * math.cos(angle), radius * math.sin(angle))
    step = (sides - 1) // 2 if star else 1
    for n in range(sides):
        sketch.add_edge(n, (n + step) % sides)
    return renumbered(sketch.layout(dim=(sides,), make_faces=cells, check_crossings=True))


def wedge(rows: int, columns: int | None = None) -> Layout:
    """Return a triangle of `rows` points on rays, by default three, without cells."""
    dim = (rows,) if columns is None else (rows, columns)
    columns = columns or 3
    check_room(rows * columns, MAX_VERTICES, "vertices")
    middle = rows - 1
    sketch = Sketch()
    sketch.add_vertex(middle, middle)
    for row in range(1, rows):
        for column in range(columns):
            part = column / (columns - 1)
            sketch.add_vertex(middle - row + part * (2 * row), middle - row)
    if rows > 1:
        for column in range(columns):
            sketch.add_edge(0, column + 1)
    for row in range(1, rows):
        first = (row - 1) * columns + 1
        for column in range(columns - 1):
            sketch.add_edge(first + column, first + column + 1)
        if row < rows - 1:
            for column in range(columns):
                sketch.add_edge(first + column, first + columns + column)
    return sketch.layout("NoBasis", "Wedge", dim=dim)


def repeat(
    rows: int, columns: int, steps: tuple[Corner, Corner], polygons: Sequence[Sequence[Corner]]
) -> Layout:
    """Return polygons copied in rows and columns; `steps` lead to the next column and row."""
    corners = sum(map(len, polygons))
    check_room(rows * columns * corners, 4 * MAX_VERTICES, "corners")
    (across_x, across_y), (up_x, up_y) = steps
    sketch = Sketch()
    for row in range(rows):
        for column in range(columns):
            x, y = column * across_x + row * up_x, column * across_y + row * up_y
            for polygon in polygons:
                around = [sketch.vertex(x + dx, y + dy) for dx, dy in polygon]
                sketch.cycle(around)
    return renumbered(sketch.layout(make_faces=True))


#: The corners of a brick, of half a brick and of an upright one, clockwise from the lower left.
_BRICK = ((0, 0), (0, 1), (1, 1), (2, 1), (2, 0), (1, 0))
_HALF_BRICK = ((0, 0), (0, 1), (1, 1), (1, 0))
_UPRIGHT = ((0, 0), (0, 1), (0, 2), (1, 2), (1, 1), (1, 0))


def brick_rectangle(rows: int, columns: int | None = None, trim: bool = False) -> Layout:
    """Return rows of bricks, every second shifted by half a brick, or with half bricks there."""
    shape = "Square" if columns is None else "Rectangle"
    across = rows if columns is None else columns
    check_room(2 * rows * across, MAX_VERTICES, "vertices")
    sketch = Sketch()
    width = 2 * across + 1
    for row in range(rows):
        for column in range(row % 2, width, 2):
            _add_trimmed(sketch, row, column, width, trim)
    return renumbered(sketch.layout("Brick", shape, dim=(rows, across)))


def diamond(side: int, middle: int | None = None, trim: bool = False) -> Layout:
    """Return a diamond of bricks, or a prism: one with `middle` more rows in the middle of it."""
    shape = "Diamond" if middle is None else "Prism"
    width = 2 * side
    rows = width + 2 * (middle or 0)
    check_room(rows * width, 4 * MAX_VERTICES, "rows times columns")
    sketch = Sketch()
    for row in range(rows):
        for column in range((row + 1) % 2, width, 2):
            below = row + column < side - 1 or column - row >= side
            above = row + column >= 3 * side - 1 or row - column > side
            if not below and not above:
                _add_trimmed(sketch, row, column, width, trim)
    dim = (side, side if middle is None else middle)
    return renumbered(sketch.layout("Brick", shape, dim=dim))


def spiral(rings: int) -> Layout:
    """Return bricks laid around a square, ring after ring."""
    check_room(8 * rings * rings, MAX_VERTICES, "vertices")
    sketch = Sketch()
    _add(sketch, rings - 1, rings - 1, _HALF_BRICK)
    for ring in range(1, rings):
        low, high = rings - ring - 1, rings + ring - 1
        for n in range(0, 2 * ring, 2):
            _add(sketch, low + 1 + n, low, _UPRIGHT)
            _add(sketch, high, low + 1 + n, _BRICK)
            _add(sketch, low + n, high, _UPRIGHT)
            _add(sketch, low, low + n, _BRICK)
    return renumbered(sketch.layout("Brick", "Spiral", dim=(rings,)))


def _add_trimmed(sketch: Sketch, row: int, column: int, width: int, trim: bool) -> None:
    if trim and column == 0:
        _add(sketch, row, column + 1, _HALF_BRICK)
    elif trim and column >= width - 1:
        _add(sketch, row, column, _HALF_BRICK)
    else:
        _add(sketch, row, column, _BRICK)


def _add(sketch: Sketch, row: int, column: int, corners: tuple[tuple[int, int], ...]) -> None:
    around = [sketch.vertex(column + x, row + y) for x, y in corners]
    sketch.cycle(around)
    sketch.face(around)


#: The diagonal of a square of side 1, and its corners when it stands on one.
_DIAGONAL = 2 * (1.0 / math.sqrt(2))
_CORNERS = (
    (_DIAGONAL / 2, 0.0),
    (0.0, _DIAGONAL / 2),
    (-_DIAGONAL / 2, 0.0),
    (0.0, -_DIAGONAL / 2),
)
#: Points are joined when their distance differs from 1 by less.
_SLACK = 0.05
#: A border bends when it turns by more, and is flat when it turns by less.
_BEND, _FLAT = 0.25 * math.pi, 0.1 * math.pi
#: The height of an arc over a side, in sides.
_REACH = 0.9


def celtic(rows: int, columns: int | None = None) -> Layout:
    """Return rows and columns of squares on their corners, with arcs along the border."""
    size = (rows, rows if columns is None else columns)
    check_room(4 * size[0] * size[1], MAX_VERTICES, "vertices")
    return _knot(block(*size), "Square" if columns is None else "Rectangle", size)


def area(corners: Sequence[Corner]) -> Layout:
    """Return the squares with their middles in an area, with arcs along the border."""
    return _knot(within(corners, _place, 1), "NoShape")


def along_sides(sides: Sequence[int]) -> Layout:
    """Return the squares of a shape with sides of these lengths; see `square_corners`."""
    return area(square_corners(sides, _DIAGONAL, LEFTWARD))


def _place(row: Ints, column: Ints) -> PlanePoints:
    return column * _DIAGONAL, row * _DIAGONAL


def _knot(cells: Ints, shape: str, dim: tuple[int, ...] | None = None) -> Layout:
    sketch = Sketch()
    for x, y in places_of(cells, _place).tolist():
        for dx, dy in _CORNERS:
            sketch.vertex(x + dx, y + dy)
    points = np.array(sketch.points).reshape(-1, 3)
    for a, b in pairs_apart(points, _SLACK).tolist():
        sketch.add_edge(a, b)
    layout = sketch.layout(make_faces=True, check_crossings=True)
    sketch = Sketch(layout)
    walks = outer_walks(Links.of(layout))
    if walks:
        _round_off(sketch, walks[0].tolist())
    return renumbered(sketch.layout("Celtic", shape, dim=dim))


def _round_off(sketch: Sketch, walk: Sequence[int]) -> None:
    """Add cells with curved borders to the dents, tips and sides of an outer walk."""
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
    """Return the bends of a border to the left, and every second flat point."""
    corners, flat = [], 0
    for n, bend in enumerate(bends):
        if bend > _BEND:
            corners.append(n)
            flat = 0
        elif abs(bend) < _FLAT:
            flat += 1
            if flat % 2 == 0:
                corners.append(n)
    return corners


def _bend(a: Sequence[float], b: Sequence[float], c: Sequence[float]) -> float:
    """Return the left turn of a path at the second of three points, in radians."""
    vx, vy = b[0] - a[0], b[1] - a[1]
    ux, uy = c[0] - b[0], c[1] - b[1]
    return math.atan2(ux * -vy + uy * vx, ux * vx + uy * vy)


#: The places of the stores.
Stores = Literal["None", "Inner", "Outer"]

#: The rows that a board may have, and the distances of its stores from the pits.
_GAPS = {2: (-0.85, -0.15), 3: (-1.0, 0.0), 4: (-0.9, -0.1), 5: (-1.0, 0.0), 6: (-0.9, -0.1)}


def mancala(rows: int, columns: int, stores: Stores = "Outer", count: int = 2) -> Layout:
    """Return a mancala board: a vertex for each store and each pit.

    With stores these are the first and the last vertex, and the pits follow row by row from the
    lower left. Inner stores, or a number of them other than 2, make a square of `rows` points a
    side, as in Ludii.
    """
    if rows not in _GAPS:
        raise InputError(f"{rows} rows: a mancala board has 2 to 6")
    if stores == "Inner" or count != 2:
        return replace(rectangle(rows, rows), dim=None)
    parts = [shift(rectangle(1, columns), 0, row) for row in range(rows)]
    if stores == "Outer":
        left, right = (float(np.float32(gap)) for gap in _GAPS[rows])
        middle = (rows - 1) / 2
        parts = [_store(left, middle), *parts, _store(columns + right, middle)]
    return union(parts, connect=True)


def _store(x: float, y: float) -> Layout:
    empty = np.zeros((0, 2), np.int32)
    return Layout(np.array([[x, y, 0.0]]), empty, (), "NoBasis", "NoShape")


_NAMES = {3: "Triangle", 4: "Square", 6: "Hexagon"}


def polygons(
    sides: int,
    rings: int,
    *,
    midpoints: bool = True,
    join_midpoints: bool = True,
    join_corners: bool = False,
    cells: bool = False,
) -> Layout:
    """Return regular polygons inside each other, with middles of sides, perhaps with cells."""
    per_side = 1 + midpoints
    check_room(sides * rings * per_side, MAX_VERTICES, "vertices")
    sketch = Sketch()
    arc = 2 * math.pi / sides
    first = math.pi / 2 + (arc / 2 if sides % 2 == 0 else 0)
    for ring in range(rings):
        begin = len(sketch.points)
        radius = 1 + ring * (2 if sides == 3 else 1)
        for side in range(sides):
            (ax, ay), (cx, cy) = (
                (radius * math.cos(angle), radius * math.sin(angle))
                for angle in (first + arc * side, first + arc * (side + 1))
            )
            sketch.vertex(ax, ay)
            if midpoints:
                sketch.vertex((ax + cx) / 2.0, (ay + cy) / 2.0)
        stop = len(sketch.points)
        for vertex in range(begin, stop):
            sketch.add_edge(vertex, vertex + 1 if vertex + 1 < stop else begin)
    per_ring = sides * per_side
    joins = join_corners or (midpoints and join_midpoints)
    for ring in range(rings - 1 if joins else 0):
        for corner in range(ring * per_ring, (ring + 1) * per_ring, per_side):
            if join_corners:
                sketch.add_edge(corner, corner + per_ring)
            if join_midpoints and corner + 1 + per_ring < len(sketch.points):
                sketch.add_edge(corner + 1, corner + 1 + per_ring)
    layout = renumbered(sketch.layout("Concentric", _NAMES.get(sides, "Regular")))
    return make_faces(layout) if cells else layout


def quadhex(layers: int, thirds: bool = False) -> Layout:
    """Return a hexagon of quadrilaterals, `layers` from its middle, of six sections or three."""
    check_room(6 * (layers + 1) ** 2, MAX_VERTICES, "vertices")
    sketch = _thirds(layers) if thirds else _sixths(layers)
    options: Any = {"dim": (layers,), "make_faces": True, "check_crossings": True}
    return renumbered(sketch.layout("QuadHex", "Hexagon", **options))


def _sixths(layers: int) -> Sketch:
    height = layers * math.sqrt(3) / 2
    middle, top = (0.0, 0.0), (0.0, height)
    corner, right = (layers / 2.0, height), (float(layers), 0.0)
    side = ((corner[0] + right[0]) / 2, (corner[1] + right[1]) / 2)
    sketch = Sketch()
    for sixth in range(6):
        for row, around in _quads(layers, (middle, side), (top, corner), sixth * math.pi / 3):
            a, b, c = (sketch.vertex(*around[n]) for n in (0, 1, 3))
            sketch.edge(a, b)
            sketch.edge(b, c)
            if row == layers - 1:
                sketch.edge(c, sketch.vertex(*around[2]))
    return sketch


def _quads(
    layers: int, first: tuple[Corner, Corner], second: tuple[Corner, Corner], angle: float = 0.0
) -> Iterator[tuple[int, list[Corner]]]:
    """Yield the row and the corners of each cell between two lines, turned about the origin."""
    for row in range(layers):
        shares = row / layers, (row + 1) / layers
        near, far = (
            [_rotated(angle, _between(share, *line)) for share in shares]
            for line in (first, second)
        )
        for column in range(layers):
            parts = column / layers, (column + 1) / layers
            yield row, [_between(n, a, b) for a, b in zip(near, far, strict=True) for n in parts]


def _thirds(layers: int) -> Sketch:
    section = _third(layers)
    size = len(section.points)
    points = [(x, y) for x, y, _ in section.points]
    sketch = Sketch()
    for third in range(3):
        for x, y in points:
            sketch.add_vertex(x, y)
        for a, b in section.edges:
            sketch.add_edge(a + third * size, b + third * size)
        points = [_rotated(2 * math.pi / 3, point) for point in points]
    # Sections meet in the middle, and at the ends of their borders.
    inner = [third * size + layers * (2 * layers + 3) for third in range(3)]
    left = [third * size + 4 * layers for third in range(3)]
    right = [vertex + 2 for vertex in left]
    for third in range(3):
        sketch.edge(inner[third], inner[(third + 1) % 3])
    for third in range(3):
        sketch.edge(right[third], left[(third + 1) % 3])
    return sketch


def _third(layers: int) -> Sketch:
    """Return the lower of three sections: one half, and its mirror image."""
    height = layers * math.sqrt(3) / 2
    middle, bottom = (0.0, 0.0), (0.0, -height)
    corner, left = (-layers / 2.0, -height), (-float(layers), 0.0)
    share = layers / (layers + 0.5)
    top, side = _between(share, bottom, middle), _between(share / 2, corner, left)
    sketch = Sketch()
    for _, around in _quads(layers, (corner, bottom), (side, top)):
        for mirror in (1, -1):
            a, b, c, d = (sketch.vertex(mirror * x, y) for x, y in around)
            for ends in ((a, b), (c, d), (a, c), (b, d)):
                sketch.edge(*ends)
    return sketch


def _between(part: float, a: Corner, b: Corner) -> Corner:
    return a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])


def _rotated(angle: float, point: Corner) -> Corner:
    (x, y), sine, cosine = point, math.sin(angle), math.cos(angle)
    return x * cosine - y * sine, y * cosine + x * sine
