"""Boards of the semiregular tilings, and of one with two kinds of corners, by their names."""

import math
from collections.abc import Sequence

from boardless.jit.arrays import Ints
from boardless.topo.layouts.lattice import (
    LEFTWARD,
    Place,
    PlanePoints,
    around_sides,
    band,
    block,
    copies,
    joined,
    ordered,
    sides_shape,
    square_corners,
    within,
)
from boardless.topo.layouts.layout import Corner, Layout
from boardless.topo.layouts.operators import keep as keep_area
from boardless.util.inputs import InputError

_ROOT = math.sqrt(3)
_HALF = _ROOT / 2


#: A hexagon on a side and the twelve points around the squares and triangles at its sides.
_ROSE = (
    (-0.5, _HALF),
    (0.5, _HALF),
    (1.0, 0.0),
    (0.5, -_HALF),
    (-0.5, -_HALF),
    (-1.0, 0.0),
    *(
        (radius * math.cos(angle), radius * math.sin(angle))
        for radius in [(1 + _HALF) / math.cos(math.radians(15))]
        for angle in [math.radians(15 + n * 30) for n in range(12)]
    ),
)
_TURNED_ROSE = tuple((y, x) for x, y in _ROSE)

#: A regular polygon of twelve sides.
_DODECAGON = tuple(
    (math.cos(angle) * radius, math.sin(angle) * radius)
    for radius in [1 / math.sqrt(2 - _ROOT)]
    for angle in [math.pi / 12 + n / 12 * 2 * math.pi for n in range(12)]
)

#: A hexagon on a side, and the twelve points two steps from its middle or so.
_FLORET = tuple(
    (0.5 * x, _HALF * y)
    for x, y in (
        *((-1, 1), (1, 1), (2, 0), (1, -1), (-1, -1), (-2, 0)),
        *((-2, 2), (0, 2), (2, 2), (3, 1), (4, 0), (3, -1)),
        *((2, -2), (0, -2), (-2, -2), (-3, -1), (-4, 0), (-3, 1)),
    )
)

#: Two squares between four triangles, and what surrounds them.
_CROSS = tuple(
    (a * 0.5 + b * _HALF, c * 0.5 + d * _HALF)
    for a, b, c, d in (
        *((-1, 0, -1, -1), (1, 0, -1, -1), (-1, -1, 0, -1), (1, 1, 0, -1), (0, 0, -1, 0)),
        *((-2, -1, 0, 0), (0, -1, 0, 0), (0, 1, 0, 0), (2, 1, 0, 0), (0, 0, 1, 0)),
        *((-1, -1, 0, 1), (1, 1, 0, 1), (-1, 0, 1, 1), (1, 0, 1, 1)),
    )
)

#: A regular octagon on a side, and how far apart two of them are.
_WIDE = 1 + 2 / math.sqrt(2)
_OCTAGON = tuple(
    (x / 2, y / 2)
    for x, y in (
        *((1, _WIDE), (_WIDE, 1), (_WIDE, -1), (1, -_WIDE)),
        *((-1, -_WIDE), (-_WIDE, -1), (-_WIDE, 1), (-1, _WIDE)),
    )
)

_SQUARE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
_HEXAGON = ((1.0, 0.0), (0.5, _HALF), (-0.5, _HALF), (-1.0, 0.0), (-0.5, -_HALF), (0.5, -_HALF))


def _leaning(across: float, up: float) -> Place:
    """Return a lattice with columns that lean to the left."""
    return lambda row, column: (across * (column - 0.5 * row), up * row)


def _leaning_scaled(across: float) -> Place:
    """Return a leaning lattice of equilateral triangles; it multiplies by the length last."""
    up = across * _ROOT / 2
    return lambda row, column: ((column - 0.5 * row) * across, row * up)


def _diamond(across: float, up: float) -> Place:
    """Return a lattice with rows up to the left and columns up to the right."""
    return lambda row, column: (across * (column - row), up * (row + column) * 0.5)


def _floret(row: Ints, column: Ints) -> PlanePoints:
    return column * 5 * 0.5 - row * 4 * 0.5, row * 2 * _HALF + column * _HALF


def _slanting(row: Ints, column: Ints) -> PlanePoints:
    return column + 0.5 * row, row * (1 + _HALF)


def _upright(row: Ints, column: Ints) -> PlanePoints:
    return column * _WIDE, row * _WIDE


_CROSSES = (1 + _ROOT) / 2
_ROSES = (1 + _ROOT, (3 + _ROOT) / 2)


def _crosses(row: Ints, column: Ints) -> PlanePoints:
    return _CROSSES * (column - row), _CROSSES * (row + column)


#: Tilings that make hexagons: the places of the copies, and the motif.
_HEXAGONS: dict[str, tuple[Place, Sequence[Corner]]] = {
    "T31212": (_leaning_scaled(3.7320508), _DODECAGON),
    "T4612": (_leaning_scaled(4.7320508), _DODECAGON),
    "T33336": (_floret, _FLORET),
    "T333333_33434": (_diamond(1.5 + _ROOT, 2 + _ROOT), _ROSE),
    "T3464": (_diamond(_ROSES[1], _ROSES[0]), _ROSE),
    "T3636": (_leaning(2.0, _ROOT), _HEXAGON),
}

#: Tilings that fill areas: the places of the copies, the motif, and the basis.
_AREAS: dict[str, tuple[Place, Sequence[Corner], str]] = {
    "T3636": (_leaning(2.0, _ROOT), _HEXAGON, "Hexagonal"),
    "T3464": (_leaning(*_ROSES), _TURNED_ROSE, "T3464"),
    "T33344": (_slanting, _SQUARE, "T33344"),
    "T488": (_upright, _OCTAGON, "T488"),
}

#: The size of the board of T33434 that areas are cut out of.
_CUT_FROM = 5

NAMES = ("T31212", "T3464", "T488", "T33434", "T33336", "T33344", "T3636", "T4612", "T333333_33434")


def board(name: str, rows: int, columns: int | None = None) -> Layout:
    """Return the board of a tiling of `NAMES` with `rows` of its largest cell along a side.

    `columns` makes a parallelogram of T3464 and T3636, a rectangle of T488, and counts for T33344;
    the others have one size.
    """
    if name == "T33344":
        size = (rows, rows if columns is None else columns)
        return ordered(copies(block(*size), _slanting, _SQUARE), name, "Rhombus", size)
    if name == "T33434":
        return ordered(copies(block(rows, rows), _crosses, _CROSS), name, "Diamond", (rows,))
    if name == "T488":
        octagons = block(rows, rows if columns is None else columns)
        shape, dim = ("Square", (rows,)) if columns is None else ("Rectangle", (rows, columns))
        # The one tiling whose vertices stay in the order in which octagons bring them.
        return joined(copies(octagons, _upright, _OCTAGON), name, shape, dim)
    place, motif = _HEXAGONS[name]
    if columns is None or name not in ("T3464", "T3636"):
        return ordered(copies(band(rows, rows), place, motif), name, "Hexagon", (rows,))
    if name == "T3464":
        cells, shape = block(rows, columns), "Quadrilateral"
    else:
        cells, shape = block(2 * rows - 1, 2 * columns - 1), "Rhombus"
    return ordered(copies(cells, place, motif), name, shape, (rows, columns))


#: The sizes of tilings that are the same in every area, as in Ludii.
_FIXED = {"T333333_33434": 2, "T4612": 3, "T31212": 3, "T33336": 3}


def area(name: str, corners: Sequence[Corner]) -> Layout:
    """Return the part of a tiling in an area: the copies with their middles in it."""
    if name in _FIXED:
        return board(name, _FIXED[name])
    if name == "T33434":
        return keep_area(board(name, _CUT_FROM), corners)
    return _filled(name, corners, "Custom")


def along_sides(name: str, sides: Sequence[int]) -> Layout:
    """Return the part of a tiling in a shape with sides of these lengths."""
    if name == "T33434" or name in _FIXED:
        return board(name, _FIXED.get(name, 3))
    if name == "T488":
        return _filled(name, square_corners(sides, 1.0, LEFTWARD), "Custom")
    _check_area(name)
    return _filled(name, around_sides(sides, _AREAS[name][0]), sides_shape(sides))


def _filled(name: str, corners: Sequence[Corner], shape: str) -> Layout:
    _check_area(name)
    place, motif, basis = _AREAS[name]
    return ordered(copies(within(corners, place, 2), place, motif), basis, shape)


def _check_area(name: str) -> None:
    if name not in _AREAS:
        raise InputError(
            f"tiling {name}: give its size; only these have areas: {', '.join(_AREAS)}"
        )
