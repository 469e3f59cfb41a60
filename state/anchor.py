"""The cell from which the other cells are named, whatever the board's sites."""

import numpy as np

from boardless.topo import Board, InputError
from boardless.topo.boards.numbering import row_order
from boardless.topo.tilings import surds


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
    points = tiling.face_points(board.keys)
    candidates = np.flatnonzero(board.keys[:, 2] == len(tiling.faces) - 1)
    if not len(candidates):
        candidates = board.sites
    offsets = points[candidates] * len(points) - points.sum(axis=0)
    nearest = candidates[surds.shortest(offsets, tiling.root)]
    return int(nearest[row_order(tiling.face_grid(board.keys[nearest]))[0]])
