"""The positions of a game and the moves between them, in flat arrays.

A hash table of rows keeps each position once.
"""

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from boardless.jit.arrays import Ints
from boardless.jit.native import jit
from boardless.store.positions.found import OF_LINKS, OF_POSITIONS, SOLVED, Explored, Found
from boardless.topo import InputError, integer_between
from boardless.util.lazy_imports import renamed_attribute

if TYPE_CHECKING:
    import networkx as nx

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


class Positions:
    """Positions of a game, numbered in the order of their discovery.

    Attributes
    ----------
    explored : Explored
        The subject of the exploration.
    row_table : RowTable
        The rows that distinguish positions.
    texts : list of str
        The moves that occur, in the frame of the position that they are made in.
    expanded, complete : int and bool
        The number of positions, from the start on, with all moves known; whether these are all.
    """

    known = renamed_attribute("known", "row_table")

    def __init__(self, explored: Explored) -> None:
        self.explored = explored
        self.row_table = RowTable()
        self.texts: list[str] = []
        self.expanded = 0
        self.complete = False
        self._text_numbers: dict[str, int] = {}
        self._parts: dict[str, list[Ints]] = {}

    def __len__(self) -> int:
        return self.row_table.count

    def __repr__(self) -> str:
        way = " up to symmetry" if self.explored.symmetry else ""
        return f"<{len(self):,} positions of {self.explored.game}{way}, {self.links:,} links>"

    def add(self, part: Found) -> None:
        """Add the next part; InputError if it does not follow the parts before."""
        if part.explored != self.explored or part.first != len(self):
            raise InputError(
                f"positions from number {part.first:,} on of {part.explored.game}: there are "
                f"{len(self):,} of {self.explored.game}"
            )
        ends = np.cumsum(part.sizes, dtype=np.int64)
        self.row_table.enter(part.rows, ends, part.keys)
        if len(self) != part.first + len(part):
            raise InputError(f"positions of {part.explored.game}: one of them occurs twice")
        self.note(part)

    def note(self, part: Found) -> None:
        """Add the columns of a part with rows that are in the table already."""
        numbers = np.array([self._number(text) for text in part.texts], np.int32)
        for name in (*OF_POSITIONS, *OF_LINKS, *SOLVED, "visits"):
            column = getattr(part, name)
            if len(column):
                column = numbers[column] if name == "moves" else column
                self._parts.setdefault(name, []).append(column)
        self.expanded, self.complete = part.expanded, part.complete
        # The graph follows by itself; the groups of links have to be computed again.
        vars(self).pop("by_source", None)
        vars(self).pop("by_target", None)

    def _number(self, text: str) -> int:
        if text not in self._text_numbers:
            self._text_numbers[text] = len(self.texts)
            self.texts.append(text)
        return self._text_numbers[text]

    def column(self, name: str) -> Ints:
        """Return one of OF_POSITIONS, OF_LINKS, SOLVED or visits, of all parts joined."""
        parts = self._parts.get(name, [])
        if not parts:
            return np.zeros((0, 2) if name == "visits" else 0, np.int64)
        if len(parts) > 1:
            parts[:] = [np.concatenate(parts)]
        return parts[0]

    @property
    def plies(self) -> Ints:
        """The least number of moves to each position, shape (n,)."""
        return self.column("plies")

    @property
    def movers(self) -> Ints:
        """The mover in each position, shape (n,)."""
        return self.column("movers")

    @property
    def winners(self) -> Ints:
        """The winner of each position, 0 for a draw, -1 while the game goes on, shape (n,)."""
        return self.column("winners")

    @property
    def sources(self) -> Ints:
        """The position that each link leads from, shape (m,), in order unless trials were read."""
        return self.column("sources")

    @property
    def targets(self) -> Ints:
        """The position that each link leads to, shape (m,)."""
        return self.column("targets")

    @property
    def links(self) -> int:
        """The number of different pairs of a position and a move."""
        return sum(map(len, self._parts.get("sources", [])))

    @property
    def players(self) -> int:
        """The number of players."""
        return self.explored.setup.players

    @property
    def is_solved(self) -> bool:
        """Whether the values of all positions are known."""
        return len(self.column("values")) == len(self) > 0

    def moves_of(self, number: int) -> dict[str, int]:
        """Return the known moves of a position, and the positions that they lead to."""
        number = integer_between(number, "position", 0, len(self) - 1)
        links = self.after(number)
        moves, targets = self.column("moves")[links].tolist(), self.targets[links].tolist()
        return {self.texts[move]: target for move, target in zip(moves, targets, strict=True)}

    def after(self, number: int) -> Ints:
        """Return the numbers of the links that lead from a position."""
        order, ends = self.by_source
        return order[ends[number] : ends[number + 1]]

    def before(self, number: int) -> Ints:
        """Return the numbers of the links that lead to a position."""
        order, ends = self.by_target
        return order[ends[number] : ends[number + 1]]

    @cached_property
    def by_source(self) -> tuple[Ints, Ints]:
        """The numbers of links in the order of their sources, and the begin of each source."""
        return _grouped(self.sources, len(self))

    @cached_property
    def by_target(self) -> tuple[Ints, Ints]:
        """The numbers of links in the order of their targets, and the begin of each target."""
        return _grouped(self.targets, len(self))

    @cached_property
    def graph(self) -> "nx.DiGraph[int]":
        """The positions as a live graph that cannot be changed; ``copy()`` gives one that can.

        See `store.positions.graphs`.
        """
        from boardless.store.positions.graphs import live_graph

        return live_graph(self)

    def node(self, number: int) -> dict[str, Any]:
        """Return the attributes of a position; None for those unknown."""
        winner = int(self.winners[number])
        attributes: dict[str, Any] = {
            "ply": int(self.plies[number]),
            "mover": int(self.movers[number]),
            "winner": None if winner < 0 else winner,
            "pieces": int(self.column("pieces")[number]),
        }
        if self.is_solved:
            distance = int(self.column("distances")[number])
            attributes |= {
                "value": int(self.column("values")[number]),
                "distance": None if distance < 0 else distance,
            }
        return attributes


def _grouped(ends: Ints, count: int) -> tuple[Ints, Ints]:
    """Return the numbers of links in the order of one end, and the begin of each end."""
    return np.argsort(ends, kind="stable"), np.append(
        0, np.cumsum(np.bincount(ends, minlength=count))
    )
