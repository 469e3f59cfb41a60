"""How large the first board is: by the number of start tiles, or by where they lie."""

from collections.abc import Iterable

import numpy as np

from boardless.topo import Board, InputError, Key, Tiling, shape_keys, tiling_of, whole_number
from boardless.topo.boards.numbering import row_order
from boardless.topo.boards.shapes import rings
from boardless.topo.kernels.arrays import Ints
from boardless.topo.tilings.named import is_regular
from boardless.topo.tilings.tiling import MAX_DIMENSION

#: No more start tiles than fit in a line on the largest board.
MAX_TILES = MAX_DIMENSION - 4

#: The largest board of rings that is looked for around tiles; a fixed one has dimension 21.
MAX_RINGS = 64


def first_dimension(tiling: Tiling | str, tiles: int) -> int:
    """Return the dimension of the first board for a number of start tiles (section 5.4).

    The tiles are taken to lie in a straight line on the centre, and their neighbours have to be on
    the board. Without tiles it is 3 for squares, 2 for hexagons and 4 for triangles. (The author's
    code has 3 for triangles and, for one tile on hexagons, 1, which leaves the tile without
    neighbours; here it is 2.) The rule says nothing about other tilings; on boards of rings a row
    of tiles reaches half its length from the cell in the middle, and needs a ring more.

    Raises
    ------
    InputError
        If there is no such tiling, or the number is no whole number from 0 to MAX_TILES.
    """
    tiles = whole_number(tiles, "start tiles", 0, MAX_TILES)
    odd = tiles % 2
    by_tiles = {
        "square": (3, tiles + 2),
        "hexagonal": (2, max(2, tiles + 1 - odd)),
        "triangular": (4, tiles + 4 - odd),
    }
    tiling = tiling_of(tiling)
    if not is_regular(tiling):
        return 2 + tiles // 2
    return by_tiles[tiling.name][tiles > 0]


def smallest_board(tiling: Tiling | str, cells: Iterable[Key]) -> Board:
    """Return the smallest regular board that has the cells and all their neighbours (section 7.4).

    Of several places for it, the tiles lie as low, and then as far to the left, on the board as
    they can. Its sites are row by row, its lattice keys those of the cells.

    Parameters
    ----------
    tiling : Tiling or str
        Any tiling, or its name.
    cells : iterable of (i, j, k)
        Where the start tiles lie; without any, the board is one cell.

    Raises
    ------
    InputError
        If there is no such tiling, or the tiles lie too far apart.
    """
    tiling = tiling_of(tiling)
    board = Board(tiling, cells)
    for site in range(len(board)):
        board.grow_around(site)
    if not len(board):
        return Board.regular(tiling, 1)
    if not tiling.shape:
        return _smallest_of_rings(board)
    planes = np.array(tiling.shape, dtype=np.int64)
    # How far the cells reach beyond the half-planes of a board of dimension 1.
    reach = (board.keys @ planes[:, :3].T).max(axis=0)
    too_small, large_enough = 0, MAX_DIMENSION + 1
    while large_enough - too_small > 1:
        middle = (too_small + large_enough) // 2
        if len(_shifts(planes, reach - planes[:, 3] * (middle - 1), board.keys)):
            large_enough = middle
        else:
            too_small = middle
    if large_enough > MAX_DIMENSION:
        raise InputError(f"start tiles too far apart for a board of dimension {MAX_DIMENSION}")
    shift = _shifts(planes, reach - planes[:, 3] * (large_enough - 1), board.keys)[-1]
    return Board(tiling, shape_keys(tiling, large_enough) + np.append(shift, 0))


def _smallest_of_rings(needed: Board) -> Board:
    """Return the smallest board of rings that has all cells of a board."""
    tiling = needed.tiling
    last = len(tiling.faces) - 1
    growing = [rings(tiling, key) for key in map(needed.key, needed)]
    around: list[set[tuple[int, int]]] = [set() for _ in growing]
    for dimension in range(1, MAX_RINGS + 1):
        # The rings around a cell have the cells around which rings have that cell.
        for cells, ring in zip(around, growing, strict=True):
            cells.update((i, j) for i, j, k in next(ring).tolist() if k == last)
        if middles := set.intersection(*around):
            places = np.array([(i, j, last) for i, j in middles], dtype=np.int32)
            i, j, _ = places[row_order(tiling.face_grid(places))[-1]].tolist()
            return Board(tiling, shape_keys(tiling, dimension) + np.array((i, j, 0)))
    raise InputError(f"start tiles too far apart for a board of dimension {MAX_RINGS}")


def _shifts(planes: Ints, least: Ints, keys: Ints) -> Ints:
    """Return the moves ``(x, y)`` of a board with ``a*x + b*y >= least`` for every half-plane.

    Of those with equal `x` the largest `y`; sorted by `y`, then `x`.
    """
    low, high = int(keys[:, 0].min()), int(keys[:, 0].max())
    x = np.arange(low - 2 * MAX_DIMENSION, high + 1)
    bottom = np.full(len(x), int(keys[:, 1].min()) - 2 * MAX_DIMENSION)
    top = np.full(len(x), int(keys[:, 1].max()))
    for (a, b), need in zip(planes[:, :2].tolist(), least.tolist(), strict=True):
        rest = need - a * x
        if b > 0:
            bottom = np.maximum(bottom, -(-rest // b))
        elif b < 0:
            top = np.minimum(top, rest // b)
        else:
            top = np.where(rest <= 0, top, bottom - 1)
    fits = bottom <= top
    found = np.column_stack((x[fits], top[fits]))
    return found[np.lexsort((found[:, 0], found[:, 1]))]
