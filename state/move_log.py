"""The moves of a game in flat arrays."""

from typing import Any

import numpy as np

from boardless.state.engine.actions import PLACELESS
from boardless.state.move import BOARD, ROW
from boardless.topo.boards.key_table import enlarged
from boardless.topo.kernels.arrays import Ints
from boardless.topo.kernels.jit import jit

#: Numbers in a cell.
CELL = 3


class MoveLog:
    """The rows of all moves, one after another.

    Attributes
    ----------
    rows : int64 array of shape (room, 6)
        Rows from ``ends[-1]`` on are unused.
    cells : int32 array of shape (room, 3)
        The cell of each row that names a site of the board.
    ends : list of int
        The number of rows up to the end of each move, after a 0.
    movers : list of int
        Who made each move.
    marks : list
        What the technique noted about each move, so that it can take the move back.
    """

    __slots__ = ("cells", "ends", "marks", "movers", "rows")

    def __init__(self) -> None:
        self.rows: Ints = np.empty((16, ROW), dtype=np.int64)
        self.cells: Ints = np.empty((16, CELL), dtype=np.int32)
        self.ends = [0]
        self.movers: list[int] = []
        self.marks: list[Any] = []

    def __len__(self) -> int:
        return len(self.movers)

    @property
    def count(self) -> int:
        """The number of rows of all moves."""
        return self.ends[-1]

    def span(self, ply: int) -> slice:
        """Return where the rows of a move lie, the first being move 0."""
        return slice(self.ends[ply], self.ends[ply + 1])

    @property
    def rows_of_last(self) -> int:
        """The number of rows of the last move."""
        return self.ends[-1] - self.ends[-2]

    def make_room(self, more: int) -> None:
        """Make room for `more` rows."""
        if self.count + more > len(self.rows):
            room = max(2 * len(self.rows), self.count + more)
            self.rows = enlarged(self.rows, room, self.count)
            self.cells = enlarged(self.cells, room, self.count)

    def append(self, mover: int, rows: Ints) -> None:
        """Enter a move whose cells have been written behind the last move's."""
        end = self.count + len(rows)
        self.rows[self.count : end] = rows
        self.ends.append(end)
        self.movers.append(mover)
        self.marks.append(None)

    def pop(self) -> Any:
        """Forget the last move; return its mark."""
        self.ends.pop()
        self.movers.pop()
        return self.marks.pop()

    def renumber(self, index: Ints) -> None:
        """Give every site of the board its new number, ``index[site]``."""
        _renumber(self.rows, self.count, index)

    def copy(self) -> "MoveLog":
        """Return an independent log."""
        twin = MoveLog()
        twin.rows, twin.cells = self.rows.copy(), self.cells.copy()
        twin.ends, twin.movers = self.ends.copy(), self.movers.copy()
        twin.marks = self.marks.copy()
        return twin


@jit
def _renumber(rows: Ints, count: int, index: Ints) -> None:
    """Give the sites of the board in the first `count` rows their new numbers."""
    for n in range(count):
        if rows[n, 1] == BOARD and rows[n, 0] not in PLACELESS:
            rows[n, 3] = index[rows[n, 3]]
