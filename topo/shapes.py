"""Regular boards of any dimension."""

import numpy as np

from topo.arrays import Bools, Ints
from topo.errors import InputError
from topo.numbering import row_order
from topo.tiling import Tiling, check_tiling

#: The largest dimension of a regular board that is built (12.6 million hexagons).
MAX_DIMENSION = 2048


def check_dimension(dimension: int) -> int:
    """Return `dimension`.

    Raises
    ------
    InputError
        If it is no whole number from 1 to MAX_DIMENSION.
    """
    whole = isinstance(dimension, int | np.integer) and not isinstance(dimension, bool)
    if not whole or not 1 <= dimension <= MAX_DIMENSION:
        raise InputError(
            f"dimension {dimension!r}: choose a whole number from 1 to {MAX_DIMENSION}"
        )
    return int(dimension)


def shape_keys(tiling: Tiling, dimension: int) -> Ints:
    """Return the cells of the regular board of a dimension, row by row.

    Parameters
    ----------
    tiling : Tiling
        Any tiling.
    dimension : int
        Cells along a side: a square's, a hexagon's or a triangle's.

    Returns
    -------
    int32 array of shape (n, 3)
        Lattice keys, sorted by row from the bottom and from left to right.

    Raises
    ------
    InputError
        If `tiling` is no tiling, or the dimension no whole number from 1 to MAX_DIMENSION.
    """
    planes = np.array(check_tiling(tiling).shape, dtype=np.int64)
    reach = check_dimension(dimension) - 1
    limits = planes[:, 3] * reach
    rows = []
    # No regular shape reaches further than two sides from its first cell; a line of the lattice
    # at a time, so that memory follows the board.
    prototiles = range(len(tiling.faces))
    line = np.array([(i, 0, k) for i in range(-reach, 2 * reach + 1) for k in prototiles])
    for j in range(2 * reach + 1):
        line[:, 1] = j
        rows.append(line[_inside(line, planes, limits)].astype(np.int32))
    keys = np.concatenate(rows)
    return keys[row_order(tiling.face_grid(keys))]


def _inside(keys: Ints, planes: Ints, limits: Ints) -> Bools:
    """Tell which cells lie in all the half-planes, shape ``(n,)``."""
    return np.asarray((keys @ planes[:, :3].T <= limits).all(axis=1))
