"""The legal moves of a position: counted, listed, named and made, by numbers or by rows."""

from abc import abstractmethod
from collections.abc import Callable
from functools import cached_property, partial
from itertools import count, islice
from math import inf
from typing import Any

import numpy as np

from boardless.jit.arrays import Ints
from boardless.jit.compilations import are_there
from boardless.play.chance import Numbers
from boardless.play.game_arrays import GameArrays, ListedMoves
from boardless.play.move_coding import move_of
from boardless.play.room import NoRoomError, no_room_for
from boardless.play.views import View
from boardless.state import Move
from boardless.state.engine.arrays import NAMED, NEED_ROOM, OPEN, VOID, Arrays
from boardless.state.engine.stepping import (
    ROW_COUNT,
    ROW_NUMBERS,
    ROW_PIECE,
    ROW_SORT,
    ROW_TO,
    RowArrays,
)
from boardless.state.history import Step
from boardless.state.move import with_option
from boardless.util.inputs import integer_of, refuse

#: The sort of a move if chance decides.
CHANCE_SORT = -3
#: The part of the engine that makes moves by rows, and the rows that there is room for at first.
PARTS = ("stepping",)
ROWS = 256


class _Rows:
    """The kernels that count, list and make legal moves by their places, with their arrays.

    All of them take one argument, since each costs a third of a microsecond.
    """

    def __init__(self, view: View, kernels: Any, arrays: Arrays) -> None:
        self._view, self.kernels = view, kernels
        numbers, width = np.array([-1], np.int64), ROW_NUMBERS + view.bound
        self.listed = np.zeros((ROWS, width), np.int32)
        made = np.zeros((1, width - 1), np.int32)
        self._own = numbers, made
        #: The number of legal moves or -1; rule, from, to and bound numbers of the last move.
        self.n: Any
        self.made: Any
        self.n, self.made = memoryview(numbers), memoryview(made[0])  # type: ignore[arg-type]
        self.put(arrays)

    def put(self, arrays: Arrays) -> None:
        """Work on other arrays."""
        self.arrays = arrays
        numbers, made = self._own
        self.whole = RowArrays(arrays, self._view.tables, numbers, self.listed, made)

    def ask(self, arrays: Arrays, kernel: Callable[[RowArrays], int]) -> int:
        """Return the number of moves, NEED_ROOM or the place that a kernel answers."""
        if arrays is not self.arrays:
            self.put(arrays)
        answer = int(kernel(self.whole))
        if answer == VOID:
            raise no_room_for(arrays, "the legal moves")
        return answer

    def rows(self, arrays: Arrays) -> Ints:
        """Return the rows of the legal moves, a new array."""
        while (legal := self.ask(arrays, self.kernels.legal_rows)) == NEED_ROOM:
            self.listed = np.zeros_like(self.listed.repeat(2, axis=0))
            self.put(arrays)
        return self.listed[: legal or 1].copy()

    def copy(self, arrays: Arrays) -> "_Rows":
        """Return an independent object for a copy of the arrays."""
        return _Rows(self._view, self.kernels, arrays)


class MoveLists(GameArrays):
    """The legal moves, found once for a step: by their names and numbers, or by their places.

    The name of a step that was made by a row is computed on request.
    """

    _rows: _Rows | None

    def moves(self) -> dict[Move, Numbers]:
        """Return the legal moves with their numbers, in the order of the game.

        They are found once for a step. At the end of the game there are 0.
        """
        return self._named().moves

    def move_at(self, place: int) -> Move:
        """Return a legal move by its place among `moves`; raise IndexError beyond the last one."""
        if place < 0:
            place += self.count_moves()
        listed = self._list()
        rows, named = listed.rows, len(listed.moves)
        move = None
        if self._rows_are_moves and named <= place < named + len(rows):
            numbers = rows[named - place - 1]
            move = self.move_of(*numbers)
            move.note(self._here, numbers)
        elif place >= 0:
            move = next(islice(self._named(place + 1).moves, place, None), None)
        if move is None:
            raise IndexError(f"there are {self.count_moves()} legal moves, counted from 0")
        return move

    @property
    def _here(self) -> object:
        """Return a mark of the present step, which its legal moves carry."""
        if self.node.here is None:
            self.node.here = object()
        return self.node.here

    def find(self, move: Move) -> Numbers | None:
        """Return the numbers of a move if it is legal, else None."""
        if self.winner != OPEN:
            return None
        listed = self._listed
        if listed.step is self.node and not listed.rows:
            return listed.moves.get(move)
        numbers = move.numbers_in(self._here)
        if numbers is None:
            numbers = self._named(wanted=move).moves.get(move)
            if numbers is not None:
                move.note(self._here, numbers)
        return numbers

    def count_moves(self) -> int:
        """Return the number of legal moves, which is found once for a step."""
        if self._rows_are_moves and not are_there():
            return 0 if self.winner != OPEN else self.count_rows()
        if self._counted < 0:
            listed = self._listed.step is self.node and not self._listed.rows
            self._counted = len(self._listed.moves) if listed else self._count_moves()
        return self._counted

    def _count_moves(self) -> int:
        if self.winner == OPEN and self.question is None:
            if self._effects:
                # Each has a name of its own there; see `_named`.
                return len(set(map(tuple, self.numbers().tolist())))
            # Rows are always compiled; if other processes compile, nobody waits for it.
            if self._makes_rows and self.game.info.rules and not are_there():
                # Rows are equal only if their moves are equal.
                return len(set(map(tuple, self.rows().tolist())))
        return len(self.moves())

    def _list(self) -> ListedMoves:
        """Return the legal moves at this step, perhaps still without names."""
        if self._listed.step is not self.node:
            listed = ListedMoves(self.node)
            if self.winner == OPEN and (question := self.question) is not None:
                for move in question.moves(self.mover):
                    listed.moves[move] = (move.actions[0].value,)
                    move.note(self._here, listed.moves[move])
            elif self.winner == OPEN:
                listed.rows = list(dict.fromkeys(map(tuple, self.numbers().tolist())))[::-1]
            self._listed = listed
        return self._listed

    def _named(self, first: float = inf, wanted: Move | None = None) -> ListedMoves:
        """Return the legal moves; name all, the first `first` ones, or those up to `wanted`."""
        listed = self._list()
        if listed.rows and len(listed.moves) < first:
            self.with_room(partial(self._name_rows, listed, first, wanted), lists=True)
        return listed

    def _name_rows(self, listed: ListedMoves, first: float, wanted: Move | None) -> None:
        """Name rows as `_named` asks; a NoRoomError leaves the others to the next call."""
        rows, legal, here = listed.rows, listed.moves, self._here
        self._touch()
        if self._chance is not None:
            # Another step may have left its outcomes in the arrays since the rows were listed.
            self._chance.settle(self._arrays, self._decided)
        while rows and len(legal) < first and wanted not in legal:
            numbers = rows[-1]
            move = move_of(self.game, self.kernels, self._arrays, numbers, self.place)
            del rows[-1]
            if legal.setdefault(move, numbers) is not numbers:
                if not self._effects:
                    continue
                # Moves that are alike may differ in their consequences.
                options = (with_option(move, n) for n in count(1))
                move = next(option for option in options if option not in legal)
                legal[move] = numbers
            move.note(here, numbers)

    def move_of(self, *numbers: int) -> Move:
        """Return the move of these numbers, as every technique reads it."""
        self._touch()
        return self.with_room(
            lambda: move_of(self.game, self.kernels, self._arrays, numbers, self.place), lists=True
        )

    def named(self, numbers: Numbers) -> Move:
        """Return the legal move of these numbers by the name that it has among `moves`."""
        move = self.move_of(*numbers)
        if self._effects:
            rows = list(dict.fromkeys(map(tuple, self.numbers().tolist())))
            same = [n for n, row in enumerate(rows) if row == numbers]
            # If a move was sampled, not listed, columns that no rule reads may hold anything.
            same = same or [n for n, row in enumerate(rows) if row[:3] == numbers[:3]]
            option = sum(self.move_of(*row) == move for row in rows[: same[0]])
            move = with_option(move, option) if option else move
        move.note(self._here, numbers)
        return move

    def _row_moves(self) -> _Rows | None:
        """Return the maker of moves by rows; None if moves are made by their numbers alone."""
        if self._rows is None and self._makes_rows:
            kernels = self.game.kernels_of(self.technique, self.game.undoing(*PARTS))
            self._rows = _Rows(View.of(self.game), kernels, self._arrays)
        return self._rows

    @cached_property
    def _makes_rows(self) -> bool:
        """Whether a row says all of a move, without chance, and the move can be undone."""
        info = self.game.info
        by_chance = info.chances or info.starts_by_chance
        noting = self._arrays.n[self.kernels.NOTING]
        return bool(self.grower is None and not (by_chance or info.match) and noting)

    @cached_property
    def _rows_are_moves(self) -> bool:
        """Whether no two legal rows are the same move."""
        rules = self.game.info.rules
        kinds = {(rule.component, rule.hand, rule.copy) for rule in rules}
        return self._makes_rows and bool(rules) and len(kinds) == len(rules)

    def count_rows(self) -> int:
        """Return the number of rows of legal moves, 0 at the end."""
        if self.winner != OPEN:
            return 0
        if self._row_count < 0:
            self._row_count = self._count_rows()
        return self._row_count

    def _count_rows(self) -> int:
        rows = self._row_moves()
        if rows is not None:
            return self.with_room(lambda: rows.ask(self._arrays, rows.kernels.count_rows)) or 1
        question = self.question
        return len(self._legal()) if question is None else len(question.outcomes)

    def rows(self) -> Ints:
        """Return the legal moves as rows, see `View.row_names`; an empty array at the end."""
        rows = self._row_moves()
        if self.winner != OPEN or rows is None:
            return self._slow_rows()
        return self.with_room(lambda: rows.rows(self._arrays))

    def _slow_rows(self) -> Ints:
        """Return rows by the numbers of moves; outcomes of chance are in the column of targets."""
        view = View.of(self.game)
        columns = len(view.row_names)
        if self.winner != OPEN:
            return np.zeros((0, columns), np.int32)
        if (question := self.question) is not None:
            rows = np.zeros((len(question.outcomes), columns), np.int32)
            rows[:, ROW_SORT], rows[:, ROW_TO] = CHANCE_SORT, question.outcomes
            return rows
        numbers = self.numbers()
        sorts, pieces = view.tables.sorts, view.tables.pieces
        rows = np.zeros((len(numbers), columns), np.int32)
        rows[:, :ROW_PIECE] = numbers[:, :NAMED]
        rows[:, ROW_NUMBERS:] = numbers[:, NAMED:]
        what = self._arrays.what[numbers[:, 1]].astype(np.int64)
        if len(sorts):
            rules = numbers[:, 0] >= 0
            own = sorts[np.maximum(numbers[:, 0], 0)]
            rows[rules, ROW_SORT] = own[rules, 0]
            what = np.where(rules & (own[:, 1] != 0), own[:, 1], what)
        rows[:, ROW_PIECE] = pieces[self.mover, what]
        return rows

    def push_row(self, place: int) -> int:
        """Make the legal move of a row by its place; return the winner or OPEN.

        Raise InputError for any other row.
        """
        if type(place) is not int:
            place = integer_of(place, "row")
        known = self._row_count if self.winner == OPEN else 0
        if not 0 <= place < known and not 0 <= place < self.count_rows():
            refuse("row", place, f"there are {self.count_rows()}, counted from 0")
        if self._rows is None:
            return self._push_slow_row(place)
        try:
            winner = self._make_row(place)
        except NoRoomError as error:
            winner = self.with_room(partial(self._make_row, place), error)
        rows = self._rows
        legal = rows.n[ROW_COUNT]
        self._row_count, self._counted = legal or 1 if winner == OPEN else -1, -1
        self.node, self.winner = Step(self.node, None, tuple(rows.made)), winner
        return winner

    def _make_row(self, place: int) -> int:
        """Make the move of a row; return the winner, 0 for a draw, or OPEN."""
        rows = self._rows
        assert rows is not None
        if rows.arrays is not self._arrays:
            rows.put(self._arrays)
        winner: int = rows.kernels.push_row(rows.whole, place)
        if winner < OPEN:
            raise no_room_for(self._arrays, "a move")
        return winner

    def _push_slow_row(self, place: int) -> int:
        question = self.question
        if question is not None:
            return self.push_numbers((question.outcomes[place],))
        step, legal = self._legal_at
        if step is not self.node:
            legal = self.numbers()
        numbers = tuple(legal[place].tolist())
        return self.push_numbers(numbers, None if self.grower is None else self.named(numbers))

    def _find_win(self, rows: _Rows) -> int:
        place = rows.ask(self._arrays, rows.kernels.find_win)
        if place == NEED_ROOM:
            raise no_room_for(self._arrays, "a move")
        return place

    def winning_row(self) -> int | None:
        """Return the first row that wins at once for the present seat; None without one."""
        rows, seat = self._row_moves(), self.seat
        if rows is not None and self.winner == OPEN and seat == self.mover:
            self._touch()
            place = self.with_room(partial(self._find_win, rows))
            return place if place >= 0 else None
        for place in range(self.count_rows()):
            winner = self.push_row(place)
            self.pop_row()
            if winner == seat:
                return place
        return None

    @abstractmethod
    def push_numbers(self, numbers: Numbers, move: Move | None = None) -> int:
        """Make a legal move by the numbers that it has at this very step."""
