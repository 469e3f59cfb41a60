"""What happened to a board: every cell that came or went, in order."""

import numpy as np

from boardless.jit.arrays import Ints
from boardless.topo.boards.cells import CellTable
from boardless.topo.boards.change_log import ChangeLog, change_rows
from boardless.util.inputs import InputError, integer_between


class History:
    """The changes that led to the cells of now.

    A version is a position in it: the number of cells added and removed so far.

    Parameters
    ----------
    cells : CellTable
        Whose history it is.
    log : ChangeLog, optional
        What happened so far. By default the cells were added in the order of their sites, and none
        was removed: then they are their own history, and nothing is written.
    """

    def __init__(self, cells: CellTable, log: ChangeLog | None = None) -> None:
        self._cells = cells
        self._log = log

    @property
    def written(self) -> ChangeLog | None:
        """The log, or None as long as the cells are their own history."""
        return self._log

    @property
    def version(self) -> int:
        """The number of changes."""
        return self._cells.ids.count if self._log is None else self._log.count

    def checked(self, version: int) -> int:
        """Return a version that there is."""
        return integer_between(version, "version", 0, self.version)

    def changes(self, first: int, last: int) -> Ints:
        """Return what happened between two versions, int32, shape ``(last - first, 4)``."""
        first, last = self.checked(first), self.checked(last)
        if first > last:
            raise InputError(f"versions {first} and {last}: give the earlier one first")
        if self._log is None:
            return change_rows(np.arange(first, last), self._cells.ids.keys[first:last])
        return self._log.rows(first, last)

    def write(self) -> ChangeLog:
        """Return the log, which is written from now on."""
        if self._log is None:
            self._log = ChangeLog().extended(self.changes(0, self.version))
        return self._log

    def note_added(self, new: Ints) -> Ints:
        """Take in that these sites were added; return them."""
        if self._log is not None:
            self._log = self._log.extended(change_rows(new, self._cells.ids.keys[new]))
        return new

    def remove(self, sites: Ints) -> None:
        """Take cells off the board."""
        rows = change_rows(-1 - sites, self._cells.ids.keys[sites])
        log = self.write().extended(rows)
        self._cells.change(rows)
        self._log = log

    def go_back(self, version: int) -> Ints:
        """Undo what happened since a version, sites included; return these changes."""
        undone = self.changes(version, self.version)
        self._cells.change(undone, back=True)
        if self._log is not None:
            self._log = self._log.truncated(version)
        return undone

    def go_on(self, log: ChangeLog) -> None:
        """Make the changes of a log that begins with those made so far."""
        self._cells.change(log.rows(self.version, log.count))
        self._log = log
