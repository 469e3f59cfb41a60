"""What happened to a board: changes that are made, undone and followed."""

import numpy as np

from boardless.topo.boards.cells import Cells
from boardless.topo.boards.change_log import LEAF, Log, change_rows
from boardless.topo.boards.key_table import enlarged, read_only
from boardless.topo.errors import InputError
from boardless.topo.kernels import change_cells, read_cells
from boardless.topo.kernels.arrays import Ints
from boardless.topo.tilings.tiling import Tiling
from boardless.topo.whole import whole_number


class History(Cells):
    """Cells, how they came and went, and the way back; see `topo.boards.growth.Growth`.

    A version is a position in the history of the board: the number of cells added and removed.

    Parameters
    ----------
    tiling : Tiling
        What the cells are cells of.

    Raises
    ------
    InputError
        If `tiling` is no tiling.
    """

    def __init__(self, tiling: Tiling) -> None:
        super().__init__(tiling)
        self._perimeter: Ints = np.empty(0, dtype=np.int64)
        self._perimeter_done = 0
        # Cells that were only ever added are their own history.
        self._log: Log | None = None

    @property
    def version(self) -> int:
        """Position in the board's history; `shrink` goes back to it."""
        return self._ids.count if self._log is None else self._log.count

    def shrink(self, version: int) -> None:
        """Go back to an earlier version: undo what was added and removed since, sites included.

        Raises
        ------
        InputError
            If there is no such version.
        """
        self._go_back(self._checked_version(version))

    def changes(self, first: int, last: int) -> Ints:
        """Return what happened between two versions, in order.

        Returns
        -------
        int32 array of shape (last - first, 4)
            The site of a cell that was added, or -1 less the site of one that was removed, and
            its lattice key.

        Raises
        ------
        InputError
            If they are no versions, one after the other.
        """
        first, last = self._checked_version(first), self._checked_version(last)
        if first > last:
            raise InputError(f"versions {first} and {last}: give the earlier one first")
        return self._changes(first, last)

    def _changes(self, first: int, last: int) -> Ints:
        if self._log is None:
            return change_rows(np.arange(first, last), self._ids.keys[first:last])
        return self._log.rows(first, last)

    def _go_back(self, version: int) -> None:
        rows = self._changes(version, self.version)
        if not len(rows):
            return
        self._going_back(version)
        self._travel(rows, back=True)
        if self._log is not None:
            self._log = self._log.truncated(version)
        if version < self._perimeter_done:
            self._perimeter = self._perimeter_and(rows[: self._perimeter_done - version])
            self._perimeter_done = version

    def _checked_version(self, version: int) -> int:
        return whole_number(version, "version", 0, self.version)

    def _going_back(self, version: int) -> None:
        """Prepare what is derived from the cells for going back to `version`."""

    def _renewed(self) -> None:
        """Note that sites changed cells, or are about to."""

    def _history(self) -> Log:
        """Return the history, written down from now on."""
        if self._log is None:
            self._log = Log().extended(self.changes(0, self.version))
        return self._log

    def _go_to(self, log: Log) -> None:
        """Go to the end of another history, which begins like this board's."""
        self._go_back(self._history().common(log))
        self._travel(log.rows(self.version, log.count))
        self._log = log

    def _travel(self, rows: Ints, back: bool = False) -> None:
        """Make changes, or undo them.

        A few at a time, because there has to be room for all that are made at once.
        """
        ids, slots = self._ids, self._slots
        self._renewed()
        starts = range(0, len(rows), LEAF)
        for start in reversed(starts) if back else starts:
            part = rows[start : start + LEAF]
            if ids.count + len(part) > len(ids.keys):
                self._step = enlarged(self._step, ids.make_room(len(part)), ids.count)
            ids.make_free()
            ids.freed, ids.count = change_cells.travel(
                ids.table, ids.keys, self._step, slots.link, slots.relation,
                ids.count, ids.free, ids.freed, part, back,
            )  # fmt: skip

    @property
    def perimeter(self) -> Ints:
        """The cells with a vertex on the boundary, by site; kept up to date as the board grows."""
        # Growth changes new cells, and old ones of the perimeter; removal what lay beside.
        done, self._perimeter_done = self._perimeter_done, self.version
        if self._log is None:
            candidates = np.concatenate((self._perimeter, np.arange(done, self.version)))
        else:
            candidates = self._perimeter_and(self.changes(done, self.version))
        self._perimeter = read_cells.perimeter(
            self._ids.keys, self._step, self._slots.relation, candidates
        )
        return read_only(self._perimeter)

    def _perimeter_and(self, rows: Ints) -> Ints:
        """Return the known perimeter and the cells at and around changes, by site."""
        ids, slots = self._ids, self._slots
        touched = read_cells.around(ids.table, ids.keys, slots.link, slots.relation, rows)
        known = self._perimeter[self._perimeter < ids.count]
        return np.unique(np.concatenate((known, touched)))
