"""Ids by lattice key: a growing list of keys and the lookup from key to id."""

import numpy as np

from topo import kernels
from topo.arrays import Ints

_SMALLEST = 16


class KeyTable:
    """Keys in the order of their ids, and a hash table from key to id.

    Memory depends on the number of keys alone, never on how far apart they lie.

    Attributes
    ----------
    keys : int32 array of shape (room, 3)
        Rows from `count` on are unused.
    table : int32 array
        See `topo.kernels`.
    count : int
        Number of keys; ids are 0 to `count` - 1.
    """

    __slots__ = ("count", "keys", "table")

    def __init__(self) -> None:
        self.count = 0
        self.keys: Ints = np.empty((_SMALLEST, 3), dtype=np.int32)
        self.table: Ints = np.full(2 * _SMALLEST, kernels.FREE, dtype=np.int32)

    def find(self, i: int, j: int, k: int) -> int:
        """Return the id of a key, or -1."""
        return kernels.find(self.table, self.keys, i, j, k)

    def make_room(self, more: int) -> int:
        """Make room for at least `more` keys, or twice the keys; return the number of rows."""
        room = max(2 * len(self.keys), self.count + more)
        self.keys = enlarged(self.keys, room, self.count)
        size = len(self.table)
        while size < 2 * room:
            size *= 2
        self.table = np.full(size, kernels.FREE, dtype=np.int32)
        kernels.fill(self.table, self.keys, self.count)
        return room

    def copy(self) -> "KeyTable":
        """Return a table of its own."""
        twin = KeyTable()
        twin.keys, twin.table, twin.count = self.keys.copy(), self.table.copy(), self.count
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
