"""Compressed sparse rows (CSR): lists of different lengths in two flat arrays."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Self

import numpy as np

from boardless.jit.arrays import Bools, Ints


@dataclass(frozen=True, eq=False)
class Ragged:
    """A list of integers for each of 0, 1, ..., n - 1.

    Examples
    --------
    >>> lists = Ragged.of([[4, 2], [], [7]])
    >>> len(lists), lists[0].tolist(), lists.owners.tolist()
    (3, [4, 2], [0, 0, 2])
    """

    #: The index in `items` at which each list begins; the last entry is the end of the last list.
    start: Ints
    items: Ints

    @classmethod
    def of(cls, lists: Iterable[Sequence[int]]) -> Self:
        """Return some lists as one."""
        rows = list(lists)
        start = np.cumsum([0, *map(len, rows)], dtype=np.int64)
        items = np.fromiter((n for row in rows for n in row), dtype=np.int32, count=int(start[-1]))
        return cls(start, items)

    @classmethod
    def grouped(cls, owners: Ints, items: Ints, count: int) -> Self:
        """Return the list of the items of each of `count` owners, in the order given."""
        order = np.argsort(owners, kind="stable")
        start = np.zeros(count + 1, dtype=np.int64)
        np.cumsum(np.bincount(owners, minlength=count), out=start[1:])
        return cls(start, items[order].astype(np.int32))

    def __len__(self) -> int:
        return len(self.start) - 1

    def __getitem__(self, number: int) -> Ints:
        part: Ints = self.items[self.start[number] : self.start[number + 1]]
        return part

    def __iter__(self) -> Iterator[Ints]:
        return (self[number] for number in range(len(self)))

    def lists(self) -> list[list[int]]:
        """Return the lists as Python lists."""
        items, start = self.items.tolist(), self.start.tolist()
        return [items[a:b] for a, b in pairwise(start)]

    @property
    def lengths(self) -> Ints:
        """The length of each list, shape ``(n,)``."""
        lengths: Ints = np.diff(self.start)
        return lengths

    @property
    def owners(self) -> Ints:
        """The list of each entry of `items`."""
        return np.repeat(np.arange(len(self), dtype=np.int32), self.lengths)

    def where(self, mask: Bools) -> "Ragged":
        """Return the same lists with only the entries that `mask` marks."""
        start = np.concatenate(([0], np.cumsum(mask)))[self.start]
        return Ragged(start.astype(np.int64), self.items[mask])

    def take(self, numbers: Ints) -> "Ragged":
        """Return the lists of some numbers, in their order."""
        lengths = self.lengths[numbers]
        start = np.concatenate(([0], np.cumsum(lengths)))
        within = np.arange(start[-1]) - np.repeat(start[:-1], lengths)
        return Ragged(start, self.items[np.repeat(self.start[:-1][numbers], lengths) + within])

    def padded(self) -> Ints:
        """Return the lists as int32 rows of equal length with -1 after the last item of each."""
        lengths = self.lengths
        table = np.full((len(self), int(lengths.max(initial=0))), -1, dtype=np.int32)
        table[self.owners, np.arange(len(self.items)) - self.start[:-1][self.owners]] = self.items
        return table
