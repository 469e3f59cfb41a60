"""Boards on lattices: copies of one shape, hexagons, triangles, and squares with diagonals.

The edges of copies are found by their length. On the hexagonal lattice there are hexagons around
its points, or triangles between them, and edges are 1 long. The sizes of boards of triangles count
points: a board that is played on its cells has one more along a side, so that its size counts
triangles; the callers add it.
"""

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from boardless.jit.arrays import Bools, Floats, Ints
from boardless.topo.layouts.editing import Sketch
from boardless.topo.layouts.faces import faces_of
from boardless.topo.layouts.incidence import renumbered
from boardless.topo.layouts.layout import (
    MAX_VERTICES,
    Corner,
    Layout,
    PointIndex,
    bounds,
    check_room,
    pairs_apart,
    widened,
)
from boardless.topo.layouts.places import inside

#: Vertices that are an edge apart, give or take this, are joined.
_SLACK = 0.01
#: Copies of a shape share the vertices that are nearer to each other.
_SHARED = 0.1
#: The number of cells with points gathered before the points are counted.
_CHUNK = 10_000
#: The six directions on a lattice of hexagons or triangles: rows and columns.
_DIRECTIONS = ((1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1))

#: The x and the y of several places.
PlanePoints: TypeAlias = tuple[npt.NDArray[np.floating[Any]], npt.NDArray[np.floating[Any]]]
#: The places of rows and columns of a lattice.
Place: TypeAlias = Callable[[Ints, Ints], PlanePoints]
#: A test of rows and columns of a lattice for being part of a board.
Keep: TypeAlias = Callable[[Ints, Ints], Bools]


def block(rows: int, columns: int) -> Ints:
    """Return all of some rows and columns, row by row."""
    return cells_of(range(rows), range(columns), lambda row, _: np.ones(len(row), bool))


def band(rows: int, columns: int) -> Ints:
    """Return the rows and columns near a diagonal: a hexagon with sides of these lengths."""
    size = range(rows + columns - 1)
    return cells_of(size, size, lambda row, column: np.abs(row - column) < rows)


def cells_of(rows: range, columns: range, keep: Keep) -> Ints:
    """Return the rows and columns that are part of a board: int64 (n, 2), row by row."""
    check_room(len(rows) * len(columns), 4 * MAX_VERTICES, "rows times columns")
    grid = np.mgrid[rows.start : rows.stop, columns.start : columns.stop].reshape(2, -1)
    cells: Ints = grid[:, keep(*grid)].T
    check_room(len(cells), MAX_VERTICES, "vertices")
    return cells


def places_of(cells: Ints, place: Place) -> Floats:
    """Return the points of rows and columns of a lattice: float64 (n, 2)."""
    return np.stack(place(cells[:, 0], cells[:, 1]), axis=1).astype(np.float64)


def copies(cells: Ints, place: Place, motif: Sequence[Corner]) -> Floats:
    """Return the points of copies of a motif, (n, 2), in the order of first occurrence."""
    index = PointIndex(_SHARED)
    for start in range(0, len(cells), _CHUNK):
        middles = places_of(cells[start : start + _CHUNK], place)
        for x, y in (middles[:, None] + np.array(motif)).reshape(-1, 2).tolist():
            index.find_or_add(x, y)
        check_room(len(index.points), MAX_VERTICES, "vertices")
    return np.array(index.points).reshape(-1, 3)[:, :2]


def joined(points: Floats, basis: str, shape: str, dim: tuple[int, ...] | None = None) -> Layout:
    """Return the layout of points joined where an edge apart; rounded to 32 bits, as in Ludii."""
    check_room(len(points), MAX_VERTICES, "vertices")
    edges = pairs_apart(points, _SLACK)
    flat = np.zeros((len(points), 3))
    flat[:, :2] = points.astype(np.float32)
    return Layout(flat, edges, faces_of(flat, edges), basis, shape, dim)


def ordered(points: Floats, basis: str, shape: str, dim: tuple[int, ...] | None = None) -> Layout:
    """Return the layout of `joined`, numbered from the bottom up."""
    return renumbered(joined(points, basis, shape, dim))


def within(corners: Sequence[Corner], place: Place, margin: int) -> Ints:
    """Return rows and columns of places in a widened area, up to `margin` around its box."""
    wide = widened(corners)
    x0, y0, x1, y1 = (int(value) for value in bounds(wide))
    rows = range(y0 - margin, y1 + margin + 1)
    columns = range(x0 - margin, x1 + margin + 1)
    return cells_of(
        rows,
        columns,
        lambda *grid: inside(places_of(np.stack(grid, axis=1), place), np.array(wide)),
    )


def around_sides(sides: Sequence[int], place: Place) -> list[Corner]:
    """Return the corners of an area on a lattice of hexagons or triangles, side after side.

    Clockwise each side turns by 60 degrees, to the other side if its length is negative; lengths
    count the cells or points of a side. The lengths repeat until there are five, so two make a
    hexagon with alternating sides.
    """
    row = column = 0
    turn = 1
    corners = [_corner(row, column, place)]
    for n in range(max(5, len(sides))):
        length = sides[n % len(sides)]
        steps = length + 1 if length < 0 else length - 1
        turn = (turn + (-1 if steps < 0 else 1)) % len(_DIRECTIONS)
        if steps > 0:
            row += steps * _DIRECTIONS[turn][0]
            column += steps * _DIRECTIONS[turn][1]
            corners.append(_corner(row, column, place))
    return corners


def _corner(row: int, column: int, place: Place) -> Corner:
    x, y = place(np.array(row), np.array(column))
    return float(x), float(y)


_HALF = math.sqrt(3) / 2

#: The corners of a hexagon around its middle, clockwise from the top.
_CORNERS = ((0.0, 1.0), (_HALF, 0.5), (_HALF, -0.5), (0.0, -1.0), (-_HALF, -0.5), (-_HALF, 0.5))


@dataclass(frozen=True)
class HexagonalLattice:
    """Boards of one basis on the hexagonal lattice."""

    basis: str
    #: The places of rows and columns: where columns lean to the left; and in diamonds and prisms,
    #: where rows go up to the left and columns up to the right.
    place: Place
    leaning: Place
    #: The points around each place, with x and y exchanged in diamonds; without any, the place.
    motif: Sequence[Corner]
    #: The margin of areas; see `within`.
    margin: int
    #: The hexagon with a number of hexagons, or points, along each side.
    hexagon: Callable[[int], Layout]

    def diamond(self, side: int) -> Layout:
        """Return a rhombus that stands on its obtuse corner."""
        return self._leaning(block(side, side), "Diamond", (side,))

    def prism(self, rows: int, columns: int) -> Layout:
        """Return a hexagon that stands on a corner, its upright sides `columns` long."""
        return self._leaning(band(rows, columns), "Prism", (rows, columns))

    def rectangle(self, rows: int, columns: int) -> Layout:
        """Return rows of hexagons or points, every second shifted by half a step."""
        cells = cells_of(
            range(rows),
            range(columns + rows),
            lambda row, column: (column >= (row + 1) // 2) & (column < columns + row // 2),
        )
        return self._upright(cells, "Square" if rows == columns else "Rectangle", (rows, columns))

    def star(self, side: int) -> Layout:
        """Return a star of six points: a hexagon with a triangle of `side` on each of its sides."""

        def keep(row: Ints, column: Ints) -> Bools:
            upwards = (column >= side) & (column - row <= side) & (row <= 3 * side)
            downwards = (row - column <= side) & (column <= 3 * side) & (row >= side)
            return upwards | downwards

        size = range(4 * side + 1)
        return self._upright(cells_of(size, size, keep), "Star", (side,))

    def triangle(self, side: int) -> Layout:
        """Return a triangle with `side` hexagons, or points, along each side."""
        cells = cells_of(range(side), range(side), lambda row, column: row <= column)
        return self._upright(cells, "Triangle", (side,))

    def area(self, corners: Sequence[Corner]) -> Layout:
        """Return the hexagons or points in an area."""
        return self._upright(within(corners, self.place, self.margin), "Custom")

    def along_sides(self, sides: Sequence[int]) -> Layout:
        """Return the hexagons or points in a shape with these sides; see `around_sides`."""
        shape = sides_shape(sides)
        margin = sides[0] if shape == "Limping" and not self.motif else self.margin
        corners = around_sides(sides, self.place)
        return self._upright(within(corners, self.place, margin), shape)

    def _upright(self, cells: Ints, shape: str, dim: tuple[int, ...] | None = None) -> Layout:
        points = _points(cells, self.place, self.motif)
        return ordered(points, self.basis, shape, dim)

    def _leaning(self, cells: Ints, shape: str, dim: tuple[int, ...]) -> Layout:
        points = _points(cells, self.leaning, [(y, x) for x, y in self.motif])
        return ordered(points, self.basis, shape, dim)


def _points(cells: Ints, place: Place, motif: Sequence[Corner]) -> Floats:
    return copies(cells, place, motif) if motif else places_of(cells, place)


def sides_shape(sides: Sequence[int]) -> str:
    """Return the name of the shape with sides of these lengths."""
    return "Limping" if len(sides) == 2 and sides[0] == sides[1] - 1 else "Custom"


def _middle(row: Ints, column: Ints) -> PlanePoints:
    return math.sqrt(3) * (column - 0.5 * row), 1.5 * row


def _hexagon_of_hexagons(side: int) -> Layout:
    check_room(6 * side * side, MAX_VERTICES, "vertices")
    lines = [_zigzag(side, n) for n in range(2 * side)]
    starts = np.cumsum([0, *map(len, lines)]).tolist()
    edges = _lines(starts)
    for n in range(2 * side - 1):
        # Below the middle the dents of a line lead up to the tips of the next, above it back.
        lower = range(starts[n] + (n >= side), starts[n + 1], 2)
        upper = range(starts[n + 1] + (n + 1 < side), starts[n + 2], 2)
        edges += zip(lower, upper, strict=True)
    return _hexagon(np.concatenate(lines), edges, side)


def _zigzag(side: int, n: int) -> Floats:
    """Return the points of line `n` of a hexagon: below row `n`, higher up above row `n` - 1."""
    row = n if n < side else n - 1
    left, tip = (_CORNERS[4], _CORNERS[3]) if n < side else (_CORNERS[5], _CORNERS[0])
    columns = np.arange(max(0, row - side + 1), min(2 * side - 1, side + row))
    x, y = _middle(np.full(len(columns), row), columns)
    line = np.empty((2 * len(columns) + 1, 2))
    line[:-1:2] = np.stack((x + left[0], y + left[1]), axis=1)
    line[1::2] = np.stack((x + tip[0], y + tip[1]), axis=1)
    line[-1] = x[-1] - left[0], y[-1] + left[1]
    return line


def _point(row: Ints, column: Ints) -> PlanePoints:
    return column - 0.5 * row, _HALF * row


def _hexagon_of_triangles(side: int) -> Layout:
    check_room(3 * side * side, MAX_VERTICES, "vertices")
    lengths = [2 * side - 1 - abs(row - side + 1) for row in range(2 * side - 1)]
    starts = np.cumsum([0, *lengths]).tolist()
    cells = np.array(
        [(row, max(0, row - side + 1) + n) for row, most in enumerate(lengths) for n in range(most)]
    )
    edges = _lines(starts)
    # Above the middle the lines go downwards.
    for row in (*range(side - 1), *range(side, 2 * side - 1)):
        other = starts[row + 1] if row < side else starts[row - 1]
        for n in range(lengths[row]):
            edges += [(starts[row] + n, other + n + more) for more in (0, 1)]
    return _hexagon(places_of(cells, _point), edges, side)


def _lines(starts: Sequence[int]) -> list[tuple[int, int]]:
    """Return the edges along lines of points that begin with these numbers."""
    lines = itertools.pairwise(starts)
    return [edge for line in lines for edge in itertools.pairwise(range(*line))]


def _hexagon(flat: Floats, edges: Sequence[tuple[int, int]], side: int) -> Layout:
    points = np.zeros((len(flat), 3))
    points[:, :2] = flat
    ends = np.array(edges, np.int32).reshape(-1, 2)
    return renumbered(Layout(points, ends, faces_of(points, ends), dim=(side,)))


HEXAGONS = HexagonalLattice(
    "Hexagonal",
    _middle,
    lambda row, column: (1.5 * (column - row), math.sqrt(3) * (row + column) * 0.5),
    _CORNERS,
    3,
    _hexagon_of_hexagons,
)

TRIANGLES = HexagonalLattice(
    "Triangular",
    _point,
    lambda row, column: (_HALF * (column - row), (row + column) * 0.5),
    (),
    2,
    _hexagon_of_triangles,
)


#: Kinds of lines across the squares of a board.
SquareDiagonals = Literal[
    "Implied", "Solid", "SolidNoSplit", "Alternating", "Concentric", "Radiating"
]

#: The four directions along the sides of squares, in the order in which a board's sides turn.
_SQUARE_DIRECTIONS = ((1, 0), (0, 1), (-1, 0), (0, -1))
#: The same where sides turn left: across, up, back, down.
LEFTWARD = ((0, 1), (1, 0), (0, -1), (-1, 0))
#: The directions in which diagonals radiate.
_RAYS = ((1, 1), (1, -1), (-1, -1), (-1, 1))
#: In a pyramid points are joined when their distance differs from 1 by less.
_PYRAMID_SLACK = 0.05


def rectangle(
    rows: int, columns: int, diagonals: SquareDiagonals | None = None, pyramidal: bool = False
) -> Layout:
    """Return rows and columns of points; `pyramidal` adds layers, each in the dents below."""
    check_room(rows * columns * (min(rows, columns) if pyramidal else 1), MAX_VERTICES, "vertices")
    sketch = Sketch()
    for row in range(rows):
        for column in range(columns):
            sketch.add_vertex(column, row)
    for row in range(rows):
        for column in range(columns):
            vertex = row * columns + column
            if row + 1 < rows:
                sketch.add_edge(vertex, vertex + columns)
            if column + 1 < columns:
                sketch.add_edge(vertex, vertex + 1)
    if pyramidal:
        _add_layers(sketch, rows, columns)
    _add_diagonals(sketch, range(rows + 1), range(columns + 1), diagonals)
    layout = sketch.layout("Square", "Rectangle", dim=(rows, columns), make_faces=True)
    return renumbered(layout)


def square_diamond(side: int, diagonals: SquareDiagonals | None = None) -> Layout:
    """Return a square that stands on its corner, `side` points along each of its slopes."""
    size = range(2 * side)
    cells = cells_of(
        size,
        size,
        lambda row, column: (
            (abs(row - column) <= side) & (row + column >= side - 1) & (row + column < 3 * side)
        ),
    )
    layout = joined(places_of(cells, _square_place), "Square", "Diamond", (side,))
    return _crossed(layout, range(2 * side + 1), range(2 * side + 1), diagonals)


def square_area(corners: Sequence[Corner], diagonals: SquareDiagonals | None = None) -> Layout:
    """Return the points with whole coordinates in an area, and the squares between them."""
    x0, y0, x1, y1 = (int(value) for value in bounds(widened(corners)))
    layout = joined(places_of(within(corners, _square_place, 2), _square_place), "Square", "Custom")
    return _crossed(layout, range(y0 - 2, y1 + 3), range(x0 - 2, x1 + 3), diagonals)


def square_along_sides(sides: Sequence[int], diagonals: SquareDiagonals | None = None) -> Layout:
    """Return the squares in a shape with sides of these lengths.

    A side turns right from the one before it, or left if its length is negative. The step of a left
    turn is also taken backwards, so it ends where a right turn would.
    """
    return square_area(square_corners(sides, 1.0), diagonals)


def square_corners(
    sides: Sequence[int], unit: float, directions: Sequence[tuple[int, int]] = _SQUARE_DIRECTIONS
) -> list[Corner]:
    """Return the corners of a shape with these sides; each direction is right of the last."""
    turn = len(directions) - 1
    row = column = 0.0
    corners = [(column, row)]
    for length in sides:
        turn = (turn + (-1 if length < 0 else 1)) % len(directions)
        row += length * directions[turn][0] * unit
        column += length * directions[turn][1] * unit
        corners.append((column, row))
    return corners


def _square_place(row: Ints, column: Ints) -> PlanePoints:
    return column.astype(np.float64), row.astype(np.float64)


def _crossed(
    layout: Layout, rows: range, columns: range, diagonals: SquareDiagonals | None
) -> Layout:
    """Return a layout with diagonals, numbered from the bottom up."""
    if diagonals in (None, "Implied"):
        return renumbered(layout)
    sketch = Sketch(layout)
    _add_diagonals(sketch, rows, columns, diagonals)
    crossed = sketch.layout(layout.basis, layout.shape, dim=layout.dim, make_faces=True)
    return renumbered(crossed)


def _add_layers(sketch: Sketch, rows: int, columns: int) -> None:
    """Add ever smaller rectangles above a rectangle, and join vertices an edge apart."""
    for layer in range(1, rows):
        for row in range(rows - layer):
            for column in range(columns - layer):
                x, y = layer * 0.5 + column, layer * 0.5 + row
                sketch.vertex(x, y, layer * (1.0 / math.sqrt(2)))
    points = np.array(sketch.points)
    for a, b in pairs_apart(points, _PYRAMID_SLACK).tolist():
        sketch.edge(a, b)


def _add_diagonals(
    sketch: Sketch, rows: range, columns: range, diagonals: SquareDiagonals | None
) -> None:
    """Add the lines across the squares of some rows and columns."""
    if diagonals is None or diagonals == "Implied":
        return
    middle_row = int((rows[0] + rows[-1]) / 2)
    middle_column = int((columns[0] + columns[-1]) / 2)
    if diagonals == "Radiating":
        _add_rays(sketch, rows, columns, middle_row, middle_column)
        return
    for row in rows:
        for column in columns:
            around = ((column, row), (column, row + 1), (column + 1, row + 1), (column + 1, row))
            a, b, c, d = square = [sketch.index.find(x, y) for x, y in around]
            if min(square) < 0:
                continue
            if diagonals == "Solid":
                middle = sketch.vertex(column + 0.5, row + 0.5)
                for corner in square:
                    sketch.edge(corner, middle)
                continue
            rising = falling = diagonals == "SolidNoSplit"
            if diagonals == "Alternating":
                rising = (row + column) % 2 == 0
                falling = not rising
            elif diagonals == "Concentric":
                falling = (row < middle_row) == (column < middle_column)
                rising = not falling
            if rising:
                sketch.edge(a, c)
            if falling:
                sketch.edge(b, d)


def _add_rays(sketch: Sketch, rows: range, columns: range, row: int, column: int) -> None:
    """Add the diagonals from the middle, its row counted across and its column up."""
    steps = max(len(rows) - 1, len(columns) - 1) // 2 + 1
    for step in range(steps):
        for dx, dy in _RAYS:
            a = sketch.index.find(row + step * dx, column + step * dy)
            b = sketch.index.find(row + (step + 1) * dx, column + (step + 1) * dy)
            if a >= 0 and b >= 0:
                sketch.edge(a, b)
