"""Ids by lattice key: a growing list of keys and the lookup from key to id."""

import numpy as np

from boardless.topo.kernels import lookup
from boardless.topo.kernels.arrays import Ints
from boardless.topo.whole import as_whole

_SMALLEST = 16


class KeyTable:
    """Keys in the order of their ids, and a hash table from key to id.

    Memory depends on the number of keys alone, never on how far apart they lie.

    Attributes
    ----------
    keys : int32 array of shape (room, 3)
        Rows from `count` on are unused.
    table : int32 array
        See `topo.kernels.lookup`.
    count : int
        Ids are below `count`.
    free : int32 array
        The first `freed` entries are the ids below `count` that no key has.
    freed : int
        Number of these ids.
    """

    __slots__ = ("count", "free", "freed", "keys", "table")

    def __init__(self) -> None:
        self.count = 0
        self.free: Ints = np.empty(0, dtype=np.int32)
        self.freed = 0
        self.keys: Ints = np.empty((_SMALLEST, 3), dtype=np.int32)
        self.table: Ints = np.full(2 * _SMALLEST, lookup.FREE, dtype=np.int32)

    def find(self, i: int, j: int, k: int) -> int:
        """Return the id of a key, or -1."""
        return lookup.find(self.table, self.keys, i, j, k)

    def __len__(self) -> int:
        return self.count - self.freed

    @property
    def ids(self) -> Ints:
        """The ids that are in use, in order."""
        if not self.freed:
            return np.arange(self.count)
        return np.flatnonzero(self.keys[: self.count, 2] != lookup.GONE)

    def has(self, number: object) -> bool:
        """Tell whether this is an id that is in use."""
        number = as_whole(number)
        if number is None or not 0 <= number < self.count:
            return False
        return not self.freed or bool(self.keys[number, 2] != lookup.GONE)

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
        self.table = np.full(size, lookup.FREE, dtype=np.int32)
        lookup.fill(self.table, self.keys, self.count)
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
