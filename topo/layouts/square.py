"""Boards of squares: rectangles, diamonds and areas, with diagonals of many kinds."""

import math
from collections.abc import Sequence
from typing import Literal

import numpy as np

from boardless.jit.arrays import Ints
from boardless.topo.layouts.editing import Sketch
from boardless.topo.layouts.incidence import renumbered
from boardless.topo.layouts.lattice import PlanePoints, cells_of, joined, places_of, within
from boardless.topo.layouts.layout import (
    MAX_VERTICES,
    Corner,
    Layout,
    bounds,
    check_room,
    pairs_apart,
    widened,
)

#: Kinds of lines across the squares of a board.
Diagonals = Literal["Implied", "Solid", "SolidNoSplit", "Alternating", "Concentric", "Radiating"]

#: The four directions along the sides of squares, in the order in which a board's sides turn.
_DIRECTIONS = ((1, 0), (0, 1), (-1, 0), (0, -1))
#: The same where sides turn left: across, up, back, down.
LEFTWARD = ((0, 1), (1, 0), (0, -1), (-1, 0))
#: The directions in which diagonals radiate.
_RAYS = ((1, 1), (1, -1), (-1, -1), (-1, 1))
#: In a pyramid points are joined when their distance differs from 1 by less.
_PYRAMID_SLACK = 0.05


def rectangle(
    rows: int, columns: int, diagonals: Diagonals | None = None, pyramidal: bool = False
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


def diamond(side: int, diagonals: Diagonals | None = None) -> Layout:
    """Return a square that stands on its corner, `side` points along each of its slopes."""
    size = range(2 * side)
    cells = cells_of(
        size,
        size,
        lambda row, column: (
            (abs(row - column) <= side) & (row + column >= side - 1) & (row + column < 3 * side)
        ),
    )
    layout = joined(places_of(cells, _place), "Square", "Diamond", (side,))
    return _crossed(layout, range(2 * side + 1), range(2 * side + 1), diagonals)


def area(corners: Sequence[Corner], diagonals: Diagonals | None = None) -> Layout:
    """Return the points with whole coordinates in an area, and the squares between them."""
    x0, y0, x1, y1 = (int(value) for value in bounds(widened(corners)))
    layout = joined(places_of(within(corners, _place, 2), _place), "Square", "Custom")
    return _crossed(layout, range(y0 - 2, y1 + 3), range(x0 - 2, x1 + 3), diagonals)


def along_sides(sides: Sequence[int], diagonals: Diagonals | None = None) -> Layout:
    """Return the squares in a shape with sides of these lengths.

    A side turns right from the one before it, or left if its length is negative; as the step is
    then taken backwards, too, such a side leads to the end of one to the right.
    """
    return area(square_corners(sides, 1.0), diagonals)


def square_corners(
    sides: Sequence[int], unit: float, directions: Sequence[tuple[int, int]] = _DIRECTIONS
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


def _place(row: Ints, column: Ints) -> PlanePoints:
    return column.astype(np.float64), row.astype(np.float64)


def _crossed(layout: Layout, rows: range, columns: range, diagonals: Diagonals | None) -> Layout:
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
    sketch: Sketch, rows: range, columns: range, diagonals: Diagonals | None
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
