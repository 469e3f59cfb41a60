"""Boards of triangles whose sides are 1 long: hexagons, diamonds, prisms, stars and areas.

Sizes count points. A board that is played on its cells has one more along a side, so that its
size counts triangles; the callers add it.
"""

import itertools
import math
from collections.abc import Sequence

import numpy as np

from boardless.jit.arrays import Ints
from boardless.topo.layouts.faces import faces_of
from boardless.topo.layouts.hexagonal import (
    rectangle_cells,
    sides_shape,
    star_cells,
    triangle_cells,
)
from boardless.topo.layouts.incidence import renumbered
from boardless.topo.layouts.lattice import (
    Coordinates,
    around_sides,
    band,
    block,
    ordered,
    places_of,
    within,
)
from boardless.topo.layouts.layout import MAX_VERTICES, Corner, Layout, check_room

_HALF = math.sqrt(3) / 2.0


def place(row: Ints, column: Ints) -> Coordinates:
    """Return the points of a lattice whose columns lean to the left."""
    return column - 0.5 * row, _HALF * row


def leaning(row: Ints, column: Ints) -> Coordinates:
    """Return the points of a diamond: rows go up to the left, columns to the right."""
    return _HALF * (column - row), (row + column) * 0.5


def triangle(side: int) -> Layout:
    """Return a triangle with `side` points along each side."""
    return _upright(triangle_cells(side), "Triangle", (side,))


def hexagon(side: int) -> Layout:
    """Return a hexagon with `side` points along each side."""
    check_room(3 * side * side, MAX_VERTICES, "vertices")
    lengths = [2 * side - 1 - abs(row - side + 1) for row in range(2 * side - 1)]
    starts = np.cumsum([0, *lengths]).tolist()
    cells = np.array(
        [(row, max(0, row - side + 1) + n) for row, most in enumerate(lengths) for n in range(most)]
    )
    edges: list[tuple[int, int]] = []
    for start, stop in itertools.pairwise(starts):
        edges += itertools.pairwise(range(start, stop))
    for row in range(side - 1):
        for n in range(lengths[row]):
            edges += [(starts[row] + n, starts[row + 1] + n + more) for more in (0, 1)]
    # Above the middle the lines are drawn downwards.
    for row in range(side, 2 * side - 1):
        for n in range(lengths[row]):
            edges += [(starts[row] + n, starts[row - 1] + n + more) for more in (0, 1)]
    points = np.zeros((len(cells), 3))
    points[:, :2] = places_of(cells, place)
    ends = np.array(edges, np.int32).reshape(-1, 2)
    return renumbered(Layout(points, ends, faces_of(points, ends), dim=(side,)))


def diamond(side: int) -> Layout:
    """Return a rhombus that stands on its obtuse corner."""
    return ordered(places_of(block(side, side), leaning), "Triangular", "Diamond", (side,))


def prism(rows: int, columns: int) -> Layout:
    """Return a hexagon that stands on a corner, its upright sides `columns` points long."""
    cells = band(rows, columns)
    return ordered(places_of(cells, leaning), "Triangular", "Prism", (rows, columns))


def rectangle(rows: int, columns: int) -> Layout:
    """Return rows of points, every second shifted by half an edge."""
    shape = "Square" if rows == columns else "Rectangle"
    return _upright(rectangle_cells(rows, columns), shape, (rows, columns))


def star(side: int) -> Layout:
    """Return a star of six points."""
    return _upright(star_cells(side), "Star", (side,))


def area(corners: Sequence[Corner]) -> Layout:
    """Return the points of the lattice in an area."""
    return _upright(within(corners, place, 2), "Custom")


def along_sides(sides: Sequence[int]) -> Layout:
    """Return the points in a shape with sides of these lengths; see `around_sides`."""
    shape = sides_shape(sides)
    margin = sides[0] if shape == "Limping" else 2
    return _upright(within(around_sides(sides, place), place, margin), shape)


def _upright(cells: Ints, shape: str, dim: tuple[int, ...] | None = None) -> Layout:
    return ordered(places_of(cells, place), "Triangular", shape, dim)
