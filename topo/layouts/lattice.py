"""Boards of copies of one shape on a lattice, their edges found by their length."""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from boardless.jit.arrays import Bools, Floats, Ints
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
#: Cells whose points are gathered before they are counted.
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
