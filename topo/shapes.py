"""Regular boards of any dimension, and the contour around a board."""

import numpy as np

from topo.errors import InputError
from topo.numbering import row_order
from topo.slots import ADJACENT, ORTHOGONAL
from topo.tiling import Tiling
from topo.arrays import Bools, Ints

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
        If the dimension is no whole number from 1 to MAX_DIMENSION.
    """
    reach = check_dimension(dimension) - 1
    planes = np.array(tiling.shape, dtype=np.int64)
    limits = planes[:, 3] * reach
    rows = []
    # No regular shape reaches further than two sides from its first cell; a line of the lattice
    # at a time, so that memory follows the board.
    line = np.array([(i, 0, k) for i in range(-reach, 2 * reach + 1) for k in range(len(tiling.faces))])
    for j in range(2 * reach + 1):
        line[:, 1] = j
        rows.append(line[_inside(line, planes, limits)].astype(np.int32))
    keys = np.concatenate(rows)
    return keys[row_order(tiling.face_grid(keys))]


def contour_keys(tiling: Tiling, keys: Ints, step: Ints, perimeter: Ints) -> Ints:
    """Return the cells of the contour around a board, row by row.

    They are the ring of cells that touch the board; around a regular shape also those that make
    the next one regular (the three corners of a triangle, which touch no old cell).

    Parameters
    ----------
    tiling : Tiling
        The board's tiling.
    keys : int32 array of shape (n, 3)
        The board's keys.
    step : int32 array of shape (n, S)
        The board's steps.
    perimeter : int array
        The sites on its perimeter.

    Returns
    -------
    int32 array of shape (m, 3)
        The keys to add.
    """
    edge = keys[perimeter]
    missing = (step[perimeter] < 0) & (tiling.slots.relation[edge[:, 2]] & ADJACENT > 0)
    ring = _distinct(tiling, _neighbours(tiling, edge, missing))
    planes = np.array(tiling.shape, dtype=np.int64)
    limits = (edge @ planes[:, :3].T).max(axis=0, initial=0)
    if not len(ring) or _inside(ring, planes, limits).any():
        return ring
    # The board fills its hull, so the next one shall fill that of the ring.
    limits = (ring @ planes[:, :3].T).max(axis=0)
    known = {tuple(key) for key in np.concatenate((ring, edge)).tolist()}
    front = ring
    while len(front):
        sides = tiling.slots.relation[front[:, 2]] & ORTHOGONAL > 0
        next_to = _neighbours(tiling, front, sides)
        next_to = next_to[_inside(next_to, planes, limits)]
        fresh = [key for key in map(tuple, next_to.tolist()) if key not in known]
        known.update(fresh)
        front = _distinct(tiling, np.array(fresh, dtype=np.int32).reshape(-1, 3))
        ring = np.concatenate((ring, front))
    return ring[row_order(tiling.face_grid(ring))]


def _inside(keys: Ints, planes: Ints, limits: Ints) -> Bools:
    """Tell which cells lie in all the half-planes, shape ``(n,)``."""
    inside: Bools = (keys @ planes[:, :3].T <= limits).all(axis=1)
    return inside


def _neighbours(tiling: Tiling, keys: Ints, chosen: Bools) -> Ints:
    """Return the neighbours of `keys` in the chosen slots, (n, S), with repetitions."""
    links = tiling.slots.link[keys[:, 2]].copy()
    links[:, :, :2] += keys[:, None, :2]
    return links[chosen][:, :3]


def _distinct(tiling: Tiling, keys: Ints) -> Ints:
    """Return the different keys of a list, row by row."""
    keys = keys[row_order(tiling.face_grid(keys))]
    repeated = np.zeros(len(keys), dtype=np.bool_)
    repeated[1:] = (keys[1:] == keys[:-1]).all(axis=1)
    return keys[~repeated]
