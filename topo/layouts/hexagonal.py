"""Boards on the hexagonal lattice: hexagons around its points, or triangles between them.

Edges are 1 long. The sizes of boards of triangles count points: a board that is played on its cells
has one more along a side, so that its size counts triangles; the callers add it.
"""

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from boardless.jit.arrays import Bools, Floats, Ints
from boardless.topo.layouts.faces import faces_of
from boardless.topo.layouts.incidence import renumbered
from boardless.topo.layouts.lattice import (
    Place,
    PlanePoints,
    around_sides,
    band,
    block,
    cells_of,
    copies,
    ordered,
    places_of,
    within,
)
from boardless.topo.layouts.layout import MAX_VERTICES, Corner, Layout, check_room

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
    """Return the points of line `n` of a hexagon, below its row, above the middle over it."""
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
