"""The thesis's closed forms for contour growth, (5.1) to (5.6).

The general numbering gives the same numbers for any growth; these stand beside it as a check and
as documentation. `d` is the dimension of the board before it grows.
"""

from boardless.topo.boards.shapes import check_dimension
from boardless.topo.errors import InputError
from boardless.topo.kernels.arrays import Ints
from boardless.topo.tilings.named import HEXAGONAL, SQUARE, TRIANGULAR, is_regular, tiling_of
from boardless.topo.tilings.tiling import Tiling

#: How much the dimension of a regular board grows with one contour.
CONTOUR_STEP = {SQUARE.name: 2, HEXAGONAL.name: 1, TRIANGULAR.name: 3}


def contour_added(tiling: Tiling | str, d: int) -> int:
    """Return how many cells a contour adds: (5.1) squares, (5.3) hexagons, (5.5) triangles.

    Raises
    ------
    InputError
        If `d` is no dimension, or the law of the tiling is not known.
    """
    name, d = _checked(tiling, d)
    return {SQUARE.name: 4 * d + 4, HEXAGONAL.name: 6 * d, TRIANGULAR.name: 6 * d + 9}[name]


def contour_index(tiling: Tiling | str, d: int, index: Ints | int, row: Ints | int) -> Ints | int:
    """Return the index, after a contour, of the cell of an index and a row.

    (5.2) squares, (5.4) hexagons, (5.6) triangles; works on arrays too. Rows count from 0 at the
    bottom; a strip of triangles is two rows.

    Raises
    ------
    InputError
        If `d` is no dimension, or the law of the tiling is not known.
    """
    name, d = _checked(tiling, d)
    first = {SQUARE.name: d + 3, HEXAGONAL.name: d + 2, TRIANGULAR.name: 2 * d + 6}[name]
    return index + first + 2 * row


def _checked(tiling: Tiling | str, d: int) -> tuple[str, int]:
    tiling = tiling_of(tiling)
    if not is_regular(tiling):
        raise InputError(f"{tiling!r}: laws are known for {', '.join(CONTOUR_STEP)}")
    return tiling.name, check_dimension(d)
