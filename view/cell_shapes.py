"""The cells of a board as pages draw them: few shapes, and a place for each cell."""

from typing import TypeAlias

import numpy as np

from boardless.topo import Board
from boardless.topo.boards.outlines import Drawable, outlines
from boardless.topo.drawing.svg import UNITS as UNITS
from boardless.topo.kernels.arrays import Floats

#: x and y of each corner, around the centre of the cell.
Shape: TypeAlias = tuple[int, ...]
#: The number of its shape, and where its centre is.
Cell: TypeAlias = tuple[int, int, int]


def cells_of(board: Drawable) -> tuple[tuple[Shape, ...], dict[int, Cell]]:
    """Return the shapes of a board's cells, and the cells by site in order.

    All numbers are in picture units, y downwards as on a screen.

    Parameters
    ----------
    board : Board or FixedBoard
        Any board.

    Examples
    --------
    >>> from boardless.topo import SQUARE, Board
    >>> cells_of(Board(SQUARE, [(0, 0, 0), (1, 0, 0)]))
    (((-50, 50, 50, 50, 50, -50, -50, -50),), {0: (0, 50, -50), 1: (0, 150, -50)})
    """
    sites = board.sites
    centres = board.positions[sites]
    if isinstance(board, Board):
        tiling = board.tiling
        keys = np.array([(0, 0, k) for k in range(len(tiling.faces))])
        origins = tiling.plane(tiling.face_grid(keys))
        shapes = [_shape(*pair) for pair in zip(outlines(tiling, keys), origins, strict=True)]
        kinds = board.keys[sites, 2].tolist()
    else:
        found: dict[Shape, int] = {}
        pairs = zip(board.outlines(), centres, strict=True)
        kinds = [found.setdefault(_shape(*pair), len(found)) for pair in pairs]
        shapes = list(found)
    places = _units(centres).tolist()
    cells = {
        site: (kind, x, y) for site, kind, (x, y) in zip(sites.tolist(), kinds, places, strict=True)
    }
    return tuple(shapes), cells


def _shape(outline: Floats, centre: Floats) -> Shape:
    return tuple(_units(outline - centre).ravel().tolist())


def _units(points: Floats) -> "np.ndarray[tuple[int, ...], np.dtype[np.int64]]":
    return np.rint(points * (UNITS, -UNITS)).astype(np.int64)
