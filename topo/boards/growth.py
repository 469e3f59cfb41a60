"""Growth: cells of a tiling that come and go, in flat arrays."""

from collections.abc import Callable, Iterable
from typing import Any, Self

import numpy as np

from boardless.topo.boards.change_log import Log, change_rows
from boardless.topo.boards.history import History
from boardless.topo.boards.key_table import enlarged
from boardless.topo.errors import InputError
from boardless.topo.kernels import grow_cells
from boardless.topo.kernels.arrays import Ints
from boardless.topo.tilings.incidence import Key
from boardless.topo.tilings.shapes import shape_keys
from boardless.topo.tilings.tiling import Tiling


class Growth(History):
    """The cells of a board: which there are, in which order they came, and who is beside whom.

    A cell gets the next site id when it is added and keeps it while it is on the board. Sites of
    cells that were removed are used again, the last one first, so there may be gaps: arrays have
    a row for every site up to the highest, and `sites` says which are on the board.

    A version is a position in the history of the board: the number of cells added and removed.

    Parameters
    ----------
    tiling : Tiling
        What the cells are cells of.
    keys : iterable of (i, j, k), optional
        Cells to begin with.

    Raises
    ------
    InputError
        If `tiling` is no tiling, or a key is no cell of it or occurs twice.
    """

    def __init__(self, tiling: Tiling, keys: Iterable[Key] | Ints = ()) -> None:
        super().__init__(tiling)
        self._planes = np.array(tiling.shape, dtype=np.int64).reshape(-1, 4)
        self.grow(keys)

    @classmethod
    def regular(cls, tiling: Tiling, dimension: int) -> Self:
        """Return the regular board of a dimension; its sites are row by row.

        Parameters
        ----------
        tiling : Tiling
            Any tiling.
        dimension : int
            Cells along a side, at least 1: d x d squares, a hexagon or a triangle of side d. On
            other tilings d - 1 rings of cells around one.

        Raises
        ------
        InputError
            If `tiling` is no tiling, or the dimension is not allowed.
        """
        return cls(tiling, shape_keys(tiling, dimension))

    def copy(self) -> Self:
        """Return an independent board with the same sites and history."""
        twin = type(self)(self.tiling)
        twin._ids = self._ids.copy()
        twin._step = self._step.copy()
        twin._log = self._log
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle and copy the cells in order, or the history: all else follows from them."""
        if self._log is None:
            return type(self), (self.tiling, self.keys)
        return _with_history, (type(self), self.tiling, self.changes(0, self.version))

    def grow(self, keys: Iterable[Key] | Ints) -> Ints:
        """Add cells and return their sites, in the order given.

        Parameters
        ----------
        keys : iterable of (i, j, k), or int array of shape (m, 3)
            Cells that are not on the board yet.

        Raises
        ------
        InputError
            If a cell is on the board already, is given twice, or is none of the tiling; the board
            is left as it was.
        """
        new = self._as_keys(keys)
        added = self._with_room(len(new), grow_cells.grow, new)
        if added < 0:
            key = tuple(new[-2 - added].tolist())
            raise InputError(f"cell {key} is on the board already: grow into cells that are not")
        return self._grown(added)

    def grow_around(self, site: int) -> Ints:
        """Add the cells adjacent to `site` that are missing; return their sites.

        Raises
        ------
        InputError
            If the site is not on the board.
        """
        site = self._checked(site)
        return self._grown(self._with_room(self._slots.count, grow_cells.grow_around, site))

    def grow_contour(self) -> Ints:
        """Add the contour: the ring of cells around the board, kept regular if the board is.

        Returns
        -------
        int array
            The new sites. A regular board of dimension d grows to d + 2 (square), d + 1
            (hexagonal) or d + 3 (triangular), one of rings to d + 1.
        """
        rim = self.perimeter
        room = (len(rim) + 1) * self._slots.count
        return self._grown(self._with_room(room, grow_cells.grow_contour, rim, self._planes))

    def remove(self, sites: Iterable[int] | Ints) -> None:
        """Take cells off the board; their sites may be used again, the last one first.

        Parameters
        ----------
        sites : iterable of int
            Sites on the board, each once.

        Raises
        ------
        InputError
            If one is not on the board or given twice; the board is left as it was.
        """
        listed = [self._checked(site) for site in sites]
        if len(set(listed)) < len(listed):
            twice = next(site for n, site in enumerate(listed) if site in listed[:n])
            raise InputError(f"site {twice} is given twice: a cell leaves once")
        gone = np.array(listed, dtype=np.int64)
        if listed:
            rows = change_rows(-1 - gone, self._ids.keys[gone])
            log = self._history().extended(rows)
            self._travel(rows)
            self._log = log

    def _with_room(self, room: int, kernel: Callable[..., int], *arguments: object) -> int:
        """Return what a kernel answers that adds cells, once there is room for `room` of them."""
        ids, slots = self._ids, self._slots
        while True:
            added = kernel(
                ids.table, ids.keys, self._step, slots.link, slots.relation,
                ids.count, ids.free, ids.freed, *arguments,
            )  # fmt: skip
            if added != grow_cells.NEED_ROOM:
                return added
            self._step = enlarged(self._step, ids.make_room(room), ids.count)

    def _grown(self, added: int) -> Ints:
        """Accept cells that a kernel added, and return their sites."""
        ids = self._ids
        used = min(added, ids.freed) if ids.freed else 0
        first, ids.count = ids.count - used, ids.count + added - used
        new = np.arange(first, ids.count)
        if used:
            self._renewed()
            new[:used] = ids.free[ids.freed - used : ids.freed][::-1]
            ids.freed -= used
        if self._log is not None:
            self._log = self._log.extended(change_rows(new, ids.keys[new]))
        return new


def _with_history(kind: type[Growth], tiling: Tiling, rows: Ints) -> Growth:
    """Return a board with the given history."""
    board = kind(tiling)
    board._travel(rows)
    board._log = Log().extended(rows)
    return board
