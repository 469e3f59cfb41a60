"""Vertices and edges of a board, with ids of their own."""

from collections.abc import Iterator
from copy import copy

import numpy as np

from boardless.topo.boards.key_table import KeyTable, enlarged, read_only
from boardless.topo.kernels.arrays import Ints
from boardless.topo.kernels.jit import jit
from boardless.topo.kernels.lookup import NONE, find, forget, has_room, insert, next_id, release
from boardless.topo.tilings.incidence import Key


class Elements:
    """The vertices, or the edges, of a board: made when first asked for, then kept up to date.

    Ids are given in the order in which cells were added and, within a cell, counter-clockwise;
    an element keeps its id as long as a cell that has it is on the board. A freed id may be used
    again, and going back to an earlier version of the board restores it.

    Attributes
    ----------
    keys : int32 array of shape (ids, 3)
        Lattice key of each element, ``(0, 0, -1)`` where none has the id; read-only.
    of_cells : int32 array of shape (sites, widest prototile)
        Elements of each cell, counter-clockwise, -1 after the last; read-only.
    version, sites : int
        The version of the board that is followed, and the number of its sites.
    """

    def __init__(self, parts: tuple[tuple[Key, ...], ...]) -> None:
        self._sizes = np.array([len(part) for part in parts], dtype=np.int64)
        self._offsets = np.zeros((len(parts), int(self._sizes.max()), 3), dtype=np.int64)
        for k, part in enumerate(parts):
            self._offsets[k, : len(part)] = part
        self._ids = KeyTable()
        self._of_cells: Ints = np.empty((0, self._offsets.shape[1]), dtype=np.int32)
        self._uses: Ints = np.empty(0, dtype=np.int16)
        self.version = self.sites = 0

    def __repr__(self) -> str:
        return f"<{type(self).__name__}, {len(self):,} of version {self.version:,}>"

    def __len__(self) -> int:
        return len(self._ids)

    def __iter__(self) -> Iterator[int]:
        return iter(self._ids.ids.tolist())

    def __contains__(self, number: object) -> bool:
        return self._ids.has(number)

    @property
    def keys(self) -> Ints:
        """Lattice keys by id, shape ``(ids, 3)``."""
        return read_only(self._ids.keys[: self._ids.count])

    @property
    def of_cells(self) -> Ints:
        """Elements of each cell by site, shape ``(sites, widest)``."""
        return read_only(self._of_cells[: self.sites])

    def find(self, key: Key) -> int:
        """Return the id of the element with lattice key `key`, or -1."""
        return self._ids.find(*key)

    def copy(self) -> "Elements":
        """Return an independent copy, which follows nothing."""
        twin = copy(self)
        twin._ids = self._ids.copy()
        twin._of_cells, twin._uses = self._of_cells.copy(), self._uses.copy()
        return twin

    def follow(self, rows: Ints, version: int, sites: int, back: bool = False) -> None:
        """Follow a board through changes, or undo them.

        Parameters
        ----------
        rows : int32 array of shape (n, 4)
            What happens, or is undone, between the version followed so far and `version`.
        version : int
            What the board is at then.
        sites : int
            Ids of cells are below this number.
        back : bool
            Whether the changes are undone.
        """
        codes = rows[:, 0]
        room = max(sites, int(np.where(codes < 0, -1 - codes, codes).max(initial=-1)) + 1)
        if len(self._of_cells) < room:
            room = max(room, 2 * len(self._of_cells))
            self._of_cells = enlarged(self._of_cells, room, self.sites)
        ids, done = self._ids, 0
        frees = back or bool((codes < 0).any())
        while done < len(rows):
            if len(self._uses) < len(ids.keys):
                self._uses = enlarged(self._uses, len(ids.keys), ids.count)
            if frees:
                ids.make_free()
            done, ids.freed, ids.count = _share(
                ids.table, ids.keys, ids.free, self._uses, self._of_cells,
                self._offsets, self._sizes, rows, back, done, ids.freed, ids.count,
            )  # fmt: skip
            if done < len(rows):
                ids.make_room(int(self._sizes.max()))
        self.version, self.sites = version, sites


@jit
def _share(
    table: Ints, keys: Ints, free: Ints, uses: Ints, parts: Ints, offsets: Ints, sizes: Ints,
    rows: Ints, back: bool, done: int, freed: int, count: int,
) -> tuple[int, int, int]:  # fmt: skip
    """Let the vertices (or edges) follow the changes `rows` of cells from the `done`-th on.

    ``offsets[k, n]`` is the key of part `n` of prototile `k` relative to its cell. Ids go to
    ``parts[site, n]``, and ``uses[id]`` counts the cells that have a part. With `back` the changes
    are undone, last first. Returns how many are done, fewer than all when there is no more room,
    and the new `freed` and `count`.
    """
    while done < rows.shape[0]:
        row = rows[rows.shape[0] - 1 - done if back else done]
        k = int(row[3])
        site = int(row[0]) if row[0] >= 0 else -1 - int(row[0])
        if (row[0] >= 0) != back:
            if not has_room(table, keys, count, sizes[k]):
                break
            for n in range(sizes[k]):
                i, j = int(row[1]) + offsets[k, n, 0], int(row[2]) + offsets[k, n, 1]
                v = offsets[k, n, 2]
                part = find(table, keys, i, j, v)
                if part == NONE:
                    part = next_id(free, freed, count, 0)
                    freed, count = (freed - 1, count) if freed > 0 else (freed, count + 1)
                    keys[part, 0] = i
                    keys[part, 1] = j
                    keys[part, 2] = v
                    insert(table, i, j, v, part)
                    uses[part] = 0
                uses[part] += 1
                parts[site, n] = part
            for n in range(sizes[k], parts.shape[1]):
                parts[site, n] = NONE
        else:
            for n in range(sizes[k] - 1, -1, -1):
                part = parts[site, n]
                parts[site, n] = NONE
                uses[part] -= 1
                if uses[part] == 0:
                    forget(table, keys, part)
                    freed, count = release(free, freed, count, part)
        done += 1
    return done, freed, count
