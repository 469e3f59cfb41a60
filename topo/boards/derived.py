"""Derived data of a board, made when first asked for: vertices, edges, distances, graphs."""

from collections.abc import Callable, Iterator
from copy import copy
from typing import Any

import numpy as np
import numpy.typing as npt

from boardless.jit.arrays import Bools, Ints
from boardless.jit.native import jit
from boardless.topo.boards import kernels
from boardless.topo.boards.cells import CellTable, KeyTable, enlarged, read_only
from boardless.topo.boards.kernels import (
    NONE,
    Keys,
    find,
    forget,
    has_room,
    insert,
    next_id,
    release,
)
from boardless.topo.tilings.incidence import Key, relation_mask
from boardless.util.inputs import InputError


class Elements:
    """The vertices, or the edges, of a board: made when first asked for, then kept up to date.

    Ids follow the order of added cells and, within a cell, are counter-clockwise;
    an element keeps its id as long as a cell that has it is on the board. A freed id may be used
    again, and going back to an earlier version of the board restores it.
    """

    def __init__(self, parts: tuple[tuple[Key, ...], ...]) -> None:
        self._sizes = np.array([len(part) for part in parts], dtype=np.int64)
        self._offsets = np.zeros((len(parts), int(self._sizes.max()), 3), dtype=np.int64)
        for k, part in enumerate(parts):
            self._offsets[k, : len(part)] = part
        self._ids = KeyTable()
        self._of_cells: Ints = np.empty((0, self._offsets.shape[1]), dtype=np.int32)
        self._uses: Ints = np.empty(0, dtype=np.int16)
        #: The version of the board that is followed, and the number of its sites.
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
        """Lattice keys by id, shape ``(ids, 3)``, ``(0, 0, -1)`` for unused ids."""
        return read_only(self._ids.keys)

    @property
    def of_cells(self) -> Ints:
        """Elements of each cell by site, shape ``(sites, widest)``, -1 after the last."""
        return read_only(self._of_cells[: self.sites])

    @property
    def now(self) -> "Elements":
        """The elements themselves, which follow the board when they are asked for."""
        return self

    def find(self, key: Key) -> int:
        """Return the id of the element with lattice key `key`, or -1."""
        return self._ids.find(*key)

    def copy(self) -> "Elements":
        """Return an independent copy, which follows nothing."""
        twin = copy(self.now)
        twin._ids = self._ids.copy()
        twin._of_cells, twin._uses = self._of_cells.copy(), self._uses.copy()
        return twin

    def follow(self, rows: Ints, version: int, sites: int, back: bool = False) -> None:
        """Follow a board of `sites` ids to `version` through changes, or undo them with `back`."""
        codes = rows[:, 0]
        room = max(sites, int(np.where(codes < 0, -1 - codes, codes).max(initial=-1)) + 1)
        if len(self._of_cells) < room:
            room = max(room, 2 * len(self._of_cells))
            self._of_cells = enlarged(self._of_cells, room, self.sites)
        ids, done = self._ids, 0
        while done < len(rows):
            if len(self._uses) < len(ids.arrays.keys):
                self._uses = enlarged(self._uses, len(ids.arrays.keys), ids.count)
            done, ids.freed, ids.count = _share(
                ids.arrays, self._uses, self._of_cells, self._offsets, self._sizes, rows, back,
                done, ids.freed, ids.count,
            )  # fmt: skip
            if done < len(rows):
                ids.make_room(int(self._sizes.max()))
        self.version, self.sites = version, sites


class LiveElements(Elements):
    """The vertices, or the edges, of a board as it is now, whenever they are read."""

    def __init__(self, source: Callable[[], Elements]) -> None:
        self._source = source

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name == "_source":
            raise AttributeError(name)
        return getattr(self.now, name)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle and copy as elements that follow nothing."""
        return copy, (self.copy(),)

    @property
    def now(self) -> Elements:
        """The elements themselves, which follow the board when they are asked for."""
        return self._source()


@jit
def _share(
    c: Keys, uses: Ints, parts: Ints, offsets: Ints, sizes: Ints, rows: Ints, back: bool,
    done: int, freed: int, count: int,
) -> tuple[int, int, int]:  # fmt: skip
    """Let the vertices (or edges) follow the changes `rows` of cells from the `done`-th on.

    ``offsets[k, n]`` is the key of part `n` of prototile `k` relative to its cell. Ids go to
    ``parts[site, n]``, and ``uses[id]`` counts the cells that have a part. With `back` the changes
    are undone, last first. Returns how many are done, fewer than all if room is missing,
    and the new `freed` and `count`.
    """
    while done < rows.shape[0]:
        row = rows[rows.shape[0] - 1 - done if back else done]
        k = int(row[3])
        site = int(row[0]) if row[0] >= 0 else -1 - int(row[0])
        if (row[0] >= 0) != back:
            if not has_room(c, count, sizes[k]):
                break
            for n in range(sizes[k]):
                i, j = int(row[1]) + offsets[k, n, 0], int(row[2]) + offsets[k, n, 1]
                v = offsets[k, n, 2]
                part = find(c, i, j, v)
                if part == NONE:
                    part = next_id(c, freed, count, 0)
                    freed, count = (freed - 1, count) if freed > 0 else (freed, count + 1)
                    c.keys[part, 0] = i
                    c.keys[part, 1] = j
                    c.keys[part, 2] = v
                    insert(c, part)
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
                    forget(c, part)
                    freed, count = release(c, freed, count, part)
        done += 1
    return done, freed, count


class Derived:
    """The perimeter, vertices, edges and distances of a board, brought up to date when read."""

    def __init__(self, cells: CellTable) -> None:
        self._cells = cells
        self._perimeter: Ints = np.empty(0, dtype=np.int64)
        self._perimeter_done = 0
        self._elements: dict[str, Elements] = {}
        self._distances: dict[str, DistanceTable] = {}
        self._distances_of = 0

    def go_back(self, version: int) -> None:
        """Take the cells back to a version, and follow them."""
        # Elements go first, while sites name the same cells.
        for elements in self._elements.values():
            if version < elements.version:
                rows = self._cells.changes(version, elements.version)
                elements.follow(rows, version, self._cells.ids.count, back=True)
        undone = self._cells.go_back(version)
        if version < self._perimeter_done:
            self._perimeter = self._perimeter_and(undone[: self._perimeter_done - version])
            self._perimeter_done = version

    def perimeter(self) -> Ints:
        """Return the cells with a vertex on the boundary, by site."""
        # Growth changes new cells, and old ones of the perimeter; removal the neighbours.
        cells = self._cells
        version = cells.version
        if cells.log is None:
            new = np.arange(self._perimeter_done, version)
            candidates = np.concatenate((self._perimeter, new))
        else:
            changes = cells.changes(self._perimeter_done, version)
            candidates = self._perimeter_and(changes)
        self._perimeter_done = version
        self._perimeter = kernels.perimeter(cells.arrays, candidates)
        return read_only(self._perimeter)

    def _perimeter_and(self, rows: Ints) -> Ints:
        """Return the cached perimeter and the cells at and around changes, by site."""
        touched = kernels.around(self._cells.arrays, rows)
        cached = self._perimeter[self._perimeter < self._cells.ids.count]
        return np.unique(np.concatenate((cached, touched)))

    def elements(self, kind: str) -> Elements:
        """Return the vertices, or the edges."""
        if kind not in self._elements:
            incidence = self._cells.tiling.incidence
            parts = incidence.faces if kind == "vertices" else incidence.face_edges
            self._elements[kind] = Elements(parts)
        elements, version = self._elements[kind], self._cells.version
        extent = self._cells.ids.count
        if (elements.version, elements.sites) != (version, extent):
            elements.follow(self._cells.changes(elements.version, version), version, extent)
        return elements

    def distances(self, relation: str) -> Ints:
        """Return the steps between all pairs of cells; see `Board.distances`."""
        cells = self._cells
        table = self._distances.setdefault(relation, DistanceTable(self.steps_of(relation)))
        if self._distances_of != cells.reuses:
            for each in self._distances.values():
                each.forget()
            self._distances_of = cells.reuses
        return table.read(cells.arrays.keys, cells.arrays.step, cells.ids.count)

    def steps_of(self, relation: str) -> Bools:
        """Tell which slots are steps in a relation, by prototile, shape ``(K, S)``."""
        return (self._cells.slots.relation & relation_mask(relation)) > 0


Distances = npt.NDArray[np.uint16]

UNREACHABLE = 65535
#: A path visits a cell once, so a board of this size keeps distances in 15 bits.
MAX_CELLS = 32767


@jit
def _search(
    keys: Ints, step: Ints, chosen: npt.NDArray[np.bool_], source: int,
    queue: Ints, row: Ints | Distances, far: int,
) -> None:  # fmt: skip
    """Fill `row` with the distances from `source`, breadth first; `far` without a path."""
    row[:] = far
    row[source] = 0
    queue[0] = source
    head, tail = 0, 1
    while head < tail:
        site = queue[head]
        head += 1
        k = keys[site, 2]
        for s in range(step.shape[1]):
            other = step[site, s]
            if chosen[k, s] and other >= 0 and row[other] == far:
                row[other] = int(row[site]) + 1
                queue[tail] = other
                tail += 1


@jit
def _afresh(
    keys: Ints, step: Ints, chosen: npt.NDArray[np.bool_], count: int, table: Distances
) -> None:
    queue = np.empty(count, dtype=np.int32)
    for source in range(count):
        if keys[source, 2] < 0:
            table[source, :count] = UNREACHABLE
            continue
        _search(keys, step, chosen, source, queue, table[source, :count], UNREACHABLE)


@jit
def _append(
    keys: Ints, step: Ints, chosen: npt.NDArray[np.bool_], first: int, last: int, table: Distances
) -> None:
    """Extend the distances of cells 0 to `first` - 1 to cells 0 to `last` - 1, one at a time.

    A new cell x is one step beyond the nearest of its neighbours. An old distance d(a, b) can only
    get shorter by a path through x, so only when two neighbours of x were more than two steps
    apart; and then only between cells a and b that are both nearer to some neighbour of x through
    x than they were before.
    """
    neighbours = np.empty(step.shape[1], dtype=np.int32)
    moved = np.empty(last, dtype=np.int32)
    for x in range(first, last):
        degree = 0
        for s in range(step.shape[1]):
            other = step[x, s]
            if chosen[keys[x, 2], s] and 0 <= other < x:
                neighbours[degree] = other
                degree += 1
        row = table[x]
        row[:x] = UNREACHABLE
        for n in range(degree):
            line = table[neighbours[n]]
            for a in range(x):
                row[a] = min(row[a], line[a])
        for a in range(x):
            if row[a] != UNREACHABLE:
                row[a] = int(row[a]) + 1
        row[x] = 0
        shortcut = False
        for n in range(degree):
            for m in range(n):
                if table[neighbours[n], neighbours[m]] > 2:
                    shortcut = True
        if shortcut:
            count = 0
            for a in range(x):
                for n in range(degree):
                    if int(row[a]) + 1 < table[neighbours[n], a]:
                        moved[count] = a
                        count += 1
                        break
            for n in range(count):
                a = moved[n]
                for m in range(count):
                    b = moved[m]
                    through = int(row[a]) + int(row[b])
                    if through < table[a, b]:
                        table[a, b] = through
        for a in range(x):
            table[a, x] = row[a]


class DistanceTable:
    """All distances of a board for one relation; made at the first read, then kept up to date."""

    def __init__(self, chosen: npt.NDArray[np.bool_]) -> None:
        self._chosen = chosen
        self._done = 0
        self._table: Distances = np.empty((0, 0), dtype=np.uint16)

    def read(self, keys: Ints, step: Ints, count: int) -> npt.NDArray[np.int16]:
        """Return the distances of a board of `count` sites, shape ``(count, count)``, read-only."""
        if count > MAX_CELLS:
            raise InputError(
                f"distances between all pairs of {count:,} cells: "
                f"choose a board of at most {MAX_CELLS:,}"
            )
        if len(self._table) < count:
            room = min(MAX_CELLS, count + count // 4 + 16)
            table = np.empty((room, room), dtype=np.uint16)
            table[: self._done, : self._done] = self._table[: self._done, : self._done]
            self._table = table
        # Cell by cell costs as much as a search from each cell, and more where it closes gaps.
        if count > 2 * self._done:
            _afresh(keys, step, self._chosen, count, self._table)
        else:
            _append(keys, step, self._chosen, self._done, count, self._table)
        self._done = count
        view = self._table[:count, :count].view(np.int16)
        view.flags.writeable = False
        return view

    def forget(self) -> None:
        """Start afresh at the next read, which is necessary once cells were removed."""
        self._done = 0


def distance(
    keys: Ints, step: Ints, chosen: npt.NDArray[np.bool_], count: int, a: int, b: int
) -> int:
    """Return the distance of two cells by one search, -1 when `b` cannot be reached."""
    row = np.empty(count, dtype=np.int32)
    _search(keys, step, chosen, a, np.empty(count, dtype=np.int32), row, -1)
    return int(row[b])
