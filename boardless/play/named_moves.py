"""The legal moves of a position: found once for a step, named when somebody asks."""

from abc import abstractmethod
from functools import partial
from itertools import count, islice
from math import inf

from boardless.jit.arrays import Ints
from boardless.jit.compilations import are_there
from boardless.play.chance import Numbers
from boardless.play.game_arrays import GameArrays, Listed
from boardless.play.move_coding import move_of
from boardless.state import Move
from boardless.state.engine.arrays import OPEN
from boardless.state.move import with_option


class NamedMoves(GameArrays):
    """The legal moves by their names and numbers."""

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
        """Stands for the present step in moves that are legal there."""
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
            # Rows are always compiled, for which nobody is to wait where others compile.
            if self._makes_rows and self.game.info.rules and not are_there():
                # Rows are alike only where moves are.
                return len(set(map(tuple, self.rows().tolist())))
        return len(self.moves())

    def _list(self) -> Listed:
        """Return the legal moves at this step, perhaps still without names."""
        if self._listed.step is not self.node:
            listed = Listed(self.node)
            if self.winner == OPEN and (question := self.question) is not None:
                for move in question.moves(self.mover):
                    listed.moves[move] = (move.actions[0].value,)
                    move.note(self._here, listed.moves[move])
            elif self.winner == OPEN:
                listed.rows = list(dict.fromkeys(map(tuple, self.numbers().tolist())))[::-1]
            self._listed = listed
        return self._listed

    def _named(self, first: float = inf, wanted: Move | None = None) -> Listed:
        """Return the legal moves with names for all, for the `first` ones, or up to a wanted."""
        listed = self._list()
        if listed.rows and len(listed.moves) < first:
            self.with_room(partial(self._name_rows, listed, first, wanted), lists=True)
        return listed

    def _name_rows(self, listed: Listed, first: float, wanted: Move | None) -> None:
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
            # Columns that no rule reads may hold anything where a move was sampled, not listed.
            same = same or [n for n, row in enumerate(rows) if row[:3] == numbers[:3]]
            option = sum(self.move_of(*row) == move for row in rows[: same[0]])
            move = with_option(move, option) if option else move
        move.note(self._here, numbers)
        return move

    @property
    @abstractmethod
    def _rows_are_moves(self) -> bool:
        """Whether no two legal rows are the same move."""

    @property
    @abstractmethod
    def _makes_rows(self) -> bool:
        """Whether a row says all of a move, without chance, and the move can be undone."""

    @abstractmethod
    def count_rows(self) -> int:
        """Return the number of rows of legal moves, 0 at the end."""

    @abstractmethod
    def rows(self) -> Ints:
        """Return the legal moves as rows, see `View.row_names`; an empty array at the end."""
