"""The arrays of a game that is being played: their start, their room, and chance in them."""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar, cast

import numpy as np

from boardless.games import Game
from boardless.games.game import FIRST_PLIES, FIRST_ROOM
from boardless.games.game_start import ChanceStart
from boardless.games.game_technique import GameTechnique
from boardless.jit.arrays import Ints
from boardless.play.chance import (
    CERTAIN,
    NOTHING,
    ChanceQuestion,
    Decided,
    EngineChance,
    Numbers,
    StartByChance,
)
from boardless.play.grower import RuledBoard
from boardless.play.move_coding import Attempts
from boardless.play.readings import Readings
from boardless.play.room import (
    TIMES,
    ManyMovesError,
    NoRoomError,
    check_enlarging,
    check_room,
)
from boardless.state import Move
from boardless.state.contents import fields_of
from boardless.state.engine.arrays import LOST, NAMED, OPEN, Arrays
from boardless.state.growing_board import widened
from boardless.state.history import Step
from boardless.topo import Board, InputError, Key

T = TypeVar("T")
#: Legal moves at no step.
_NOWHERE: tuple[Step, Ints] = Step(), np.zeros((0, NAMED), np.int64)


@dataclass
class ListedMoves:
    """The legal moves at a step; their names are computed on request."""

    step: Step
    #: Numbers of the moves without names, the last one first.
    rows: list[Numbers] = field(default_factory=list)
    moves: dict[Move, Numbers] = field(default_factory=dict)


class GameArrays(Readings):
    """The arrays of a game, which kernels change, and the outcomes of chance in them.

    A kernel that answers NEED_ROOM, or finds no room halfway, is called again in larger arrays by
    `with_room`. The arrays mean nothing in between; `_make_again` restores them.
    """

    anchor_key: Key = (0, 0, 0)
    _rows: Any

    def _set_up(self, game: Game, technique: GameTechnique, carried: Mapping[int, int]) -> None:
        """Get ready to play a game."""
        self.game, self.technique = game, game.suited(technique)
        technique, info = self.technique, game.info
        by_chance = info.starts_by_chance
        if (by_chance or info.chances) and technique.is_external:
            raise InputError(f"{game.name} in {technique.name}: chance needs a board of the engine")
        self.kernels = game.kernels_of(technique, game.undoing())
        self.setup, self.fields = game.setup, fields_of(self.kernels)
        self.counted, self.around = bool(self.kernels.COUNTED), bool(self.kernels.AROUND)
        self.grower = RuledBoard(game, technique) if technique.is_external else None
        self._chance = EngineChance(self.kernels) if info.chances else None
        self._start = StartByChance(game, technique) if by_chance else None
        self._effects, self._carried = info.effects, carried
        self._room, self._plies = FIRST_ROOM, FIRST_PLIES
        #: The start that was given, which leaves nothing to chance.
        self._given: ChanceStart | None = None
        #: The arrays at the start, once it was gone back to; and whether that is all it takes.
        self._first: Arrays | None = None
        self._is_restored = False
        self._rows = None
        self._attempts = Attempts(game, self.kernels)
        if self.grower is None:
            self.anchor = game.start(technique).anchor
        #: Legal moves by names and by numbers, the question of chance, and the pieces on the board.
        self._listed, self._legal_at = ListedMoves(Step()), _NOWHERE
        self._asked: tuple[Step, ChanceQuestion | None] = Step(), None
        self._stood: tuple[Step, Any] = Step(), None
        #: Number of legal moves and of rows, -1 if they have to be found.
        self._counted = self._row_count = -1

    @property
    def whole(self) -> Game:
        """The game, or the match that it is one game of."""
        return self.game

    @property
    def arrays(self) -> Arrays:
        """The present arrays of the engine; see `state.engine.arrays`."""
        self._touch()
        self._legal_at = _NOWHERE
        return self._arrays

    def _root(self) -> Step:
        start = None if self._given is not None else self._start
        return Step(decided=start or (None if self._chance is None else NOTHING))

    def _begin(self) -> None:
        """Put the start position into the arrays."""
        self._touch()
        self._board: Board | None = None
        #: The cells of the board, by their codes.
        self._cells = b""
        if self.grower is not None:
            self.grower.begin()
            self._take_grown()
        elif self._start is not None:
            self._begin_with(self._start.sampled if self._given is None else self._given)
        elif self._is_restored and not self._arrays.n[LOST]:
            if self._first is None:
                self._first = self._new_arrays()
            restore = self.kernels.restore if self._rows is None else self._rows.kernels.begin_again
            restore(self._arrays, self._first)
        else:
            self._arrays = self._new_arrays()
            grows = self.technique.grows_in_steps
            self._is_restored = not (self._chance is not None or grows)

    def _take_grown(self) -> None:
        """Take arrays and anchor from the technique in Python that grows the board."""
        assert self.grower is not None
        self._arrays, self.anchor = self.grower.arrays, self.grower.anchor_key

    def _new_arrays(self) -> Arrays:
        """Return new arrays at the start."""
        game = self.game
        return self._carry(game.arrays(self.technique, game.undoing(), self._room, self._plies))

    def _carry(self, arrays: Arrays) -> Arrays:
        for place, number in self._carried.items():
            arrays.numbers[place] = number
        return arrays

    def _begin_with(self, start: ChanceStart) -> None:
        """Go to an initial position that chance has decided."""
        arrays = self._new_arrays()
        noting = bool(arrays.n[self.kernels.NOTING])
        self._arrays = self._carry(start.laid_out(self.kernels, arrays, noting))
        self._touch()

    def with_room(
        self, do: Callable[[], T], refused: NoRoomError | None = None, lists: bool = False
    ) -> T:
        """Return the result of `do`, repeated in larger arrays after a NoRoomError.

        `refused` is the error of a first attempt by the caller. With `lists` each repetition first
        finds the legal moves, because making a move continues from the chance outcomes of that
        search.
        """
        times = 0
        while True:
            if refused is not None:
                times += not isinstance(refused, ManyMovesError)
                self.enlarge()
                if lists:
                    self.numbers()
                if times > TIMES:
                    raise InputError(str(refused))
            try:
                return do()
            except NoRoomError as error:
                refused = error

    def enlarge(self) -> None:
        """Enlarge the arrays and repeat lost moves; InputError if they have their largest size."""
        try:
            self._widen()
        finally:
            if self._arrays.n[LOST]:
                self._make_again(self.node)

    def _widen(self) -> None:
        """Double the arrays."""
        self._touch()
        if self.grower is not None:
            self.grower.enlarge()
            self._take_grown()
            return
        arrays = self._arrays
        check_enlarging(arrays, self.game.name)
        self._room, self._plies = 2 * self._room, 2 * self._plies
        wider = self.kernels.make(2 * len(arrays.code), 2 * len(arrays.history), len(arrays.begun))
        self._arrays = widened(arrays, wider, self.kernels)

    @property
    def question(self) -> ChanceQuestion | None:
        """The pending decision of chance, or None."""
        node = self.node
        if node.decided is None or self.winner != OPEN:
            return None
        step, question = self._asked
        if step is not node:
            question = self.with_room(self._find_question)
            self._asked = node, question
        return question

    def _find_question(self) -> ChanceQuestion | None:
        decided = self.node.decided
        if isinstance(decided, StartByChance) and decided.question is not None:
            return decided.question
        if self._chance is None:
            return None
        self._legal()
        question = self._chance.question(self._arrays)
        if question is None and self._decided.pending is not None:
            _, question = self._attempt(self._decided, self._decided.pending)
            if question is None:
                # The cards of an observation leave nothing to chance: one outcome makes the move.
                self.kernels.undo(self._arrays)
                question = CERTAIN
        return question

    @property
    def _decided(self) -> Decided:
        """The outcomes of chance since the last complete move."""
        decided = self.node.decided
        return decided if isinstance(decided, Decided) else NOTHING

    @property
    def is_starting(self) -> bool:
        """Return True if chance has to decide something about the initial position."""
        decided = self.node.decided
        return isinstance(decided, StartByChance) and decided.question is not None

    @property
    def is_waiting(self) -> bool:
        """Return True if a chosen move needs more outcomes of chance."""
        return self._decided.pending is not None

    def _attempt(
        self, decided: Decided, numbers: Numbers, move: Move | None = None
    ) -> tuple[int, ChanceQuestion | None]:
        """Make a move in the arrays; undo it if there is a question of chance first."""
        chance = self._chance
        if chance is None:
            return self._make(numbers, move), None
        chance.settle(self._arrays, decided)
        winner = self._make(numbers, move)
        if not self._arrays.chance[self.kernels.ASKED]:
            return winner, None
        # The question may be refused: nothing has changed then.
        self.kernels.undo(self._arrays)
        return OPEN, chance.question(self._arrays)

    def tried(self, outcomes: Sequence[int], read: Callable[[], T]) -> T:
        """Make the pending move, or the start, with these outcomes, `read` it, and take it back.

        An impossible outcome counts as the last option, and a missing one as the first.
        """
        return self.with_room(partial(self._tried, outcomes, read))

    def _tried(self, outcomes: Sequence[int], read: Callable[[], T]) -> T:
        self._touch()
        if self.is_starting:
            before = self._arrays
            self._begin_with(cast("StartByChance", self.node.decided).tried(outcomes))
            try:
                return read()
            finally:
                self._arrays = before
                self._touch()
        decided, chance = self._decided, self._chance
        assert decided.pending is not None
        assert chance is not None
        chance.settle(self._arrays, Decided((*decided.outcomes, *outcomes)))
        self._make(decided.pending)
        answer = read()
        self.kernels.undo(self._arrays)
        return answer

    def numbers(self) -> Ints:
        """Return rule, from, to and further numbers of every legal move, (n, numbers)."""
        self._touch()
        return self.with_room(self._legal)

    def sampled(self, number: int) -> Numbers:
        """Return the numbers of the move that playouts make for a random number of 64 bits."""
        self._touch()
        # Compiled code takes an int of Python for a signed number of 64 bits.
        rows = self.with_room(partial(self._found, "sample_move", np.uint64(number)))
        return tuple(rows[0].tolist())

    def _legal(self) -> Ints:
        self._legal_at = self.node, self._found("list_moves")
        return self._legal_at[1]

    def _found(self, kernel: str, *numbers: np.uint64) -> Ints:
        """Return moves that a kernel finds in arrays that are large enough for them."""
        while True:
            if self._chance is not None:
                self._chance.settle(self._arrays, self._decided)
            moves: Ints = getattr(self.kernels, kernel)(self._arrays, *numbers)
            if len(moves):
                return moves
            check_room(self._arrays, f"a move of {self.game.name} that is tried")
            self._widen()

    @abstractmethod
    def _touch(self) -> None:
        """Forget the legal moves, as others may write to the arrays."""

    @abstractmethod
    def _make(self, numbers: Numbers, move: Move | None = None) -> int:
        """Make a move in the arrays; return the winner, 0 for a draw, or OPEN."""

    @abstractmethod
    def _make_again(self, step: Step) -> None:
        """Make the moves up to a step once more, from the start that there was."""
