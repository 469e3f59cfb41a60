"""Vertices and edges of a board, with append-only ids of their own."""

from collections.abc import Iterator

import numpy as np

from topo import kernels
from topo.arrays import Ints
from topo.incidence import Key
from topo.keytable import KeyTable, enlarged, read_only


class Elements:
    """The vertices, or the edges, of a board: made when first asked for, then kept up to date.

    Ids are given in the order in which cells were added and, within a cell, counter-clockwise;
    an element keeps its id as long as a cell that has it lives. Growth adds ids, shrinking to an
    earlier version takes the newest away again.

    Attributes
    ----------
    keys : int32 array of shape (n, 3)
        Lattice key of each element, read-only.
    of_cells : int32 array of shape (cells, widest prototile)
        Elements of each cell, counter-clockwise, -1 after the last; read-only.
    """

    def __init__(self, parts: tuple[tuple[Key, ...], ...]) -> None:
        self._sizes = np.array([len(part) for part in parts], dtype=np.int64)
        self._offsets = np.zeros((len(parts), int(self._sizes.max()), 3), dtype=np.int64)
        for k, part in enumerate(parts):
            self._offsets[k, : len(part)] = part
        self._ids = KeyTable()
        self._of_cells: Ints = np.empty((0, self._offsets.shape[1]), dtype=np.int32)
        self._ends: Ints = np.empty(0, dtype=np.int32)
        self._done = 0

    def __repr__(self) -> str:
        return f"<{type(self).__name__}, {len(self):,} of {self._done:,} cells>"

    def __len__(self) -> int:
        return self._ids.count

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self)))

    @property
    def keys(self) -> Ints:
        """Lattice keys, shape ``(n, 3)``."""
        return read_only(self._ids.keys[: self._ids.count])

    @property
    def of_cells(self) -> Ints:
        """Elements of each cell, shape ``(cells, widest)``."""
        return read_only(self._of_cells[: self._done])

    def find(self, key: Key) -> int:
        """Return the id of the element with lattice key `key`, or -1."""
        return self._ids.find(*key)

    def update(self, cells: Ints, count: int) -> None:
        """Follow a board that has grown to `count` cells with the given keys."""
        if len(self._of_cells) < count:
            room = max(count, 2 * len(self._of_cells))
            self._of_cells = enlarged(self._of_cells, room, self._done)
            self._ends = enlarged(self._ends, room, self._done)
        while self._done < count:
            self._done, self._ids.count = kernels.share(
                self._ids.table, self._ids.keys, self._of_cells, self._ends,
                cells, self._offsets, self._sizes, self._done, count, self._ids.count,
            )  # fmt: skip
            if self._done < count:
                self._ids.make_room(int(self._sizes.max()))

    def truncate(self, version: int) -> None:
        """Follow a board that is shrinking to its first `version` cells."""
        if version < self._done:
            count = int(self._ends[version - 1]) if version else 0
            kernels.forget(self._ids.table, self._ids.keys, self._ids.count, count)
            self._ids.count, self._done = count, version
