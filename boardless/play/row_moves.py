"""Moves by rows: legal ones counted and listed, made and taken back without any object."""

from collections.abc import Callable
from copy import copy
from typing import Any, Self

import numpy as np

from boardless.jit.arrays import Ints
from boardless.play.engine_board import no_room_for
from boardless.play.views import View
from boardless.state.engine.arrays import NEED_ROOM, OPEN, VOID, Arrays
from boardless.state.engine.stepping import PENDING, ROW_COUNT, ROW_NUMBERS, RowArrays

#: Rows that there is room for to begin with.
ROOM = 256
#: The part of the engine that this needs.
PARTS = ("stepping",)


class RowMoves:
    """Moves of a game in the arrays of the engine, by their places among the legal ones.

    Moves that have no name yet are kept as rows of numbers. What is called has one argument, since
    each costs a third of a microsecond.
    """

    def __init__(self, view: View, kernels: Any, arrays: Arrays) -> None:
        self.view = view
        self._kernels, self.restore = kernels, kernels.begin_again
        self._push, self._pop = kernels.push_row, kernels.pop_row
        width = ROW_NUMBERS + view.bound
        self._set(np.array([0, -1], np.int64), arrays, *(
            np.zeros((ROOM, columns), np.int32) for columns in (width, width - 1)
        ))  # fmt: skip
        #: The number of legal moves as found by the last call, -1 if it has to be found again.
        self.counted = -1

    def _set(self, numbers: Ints, arrays: Arrays, listed: Ints, made: Ints) -> None:
        self._arrays = arrays
        self._rows = RowArrays(arrays, self.view.tables, numbers, listed, made)
        self._n = memoryview(numbers)  # type: ignore[arg-type]  # NumPy says so from Python 3.12

    @property
    def pending(self) -> int:
        """The number of moves without names."""
        return self._n[PENDING]

    def touch(self) -> None:
        """Note that others may write to the arrays: the legal moves are to be found again."""
        self.counted = self._n[ROW_COUNT] = -1

    def count(self, arrays: Arrays) -> int:
        """Return the number of legal moves, a pass included."""
        if self.counted < 0:
            self._call(arrays, self._kernels.count_rows)
        return self.counted or 1

    def listed(self, arrays: Arrays) -> Ints:
        """Return the rows of the legal moves, a new array."""
        while self._call(arrays, self._kernels.legal_rows) == NEED_ROOM:
            rows = self._rows
            self._set(rows.n, arrays, np.zeros_like(rows.listed.repeat(2, axis=0)), rows.made)
        return self._rows.listed[: self.counted or 1].copy()

    def push(self, arrays: Arrays, place: int) -> int:
        """Make a legal move by its place; return the winner or OPEN; NoRoomError before it."""
        if arrays is not self._arrays:
            self._set(self._rows.n, arrays, self._rows.listed, self._rows.made)
        winner = self._push(self._rows, place)
        # Machine code whose types never change needs no look at them.
        self._push = getattr(self._push, "only", None) or self._push
        self.counted = self._n[ROW_COUNT]
        if winner >= OPEN:
            return winner  # type: ignore[no-any-return]
        if winner == NEED_ROOM and self.pending == len(self._rows.made):
            rows = self._rows
            self._set(rows.n, arrays, rows.listed, rows.made.repeat(2, axis=0))
            rows = self._rows
            rows.made[: self.pending] = rows.made[: 2 * self.pending : 2].copy()
            return self.push(arrays, place)
        raise no_room_for(arrays, "a move")

    def _call(self, arrays: Arrays, kernel: Callable[[RowArrays], int]) -> int:
        """Return the number of moves, NEED_ROOM or the place that a kernel answers."""
        if arrays is not self._arrays:
            self._set(self._rows.n, arrays, self._rows.listed, self._rows.made)
        answer = int(kernel(self._rows))
        if answer == VOID:
            raise no_room_for(arrays, "the legal moves")
        self.counted = self._n[ROW_COUNT]
        return answer

    def win(self, arrays: Arrays) -> int:
        """Return the place of a legal move by which the mover wins at once, -1 without one."""
        place = self._call(arrays, self._kernels.find_win)
        if place == NEED_ROOM:
            raise no_room_for(arrays, "a move")
        return place

    def back(self, arrays: Arrays) -> None:
        """Take back the last of the moves without names."""
        if arrays is not self._arrays:
            self._set(self._rows.n, arrays, self._rows.listed, self._rows.made)
        self._pop(self._rows)
        self._pop = getattr(self._pop, "only", None) or self._pop
        self.counted = -1

    def forget(self) -> list[tuple[int, ...]]:
        """Return rule, from, to and the numbers of the moves without names, and forget them."""
        rows = self._rows.made[: self.pending].tolist()
        self._n[PENDING] = 0
        self.touch()
        return list(map(tuple, rows))

    def drop(self) -> None:
        """Forget the moves without names."""
        self._n[PENDING] = 0
        self.touch()

    def copy(self) -> Self:
        """Return an independent object."""
        twin = copy(self)
        rows = self._rows
        twin._set(rows.n.copy(), self._arrays, rows.listed.copy(), rows.made.copy())
        return twin
