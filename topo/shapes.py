"""Regular boards of any dimension."""

import numpy as np

from topo.arrays import Bools, Ints
from topo.errors import InputError
from topo.numbering import row_order
from topo.slots import ADJACENT
from topo.tiling import Tiling, check_tiling

#: The largest dimension of a regular board that is built (12.6 million hexagons).
MAX_DIMENSION = 2048

#: No more cells than this on boards made of rings, which have more cells a dimension.
MAX_CELLS = 20_000_000


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
        Cells along a side: a square's, a hexagon's or a triangle's. On other tilings it is one
        more than the number of rings around one cell, the last prototile.

    Returns
    -------
    int32 array of shape (n, 3)
        Lattice keys, sorted by row from the bottom and from left to right.

    Raises
    ------
    InputError
        If `tiling` is no tiling, the dimension no whole number from 1 to MAX_DIMENSION, or the
        board one of rings and of more than MAX_CELLS cells.
    """
    check_tiling(tiling)
    reach = check_dimension(dimension) - 1
    keys = _within_shape(tiling, reach) if tiling.shape else _rings(tiling, reach)
    return keys[row_order(tiling.face_grid(keys))]


def _within_shape(tiling: Tiling, reach: int) -> Ints:
    planes = np.array(tiling.shape, dtype=np.int64)
    limits = planes[:, 3] * reach
    rows = []
    # No regular shape reaches further than two sides from its first cell; a line of the lattice
    # at a time, so that memory follows the board.
    prototiles = range(len(tiling.faces))
    line = np.array([(i, 0, k) for i in range(-reach, 2 * reach + 1) for k in prototiles])
    for j in range(2 * reach + 1):
        line[:, 1] = j
        rows.append(line[_inside(line, planes, limits)].astype(np.int32))
    return np.concatenate(rows)


def _rings(tiling: Tiling, reach: int) -> Ints:
    """Return the last prototile of lattice cell (0, 0) and `reach` rings of cells that touch."""
    slots = tiling.slots
    beside = [slots.link[k, slots.relation[k] & ADJACENT > 0, :3] for k in range(len(tiling.faces))]
    before = np.empty((0, 3), dtype=np.int32)
    ring = np.array([(0, 0, len(tiling.faces) - 1)], dtype=np.int32)
    rings, count = [ring], 1
    for _ in range(reach):
        near = [ring[ring[:, 2] == k, None, :2] + steps[:, :2] for k, steps in enumerate(beside)]
        kinds = [np.broadcast_to(s[:, 2], n.shape[:2]) for s, n in zip(beside, near, strict=True)]
        touched = np.concatenate(
            [np.dstack((n, k)).reshape(-1, 3) for n, k in zip(near, kinds, strict=True)]
        )
        # What touches a ring and is no part of it or of the one before is the next.
        inside = len(before) + len(ring)
        both, first = np.unique(np.concatenate((before, ring, touched)), axis=0, return_index=True)
        before, ring = ring, both[first >= inside]
        rings.append(ring)
        count += len(ring)
        if count > MAX_CELLS:
            raise InputError(
                f"dimension {reach + 1}: {tiling.name} boards have at most {MAX_CELLS:,} cells, "
                f"choose at most {len(rings) - 1}"
            )
    return np.concatenate(rings)


def _inside(keys: Ints, planes: Ints, limits: Ints) -> Bools:
    """Tell which cells lie in all the half-planes, shape ``(n,)``."""
    return np.asarray((keys @ planes[:, :3].T <= limits).all(axis=1))
