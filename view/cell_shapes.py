"""The cells of a board as pages draw them: few shapes, and a place for each cell."""

from functools import lru_cache
from typing import TypeAlias

import numpy as np

from boardless.topo import Board, FixedBoard
from boardless.topo.boards.outlines import outlines
from boardless.topo.drawing.svg import UNITS as UNITS
from boardless.topo.kernels.arrays import Floats
from boardless.topo.layouts.links import CELL

AnyBoard: TypeAlias = Board | FixedBoard

#: x and y of each corner, around the centre of the cell.
Shape: TypeAlias = tuple[int, ...]
#: The number of its shape, and where its centre is.
Cell: TypeAlias = tuple[int, int, int]
#: x and y of both ends.
Line: TypeAlias = tuple[int, int, int, int]


def cells_of(board: AnyBoard) -> tuple[tuple[Shape, ...], dict[int, Cell]]:
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
    if isinstance(board, FixedBoard):
        return _laid_out(board)
    sites = board.sites
    tiling = board.tiling
    keys = np.array([(0, 0, k) for k in range(len(tiling.faces))])
    origins = tiling.plane(tiling.face_grid(keys))
    shapes = tuple(_shape(*pair) for pair in zip(outlines(tiling, keys), origins, strict=True))
    kinds = board.keys[sites, 2].tolist()
    places = _units(board.positions[sites]).tolist()
    cells = {
        site: (kind, x, y) for site, kind, (x, y) in zip(sites.tolist(), kinds, places, strict=True)
    }
    return shapes, cells


def lines_of(board: AnyBoard) -> tuple[Line, ...]:
    """Return the lines between the places of a board that is played on vertices or edges."""
    if not isinstance(board, FixedBoard) or board.use == CELL:
        return ()
    ends = _units(board.lines()).reshape(-1, 4).tolist()
    return tuple((x, y, to_x, to_y) for x, y, to_x, to_y in ends)


@lru_cache(8)
def _laid_out(board: FixedBoard) -> tuple[tuple[Shape, ...], dict[int, Cell]]:
    """Return what `cells_of` does of a board that stays as it is."""
    shapes: dict[Shape, int] = {}
    cells = {}
    places = _units(board.positions).tolist()
    for site, (outline, (x, y)) in enumerate(zip(board.outlines(), places, strict=True)):
        shape = _shape(outline, board.positions[site])
        cells[site] = (shapes.setdefault(shape, len(shapes)), x, y)
    return tuple(shapes), cells


def _shape(outline: Floats, centre: Floats) -> Shape:
    return tuple(_units(outline - centre).ravel().tolist())


def _units(points: Floats) -> "np.ndarray[tuple[int, ...], np.dtype[np.int64]]":
    return np.rint(points * (UNITS, -UNITS)).astype(np.int64)
