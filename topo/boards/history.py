"""The history of a board: every cell that came or went, in order, shared by many versions."""

from dataclasses import dataclass, field
from threading import Lock
from typing import Self

import numpy as np

from boardless.jit.arrays import Ints

#: Changes in a leaf, and numbers in a change: a code (see `topo.boards.kernels`) and a key.
LEAF = 128
ROW = 4


class Leaf:
    """Changes, written once and in order, and the leaf before: histories and threads share it."""

    __slots__ = ("before", "first", "lock", "rows", "used")

    def __init__(self, before: "Leaf | None", first: int) -> None:
        self.before = before
        self.first = first
        self.rows: Ints = np.empty((LEAF, ROW), dtype=np.int32)
        self.used = 0
        self.lock = Lock()

    def written(self, at: int, rows: Ints) -> bool:
        """Write rows behind the first `at`, unless there are some already; tell which."""
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
            # Leaves begin at multiples of LEAF, so two of one place are compared with each other.
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
