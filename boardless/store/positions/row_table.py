"""A hash table of rows: each position is kept once."""

import numpy as np

from boardless.jit.arrays import Ints
from boardless.jit.native import jit
from boardless.topo import InputError

#: Rows and numbers to begin with; they double when they are full.
_ROWS, _NUMBERS = 2**10, 2**14
#: The largest table of rows, in numbers of 4 bytes.
MAX_NUMBERS = 2**32


class RowTable:
    """Rows of positions, each once, numbered in their order of entry.

    Equal keys make candidates, equal rows decide. Row n is ``rows[starts[n] : starts[n + 1]]``.
    """

    def __init__(self) -> None:
        self.count = 0
        self.keys = np.zeros(_ROWS, np.int64)
        self.starts = np.zeros(_ROWS + 1, np.int64)
        self.rows = np.zeros(_NUMBERS, np.int32)
        self._table = np.full(4 * _ROWS, -1, np.int32)

    def row(self, number: int) -> Ints:
        """Return the row of a position."""
        return self.rows[self.starts[number] : self.starts[number + 1]]

    def enter(self, rows: Ints, ends: Ints, keys: Ints) -> Ints:
        """Return the numbers of rows, after entering the new ones.

        Row n ends at ``ends[n]``, where the next begins. InputError if memory runs out.
        """
        self._make_room(len(keys), len(rows))
        numbers = np.empty(len(keys), np.int32)
        self.count = int(
            _enter(
                self._table, self.keys, self.starts, self.rows, self.count,
                rows, ends, keys, numbers, True,
            )
        )  # fmt: skip
        return numbers

    def numbers(self, rows: Ints, ends: Ints, keys: Ints) -> Ints:
        """Return the numbers of rows, -1 for missing ones; see `enter`."""
        numbers = np.empty(len(keys), np.int32)
        _enter(
            self._table, self.keys, self.starts, self.rows, self.count, rows, ends, keys, numbers,
            False,
        )  # fmt: skip
        return numbers

    def find(self, row: Ints, key: int) -> int | None:
        """Return the number of a row, None if it is not there."""
        number = int(self.numbers(row, np.array([len(row)]), np.array([key]))[0])
        return number if number >= 0 else None

    def _make_room(self, more: int, numbers: int) -> None:
        """Make room for `more` rows with `numbers` numbers in all."""
        if self.starts[self.count] + numbers > MAX_NUMBERS or self.count + more >= 2**31:
            raise InputError(f"{self.count:,} positions were found, and no more fit in memory")
        while self.count + more > len(self.keys):
            self.keys = _doubled(self.keys)
            self.starts = np.append(self.starts, np.zeros(len(self.starts) - 1, np.int64))
        while self.starts[self.count] + numbers > len(self.rows):
            self.rows = _doubled(self.rows)
        if 2 * (self.count + more) > len(self._table):
            size = len(self._table)
            while 2 * (self.count + more) > size:
                size *= 2
            self._table = np.full(size, -1, np.int32)
            _refill(self._table, self.keys, self.count)


def _doubled(values: Ints) -> Ints:
    return np.append(values, np.zeros_like(values))


@jit
def _refill(table: Ints, keys: Ints, count: int) -> None:
    """Enter the first `count` keys, which belong to different rows."""
    last = table.shape[0] - 1
    for number in range(count):
        h = keys[number] & last
        while table[h] >= 0:
            h = (h + 1) & last
        table[h] = number


@jit
def _find(
    table: Ints, keys: Ints, starts: Ints, entered: Ints, rows: Ints, begin: int, end: int, key: int
) -> int:
    """Return the number of a row, or ``-1 - h`` where it has place h of the table."""
    last = table.shape[0] - 1
    h = key & last
    while table[h] >= 0:
        number = table[h]
        start = starts[number]
        if keys[number] == key and starts[number + 1] - start == end - begin:
            n = begin
            while n < end and entered[start - begin + n] == rows[n]:
                n += 1
            if n == end:
                return int(number)
        h = (h + 1) & last
    return int(-1 - h)


@jit
def _enter(
    table: Ints, keys: Ints, starts: Ints, entered: Ints, count: int,
    rows: Ints, ends: Ints, new: Ints, numbers: Ints, adding: bool,
) -> int:  # fmt: skip
    """Write the numbers of rows, entering new ones if `adding`; return the count of rows."""
    begin = 0
    for m in range(new.shape[0]):
        end = ends[m]
        number = _find(table, keys, starts, entered, rows, begin, end, new[m])
        if number < 0 and not adding:
            number = -1
        elif number < 0:
            table[-1 - number] = count
            number = count
            keys[count] = new[m]
            start = starts[count]
            for n in range(begin, end):
                entered[start - begin + n] = rows[n]
            starts[count + 1] = start + end - begin
            count += 1
        numbers[m] = number
        begin = end
    return count
