"""Boards of hexagons whose sides are 1 long: hexagons, diamonds, prisms, stars and areas."""

import itertools
import math
from collections.abc import Sequence

import numpy as np

from boardless.jit.arrays import Bools, Floats, Ints
from boardless.topo.layouts.faces import faces_of
from boardless.topo.layouts.incidence import renumbered
from boardless.topo.layouts.lattice import (
    Coordinates,
    around_sides,
    band,
    block,
    cells_of,
    copies,
    ordered,
    within,
)
from boardless.topo.layouts.layout import MAX_VERTICES, Corner, Layout, check_room

_HALF = math.sqrt(3) / 2

#: The corners of a hexagon around its middle, clockwise from the top.
_CORNERS = ((0.0, 1.0), (_HALF, 0.5), (_HALF, -0.5), (0.0, -1.0), (-_HALF, -0.5), (-_HALF, 0.5))

#: The same for a hexagon that lies on a side, in the same order.
_TURNED = tuple((y, x) for x, y in _CORNERS)


def place(row: Ints, column: Ints) -> Coordinates:
    """Return the middles of hexagons; columns lean to the left."""
    return math.sqrt(3) * (column - 0.5 * row), 1.5 * row


def leaning(row: Ints, column: Ints) -> Coordinates:
    """Return the middles of hexagons in a diamond: rows go up to the left, columns to the right."""
    return 1.5 * (column - row), math.sqrt(3) * (row + column) * 0.5


def hexagon(side: int) -> Layout:
    """Return a hexagon of hexagons."""
    check_room(6 * side * side, MAX_VERTICES, "vertices")
    lines = [_line(side, n) for n in range(2 * side)]
    starts = np.cumsum([0, *map(len, lines)]).tolist()
    edges: list[tuple[int, int]] = []
    for start, stop in itertools.pairwise(starts):
        edges += itertools.pairwise(range(start, stop))
    for n in range(2 * side - 1):
        # Below the middle the dents of a line lead up to the tips of the next, above it back.
        lower = range(starts[n] + (n >= side), starts[n + 1], 2)
        upper = range(starts[n + 1] + (n + 1 < side), starts[n + 2], 2)
        edges += zip(lower, upper, strict=True)
    points = np.zeros((starts[-1], 3))
    points[:, :2] = np.concatenate(lines)
    ends = np.array(edges, np.int32)
    return renumbered(Layout(points, ends, faces_of(points, ends), dim=(side,)))


def _line(side: int, n: int) -> Floats:
    """Return the points of a zigzag line of a hexagon, counted from the bottom.

    Those of the lower half run under the hexagons of their row, those of the upper half over them.
    """
    row = n if n < side else n - 1
    left, tip = (_CORNERS[4], _CORNERS[3]) if n < side else (_CORNERS[5], _CORNERS[0])
    columns = np.arange(max(0, row - side + 1), min(2 * side - 1, side + row))
    x, y = place(np.full(len(columns), row), columns)
    line = np.empty((2 * len(columns) + 1, 2))
    line[:-1:2] = np.stack((x + left[0], y + left[1]), axis=1)
    line[1::2] = np.stack((x + tip[0], y + tip[1]), axis=1)
    line[-1] = x[-1] - left[0], y[-1] + left[1]
    return line


def diamond(side: int) -> Layout:
    """Return a rhombus of hexagons that stands on its obtuse corner."""
    return ordered(copies(block(side, side), leaning, _TURNED), "Hexagonal", "Diamond", (side,))


def prism(rows: int, columns: int) -> Layout:
    """Return a hexagon of hexagons that stands on a corner, its upright sides `columns` long."""
    cells = band(rows, columns)
    return ordered(copies(cells, leaning, _TURNED), "Hexagonal", "Prism", (rows, columns))


def rectangle(rows: int, columns: int) -> Layout:
    """Return rows of hexagons, every second shifted by half a hexagon."""
    shape = "Square" if rows == columns else "Rectangle"
    return _upright(rectangle_cells(rows, columns), shape, (rows, columns))


def star(side: int) -> Layout:
    """Return a hexagon of hexagons with a triangle of `side` on each of its sides."""
    return _upright(star_cells(side), "Star", (side,))


def triangle(side: int) -> Layout:
    """Return a triangle of hexagons."""
    return _upright(triangle_cells(side), "Triangle", (side,))


def area(corners: Sequence[Corner]) -> Layout:
    """Return the hexagons whose middles lie in an area."""
    return _upright(within(corners, place, 3), "Custom")


def along_sides(sides: Sequence[int]) -> Layout:
    """Return the hexagons of a shape with sides of these lengths; see `around_sides`."""
    return _upright(within(around_sides(sides, place), place, 3), sides_shape(sides))


def sides_shape(sides: Sequence[int]) -> str:
    """Return the name of the shape with sides of these lengths."""
    return "Limping" if len(sides) == 2 and sides[0] == sides[1] - 1 else "Custom"


def rectangle_cells(rows: int, columns: int) -> Ints:
    """Return the rows and columns of a rectangle on a lattice whose columns lean to the left."""

    def keep(row: Ints, column: Ints) -> Bools:
        return (column >= (row + 1) // 2) & (column < columns + row // 2)

    return cells_of(range(rows), range(columns + rows), keep)


def triangle_cells(side: int) -> Ints:
    """Return the rows and columns of a triangle on such a lattice."""
    return cells_of(range(side), range(side), lambda row, column: row <= column)


def star_cells(side: int) -> Ints:
    """Return the rows and columns of a star of six points on such a lattice."""
    size = 4 * side + 1

    def keep(row: Ints, column: Ints) -> Bools:
        upwards = (column >= side) & (column - row <= side) & (row <= 3 * side)
        downwards = (row - column <= side) & (column <= 3 * side) & (row >= side)
        return upwards | downwards

    return cells_of(range(size), range(size), keep)


def _upright(cells: Ints, shape: str, dim: tuple[int, ...] | None = None) -> Layout:
    return ordered(copies(cells, place, _CORNERS), "Hexagonal", shape, dim)
