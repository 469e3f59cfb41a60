"""Boards that a technique in Python grows, between the actions of a move and its consequences."""

from typing import Any, Self, cast

import numpy as np

from boardless.games import Game
from boardless.games.game import FIRST_PLIES, FIRST_ROOM
from boardless.games.game_technique import GameTechnique
from boardless.jit.arrays import Ints
from boardless.play.room import check_enlarging, check_room
from boardless.state import AnyTechnique, GrowingBoard, Move
from boardless.state.contents import fields_of
from boardless.state.engine.arrays import NOTED, NOTES, OPEN, PLIES, Arrays
from boardless.state.history import Step
from boardless.topo import Board, InputError, Key


class RuledBoard(GrowingBoard):
    """A position by the rules of a game on a board that a technique in Python grows.

    `play` makes the chosen move, the technique grows the board, and lists and result follow.
    """

    def __init__(self, game: Game, technique: GameTechnique) -> None:
        self._game, self._played = game, technique
        self._room, self._plies = FIRST_ROOM, FIRST_PLIES
        self.setup, self.technique = game.setup, cast("AnyTechnique", technique.grown_by)
        self.kernels = game.kernels_of(technique, game.undoing())
        self.fields = fields_of(self.kernels)
        self.counted = bool(self.kernels.COUNTED)
        self.begin()

    def begin(self) -> None:
        """Go to the start."""
        board, key = self._game.first_board(self._played)
        self.restart(board, board.site(key))
        with self._played.explained():
            self._check_growth()

    # -- what a position does otherwise with rules ----------------------------------------------

    def restart(self, board: Board, anchor: int) -> None:
        """Begin again on a board: the first position, and no moves."""
        self._moved: Board | None = None
        super().restart(board, anchor)
        self._cells = len(board)

    def reset(self) -> None:
        """Put the board as it is back to the first position; the history stays."""
        self._open: int | None = None
        self._came: list[Key] = []
        super().reset()

    def _blank(self, room: int, moves: int, pieces: int) -> Arrays:
        # As much room as on other boards, so the same moves are refused; added room stays.
        return self.kernels.make(max(room, self._room), max(moves, self._plies), pieces)

    def _start_pieces(self) -> Ints:
        pieces = super()._start_pieces()
        if self._game.module.model.last_held < 0:
            return pieces
        # The pieces in hands were put there last.
        held = pieces[:, 1] <= self.setup.held
        return np.concatenate((pieces[~held], pieces[held]))

    def play(self, mover: int, rows: Ints) -> None:
        """Make the chosen move; the technique knows only its actions."""
        self._make_room(moves=1, actions=len(rows))
        if self.ply >= self._goal.ply:
            raise InputError("its strategy has to play each move exactly once")
        step = self._goal.at(self.ply + 1)
        self._choose(step)
        self.node = step

    def replay(self) -> None:
        """Make all moves so far again, from the first position on."""
        for step in self.node.line():
            self._choose(step)

    def _choose(self, step: Step) -> None:
        """Make the chosen move of a step in the arrays."""
        self._end()
        rule, origin, target, bound = step.choice
        while not self.kernels.has_room(self.arrays):
            self.enlarge()
        named = int(self.kernels.NAMED)
        self.arrays.queue[0, named : named + len(bound)] = bound
        self.kernels.begin_external_move(self.arrays, rule, self._site(origin), self._site(target))
        self._open, self._mover = rule, cast("Move", step.move).mover

    def _end(self) -> int:
        """End the last move; return the winner, 0 for a draw, or OPEN."""
        if self._open is None:
            return int(self.kernels.OPEN)
        sites = [self._site(key) for key in self._came if self.board.find(key) >= 0]
        came = np.array(sites, dtype=np.int64)
        n, marks = self.arrays.n, self.arrays.marks
        changed = int(n[NOTED]) - int(marks[int(n[PLIES]) - 1, NOTED])
        self._make_notes(changed * (1 + int(self.kernels.SLOTS)) + len(came))
        rule, self._open, self._came = self._open, None, []
        return int(self.kernels.end_external_move(self.arrays, rule, self._mover, came))

    def extend(self, new: Any) -> None:
        """Follow the board after cells were added on the sites `new`."""
        super().extend(new)
        self._came += [self.board.key(site) for site in new]
        self._cells += len(new)

    def leave(self, gone: Any) -> None:
        """Take cells off the board."""
        self._make_notes(len(gone))
        super().leave(gone)
        self._cells -= len(gone)

    def go_back(self, version: int) -> None:
        """Take the board back to a version, and undo the actions of the last move on it."""
        super().go_back(version)
        self._cells = len(self.board)

    def renumber(self, order: Ints) -> None:
        """Build the board again with its sites in another order."""
        super().renumber(order)
        self._cells = len(self.board)

    def _make_notes(self, sites: int) -> None:
        """Make room for notes of changes of all lists about some sites."""
        rows = int(self.arrays.n[NOTED]) + NOTES + len(self.arrays.size) * sites
        if rows > len(self.arrays.notes):
            self._widen(0, 0, rows)

    def _site(self, place: int | Key) -> int:
        """Return the site of the arrays of a place."""
        if isinstance(place, int):
            return place
        return self.setup.held + 1 + self.board.site(place)

    # -- what a game asks ---------------------------------------------------------------------

    def grow(self, step: Step) -> int:
        """Make the move of a step that follows; return the winner, 0 for a draw, or OPEN."""
        held = self.setup.held
        assert step.numbers is not None
        rule, origin, target, *bound = step.numbers
        ends = (n if n <= held else self.board.key(n - held - 1) for n in (origin, target))
        step.choice = (rule, *ends, bound)
        before = self.node
        self._moved = None
        try:
            with self._played.explained():
                winner = self._grow(step)
            check_room(self.arrays, cast("Move", step.move))
        except BaseException:
            self.begin()
            for made in before.line():
                self._grow(made)
            raise
        return winner

    def _grow(self, step: Step) -> int:
        self._goal = step
        self.push(cast("Move", step.move))
        if self.node is not step:
            raise InputError("its strategy played another move than the next one")
        if self._cells != len(self.board):
            raise InputError("its strategy has to return the sites that it has added")
        self._check_growth()
        return self._end()

    def _check_growth(self) -> None:
        """Raise InputError if a legal move may use a missing cell around a piece.

        The check lists the moves on a board that has all these cells; see `Strategy`.
        """
        edge = self.board.perimeter
        edge = edge[self.arrays.what[self.setup.held + 1 + edge] != 0]
        if not len(edge):
            return
        twin, there = self.copy(), self.board.extent
        for site in edge:
            twin.extend(twin.board.grow_around(int(site)))
        if self._open is None:
            twin.reset()
        elif twin._end() != OPEN:
            return
        while not len(moves := twin.kernels.list_moves(twin.arrays)):
            twin.enlarge()
        targets = moves[:, 2] - self.setup.held - 1
        if (missing := targets[targets >= there]).size:
            cell = twin.contents.cell(int(missing.min()))
            raise InputError(
                f"its strategy has to add cell {cell}, which a legal move may use next; it shares "
                "a vertex with a piece"
            )

    def pop_row(self) -> Step:
        """Take back the last move as the technique does; return its step."""
        self._moved, self._goal = None, self.node
        with self._played.explained():
            step = super().pop_row()
            self._end()
        return step

    def enlarge(self) -> None:
        """Double the arrays."""
        s = self.arrays
        check_enlarging(s, self._game.name)
        self._room, self._plies = 2 * len(s.code), 2 * len(s.marks)
        self._widen(self._room, self._plies, 2 * len(s.notes))

    def copy(self) -> Self:
        """Return an independent object."""
        twin = super().copy()
        twin._came, twin._moved = self._came.copy(), None
        return twin

    @property
    def relative_board(self) -> Board:
        """The board as it is now, its keys counted from the anchor, with the same sites."""
        i, j, _ = self.anchor_key
        if i == j == 0:
            return self.board
        if self._moved is None:
            self._moved = self.board.moved(-i, -j)
        return self._moved
