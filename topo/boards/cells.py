"""The cells of a board in flat arrays, by site and by key, and their history.

A history has every cell that came or went, in order, and many versions share it.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from threading import Lock
from typing import Self

import numpy as np

from boardless.jit.arrays import Ints
from boardless.topo.boards import kernels
from boardless.topo.boards.kernels import (
    NEED_ROOM,
    Cells,
    Keys,
    grow,
    grow_around,
    grow_contour,
    travel,
)
from boardless.topo.tilings.incidence import Key
from boardless.topo.tilings.tiling import Tiling
from boardless.util.inputs import InputError, as_integer, integer_between, items_of, shown

#: Changes in a leaf, and numbers in a change: a code (see `topo.boards.kernels`) and a key.
LEAF = 128
ROW = 4


class Leaf:
    """A block of changes, written once, and the leaf before; histories and threads share leaves."""

    __slots__ = ("before", "first", "lock", "rows", "used")

    def __init__(self, before: "Leaf | None", first: int) -> None:
        self.before = before
        self.first = first
        self.rows: Ints = np.empty((LEAF, ROW), dtype=np.int32)
        self.used = 0
        self.lock = Lock()

    def written(self, at: int, rows: Ints) -> bool:
        """Write rows from place `at` on, unless it has rows already; return True if written."""
        with self.lock:
            if at != self.used:
                return False
            self.rows[at : at + len(rows)] = rows
            self.used += len(rows)
            return True

    def copy(self, used: int) -> "Leaf":
        """Return an independent leaf with the first `used` changes."""
        twin = Leaf(self.before, self.first)
        twin.rows[:used] = self.rows[:used]
        twin.used = used
        return twin


@dataclass(frozen=True, slots=True)
class ChangeLog:
    """A history as an immutable value; other histories share its leaves."""

    count: int = 0
    _leaf: Leaf | None = field(default=None, repr=False)

    def extended(self, rows: Ints) -> Self:
        """Return the history with more changes, (n, 4), behind these or in a copy of the leaf."""
        leaf, count, done = self._leaf, self.count, 0
        while done < len(rows):
            if leaf is None or count == leaf.first + LEAF:
                leaf = Leaf(leaf, count)
            at = count - leaf.first
            part = rows[done : done + LEAF - at]
            if not leaf.written(at, part):
                leaf = leaf.copy(at)
                leaf.written(at, part)
            count, done = count + len(part), done + len(part)
        return type(self)(count, leaf)

    def truncated(self, count: int) -> Self:
        """Return the history of the first `count` changes."""
        leaf = self._leaf
        while leaf is not None and leaf.first >= count:
            leaf = leaf.before
        return type(self)(count, leaf)

    def rows(self, first: int, last: int) -> Ints:
        """Return the changes from `first` to `last` - 1, shape ``(last - first, 4)``."""
        changes = np.empty((last - first, ROW), dtype=np.int32)
        leaf = self._leaf
        while leaf is not None and leaf.first + LEAF > first:
            begin, end = max(first, leaf.first), min(last, leaf.first + LEAF)
            if begin < end:
                changes[begin - first : end - first] = leaf.rows[
                    begin - leaf.first : end - leaf.first
                ]
            leaf = leaf.before
        return changes

    def common(self, other: "ChangeLog") -> int:
        """Return the number of changes at the beginning that two histories share."""
        mine, its, count = self._leaf, other._leaf, min(self.count, other.count)
        while mine is not its:
            # Leaves begin at multiples of LEAF, so two leaves of the same place are compared.
            if its is None or (mine is not None and mine.first > its.first):
                mine = mine.before if mine is not None else None
            elif mine is None or its.first > mine.first:
                its = its.before
            else:
                shared = min(count - mine.first, LEAF)
                unlike = (mine.rows[:shared] != its.rows[:shared]).any(axis=1)
                if unlike.any():
                    count = mine.first + int(unlike.argmax())
                mine, its = mine.before, its.before
        return count


def change_rows(sites: Ints, keys: Ints) -> Ints:
    """Return changes: codes, shape ``(n,)``, and keys, shape ``(n, 3)``."""
    rows = np.empty((len(sites), ROW), dtype=np.int32)
    rows[:, 0] = sites
    rows[:, 1:] = keys
    return rows


_SMALLEST = 16

#: The number of changes that are made at once.
_AT_ONCE = 128


class KeyTable:
    """Keys by their ids, and a hash table from key to id, as large as their number asks for."""

    __slots__ = ("arrays", "count", "freed")

    def __init__(self) -> None:
        #: Ids are below `count`; the first `freed` entries of ``arrays.free`` no key has.
        self.count = self.freed = 0
        self.arrays = Keys(
            np.full(2 * _SMALLEST, kernels.FREE, dtype=np.int32),
            np.empty((_SMALLEST, 3), dtype=np.int32),
            np.empty(_SMALLEST, dtype=np.int32),
        )

    def find(self, i: int, j: int, k: int) -> int:
        """Return the id of a key, or -1."""
        return kernels.find(self.arrays, i, j, k)

    def __len__(self) -> int:
        return self.count - self.freed

    @property
    def keys(self) -> Ints:
        """Keys by id, shape ``(count, 3)``, ``(0, 0, GONE)`` for unused ids."""
        return self.arrays.keys[: self.count]

    @property
    def ids(self) -> Ints:
        """The ids that are in use, in order."""
        return (
            np.flatnonzero(self.keys[:, 2] != kernels.GONE) if self.freed else np.arange(self.count)
        )

    def has(self, number: object) -> bool:
        """Return True if a number is an id that is in use."""
        number = as_integer(number)
        if number is None or not 0 <= number < self.count:
            return False
        return not self.freed or bool(self.arrays.keys[number, 2] != kernels.GONE)

    def make_room(self, more: int) -> int:
        """Make room for at least `more` keys, or twice the keys; return the number of rows."""
        old, size = self.arrays, len(self.arrays.table)
        room = max(2 * len(old.keys), self.count + more)
        while size < 2 * room:
            size *= 2
        table = np.full(size, kernels.FREE, dtype=np.int32)
        self.arrays = Keys(
            table, enlarged(old.keys, room, self.count), enlarged(old.free, room, self.freed)
        )
        kernels.fill(self.arrays, self.count)
        return room

    def copy(self) -> "KeyTable":
        """Return an independent table."""
        twin = KeyTable()
        twin.arrays = Keys(*(array.copy() for array in self.arrays))
        twin.count, twin.freed = self.count, self.freed
        return twin


def enlarged(array: Ints, rows: int, used: int) -> Ints:
    """Return a copy with `rows` rows that begins with the first `used` rows of `array`."""
    larger = np.empty((rows, *array.shape[1:]), dtype=array.dtype)
    larger[:used] = array[:used]
    return larger


def read_only(array: Ints) -> Ints:
    """Return a view that cannot be written through."""
    view = array.view()
    view.flags.writeable = False
    return view


#: Keys are limited so that no sum or product of a kernel leaves 64 bits.
MAX_KEY = 2**28


class CellTable:
    """The present cells, their neighbours and their history; `Board` lists the errors.

    Without a log the cells were added in the order of their sites and never removed: then they are
    their own history, and nothing is written.
    """

    def __init__(self, tiling: Tiling) -> None:
        self.tiling = tiling
        self.slots = tiling.slots
        self.ids = KeyTable()
        #: Rows from ``ids.count`` on are unused.
        self.arrays = self._with(np.empty((_SMALLEST, self.slots.count), dtype=np.int32))
        self.log: ChangeLog | None = None
        #: The number of times that sites may have become other cells'.
        self.reuses = 0
        self._shape = np.array(tiling.shape, dtype=np.int64).reshape(-1, 4)

    def copy(self) -> Self:
        """Return an independent table with the same cells."""
        twin = type(self)(self.tiling)
        twin.ids = self.ids.copy()
        twin.arrays = twin._with(self.arrays.step.copy())
        twin.log = self.log
        return twin

    def _with(self, step: Ints) -> Cells:
        return Cells(*self.ids.arrays, step, self.slots.link, self.slots.relation)

    # -- sites and keys ---------------------------------------------------------------------

    def find(self, key: Key) -> int:
        """Return the site of a lattice key, or -1."""
        try:
            i, j, k = map(as_integer, key)
        except (TypeError, ValueError):
            i = j = k = None
        if i is None or j is None or k is None:
            raise InputError(f"cell {shown(key)}: give a key (i, j, k) of whole numbers")
        return self.ids.find(i, j, k) if max(abs(i), abs(j), abs(k)) <= MAX_KEY else -1

    def checked(self, site: int) -> int:
        """Return a site that is on the board."""
        ids = self.ids
        # Most sites are; this is asked at every move.
        number = site if type(site) is int else as_integer(site)
        if number is None or not 0 <= number < ids.count or (ids.freed and not ids.has(number)):
            allowed = f"choose 0 to {ids.count - 1}" if len(ids) else "the board is empty"
            if number is not None and 0 <= number < ids.count:
                allowed = "its cell has left"
            raise InputError(f"site {shown(site)} is not on the board: {allowed}")
        return number

    def checked_once(self, sites: Iterable[int] | Ints) -> Ints:
        """Return sites that are on the board, each once, int64."""
        listed = [self.checked(site) for site in items_of(sites, "sites", "give a list of sites")]
        if len(set(listed)) < len(listed):
            twice = next(site for n, site in enumerate(listed) if site in listed[:n])
            raise InputError(f"site {twice} is given twice: give each site once")
        return np.array(listed, dtype=np.int64)

    def _checked_keys(self, keys: Iterable[Key] | Ints) -> Ints:
        try:
            wide = np.asarray(keys if isinstance(keys, np.ndarray) else list(keys))
            if not wide.size:
                wide = np.empty((0, 3), dtype=np.int64)
            if wide.ndim != 2 or wide.shape[1] != 3 or wide.dtype.kind not in "iu":
                raise ValueError
        except (TypeError, ValueError):
            raise InputError(f"cells {shown(keys)}: give keys (i, j, k) of whole numbers") from None
        prototiles = len(self.tiling.faces)
        bad = (
            (abs(wide[:, :2]) > MAX_KEY).any(axis=1) | (wide[:, 2] < 0) | (wide[:, 2] >= prototiles)
        )
        if bad.any():
            key = tuple(wide[bad][0].tolist())
            raise InputError(
                f"cell {key} is not in the {self.tiling.name} tiling: give "
                f"i and j from -{MAX_KEY} to {MAX_KEY}, k from 0 to {prototiles - 1}"
            )
        return wide.astype(np.int32)

    # -- cells come and go ------------------------------------------------------------------

    def add(self, keys: Iterable[Key] | Ints) -> Ints:
        """Add cells and return their sites, in the order given."""
        new = self._checked_keys(keys)
        added = self._added(len(new), grow, new)
        if added < 0:
            key = tuple(new[-2 - added].tolist())
            raise InputError(f"cell {key} is on the board already: grow into cells that are not")
        return self._accepted(added)

    def add_around(self, site: int) -> Ints:
        """Add the cells adjacent to a site that are missing; return their sites."""
        site = self.checked(site)
        return self._accepted(self._added(self.slots.count, grow_around, site))

    def add_contour(self, perimeter: Ints) -> Ints:
        """Add the ring of cells around a board of this perimeter; return their sites."""
        room = (len(perimeter) + 1) * self.slots.count
        return self._accepted(self._added(room, grow_contour, perimeter, self._shape))

    def _added(self, room: int, kernel: Callable[..., int], *arguments: object) -> int:
        """Return the result of a kernel that adds cells, after making room for `room`."""
        while True:
            added = kernel(self.arrays, self.ids.count, self.ids.freed, *arguments)
            if added != NEED_ROOM:
                return added
            self._make_room(room)

    def _accepted(self, added: int) -> Ints:
        """Count the cells that a kernel has added, and return their sites."""
        ids = self.ids
        used = min(added, ids.freed) if ids.freed else 0
        first, ids.count = ids.count - used, ids.count + added - used
        new = np.arange(first, ids.count)
        if used:
            self.reuses += 1
            new[:used] = ids.arrays.free[ids.freed - used : ids.freed][::-1]
            ids.freed -= used
        if self.log is not None:
            self.log = self.log.extended(change_rows(new, ids.keys[new]))
        return new

    def change(self, rows: Ints, back: bool = False) -> None:
        """Make changes in the form of `ChangeLog`, or undo them, with room for a few at once."""
        ids = self.ids
        self.reuses += 1
        starts = range(0, len(rows), _AT_ONCE)
        for start in reversed(starts) if back else starts:
            part = rows[start : start + _AT_ONCE]
            if ids.count + len(part) > len(ids.arrays.keys):
                self._make_room(len(part))
            ids.freed, ids.count = travel(self.arrays, ids.count, ids.freed, part, back)

    # -- history ----------------------------------------------------------------------------

    @property
    def version(self) -> int:
        """The number of changes."""
        return self.ids.count if self.log is None else self.log.count

    def checked_version(self, version: int) -> int:
        """Return a version that exists."""
        return integer_between(version, "version", 0, self.version)

    def changes(self, first: int, last: int) -> Ints:
        """Return the changes between two versions, int32, shape ``(last - first, 4)``."""
        first, last = self.checked_version(first), self.checked_version(last)
        if first > last:
            raise InputError(f"versions {first} and {last}: give the earlier one first")
        if self.log is None:
            return change_rows(np.arange(first, last), self.ids.keys[first:last])
        return self.log.rows(first, last)

    def write(self) -> ChangeLog:
        """Return the log, and record all changes in it from now on."""
        if self.log is None:
            self.log = ChangeLog().extended(self.changes(0, self.version))
        return self.log

    def remove(self, sites: Ints) -> None:
        """Remove cells from the board."""
        rows = change_rows(-1 - sites, self.ids.keys[sites])
        log = self.write().extended(rows)
        self.change(rows)
        self.log = log

    def go_back(self, version: int) -> Ints:
        """Undo the changes since a version, sites included; return them."""
        undone = self.changes(version, self.version)
        self.change(undone, back=True)
        if self.log is not None:
            self.log = self.log.truncated(version)
        return undone

    def go_on(self, log: ChangeLog) -> None:
        """Make the changes of a log that continues the changes so far."""
        self.change(log.rows(self.version, log.count))
        self.log = log

    def _make_room(self, more: int) -> None:
        room = self.ids.make_room(more)
        self.arrays = self._with(enlarged(self.arrays.step, room, self.ids.count))
