"""A game being played in a technique: its arrays, its legal moves, and its present step."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from itertools import count, islice
from math import inf
from typing import Any, Self, TypeAlias, TypeVar, cast

import numpy as np

from boardless.games import Game
from boardless.games.game import FIRST_PLIES, FIRST_ROOM
from boardless.games.game_start import ChanceStart
from boardless.games.game_technique import RULE, GameTechnique
from boardless.jit.arrays import Ints
from boardless.jit.elsewhere import are_there
from boardless.play.chance import (
    NOTHING,
    Chance,
    ChanceQuestion,
    Decided,
    Numbers,
    StartByChance,
    outcome_of,
)
from boardless.play.grower import RuledBoard
from boardless.play.move_coding import Attempts, move_of
from boardless.play.readings import Readings
from boardless.play.room import (
    TIMES,
    ManyMovesError,
    NoRoomError,
    check_enlarging,
    check_room,
    no_room_for,
)
from boardless.play.views import View
from boardless.state import OPTION, Action, Location, Move
from boardless.state.contents import Holder, fields_of
from boardless.state.engine.arrays import COUNT, LOGGED, LOST, NAMED, NEED_ROOM, OPEN, VOID, Arrays
from boardless.state.engine.stepping import (
    NO_WIN,
    ROW_COUNT,
    ROW_NUMBERS,
    ROW_PIECE,
    ROW_SORT,
    ROW_TO,
    RowArrays,
)
from boardless.state.growing_board import copied, widened
from boardless.state.history import Step
from boardless.state.move import with_option
from boardless.state.setup import Setup
from boardless.state.standing import Standing, did
from boardless.topo import Board, InputError, Key
from boardless.util.inputs import integer_of, refuse

T = TypeVar("T")
#: Component and count by the site of a hand; 0 and 0 for none.
Held: TypeAlias = Mapping[int, tuple[int, int]]
#: Stands for the sort of a move where chance decides.
CHANCE_SORT = -3
#: The part of the engine that makes moves by rows, and the rows that there is room for at first.
PARTS = ("stepping",)
ROWS = 256


#: Legal moves at no step.
_NOWHERE: tuple[Step, Ints] = Step(), np.zeros((0, NAMED), np.int64)


@dataclass
class _Listed:
    """The legal moves at a step, named as far as somebody has asked for them."""

    step: Step
    #: Numbers of the moves without names, the last one first.
    rows: list[Numbers] = field(default_factory=list)
    moves: dict[Move, Numbers] = field(default_factory=dict)


class _Rows:
    """The kernels that count, list and make legal moves by their places, with their arrays.

    The arrays are one argument, since each argument costs a third of a microsecond.
    """

    def __init__(self, view: View, kernels: Any, arrays: Arrays) -> None:
        self._view, self._kernels = view, kernels
        self.push, self.begin_again = kernels.push_row, kernels.begin_again
        numbers: Any = np.full(1, -1, np.int64)
        width = ROW_NUMBERS + view.bound
        self.arrays, self.listed = arrays, np.zeros((ROWS, width), np.int32)
        #: The number of legal moves, or -1.
        self.n: Any = memoryview(numbers)
        made: Any = np.zeros(width - 1, np.int32)
        #: Rule, from, to and bound numbers of the last move.
        self.made: Any = memoryview(made)
        self._own = numbers, made
        self.put(arrays)

    def put(self, arrays: Arrays) -> None:
        """Work on other arrays."""
        self.arrays = arrays
        numbers, made = self._own
        self.whole = RowArrays(arrays, self._view.tables, numbers, self.listed, made)

    def ask(self, name: str, arrays: Arrays) -> int:
        """Return the answer of a kernel that leaves the position as it is."""
        if arrays is not self.arrays:
            self.put(arrays)
        answer = int(getattr(self._kernels, name)(self.whole))
        if answer == VOID:
            raise no_room_for(arrays, "the legal moves")
        return answer

    def rows(self, arrays: Arrays) -> Ints:
        """Return the rows of the legal moves, a new array."""
        while (legal := self.ask("legal_rows", arrays)) == NEED_ROOM:
            self.listed = np.zeros_like(self.listed.repeat(2, axis=0))
            self.put(arrays)
        return self.listed[: legal or 1].copy()

    def copy(self, arrays: Arrays) -> "_Rows":
        """Return an independent object for a copy of the arrays."""
        return _Rows(self._view, self._kernels, arrays)


@dataclass(frozen=True)
class _Seen:
    """The `Holder` of a board that some sites have left by the rules."""

    setup: Setup
    arrays: Arrays
    fields: tuple[str, ...]
    counted: bool
    around: bool
    board: Board
    anchor_key: Key


def _told(move: Move, player: int) -> Move:
    """Return a move before a redraw as a player may know it."""
    if len(move.actions) == 1 and move.actions[0].kind == OPTION:
        return outcome_of(move.mover, 0) if move.actions[0].value else move
    told = tuple(each for each in move.actions if each.kind != OPTION or move.mover == player)
    return move if told == move.actions else Move(move.mover, told)


class Position(Readings):
    """A game being played in a technique.

    Everything that a move changes is in the arrays and in the step. The kernel's notes restore the
    arrays; the step restores what chance has decided. If the arrays keep no notes, `pop` replays
    the chain of steps. The lists of moves, the count and the question of chance are caches of the
    present step.

    Parameters
    ----------
    game : Game
        The game.
    technique : GameTechnique
        The technique.
    carried : mapping of int to int, optional
        Numbers of the state with which the game begins, by place: the scores of its match.

    Attributes
    ----------
    node : Step
        The present step, the only history.
    winner : int
        The player who won, 0 for a draw, -1 while the game goes on.
    kernels : module
        The functions and constants of the engine for the arrays.
    grower : RuledBoard or None
        The board, if a technique in Python grows it.
    setup, fields, counted, around, anchor_key
        See `state.contents.Holder`.
    """

    anchor_key: Key = (0, 0, 0)

    def __init__(
        self, game: Game, technique: GameTechnique, carried: Mapping[int, int] | None = None
    ) -> None:
        self._set_up(game, technique, carried or {})
        self._begin()
        self.node = self._root()
        self.winner = self._winner_at_start()

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
        self._chance = Chance(self.kernels) if info.chances else None
        self._start = StartByChance(game, technique) if by_chance else None
        #: The start that was given, which leaves nothing to chance.
        self._given: ChanceStart | None = None
        self._effects, self._carried = info.effects, carried
        self._room, self._plies = FIRST_ROOM, FIRST_PLIES
        #: The arrays at the start, once it was gone back to; and whether that is all it takes.
        self._first: Arrays | None = None
        self._is_restored = False
        self._rows: _Rows | None = None
        self._attempts = Attempts(game, self.kernels)
        self._anchor = (0, 0, 0) if self.grower is not None else game.start(technique).anchor
        #: Legal moves by names and by numbers, the question of chance, and what stands where.
        self._listed, self._legal_at = _Listed(Step()), _NOWHERE
        self._asked: tuple[Step, ChanceQuestion | None] = Step(), None
        self._stood: tuple[Step, Any] = Step(), None
        #: Number of legal moves and of rows, -1 if they have to be found.
        self._counted = self._row_count = -1

    def _winner_at_start(self) -> int:
        """Return OPEN, but for a game in which nobody ever moves."""
        return int(self._arrays.n[self.kernels.ENDED]) - 1

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

    @property
    def anchor(self) -> Key:
        """The cell from which others are named."""
        return self._anchor if self.grower is None else self.grower.anchor_key

    def _touch(self) -> None:
        """Note that others may write to the arrays: the legal moves are to be found again."""
        self._counted = self._row_count = -1
        if self._rows is not None:
            self._rows.n[ROW_COUNT] = -1

    @property
    def seat(self) -> int:
        """The player who chooses next, after an exchange of sides the other one; 0 for chance."""
        if self.question is not None:
            return 0
        return 3 - self.mover if self.swapped else self.mover

    @property
    def key(self) -> int:
        """The transposition key."""
        key, decided = int(self._arrays.key[0]), self.node.decided
        if isinstance(decided, StartByChance):
            return key ^ decided.key
        if not isinstance(decided, Decided):
            return key
        if decided.pending is None:
            return key ^ decided.key(None)
        chosen = self.node
        step: Step | None = chosen
        while step is not None and getattr(step.decided, "pending", None):
            chosen = step if step.observed is None else step.observed[0]
            step = chosen.before
        if chosen.move is None:
            self.name_steps()
        return key ^ decided.key(chosen.move)

    # -- the start ------------------------------------------------------------------------------

    def _root(self) -> Step:
        start = None if self._given is not None else self._start
        return Step(decided=start or (None if self._chance is None else NOTHING))

    def _begin(self) -> None:
        """Go to the start in the arrays, as far as chance has decided nothing about it."""
        self._touch()
        self._board: Board | None = None
        #: The cells of the board, by their codes.
        self._cells = b""
        if self.grower is not None:
            self.grower.begin()
            self._arrays = self.grower.arrays
        elif self._start is not None:
            self._begin_with(self._start.sampled if self._given is None else self._given)
        elif self._is_restored and not self._arrays.n[LOST]:
            if self._first is None:
                self._first = self._new_arrays()
            restore = self.kernels.restore if self._rows is None else self._rows.begin_again
            restore(self._arrays, self._first)
        else:
            self._arrays = self._new_arrays()
            grows = self.technique.grows_in_steps
            self._is_restored = not (self._chance is not None or grows)

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

    def restart(self) -> None:
        """Go back to the start."""
        self._given = None
        self._begin()
        self.node = self._root()
        self.winner = self._winner_at_start()

    def restart_with(self, begun: ChanceStart) -> None:
        """Go back to an initial position of a game whose start is left to chance."""
        self._given = begun
        self._begin()
        self.node = self._root()
        self.winner = OPEN

    # -- room -----------------------------------------------------------------------------------

    def with_room(self, do: Callable[[], T], times: int = 0, lists: bool = False) -> T:
        """Return the result of `do`, repeated in larger arrays after a NoRoomError.

        With `lists` the legal moves are found first: making one goes on from their outcomes.
        """
        while times <= TIMES:
            try:
                return do()
            except NoRoomError as error:
                refused = str(error)
                times += not isinstance(error, ManyMovesError)
                self.enlarge()
                if lists:
                    self.numbers()
        raise InputError(refused)

    def enlarge(self) -> None:
        """Make room, and lost moves again; raise InputError if arrays have their largest size."""
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
            self._arrays = self.grower.arrays
            return
        arrays = self._arrays
        check_enlarging(arrays, self.game.name)
        self._room, self._plies = 2 * self._room, 2 * self._plies
        wider = self.kernels.make(2 * len(arrays.code), 2 * len(arrays.history), len(arrays.begun))
        self._arrays = widened(arrays, wider, self.kernels)

    def _make_again(self, step: Step) -> None:
        """Make the moves up to a step once more, from the start that there was."""
        line, first = [], step
        while first.before is not None and first.observed is None and first.ended is None:
            line.append(first)
            first = first.before
        if first.observed is not None:
            truth, held = first.observed
            self._make_again(truth)
            self._hold(held)
        else:
            self._begin()
        self.node, self.winner = first, OPEN
        for each in reversed(line):
            self.follow(each)

    # -- chance ---------------------------------------------------------------------------------

    @property
    def question(self) -> ChanceQuestion | None:
        """The decision of chance that comes before anything else; None without one."""
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
        return question

    @property
    def _decided(self) -> Decided:
        """The outcomes of chance since the last complete move."""
        decided = self.node.decided
        return decided if isinstance(decided, Decided) else NOTHING

    @property
    def is_starting(self) -> bool:
        """Tell whether chance has to decide something about the initial position."""
        decided = self.node.decided
        return isinstance(decided, StartByChance) and decided.question is not None

    @property
    def is_waiting(self) -> bool:
        """Tell whether a chosen move needs more outcomes of chance."""
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
        question = chance.question(self._arrays)
        if question is not None:
            self.kernels.undo(self._arrays)
            return OPEN, question
        return winner, None

    def _push_by_chance(self, numbers: Numbers, move: Move | None) -> int:
        """Make a move, or decide what chance is asked for; see `push_numbers`."""
        decided, question = self._decided, self.question
        asked: ChanceQuestion | None = None
        winner = OPEN
        following: Any = None if self._chance is None else NOTHING
        if question is not None and self.is_starting:
            start = cast("StartByChance", self.node.decided).after(numbers[0])
            if start.question is None:
                self._begin_with(start.sampled)
            following = start
        elif question is not None and decided.pending is None:
            following = Decided((*decided.outcomes, numbers[0]))
        else:
            chosen = numbers
            if question is not None and decided.pending is not None:
                chosen = decided.pending
                decided = Decided((*decided.outcomes, numbers[0]), chosen)
            try:
                winner, asked = self._attempt(decided, chosen, move)
            except NoRoomError as error:
                winner, asked = self.with_room(
                    partial(self._attempt, decided, chosen, move), self._after(error), lists=True
                )
            if asked is not None:
                following = Decided(decided.outcomes, chosen)
        self.node = node = Step(self.node, move, numbers, following)
        self.winner = winner
        if asked is not None:
            # The question of a tried move is known; the next one is not.
            self._asked = node, asked
        self._touch()
        return winner

    def tried(self, outcomes: Sequence[int], read: Callable[[], T]) -> T:
        """Make the pending move, or the start, with these outcomes, `read` it, and take it back.

        In place of impossible outcomes the last ones count, and of missing ones the first.
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

    # -- legal moves ----------------------------------------------------------------------------

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

    def moves(self) -> dict[Move, Numbers]:
        """Return the legal moves with their numbers, in the order of the game; none at its end.

        They are found once for a step.
        """
        return self._named().moves

    def move_at(self, place: int) -> Move:
        """Return a legal move by its place among `moves`; raise IndexError if there is none."""
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

    def _list(self) -> _Listed:
        """Return the legal moves at this step, which need no names yet."""
        if self._listed.step is not self.node:
            listed = _Listed(self.node)
            if self.winner == OPEN and (question := self.question) is not None:
                for move in question.moves(self.mover):
                    listed.moves[move] = (move.actions[0].value,)
                    move.note(self._here, listed.moves[move])
            elif self.winner == OPEN:
                listed.rows = list(dict.fromkeys(map(tuple, self.numbers().tolist())))[::-1]
            self._listed = listed
        return self._listed

    def _named(self, first: float = inf, wanted: Move | None = None) -> _Listed:
        """Return the legal moves with names for all, for the `first` ones, or up to a wanted."""
        listed = self._list()
        rows, legal, here = listed.rows, listed.moves, self._here
        # Moves share most of their sites; those beyond the board are each move's own.
        known, cells = cache(self.place), int(self._arrays.n[COUNT])

        def place(site: int) -> Location:
            return known(site) if site <= cells else self.place(site)

        while rows and len(legal) < first and wanted not in legal:
            numbers = rows.pop()
            move = self._move_of(numbers, place)
            if move in legal:
                if not self._effects:
                    continue
                # Moves that are alike may differ in their consequences.
                options = (with_option(move, n) for n in count(1))
                move = next(option for option in options if option not in legal)
            legal[move] = numbers
            move.note(here, numbers)
        return listed

    def move_of(self, *numbers: int) -> Move:
        """Return the move of these numbers, as every technique reads it."""
        return self._move_of(numbers, self.place)

    def _move_of(self, numbers: Numbers, place: Callable[[int], Location]) -> Move:
        self._touch()
        return self.with_room(
            lambda: move_of(self.game, self.kernels, self._arrays, numbers, place), lists=True
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

    # -- moves ----------------------------------------------------------------------------------

    def push(self, move: Move) -> int:
        """Make a move and return the winner, 0, or -1; raise InputError if it is not legal."""
        noted = move.noted
        if noted is None or noted[0] is not self.node.here or self.winner != OPEN:
            return self._push_named(move)
        return self.push_numbers(noted[1], move)

    def _push_named(self, move: Move) -> int:
        """Make a move that was not taken from the legal ones."""
        if self.winner != OPEN:
            raise InputError(f"move {move} is not legal: the game is over")
        if not self._effects and self.node.decided is None and self.question is None:
            for attempt in self._attempts.of(move, self.mover, self.anchor):
                winner = self._try(move, attempt)
                if winner != self.kernels.ILLEGAL:
                    self.node, self.winner = Step(self.node, move), winner
                    self._touch()
                    return winner
        # The origin of a copy is not written in a move: look whether it is listed at all.
        numbers = self.find(move)
        if numbers is None:
            raise InputError(f"move {move} is not legal: choose one of {self.count_moves()} others")
        return self.push_numbers(numbers, move)

    def _try(self, move: Move, attempt: tuple[int, int, int, int, int]) -> int:
        """Make a move if it is legal; return ILLEGAL, the winner or OPEN."""
        kernels = self.kernels
        if self.grower is not None:
            origin, target = kernels.find_move(self._arrays, *attempt)
            if origin == kernels.ILLEGAL:
                return int(origin)
            numbers = attempt[0], int(origin), int(target)
            return self.with_room(partial(self._make, numbers, move), lists=True)
        while (winner := kernels.try_move(self._arrays, *attempt)) == kernels.NEED_ROOM:
            self.enlarge()
        return int(winner)

    def push_outcome(self, outcome: int) -> None:
        """Decide what chance is asked for, by the number of an outcome."""
        self.push_numbers((outcome,), outcome_of(self.mover, outcome))

    def push_numbers(self, numbers: Numbers, move: Move | None = None) -> int:
        """Make a legal move by the numbers that it has at this very step; see `push`.

        Without `move` its name is found when somebody asks for it.
        """
        node = self.node
        if node.decided is not None:
            return self._push_by_chance(numbers, move)
        try:
            winner = self._make(numbers, move)
        except NoRoomError as error:
            winner = self.with_room(
                partial(self._make, numbers, move), self._after(error), lists=True
            )
        self.node, self.winner = Step(node, move, numbers), winner
        self._touch()
        return winner

    def _after(self, error: NoRoomError) -> int:
        """Make room after an error; return how often the room has been doubled for the move."""
        self.enlarge()
        self.numbers()
        return int(not isinstance(error, ManyMovesError))

    def _make(self, numbers: Numbers, move: Move | None = None) -> int:
        """Make a move in the arrays; return the winner, 0 for a draw, or OPEN.

        After a NoRoomError the arrays mean nothing.
        """
        kernels = self.kernels
        if self.grower is not None:
            try:
                return self.grower.push(move or self.named(numbers), numbers)
            finally:
                self._arrays = self.grower.arrays
        while not kernels.has_room(self._arrays):
            self._widen()
        arrays = self._arrays
        if len(numbers) > NAMED:
            arrays.queue[0, NAMED : len(numbers)] = numbers[NAMED:]
        if self._effects:
            arrays.n[LOGGED] = 0
        winner = kernels.make_move(arrays, numbers[0], numbers[1], numbers[2])
        if arrays.n[LOST]:
            check_room(arrays, move or "a move")
        return winner  # type: ignore[no-any-return]

    def pop(self) -> Move:
        """Take the last move back and return it; there is one."""
        step = self.pop_row()
        return step.move or self._name(step)

    def pop_row(self) -> Step:
        """Take the last move back, without a name; return its step."""
        step = self.node
        before = step.before
        if step.observed is not None:
            raise InputError("an observation begins here: the moves before it cannot be taken back")
        assert before is not None
        self.node, self.winner = before, OPEN
        self._touch()
        decided = step.decided
        if isinstance(decided, StartByChance):
            if decided.question is None and self._start is not None:
                self._begin_with(self._start.sampled)
        elif decided is not None and decided != NOTHING:
            pass  # chance has decided something, and nothing has changed in the arrays
        elif self.grower is not None:
            self.grower.pop()
            self._arrays = self.grower.arrays
        elif self._arrays.n[self.kernels.NOTING]:
            self.kernels.undo(self._arrays)
        else:
            self._make_again(before)
        return step

    def follow(self, step: Step) -> None:
        """Make the move of a step that follows the present one."""
        if step.numbers is None:
            self.push(cast("Move", step.move))
        else:
            self.push_numbers(step.numbers, step.move)
        self.node = step

    def goto(self, step: Step) -> Self:
        """Go to a step of the tree, at the cost of the moves between it and this one."""
        ahead = []
        while self.node is not step:
            if self.node.ply > step.ply:
                self.pop_row()
            else:
                ahead.append(step)
                step = cast("Step", step.before)
        for each in reversed(ahead):
            self.follow(each)
        return self

    def replay(self, moves: Iterable[Move]) -> None:
        """Make moves from the start on."""
        moves = list(moves)
        self.restart()
        for move in moves:
            self.push(move)

    def copy(self) -> Self:
        """Return an independent position that shares the steps so far."""
        twin = copy(self)
        if self.grower is None:
            twin._arrays = copied(self._arrays)
        else:
            twin.grower = self.grower.copy()
            twin._arrays = twin.grower.arrays
        twin._board = None
        if self._rows is not None:
            twin._rows, twin._row_count = self._rows.copy(twin._arrays), -1
        if self._listed.rows:
            twin._listed = _Listed(Step())
        return twin

    # -- the history ----------------------------------------------------------------------------

    @property
    def move_stack(self) -> list[Move]:
        """The moves so far, a new list; those that were made by rows are given their names."""
        return [cast("Move", step.move) for step in self.steps()]

    def steps(self) -> list[Step]:
        """Return the steps after the start up to this one, each with its move."""
        line = self.node.line()
        if any(step.move is None for step in line):
            self.name_steps()
        return line

    @property
    def last(self) -> Move:
        """The last move; there is one."""
        if self.node.move is None:
            self.name_steps()
        return cast("Move", self.node.move)

    def name_steps(self) -> None:
        """Give the steps that were made by rows their moves."""
        last, line = self.node, self.node.line()
        first = next(n for n, step in enumerate(line) if step.move is None)
        winner = self.winner
        for _ in line[first:]:
            self.pop_row()
        for step in line[first:]:
            self._name(step)
            self.follow(step)
        self.node, self.winner = last, winner

    def _name(self, step: Step) -> Move:
        """Return the move of a step that follows the present one."""
        if step.move is None:
            numbers = cast("Numbers", step.numbers)
            is_asked = self.question is not None
            step.move = outcome_of(self.mover, numbers[0]) if is_asked else self.named(numbers)
        return step.move

    @property
    def did(self) -> tuple[tuple[Action, ...], ...] | None:
        """The whole result of each move, None where it is never more than its actions."""
        if not self.note_results():
            return None
        return tuple(cast("tuple[Action, ...]", step.result) for step in self.node.line())

    def note_results(self) -> bool:
        """Work out results of moves; tell whether they may be more than their actions.

        All moves but the last one since results were worked out before are made once more.
        """
        if not (self._effects or self.game.info.starts_by_chance):
            return False
        line, first = [], self.node
        while first.result is None and first.before is not None:
            line.append(first)
            first = first.before
        at = self
        if self._stood[0] is not first or len(line) > 1:
            at = self if not line else self.copy()
            at.goto(first)
            self._stood = first, Standing(at.holder)
        for step in reversed(line):
            if at is not self:
                at.follow(step)
            elif step.move is None:
                self.name_steps()
            then = at.mover if at.winner == OPEN else None
            after = Standing(at.holder)
            move = cast("Move", step.move)
            step.result = did(self._stood[1], after, move, then, self.game.players)
            self._stood = step, after
        return True

    # -- observations ---------------------------------------------------------------------------

    def observe(self, held: Held, player: int) -> Self:
        """Return a copy in which other cards lie in hands: what a player may believe.

        Outcomes of chance become number 0, of moves of others than the player the places are left
        alone, and no move before can be taken back.
        """
        twin, known = self.copy(), self.node.at(0)
        steps = self.steps()
        twin._hold(held)
        for step in steps:
            told = step.told = step.told or {}
            if player not in told:
                move = _told(cast("Move", step.move), player)
                told[player] = Step(known, move, decided=step.decided)
                told[player].result = move.actions
            known = told[player]
        # The same moves may be legal in no other redraw.
        node = Step(known.before, known.move, decided=self.node.decided)
        node.result, node.observed = known.result, (self.node, held)
        node.ended = self.node.ended
        twin.node = node
        return twin

    def _hold(self, held: Held) -> None:
        arrays = self._arrays
        counts = arrays.fields[int(self.kernels.COUNTS)]
        sites = list(held)
        there = zip(arrays.what[sites].tolist(), counts[sites].tolist(), strict=True)
        for (site, wanted), now in zip(held.items(), [*there], strict=True):
            # A redraw has mostly put them there before, and a kernel called from here is slow.
            if now != wanted:
                self.kernels.hold(arrays, site, *wanted)
        self._touch()

    # -- moves by rows --------------------------------------------------------------------------

    def _row_moves(self) -> _Rows | None:
        """Return the maker of moves by rows; None if moves are made by their numbers alone."""
        if self._rows is None and self._makes_rows:
            kernels = self.game.kernels_of(self.technique, self.game.undoing(*PARTS))
            self._rows = _Rows(View.of(self.game), kernels, self._arrays)
        return self._rows

    @cached_property
    def _makes_rows(self) -> bool:
        """Whether a row says all of a move: chance has no part in it, and it can be undone."""
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
            return self.with_room(lambda: rows.ask("count_rows", self._arrays)) or 1
        question = self.question
        return len(self._legal()) if question is None else len(question.outcomes)

    def rows(self) -> Ints:
        """Return the legal moves as rows, see `View.row_names`; none at the end."""
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

        Raise InputError if there is no such row.
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
            times = int(not isinstance(error, ManyMovesError))
            self.enlarge()
            winner = self.with_room(partial(self._make_row, place), times)
        rows = self._rows
        self._row_count = (rows.n[ROW_COUNT] or 1) if winner == OPEN else -1
        self.node, self.winner = Step(self.node, None, tuple(rows.made)), winner
        self._counted = -1
        return winner

    def _make_row(self, place: int) -> int:
        """Make the move of a row; return the winner or OPEN."""
        rows = self._rows
        assert rows is not None
        if rows.arrays is not self._arrays:
            rows.put(self._arrays)
        winner: int = rows.push(rows.whole, place)
        # Machine code whose types never change needs no look at them.
        rows.push = getattr(rows.push, "only", None) or rows.push
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

    def winning_row(self) -> int | None:
        """Return the first row by which who chooses wins at once; None without one."""
        rows, seat = self._row_moves(), self.seat
        if rows is not None and self.winner == OPEN and seat == self.mover:
            self._touch()
            if (place := self.with_room(lambda: rows.ask("find_win", self._arrays))) == NEED_ROOM:
                self.enlarge()
                return self.winning_row()
            return place if place != NO_WIN else None
        for place in range(self.count_rows()):
            winner = self.push_row(place)
            self.pop_row()
            if winner == seat:
                return place
        return None

    # -- what stands where ----------------------------------------------------------------------

    @property
    def cells(self) -> int:
        """Number of cells on the board."""
        if self.grower is not None:
            return len(self.grower.board)
        n, kernels = self._arrays.n, self.kernels
        return int(n[kernels.COUNT]) - int(kernels.HELD) - int(n[kernels.GONE])

    @property
    def board(self) -> Board:
        """The board as it is now, to be read, with keys counted from the anchor.

        It follows when asked again.
        """
        if self.grower is not None:
            return self.grower.relative_board
        layout = self.game.module.model.layout
        if layout is not None:
            return cast("Board", layout.board)
        board, arrays = self._board, self._arrays
        cells = arrays.code[: int(arrays.n[COUNT]) + 1].tobytes()
        # By the rules, cells come and go that keep their place in the arrays.
        if board is not None and cells == self._cells and self.technique.growth != RULE:
            return board
        keys, self._cells = self.keys(), cells
        if board is not None:
            same = min(len(keys), len(board))
            differ = np.flatnonzero((keys[:same] != board.keys[:same]).any(axis=1))
            same = int(differ[0]) if len(differ) else same
            if same:
                board.shrink(same)
                board.grow(keys[same:])
                return board
        self._board = Board(self.game.tiling, keys)
        return self._board

    @property
    def holder(self) -> Holder:
        """The `Holder` of the arrays as they are."""
        return self if self.grower is None else self.grower

    @property
    def seen(self) -> Holder:
        """The `Holder` for contents: by the rules some sites have left."""
        if self.technique.growth != RULE:
            return self.holder
        arrays, sites = self._arrays, self.sites()
        kept = np.concatenate((np.arange(1 + self.setup.held), sites))
        n = arrays.n.copy()
        n[self.kernels.COUNT] = len(kept) - 1
        parts = {name: getattr(arrays, name)[kept] for name in ("what", "who", "neighbours")}
        parts["fields"] = arrays.fields[:, kept]
        parts["under"] = arrays.under[:, kept]
        left = arrays._replace(n=n, code=arrays.code[:0], **parts)
        board = Board(self.game.tiling, self.keys())
        return _Seen(
            self.setup, left, self.fields, self.counted, self.around, board, self.anchor_key
        )
