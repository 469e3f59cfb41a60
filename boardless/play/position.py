"""A game being played in a technique: moves made and taken back, and the present step."""

from collections.abc import Iterable, Mapping
from copy import copy
from functools import partial
from typing import Any, Self, TypeAlias, cast

from boardless.games import Game
from boardless.games.game_start import ChanceStart
from boardless.games.game_technique import GameTechnique
from boardless.play.chance import (
    NOTHING,
    ChanceQuestion,
    Decided,
    Numbers,
    StartByChance,
    outcome_of,
)
from boardless.play.game_arrays import ListedMoves
from boardless.play.move_lists import MoveLists
from boardless.play.room import NoRoomError, check_room
from boardless.state import OPTION, Action, Move
from boardless.state.contents import Holder
from boardless.state.engine.arrays import LOGGED, LOST, NAMED, OPEN
from boardless.state.engine.stepping import ROW_COUNT
from boardless.state.growing_board import copied
from boardless.state.history import MOVE_OF, SiteContents, Step, did, not_moved
from boardless.topo import InputError

#: Component and count by the site of a hand; 0 and 0 for none.
Held: TypeAlias = Mapping[int, tuple[int, int]]


def _told(move: Move, player: int) -> Move:
    """Return what a player may know of a move made before a redraw."""
    if len(move.actions) == 1 and move.actions[0].kind == OPTION:
        return outcome_of(move.mover, 0) if move.actions[0].value else move
    told = tuple(each for each in move.actions if each.kind != OPTION or move.mover == player)
    return move if told == move.actions else Move(move.mover, told)


class Position(MoveLists):
    """A position of a game that is played in a technique.

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
        Numbers of the state at the start, by place: the scores of the match.

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

    def __init__(
        self, game: Game, technique: GameTechnique, carried: Mapping[int, int] | None = None
    ) -> None:
        self._set_up(game, technique, carried or {})
        self.restart()

    def _touch(self) -> None:
        """Forget the legal moves, as others may write to the arrays."""
        self._counted = self._row_count = -1
        if self._rows is not None:
            self._rows.n[ROW_COUNT] = -1

    @property
    def seat(self) -> int:
        """The player who chooses next, 0 for chance; after a swap of sides, not the mover."""
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

    def restart(self) -> None:
        """Go back to the start."""
        self._given = None
        self._begin()
        self.node = self._root()
        # Nobody ever moves in a game that is over at once.
        self.winner = int(self._arrays.n[self.kernels.ENDED]) - 1

    def restart_with(self, begun: ChanceStart) -> None:
        """Go back to one of the initial positions of a game that chance starts."""
        self._given = begun
        self._begin()
        self.node = self._root()
        self.winner = OPEN

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
                    partial(self._attempt, decided, chosen, move), error, lists=True
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
        by_attempt = self.grower is None and not self._effects and self.node.decided is None
        if by_attempt and self.question is None:
            kernels = self.kernels
            for attempt in self._attempts.of(move, self.mover, self.anchor):
                while (winner := kernels.try_move(self._arrays, *attempt)) == kernels.NEED_ROOM:
                    self.enlarge()
                if winner != kernels.ILLEGAL:
                    self.node, self.winner = Step(self.node, move), int(winner)
                    self._touch()
                    return self.winner
        # The origin of a copy is not written in a move: look whether it is listed at all.
        numbers = self.find(move)
        if numbers is None:
            raise InputError(f"move {move} is not legal: choose one of {self.count_moves()} others")
        return self.push_numbers(numbers, move)

    def push_outcome(self, outcome: int) -> None:
        """Make the pending decision of chance by the number of an outcome."""
        self.push_numbers((outcome,), outcome_of(self.mover, outcome))

    def push_numbers(self, numbers: Numbers, move: Move | None = None) -> int:
        """Make a legal move by the numbers that it has at this very step; see `push`.

        Without `move` its name is computed on request.
        """
        node = self.node
        if node.decided is not None:
            return self._push_by_chance(numbers, move)
        if self.grower is not None:
            return self._grow(Step(node, move or self.named(numbers), numbers))
        try:
            winner = self._make(numbers, move)
        except NoRoomError as error:
            winner = self.with_room(partial(self._make, numbers, move), error, lists=True)
        self.node, self.winner = Step(node, move, numbers), winner
        self._touch()
        return winner

    def _grow(self, step: Step) -> int:
        """Make the move of a new step on a board that a technique in Python grows."""
        grower = self.grower
        assert grower is not None

        def grow() -> int:
            try:
                return grower.grow(step)
            finally:
                self._take_grown()

        self.winner = self.with_room(grow, lists=True)
        self.node = step
        self._touch()
        return self.winner

    def _make(self, numbers: Numbers, move: Move | None = None) -> int:
        """Make a move in the arrays; return the winner, 0 for a draw, or OPEN.

        After a NoRoomError the arrays mean nothing.
        """
        kernels = self.kernels
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
        """Take the last move back and return it; there must be one."""
        step = self.pop_row()
        return step.move or self._name(step)

    def pop_row(self) -> Step:
        """Take the last move back, without a name; return its step."""
        step = self.node
        before = step.before
        if step.observed is not None:
            raise InputError("an observation begins here: the moves before it cannot be taken back")
        if before is None:
            raise not_moved()
        self.node, self.winner = before, OPEN
        self._touch()
        decided = step.decided
        if isinstance(decided, StartByChance):
            if decided.question is None and self._start is not None:
                self._begin_with(self._start.sampled)
        elif decided is not None and decided != NOTHING:
            pass  # chance has decided something, and nothing has changed in the arrays
        elif self.grower is not None:
            self.grower.pop_row()
            self._take_grown()
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
        if self.grower is not None:
            self.grower.take_place(step)
        self.node = step

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
            twin._take_grown()
        twin._board = None
        if self._rows is not None:
            twin._rows, twin._row_count = self._rows.copy(twin._arrays), -1
        if self._listed.rows:
            twin._listed = ListedMoves(Step())
        return twin

    def steps(self) -> list[Step]:
        """Return the steps after the start up to this one, each with its move."""
        line = self.node.line()
        if not all(map(MOVE_OF, line)):
            self.name_steps()
        return line

    @property
    def last(self) -> Move:
        """The last move; there must be one."""
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
        """The complete effect of each move; None if no move has more than its actions."""
        if not self.note_results():
            return None
        return tuple(cast("tuple[Action, ...]", step.result) for step in self.node.line())

    def note_results(self) -> bool:
        """Compute the effects of moves; return True if they may exceed their actions.

        This repeats all moves since the last call, except the last move.
        """
        if not (self._effects or self.game.info.starts_by_chance):
            return False
        line, first = [], self.node
        while first.result is None and first.before is not None:
            line.append(first)
            first = first.before
        if not all(map(MOVE_OF, line)):
            self.name_steps()
        at = self
        if self._stood[0] is not first or len(line) > 1:
            at = self if not line else self.copy()
            at.goto(first)
            self._stood = first, SiteContents(at.holder)
        for step in reversed(line):
            if at is not self:
                at.follow(step)
            then = at.mover if at.winner == OPEN else None
            after = SiteContents(at.holder)
            move = cast("Move", step.move)
            step.result = did(self._stood[1], after, move, then, self.game.players)
            self._stood = step, after
        return True

    def observe(self, held: Held, player: int) -> Self:
        """Return a copy with hidden cards in other places, as a player may believe.

        Outcomes of chance get number 0, moves of other players keep only their places, and no
        earlier move can be taken back.
        """
        twin, known = self.copy(), self.node.at(0)
        steps = self.steps()
        twin._hold(held)
        for step in steps:
            told = step.told = step.told or {}
            if player not in told:
                move = _told(cast("Move", step.move), player)
                told[player] = Step(known, move, decided=step.decided)
                told[player].result, told[player].choice = move.actions, step.choice
            known = told[player]
        # The same moves may be legal in no other redraw.
        node = Step(known.before, known.move, decided=self.node.decided)
        node.result, node.observed = known.result, (self.node, held)
        node.choice, node.ended = known.choice, self.node.ended
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

    @property
    def holder(self) -> Holder:
        """The `Holder` of the present arrays."""
        return self if self.grower is None else self.grower
