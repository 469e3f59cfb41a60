"""Exact distances between cells, kept up to date while a board grows.

Distances are numbers of steps; unreachable cells are at distance -1, kept as UNREACHABLE in an
unsigned array so that it compares as the largest.
"""

import numpy as np
import numpy.typing as npt

from boardless.jit.arrays import Ints
from boardless.jit.native import jit
from boardless.util.inputs import InputError

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
