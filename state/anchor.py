"""The cell from which the other cells are named, whatever the board's sites."""

import numpy as np

from topo import Board, InputError


def anchor_site(board: Board) -> int:
    """Return the anchor of a first board: the cell in its centre.

    Of several centre cells it is the lowest, and of these the leftmost. Boards of one tiling should
    have anchors of one prototile, so that cells named from them compare: it is the tiling's last
    prototile (on triangles the one that points down, on which Ludii's start tiles stand), and the
    cell of that prototile nearest to the centre is taken. A board that has none takes any cell.

    Parameters
    ----------
    board : Board
        At least one cell.

    Raises
    ------
    InputError
        If the board is empty.
    """
    if not len(board):
        raise InputError("an empty board has no anchor: give it a cell")
    tiling = board.tiling
    last = board.keys[:, 2] == len(tiling.faces) - 1
    grid = tiling.face_grid(board.keys)
    offset = grid * len(grid) - grid.sum(axis=0)
    far = (offset**2 * np.array(tiling.metric)).sum(axis=1)
    order = np.lexsort((grid[:, 0], grid[:, 1], far, ~last))
    return int(order[0])
