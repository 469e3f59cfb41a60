"""The present cells of a board, in flat arrays: by site and by key."""

from collections.abc import Callable, Iterable
from typing import Self

import numpy as np

from boardless.jit.arrays import Ints
from boardless.topo.boards import kernels
from boardless.topo.boards.kernels import NEED_ROOM, grow, grow_around, grow_contour, travel
from boardless.topo.tilings.incidence import Key
from boardless.topo.tilings.slots import relation_mask
from boardless.topo.tilings.tiling import Tiling
from boardless.util.inputs import InputError, as_integer, integer_between, shown

_SMALLEST = 16

#: The number of changes that are made at once.
_AT_ONCE = 128

#: The number of changes that are made at once.
_AT_ONCE = 128


class KeyTable:
    """Keys in the order of their ids, and a hash table from key to id.

    Memory depends on the number of keys alone, never on how far apart they lie.
    """

    __slots__ = ("count", "free", "freed", "keys", "table")

    def __init__(self) -> None:
        #: Ids are below this; rows of `keys`, shape (room, 3), from it on are unused.
        self.count = 0
        #: The first `freed` entries are the ids below `count` that no key has.
        self.free: Ints = np.empty(0, dtype=np.int32)
        self.freed = 0
        self.keys: Ints = np.empty((_SMALLEST, 3), dtype=np.int32)
        self.table: Ints = np.full(2 * _SMALLEST, kernels.FREE, dtype=np.int32)

    def find(self, i: int, j: int, k: int) -> int:
        """Return the id of a key, or -1."""
        return kernels.find(self.table, self.keys, i, j, k)

    def __len__(self) -> int:
        return self.count - self.freed

    @property
    def ids(self) -> Ints:
        """The ids that are in use, in order."""
        if not self.freed:
            return np.arange(self.count)
        return np.flatnonzero(self.keys[: self.count, 2] != kernels.GONE)

    def has(self, number: object) -> bool:
        """Tell whether a number is an id that is in use."""
        number = as_integer(number)
        if number is None or not 0 <= number < self.count:
            return False
        return not self.freed or bool(self.keys[number, 2] != kernels.GONE)

    def make_free(self) -> None:
        """Make room for freeing every id."""
        if len(self.free) < len(self.keys):
            self.free = enlarged(self.free, len(self.keys), self.freed)

    def make_room(self, more: int) -> int:
        """Make room for at least `more` keys, or twice the keys; return the number of rows."""
        room = max(2 * len(self.keys), self.count + more)
        self.keys = enlarged(self.keys, room, self.count)
        size = len(self.table)
        while size < 2 * room:
            size *= 2
        self.table = np.full(size, kernels.FREE, dtype=np.int32)
        kernels.fill(self.table, self.keys, self.count)
        if self.freed:
            self.make_free()
        return room

    def copy(self) -> "KeyTable":
        """Return a table of its own."""
        twin = KeyTable()
        twin.keys, twin.table, twin.count = self.keys.copy(), self.table.copy(), self.count
        twin.free, twin.freed = self.free.copy(), self.freed
        return twin


def enlarged(array: Ints, rows: int, used: int) -> Ints:
    """Return a copy with `rows` rows, of which the first `used` are those of `array`."""
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
    """The present cells and their neighbours; errors are those of `Board`."""

    def __init__(self, tiling: Tiling) -> None:
        self.tiling = tiling
        self.slots = tiling.slots
        self.ids = KeyTable()
        #: The neighbour by site and slot, or -1; rows from ``ids.count`` on are unused.
        self.step: Ints = np.empty((len(self.ids.keys), self.slots.count), dtype=np.int32)
        #: The number of times that sites may have become other cells'.
        self.reuses = 0
        self._shape = np.array(tiling.shape, dtype=np.int64).reshape(-1, 4)

    def copy(self) -> Self:
        """Return a table of its own with the same cells."""
        twin = type(self)(self.tiling)
        twin.ids, twin.step = self.ids.copy(), self.step.copy()
        return twin

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
        listed = [self.checked(site) for site in sites]
        if len(set(listed)) < len(listed):
            twice = next(site for n, site in enumerate(listed) if site in listed[:n])
            raise InputError(f"site {twice} is given twice: a cell leaves once")
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
                f"cell {key} is none of the {self.tiling.name} tiling: "
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
        ids, slots = self.ids, self.slots
        while True:
            added = kernel(
                ids.table, ids.keys, self.step, slots.link, slots.relation,
                ids.count, ids.free, ids.freed, *arguments,
            )  # fmt: skip
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
            new[:used] = ids.free[ids.freed - used : ids.freed][::-1]
            ids.freed -= used
        return new

    def change(self, rows: Ints, back: bool = False) -> None:
        """Make changes in the form of `ChangeLog`, or undo them.

        A few at a time, because there has to be room for all that are made at once.
        """
        ids, slots = self.ids, self.slots
        self.reuses += 1
        starts = range(0, len(rows), _AT_ONCE)
        for start in reversed(starts) if back else starts:
            part = rows[start : start + _AT_ONCE]
            if ids.count + len(part) > len(ids.keys):
                self._make_room(len(part))
            ids.make_free()
            ids.freed, ids.count = travel(
                ids.table, ids.keys, self.step, slots.link, slots.relation,
                ids.count, ids.free, ids.freed, part, back,
            )  # fmt: skip

    def _make_room(self, more: int) -> None:
        self.step = enlarged(self.step, self.ids.make_room(more), self.ids.count)

    # -- neighbours -------------------------------------------------------------------------

    def neighbours(self, site: int, relation: str) -> Ints:
        """Return the cells in a relation to a site, clockwise from north."""
        site, mask = self.checked(site), relation_mask(relation)
        others = self.step[site]
        kind = self.slots.relation[self.ids.keys[site, 2]]
        found: Ints = others[(others >= 0) & (kind & mask > 0)]
        return found

    def walk(self, site: int, slot: int) -> Ints:
        """Return the cells of the straight walk from a site through a slot, the start included."""
        site, slots = self.checked(site), self.slots
        slot = integer_between(slot, "slot", 0, slots.count - 1)
        return kernels.walk(self.ids.keys, self.step, slots.link, slots.turn, site, slot)

    def radials(self, site: int) -> dict[str, list[Ints]]:
        """Return the straight walks of at least one step from a site, by compass label."""
        site = self.checked(site)
        found: dict[str, list[Ints]] = {}
        for slot, label in enumerate(self.slots.labels[self.ids.keys[site, 2]]):
            if label and self.step[site, slot] >= 0:
                found.setdefault(label, []).append(self.walk(site, slot))
        return found

    def on_perimeter(self, site: int) -> bool:
        """Tell whether a vertex of a cell is on the boundary."""
        site = self.checked(site)
        return kernels.on_perimeter(self.ids.keys, self.step, self.slots.relation, site)

    def isolated(self, marked: Ints, sites: Ints) -> Ints:
        """Return those of some sites that neither are marked nor adjacent to a marked one."""
        return kernels.isolated(self.ids.keys, self.step, self.slots.relation, marked, sites)
