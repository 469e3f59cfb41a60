"""Moves by their numbers in the arrays: found, made and taken back, with what chance decides."""

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from typing import Self, TypeVar

import numpy as np

from boardless.games import Game
from boardless.games.game_start import ChanceStart
from boardless.games.game_technique import GameTechnique
from boardless.jit.arrays import Ints
from boardless.play.chance import (
    Chance,
    ChanceQuestion,
    Decided,
    Numbers,
    StartByChance,
    has_question,
    question_of,
)
from boardless.play.engine_board import EngineBoard, check_room
from boardless.play.row_moves import RowMoves
from boardless.play.technique_board import TechniqueBoard
from boardless.state import Move
from boardless.state.engine.arrays import OPEN, PLIES
from boardless.topo import InputError

T = TypeVar("T")


class NumberedMoves:
    """Moves by their numbers in the arrays of a game, with the decisions of chance.

    After a `NoRoomError` the decisions of chance are as before, and the arrays mean nothing.
    """

    def __init__(
        self, game: Game, technique: GameTechnique, carried: Mapping[int, int] | None = None
    ) -> None:
        self._name = game.name
        self.on = (
            TechniqueBoard(game, technique)
            if technique.is_external
            else EngineBoard(game, technique, carried)
        )
        self.kernels = self.on.kernels
        by_chance = game.info.starts_by_chance
        if (by_chance or game.info.chances) and technique.is_external:
            raise InputError(f"{game.name} in {technique.name}: chance needs a board of the engine")
        self.chance = Chance() if game.info.chances else None
        self._first = self.start = StartByChance(game, technique) if by_chance else None
        self.initial: ChanceStart | None = None
        self._lay_out(self._first)

    def begin(self, rows: RowMoves | None = None) -> None:
        """Go to the start, of which chance has decided nothing yet; `rows` do so at once."""
        self.start, self.initial = self._first, None
        if rows is not None and isinstance(self.on, EngineBoard):
            self.on.begin(rows.restore)
        elif self.start is None:
            self.on.begin()
        self._lay_out(self._first)

    def begin_with(self, begun: ChanceStart) -> None:
        """Go to a start that leaves nothing to chance."""
        self.begin()
        self.start, self.initial = None, begun
        self._on_engine.begin_with(begun)

    def _lay_out(self, start: StartByChance | None) -> None:
        """Go to the initial position of the outcomes so far."""
        if start is not None:
            self._on_engine.begin_with(start.sampled)
        if self.chance is not None:
            self.chance = Chance()

    @property
    def _on_engine(self) -> EngineBoard:
        assert isinstance(self.on, EngineBoard)
        return self.on

    def begin_again(self) -> None:
        """Go to the start that was given, if one was; else as `begin`."""
        if self.initial is None:
            self.begin()
        else:
            self.begin_with(self.initial)

    def copy(self) -> Self:
        """Return an independent object."""
        twin = copy(self)
        twin.on = self.on.copy()
        twin.chance = None if self.chance is None else self.chance.copy()
        return twin

    # -- what may be done -------------------------------------------------------------------

    def legal(self) -> Ints:
        """Return the numbers of every legal move, a row each; see `GamePosition.numbers`."""
        return self._rows(self.kernels.list_moves)

    def sampled(self, number: int) -> Numbers:
        """Return the numbers of the move that playouts make for a random number of 64 bits."""
        # Compiled code takes an int of Python for a signed number of 64 bits.
        return tuple(self._rows(self.kernels.sample_move, np.uint64(number))[0].tolist())

    def _rows(self, find: Callable[..., Ints], *numbers: np.uint64) -> Ints:
        """Return moves that a kernel finds in arrays that are large enough for them."""
        self._settle()
        while not len(moves := find(self.on.arrays, *numbers)):
            check_room(self.on.arrays, f"a move of {self._name} that is tried")
            self.on.enlarge()
            self._settle()
        return moves

    def question(self) -> ChanceQuestion | None:
        """Return the next decision of chance; None without one."""
        if self.is_starting:
            assert self.start is not None
            return self.start.question
        return None if self.chance is None else self.chance.question(self._find_question)

    @property
    def is_starting(self) -> bool:
        """Tell whether chance has to decide something about the start."""
        return self.start is not None and self.start.question is not None

    @property
    def key(self) -> int:
        """The term of chance in the transposition key."""
        start = 0 if self.start is None else self.start.key
        return start if self.chance is None else start ^ self.chance.decided.key

    @property
    def is_waiting(self) -> bool:
        """Tell whether a chosen move needs more outcomes of chance."""
        return self.chance is not None and self.chance.decided.pending is not None

    def _find_question(self) -> ChanceQuestion | None:
        assert self.chance is not None
        self.legal()
        question = question_of(self.kernels, self.on.arrays)
        pending = self.chance.decided.pending
        if question is None and pending is not None:
            _, question = self._attempt(*pending)
        return question

    # -- what is done -----------------------------------------------------------------------

    def make(self, move: Move, numbers: Numbers) -> int:
        """Choose a move; return the winner, 0 for a draw, or OPEN, also while it waits."""
        winner, question = self._attempt(move, numbers)
        if self.chance is not None:
            decided = Decided()
            if question is not None:
                decided = replace(self.chance.decided, pending=(move, numbers))
            self.chance.moved(question is None, decided, question)
        return winner

    def take(self, outcome: int) -> int:
        """Take an outcome of chance, perhaps the last one for a chosen move; see `make`."""
        if self.is_starting:
            assert self.start is not None
            start = self.start.after(outcome)
            if start.question is None:
                self._lay_out(start)
            self.start = start
            return OPEN
        chance = self.chance
        assert chance is not None
        before = chance.decided
        decided = replace(before, outcomes=(*before.outcomes, outcome))
        if decided.pending is None:
            chance.moved(False, decided, None)
            return OPEN
        chance.decided = decided
        try:
            winner, question = self._attempt(*decided.pending)
        finally:
            chance.decided = before
        chance.moved(question is None, Decided() if question is None else decided, question)
        return winner

    def back(self) -> bool:
        """Take the last move or outcome back if there are notes of it; tell whether there were."""
        moved = self.on.arrays.n[PLIES] or (self.chance is not None and self.chance.before)
        if self.start is not None and not moved:
            was_starting = self.is_starting
            self.start = self.start.before()
            if not was_starting:
                self._lay_out(self._first)
            return True
        if self.chance is not None and not self.chance.back():
            return True
        return self.on.undo()

    def tried(self, outcomes: Sequence[int], read: Callable[[], T]) -> T:
        """See `GamePosition.tried`."""
        if self.is_starting:
            assert self.start is not None
            on, before_all = self._on_engine, self.on.arrays
            on.begin_with(self.start.tried(outcomes))
            try:
                return read()
            finally:
                on.arrays = before_all
        chance = self.chance
        assert chance is not None
        before = chance.decided
        assert before.pending is not None
        chance.decided = replace(before, outcomes=(*before.outcomes, *outcomes))
        try:
            self._make(*before.pending)
            found = read()
            self.on.undo()
        finally:
            chance.decided = before
        return found

    def _attempt(self, move: Move, numbers: Numbers) -> tuple[int, ChanceQuestion | None]:
        """Make a move as `make` does; undo it if there is a question of chance first."""
        winner = self._make(move, numbers)
        if self.chance is None or not has_question(self.kernels, self.on.arrays):
            return winner, None
        self.on.undo()
        return OPEN, question_of(self.kernels, self.on.arrays)

    def _make(self, move: Move, numbers: Numbers) -> int:
        """Make a move in the arrays; return the winner, 0 for a draw, or OPEN."""
        self._settle()
        return self.on.make(move, numbers)

    def _settle(self) -> None:
        """Give the engine the outcomes of chance."""
        if self.chance is not None:
            self.chance.settle(self.kernels, self.on.arrays)
