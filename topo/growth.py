"""Growth: cells of a tiling that come and go, in flat arrays."""

from collections.abc import Callable, Iterable, Iterator
from operator import index
from typing import Any, Self

import numpy as np

from topo import kernels
from topo.arrays import Floats, Ints
from topo.errors import InputError
from topo.incidence import Key
from topo.keytable import KeyTable, enlarged, read_only
from topo.log import LEAF, Log, change_rows
from topo.shapes import shape_keys
from topo.tiling import Tiling, check_tiling

#: Keys are limited so that no sum or product of a kernel leaves 64 bits.
MAX_KEY = 2**28


class Growth:
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
        self.tiling = check_tiling(tiling)
        self._slots = tiling.slots
        self._planes = np.array(tiling.shape, dtype=np.int64).reshape(-1, 4)
        self._ids = KeyTable()
        self._step: Ints = np.empty((len(self._ids.keys), self._slots.count), dtype=np.int32)
        self._perimeter: Ints = np.empty(0, dtype=np.int64)
        self._perimeter_done = 0
        # Cells that were only ever added are their own history.
        self._log: Log | None = None
        self.grow(keys)

    @classmethod
    def regular(cls, tiling: Tiling, dimension: int) -> Self:
        """Return the regular board of a dimension; its sites are row by row.

        Parameters
        ----------
        tiling : Tiling
            Any tiling.
        dimension : int
            Cells along a side, at least 1: d x d squares, a hexagon or a triangle of side d.

        Raises
        ------
        InputError
            If `tiling` is no tiling, or the dimension is not allowed.
        """
        return cls(tiling, shape_keys(tiling, dimension))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.tiling.name}, {len(self):,} cells>"

    def __len__(self) -> int:
        return len(self._ids)

    def __iter__(self) -> Iterator[int]:
        return iter(self.sites.tolist())

    def __contains__(self, site: object) -> bool:
        return self._ids.has(site)

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

    @property
    def version(self) -> int:
        """Position in the board's history; `shrink` goes back to it."""
        return self._ids.count if self._log is None else self._log.count

    @property
    def extent(self) -> int:
        """The number of sites up to the highest, of cells on the board or not."""
        return self._ids.count

    @property
    def sites(self) -> Ints:
        """The sites on the board in order, shape ``(n,)``."""
        return self._ids.ids

    @property
    def keys(self) -> Ints:
        """Lattice key by site, int32, shape ``(extent, 3)``, read-only.

        It is ``(0, 0, -1)`` where no cell has the site.
        """
        return read_only(self._ids.keys[: self._ids.count])

    @property
    def step(self) -> Ints:
        """The neighbour by site and slot, or -1: int32, shape ``(extent, S)``, read-only."""
        return read_only(self._step[: self._ids.count])

    @property
    def positions(self) -> Floats:
        """Centres in the plane by site, in edge lengths, shape ``(extent, 2)``; nan for no cell."""
        places = self.tiling.plane(self.tiling.face_grid(self.keys))
        places[self._ids.keys[: self._ids.count, 2] == kernels.GONE] = np.nan
        return places

    def key(self, site: int) -> Key:
        """Return the lattice key of a site."""
        i, j, k = self._ids.keys[self._checked(site)].tolist()
        return (i, j, k)

    def find(self, key: Key) -> int:
        """Return the site of a lattice key, or -1 when that cell is not on the board.

        Raises
        ------
        InputError
            If it is no key (i, j, k) of whole numbers.
        """
        try:
            i, j, k = map(index, key)
        except (TypeError, ValueError):
            raise InputError(f"cell {key!r}: give a key (i, j, k) of whole numbers") from None
        return self._ids.find(i, j, k) if max(abs(i), abs(j), abs(k)) <= MAX_KEY else -1

    def site(self, key: Key) -> int:
        """Return the site of a lattice key.

        Raises
        ------
        InputError
            If that cell is not on the board, or it is no key.
        """
        found = self.find(key)
        if found < 0:
            raise InputError(f"cell {key} is not on the board of {len(self):,} cells")
        return found

    def _checked(self, site: int) -> int:
        try:
            number = index(site)
        except TypeError:
            number = -1
        if not 0 <= number < self._ids.count or (self._ids.freed and not self._ids.has(number)):
            allowed = f"choose 0 to {self.extent - 1}" if len(self) else "the board is empty"
            if 0 <= number < self.extent:
                allowed = "its cell has left"
            raise InputError(f"site {site!r} is not on the board: {allowed}")
        return number

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
        added = self._with_room(len(new), kernels.grow, new)
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
        return self._grown(self._with_room(self._slots.count, kernels.grow_around, site))

    def grow_contour(self) -> Ints:
        """Add the contour: the ring of cells around the board, kept regular if the board is.

        Returns
        -------
        int array
            The new sites. A regular board of dimension d grows to d + 2 (square), d + 1
            (hexagonal) or d + 3 (triangular).
        """
        rim = self.perimeter
        room = (len(rim) + 1) * self._slots.count
        return self._grown(self._with_room(room, kernels.grow_contour, rim, self._planes))

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
        if self._log is None:
            return change_rows(np.arange(first, last), self._ids.keys[first:last])
        return self._log.rows(first, last)

    def _go_back(self, version: int) -> None:
        rows = self.changes(version, self.version)
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
        whole = isinstance(version, int | np.integer) and not isinstance(version, bool)
        if not whole or not 0 <= version <= self.version:
            raise InputError(f"version {version!r}: choose 0 to {self.version}")
        return int(version)

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
            ids.freed, ids.count = kernels.travel(
                ids.table, ids.keys, self._step, slots.link, slots.relation,
                ids.count, ids.free, ids.freed, part, back,
            )  # fmt: skip

    def isolated(self, marked: Ints, sites: Ints) -> Ints:
        """Return those of some sites that neither are marked nor share a vertex with one that is.

        Parameters
        ----------
        marked : int array of shape (extent,)
            Not 0 where a site is marked.
        sites : int array
            Sites on the board.
        """
        return kernels.isolated(self._ids.keys, self._step, self._slots.relation, marked, sites)

    def on_perimeter(self, site: int) -> bool:
        """Tell whether a vertex of the cell is on the boundary of the board."""
        site = self._checked(site)
        return kernels.on_perimeter(self._ids.keys, self._step, self._slots.relation, site)

    @property
    def perimeter(self) -> Ints:
        """The cells with a vertex on the boundary, by site; kept up to date as the board grows."""
        # Growth changes new cells, and old ones of the perimeter; removal what lay beside.
        done, self._perimeter_done = self._perimeter_done, self.version
        if self._log is None:
            candidates = np.concatenate((self._perimeter, np.arange(done, self.version)))
        else:
            candidates = self._perimeter_and(self.changes(done, self.version))
        self._perimeter = kernels.perimeter(
            self._ids.keys, self._step, self._slots.relation, candidates
        )
        return read_only(self._perimeter)

    def _perimeter_and(self, rows: Ints) -> Ints:
        """Return the known perimeter and the cells at and around changes, by site."""
        ids, slots = self._ids, self._slots
        touched = kernels.around(ids.table, ids.keys, slots.link, slots.relation, rows)
        known = self._perimeter[self._perimeter < ids.count]
        return np.unique(np.concatenate((known, touched)))

    def _with_room(self, room: int, kernel: Callable[..., int], *arguments: object) -> int:
        """Return what a kernel answers that adds cells, once there is room for `room` of them."""
        ids, slots = self._ids, self._slots
        while True:
            added = kernel(
                ids.table, ids.keys, self._step, slots.link, slots.relation,
                ids.count, ids.free, ids.freed, *arguments,
            )  # fmt: skip
            if added != kernels.NEED_ROOM:
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

    def _as_keys(self, keys: Iterable[Key] | Ints) -> Ints:
        try:
            wide = np.asarray(keys if isinstance(keys, np.ndarray) else list(keys))
            if not wide.size:
                wide = np.empty((0, 3), dtype=np.int64)
            if wide.ndim != 2 or wide.shape[1] != 3 or wide.dtype.kind not in "iu":
                raise ValueError
        except (TypeError, ValueError):
            raise InputError(f"cells {keys!r}: give keys (i, j, k) of whole numbers") from None
        prototiles = len(self.tiling.faces)
        bad = (
            (abs(wide[:, :2]) > MAX_KEY).any(axis=1) | (wide[:, 2] < 0) | (wide[:, 2] >= prototiles)
        )
        if bad.any():
            key = tuple(wide[bad][0].tolist())
            raise InputError(
                f"cell {key} is none of the {self.tiling.name} tiling: "
                f"i and j from -{MAX_KEY} to {MAX_KEY}, k from 0 to {prototiles - 1}"
            )
        return wide.astype(np.int32)


def _with_history(kind: type[Growth], tiling: Tiling, rows: Ints) -> Growth:
    """Return a board with the given history."""
    board = kind(tiling)
    board._travel(rows)
    board._log = Log().extended(rows)
    return board
