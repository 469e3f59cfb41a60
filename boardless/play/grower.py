"""A game whose board a technique grows in Python, between a move's actions and what follows."""

from typing import Any, Self

import numpy as np

from boardless.games import Game
from boardless.games.game import FIRST_PLIES, FIRST_ROOM
from boardless.games.game_technique import GameTechnique
from boardless.jit.arrays import Ints
from boardless.play.room import check_enlarging, check_room
from boardless.state import GrowingBoard, Move
from boardless.state.contents import fields_of
from boardless.state.engine.arrays import NOTED, NOTES, OPEN, PLIES, Arrays
from boardless.state.move import SITE, on_board, rows_of
from boardless.topo import Board, InputError, Key

#: Rule, from and to of a move: sites of hands as the arrays have them, cells by key.
Choice = tuple[int, int | Key, int | Key, tuple[int, ...]]


class RuledBoard(GrowingBoard):
    """A position of a game whose board a technique in Python grows.

    `play` makes the chosen move, the technique grows the board, and lists and result follow.
    """

    def __init__(self, game: Game, technique: GameTechnique) -> None:
        self._game, self._played = game, technique
        self._room, self._plies = FIRST_ROOM, FIRST_PLIES
        self._technique: Any = technique.grown_by
        self.kernels = game.kernels_of(technique, game.undoing())
        self.fields = fields_of(self.kernels)
        self.counted = bool(self.kernels.COUNTED)
        self.begin()

    def begin(self) -> None:
        """Go to the start."""
        self._made: list[tuple[Move, Choice]] = []
        board, key = self._game.first_board(self._played)
        super().__init__(self._game.setup, board, board.site(key))
        with self._played.explained():
            self._check_growth()

    # -- what a position does otherwise with rules ----------------------------------------------

    def restart(self, board: Board, anchor: int) -> None:
        """Begin again on a board: the first position, and no moves."""
        self._moved: Board | None = None
        super().restart(board, anchor)
        self._cells = len(board)

    def reset(self) -> None:
        """Put the board as it is back to the first position; the moves stay in the log."""
        self._open: int | None = None
        self._came: list[Key] = []
        super().reset()

    def _blank(self, room: int, moves: int, pieces: int) -> Arrays:
        # As much as on other boards, so that the same moves are refused; what was added stays.
        return self.kernels.make(max(room, self._room), max(moves, self._plies), pieces)

    def _begun(self) -> Ints:
        begun = super()._begun()
        if self._game.module.model.last_held < 0:
            return begun
        # The pieces in hands were put there last.
        held = begun[:, 1] <= self.setup.held
        return np.concatenate((begun[~held], begun[held]))

    def _act(self, ply: int, mover: int, rows: Ints) -> None:
        self._end()
        on = on_board(rows)
        cells = self.log.cells[self.log.ends[ply] : self.log.ends[ply] + len(rows)]
        cells[on] = self.board.keys[rows[on, SITE]] - (*self.anchor_key[:2], 0)
        rule, origin, target, bound = self._made[ply][1]
        while not self.kernels.has_room(self.arrays):
            self.enlarge()
        named = int(self.kernels.NAMED)
        self.arrays.queue[0, named : named + len(bound)] = bound
        self.kernels.begin_external_move(self.arrays, rule, self._site(origin), self._site(target))
        self._open, self._mover = rule, mover
        self.written += len(rows)

    def _end(self) -> int:
        """End the last move; return the winner, 0 for a draw, or OPEN."""
        if self._open is None:
            return int(self.kernels.OPEN)
        found = [self._site(key) for key in self._came if self.board.find(key) >= 0]
        came = np.array(found, dtype=np.int64)
        n, marks = self.arrays.n, self.arrays.marks
        changed = int(n[NOTED]) - int(marks[int(n[PLIES]) - 1, NOTED])
        self._make_notes(changed * (1 + int(self.kernels.SLOTS)) + len(came))
        rule, self._open, self._came = self._open, None, []
        return int(self.kernels.end_external_move(self.arrays, rule, self._mover, came))

    def extend(self, new: Any) -> None:
        """Follow the board, to which cells have been added on the sites `new`."""
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

    def push(self, move: Move, numbers: tuple[int, ...]) -> int:
        """Make a move of these numbers and return the winner, 0 for a draw, or OPEN."""
        held, (rule, *ends) = self.setup.held, numbers[:3]
        origin, target = (
            site if site <= held else self.board.key(site - held - 1) for site in ends
        )
        before = self._made.copy()
        self._moved = None
        try:
            with self._played.explained():
                winner = self._push(move, (rule, origin, target, numbers[3:]))
            check_room(self.arrays, move)
        except BaseException:
            self.begin()
            for made in before:
                self._push(*made)
            raise
        return winner

    def _push(self, move: Move, choice: Choice) -> int:
        ply = len(self._made)
        self._made.append((move, choice))
        find = self.contents.find
        actions = [
            a._replace(site=find(a.site)) if isinstance(a.site, tuple) else a for a in move.actions
        ]
        self._technique.push(self, move.mover, rows_of(actions))
        if len(self.log) != ply + 1:
            raise InputError("it has to play the move that it is to push")
        if self._cells != len(self.board):
            raise InputError("its strategy has to return the sites that it has added")
        self._check_growth()
        return self._end()

    def _check_growth(self) -> None:
        """Raise InputError if a legal move may use a cell around a piece that is not there.

        The legal moves are those on a board that has all these cells; see `Strategy`.
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

    def pop(self) -> None:
        """Take the last move back, as the technique does."""
        self._moved = None
        with self._played.explained():
            self._technique.pop(self)
            self._end()
        self._made.pop()

    def enlarge(self) -> None:
        """Double the arrays."""
        s = self.arrays
        check_enlarging(s, self._game.name)
        self._room, self._plies = 2 * len(s.code), 2 * len(s.marks)
        self._widen(self._room, self._plies, 2 * len(s.notes))

    def copy(self) -> Self:
        """Return an independent object."""
        twin = super().copy()
        twin._made, twin._came, twin._moved = self._made.copy(), self._came.copy(), None
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
