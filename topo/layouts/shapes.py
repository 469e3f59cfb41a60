"""Boards of single shapes: polygons, stars, bricks, Celtic knots, mancala, morris, quadhex."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

import numpy as np

from boardless.jit.arrays import Bools, Ints
from boardless.topo.layouts.editing import Sketch
from boardless.topo.layouts.incidence import Links, renumbered
from boardless.topo.layouts.lattice import Coordinates, cells_of, everything, places_of
from boardless.topo.layouts.layout import (
    MAX_VERTICES,
    Corner,
    Layout,
    bounds,
    check_room,
    pairs_within,
    widened,
)
from boardless.topo.layouts.operators import make_faces, shift, union
from boardless.topo.layouts.places import inside, outer_walks
from boardless.topo.layouts.square import rectangle, square_corners
from boardless.util.inputs import InputError


def regular(sides: int, star: bool = False, *, cells: bool = False) -> Layout:
    """Return a regular polygon, or the star in it.

    Parameters
    ----------
    sides : int
    star : bool
        Whether to join each corner with the one almost opposite, rather than with the next.
    cells : bool
        Whether the board is played on cells; it has none otherwise.
    """
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
    drawn = sketch.layout(dim=(sides,), make_faces=cells, check_crossings=True)
    return renumbered(drawn)


def wedge(rows: int, columns: int | None = None) -> Layout:
    """Return a triangle of points on rays down from its tip; it has no cells.

    Parameters
    ----------
    rows : int
        With the tip.
    columns : int, optional
        Rays, from the left to the right, two at least; three when not given.
    """
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
    """Return polygons copied in rows and columns.

    Parameters
    ----------
    rows, columns : int
    steps : pair of (float, float)
        From one column to the next, and from one row to the next.
    polygons : sequence of sequences of (float, float)
    """
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
    """Return rows of bricks, every second shifted by half a brick.

    Parameters
    ----------
    rows, columns : int
        As many columns as rows when they are not given.
    trim : bool
        Whether bricks that stick out are cut in half.
    """
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


#: Half the diagonal of a square of side 1, and all of it.
_HALF_DIAGONAL = 1.0 / math.sqrt(2)
_WHOLE = 2 * _HALF_DIAGONAL
_CORNERS = (
    (_HALF_DIAGONAL, 0.0),
    (0.0, _HALF_DIAGONAL),
    (-_HALF_DIAGONAL, 0.0),
    (0.0, -_HALF_DIAGONAL),
)
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


#: Where the stores are.
Stores = Literal["None", "Inner", "Outer"]

#: The rows that a board may have, and how far its stores lie beside the pits.
_GAPS = {2: (-0.85, -0.15), 3: (-1.0, 0.0), 4: (-0.9, -0.1), 5: (-1.0, 0.0), 6: (-0.9, -0.1)}


def mancala(rows: int, columns: int, stores: Stores = "Outer", count: int = 2) -> Layout:
    """Return a mancala board: a vertex for each store and each pit.

    With stores these are the first and the last vertex, and the pits follow row by row from the
    lower left.

    Parameters
    ----------
    rows, columns : int
        Pits up, from 2 to 6, and across.
    stores : str
        Where the stores are; ``"Inner"`` is not known, and makes a square of `rows` points a side.
    count : int
        How many stores there are; other than 2 makes such a square, too.

    Raises
    ------
    InputError
        If there are fewer rows than 2 or more than 6.
    """
    if rows not in _GAPS:
        raise InputError(f"{rows} rows: a mancala board has 2 to 6")
    if stores == "Inner" or count != 2:
        return replace(rectangle(rows, rows), dim=None)
    parts = [shift(rectangle(1, columns), 0, row) for row in range(rows)]
    if stores == "Outer":
        left, right = _GAPS[rows]
        middle = (rows - 1) / 2
        parts = [
            _store(_rounded(left), middle),
            *parts,
            _store(columns + _rounded(right), middle),
        ]
    return union(parts, connect=True)


def _rounded(value: float) -> float:
    return float(np.float32(value))


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
    """Return regular polygons inside each other, their corners and the middles of their sides.

    Parameters
    ----------
    sides, rings : int
    midpoints : bool
        Whether there are vertices in the middle of the sides.
    join_midpoints, join_corners : bool
        Whether rings are joined there.
    cells : bool
        Whether the board is played on cells; it has none otherwise.
    """
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
    _join_rings(sketch, sides, rings, per_side, midpoints, join_midpoints, join_corners)
    layout = renumbered(sketch.layout("Concentric", _NAMES.get(sides, "Regular")))
    return make_faces(layout) if cells else layout


def _join_rings(
    sketch: Sketch,
    sides: int,
    rings: int,
    per_side: int,
    midpoints: bool,
    join_midpoints: bool,
    join_corners: bool,
) -> None:
    if not ((midpoints and join_midpoints) or join_corners):
        return
    per_ring = sides * per_side
    for ring in range(rings - 1):
        for side in range(sides):
            corner = ring * per_ring + side * per_side
            if join_corners:
                sketch.add_edge(corner, corner + per_ring)
            if join_midpoints and corner + 1 + per_ring < len(sketch.points):
                sketch.add_edge(corner + 1, corner + 1 + per_ring)


def quadhex(layers: int, thirds: bool = False) -> Layout:
    """Return a hexagon made of quadrilaterals.

    Parameters
    ----------
    layers : int
        Cells from the middle to the border.
    thirds : bool
        Whether it has three sections, each a side and half a side either way, around a triangle in
        the middle; otherwise it has six, which meet there.
    """
    check_room(6 * (layers + 1) ** 2, MAX_VERTICES, "vertices")
    sketch = _thirds(layers) if thirds else _sixths(layers)
    drawn = sketch.layout(
        "QuadHex", "Hexagon", dim=(layers,), make_faces=True, check_crossings=True
    )
    return renumbered(drawn)


def _sixths(layers: int) -> Sketch:
    height = layers * math.sqrt(3) / 2
    middle, top = (0.0, 0.0), (0.0, height)
    corner, right = (layers / 2.0, height), (float(layers), 0.0)
    side = ((corner[0] + right[0]) / 2, (corner[1] + right[1]) / 2)
    sketch = Sketch()
    for sixth in range(6):
        angle = sixth * math.pi / 3
        for row in range(layers):
            low, high = row / layers, (row + 1) / layers
            a0, a1 = (_turned(angle, _between(part, middle, side)) for part in (low, high))
            b0, b1 = (_turned(angle, _between(part, top, corner)) for part in (low, high))
            for column in range(layers):
                near, far = column / layers, (column + 1) / layers
                a = sketch.vertex(*_between(near, a0, b0))
                b = sketch.vertex(*_between(far, a0, b0))
                c = sketch.vertex(*_between(far, a1, b1))
                sketch.edge(a, b)
                sketch.edge(b, c)
                if row == layers - 1:
                    sketch.edge(c, sketch.vertex(*_between(near, a1, b1)))
    return sketch


def _thirds(layers: int) -> Sketch:
    section = _third(layers)
    size = len(section.points)
    sine, cosine = math.sin(2 * math.pi / 3), math.cos(2 * math.pi / 3)
    points = [(x, y) for x, y, _ in section.points]
    sketch = Sketch()
    for third in range(3):
        for x, y in points:
            sketch.add_vertex(x, y)
        for a, b in section.edges:
            sketch.add_edge(a + third * size, b + third * size)
        points = [(x * cosine - y * sine, y * cosine + x * sine) for x, y in points]
    # Where sections meet: in the middle, and at the ends of their borders.
    inner = [third * size + layers * (2 * layers + 3) for third in range(3)]
    left = [third * size + 4 * layers for third in range(3)]
    right = [vertex + 2 for vertex in left]
    for third in range(3):
        sketch.edge(inner[third], inner[(third + 1) % 3])
    for third in range(3):
        sketch.edge(right[third], left[(third + 1) % 3])
    return sketch


def _third(layers: int) -> Sketch:
    """Return the lower of three sections: one half, and its mirror image drawn beside it."""
    height = layers * math.sqrt(3) / 2
    middle, bottom = (0.0, 0.0), (0.0, -height)
    corner, left = (-layers / 2.0, -height), (-float(layers), 0.0)
    share = layers / (layers + 0.5)
    top, side = _between(share, bottom, middle), _between(share / 2, corner, left)
    sketch = Sketch()
    for row in range(layers):
        low, high = row / layers, (row + 1) / layers
        a0, a1 = _between(low, corner, bottom), _between(high, corner, bottom)
        b0, b1 = _between(low, side, top), _between(high, side, top)
        for column in range(layers):
            near, far = column / layers, (column + 1) / layers
            around = [_between(part, a, b) for a, b in ((a0, b0), (a1, b1)) for part in (near, far)]
            for mirror in (1, -1):
                a, b, c, d = (sketch.vertex(mirror * x, y) for x, y in around)
                for ends in ((a, b), (c, d), (a, c), (b, d)):
                    sketch.edge(*ends)
    return sketch


def _between(part: float, a: Corner, b: Corner) -> Corner:
    return a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])


def _turned(angle: float, point: Corner) -> Corner:
    x, y = point
    return (
        x * math.cos(angle) - y * math.sin(angle),
        y * math.cos(angle) + x * math.sin(angle),
    )
