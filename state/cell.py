"""Cells named from the anchor, which is the same in every technique."""

from typing import NamedTuple, TypeAlias

import numpy as np

from boardless.topo import Board, InputError, Key
from boardless.topo.boards.numbering import row_order
from boardless.topo.tilings.exact_numbers import shortest


class Cell(NamedTuple):
    """A lattice key relative to the anchor, in contrast to an absolute `Key` of `topo`.

    Attributes
    ----------
    i, j : int
        Steps along the lattice vectors from the anchor's place.
    k : int
        The prototile.

    Examples
    --------
    >>> Cell(1, 0, 0) == (1, 0, 0)
    True
    >>> print(Cell(1, 0, 0))
    (1, 0, 0)
    """

    i: int
    j: int
    k: int

    def __str__(self) -> str:
        return str(tuple(self))


#: A cell as an argument: a plain tuple will do.
AnyCell: TypeAlias = Cell | tuple[int, int, int]


def cell_of(key: Key, anchor: Key) -> Cell:
    """Return the cell of a key on the board, relative to the key of the anchor."""
    i, j, k = key
    return Cell(i - anchor[0], j - anchor[1], k)


def key_of(cell: AnyCell, anchor: Key) -> Key:
    """Return the key on the board of a cell, relative to the key of the anchor."""
    i, j, k = cell
    return (i + anchor[0], j + anchor[1], k)


def anchor_site(board: Board) -> int:
    """Return the anchor of a first board: the cell in its centre.

    Of several centre cells it is the lowest, and of these the leftmost. It is of the tiling's last
    prototile (on triangles the one that points down, as Ludii's start tiles do), so that
    cells of boards of one tiling compare; a board without that prototile takes any cell.

    Parameters
    ----------
    board : Board
        At least one cell.

    Returns
    -------
    int
        The site of the cell.

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
    nearest = candidates[shortest(offsets, tiling.root)]
    return int(nearest[row_order(tiling.face_grid(board.keys[nearest]))[0]])
