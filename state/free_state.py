"""A state without rules: a position that moves are pushed on and popped from."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol, Self, cast, runtime_checkable

import numpy as np

from boardless.jit.arrays import Ints
from boardless.state.cell import AnyCell, Cell, anchor_site
from boardless.state.contents import Holder
from boardless.state.equipment import Equipment
from boardless.state.growing_board import GrowingBoard
from boardless.state.history import Step
from boardless.state.move import BOARD, Action, Move, actions_of, mover_of, on_cell, rows_of
from boardless.state.played_state import Past, PlayedState, not_moved
from boardless.topo import Board, InputError, Key
from boardless.topo.boards.past_board import PastBoard


@runtime_checkable
class AnyTechnique(Protocol):
    """A technique: the first board, and the changes of board and position with a move."""

    @property
    def name(self) -> str:
        """The name."""

    def start(self, setup: Equipment) -> tuple[Board, int]:
        """Return the first board and the site of its anchor."""

    def push(self, position: GrowingBoard, mover: int, rows: Ints) -> None:
        """Make a move; raise InputError if it cannot be made; then nothing has changed."""

    def pop(self, position: GrowingBoard) -> None:
        """Take the last move back; there is one."""


def check_technique(technique: object) -> None:
    """Raise InputError unless this is a technique."""
    if not isinstance(technique, AnyTechnique):
        raise InputError(
            f"technique {technique!r}: give one, such as strategies.ZONE_APPEND, or ask "
            "strategies.technique_of"
        )


@dataclass(frozen=True)
class GivenBoard:
    """A board of given cells that never changes.

    Parameters
    ----------
    keys : tuple of (i, j, k)
        Its cells, in the order of their sites.
    anchor : int, optional
        The site that cells are named from; by default, the one that `anchor_site` chooses.
    """

    name = "given"
    keys: tuple[Key, ...]
    anchor: int | None = None

    def start(self, setup: Equipment) -> tuple[Board, int]:
        """Return the board and the site of its anchor."""
        board = Board(setup.tiling, np.array(self.keys, dtype=np.int64).reshape(-1, 3))
        return board, anchor_site(board) if self.anchor is None else self.anchor

    def push(self, position: GrowingBoard, mover: int, rows: Ints) -> None:
        """Make a move."""
        position.play(mover, rows)

    def pop(self, position: GrowingBoard) -> None:
        """Take the last move back."""
        position.take_back()


class FreeState(PlayedState):
    """A state without rules, with its history; any move may be made that is possible.

    A game with rules is played in `play.State`.

    Parameters
    ----------
    setup : Equipment
        What the game is played with.
    technique : AnyTechnique
        How the board starts, and how board and state follow a move.

    Raises
    ------
    InputError
        If the setup does not fit on the technique's first board, or it is no technique.

    Examples
    --------
    >>> from boardless.state import Component, FreeState, Move, Equipment
    >>> from boardless.strategies import ZONE_APPEND
    >>> from boardless.topo import HEXAGONAL
    >>> state = FreeState(Equipment(HEXAGONAL, (Component("tile"),)), ZONE_APPEND)
    >>> state.push(Move.add(1, component=1, site=(0, 0, 0)))
    >>> state.push(Move.add(2, component=1, site=(1, 0, 0)))
    >>> state
    <FreeState hexagonal ZONE-APPEND, 10 cells, ply 2, player 1 to move>
    >>> state.pop().to.site
    4
    """

    _position: GrowingBoard

    def __init__(self, setup: Equipment, technique: AnyTechnique) -> None:
        check_technique(technique)
        self.setup = setup
        self.technique = technique
        self._position = GrowingBoard(setup, *technique.start(setup))
        self._line = [Step()]

    def __repr__(self) -> str:
        tiling, cells = self.setup.tiling.name, f"{len(self.board):,} cells"
        turn = f"ply {self.ply}, player {self.mover} to move"
        return f"<FreeState {tiling} {self.technique.name}, {cells}, {turn}>"

    # -- what there is ----------------------------------------------------------------------

    @property
    def work(self) -> int:
        """Cells given to the board, sites and rows of moves written so far, undo included."""
        return self._position.written

    # -- cells by name ----------------------------------------------------------------------

    @property
    def anchor(self) -> int:
        """The present site of the cell from which cells are named, -1 if it is not on the board."""
        return self._position.contents.anchor

    def cell(self, site: int) -> Cell:
        """Return the cell of a site, from the anchor; raise InputError if it is off the board."""
        return self._position.contents.cell(site)

    def site(self, cell: AnyCell) -> int:
        """Return the site of a cell, from the anchor; raise InputError if it is off the board."""
        try:
            site = self._position.contents.find(cell)
        except (OverflowError, TypeError, ValueError):
            site = -1
        if site < 0:
            raise InputError(f"cell {cell} is not on the board of {len(self.board):,} cells")
        return site

    def by_cell(self, move: Move) -> Move:
        """Return a move with its sites of the board as cells, as every technique reads it."""
        return Move(move.mover, tuple(self._named(action) for action in move.actions))

    def _named(self, action: Action) -> Action:
        if not on_cell(action) or isinstance(action.site, tuple):
            return action
        return action._replace(site=self.cell(action.site))

    def by_site(self, move: Move) -> Move:
        """Return a move with its cells as present sites of the board."""
        return Move(move.mover, tuple(self._sited(move.actions)))

    def _sited(self, actions: Iterable[Action], strict: bool = True) -> list[Action]:
        """Return actions in present sites; unless `strict`, a cell that has left stays a cell."""
        sited = []
        for action in actions:
            named = action.container == BOARD and isinstance(action.site, tuple)
            if named and (
                strict or self._position.contents.find(cast("AnyCell", action.site)) >= 0
            ):
                action = action._replace(site=self.site(cast("AnyCell", action.site)))
            sited.append(action)
        return sited

    # -- moves ------------------------------------------------------------------------------

    def push(self, move: Move) -> None:
        """Make a move; places on the board are given as sites or as cells.

        Raise InputError if it cannot be made; then nothing has changed.
        """
        rows = rows_of(self._sited(move.actions))
        self.technique.push(self._position, mover_of(move), rows)

    def pop(self) -> Move:
        """Take the last move back and return it, in sites of then; raise InputError without one."""
        move = self._named_move(self._last())
        self.technique.pop(self._position)
        del self._line[self.ply + 1 :]
        return self.by_site(move)

    def peek(self) -> Move:
        """Return the last move; raise InputError if no move has been made."""
        return self._move(self._last())

    def _last(self) -> int:
        """Return the number of the last move."""
        if not self.ply:
            raise not_moved()
        return self.ply - 1

    @property
    def move_stack(self) -> list[Move]:
        """The moves so far in present sites; places that have left the board are cells."""
        return [self._move(ply) for ply in range(self.ply)]

    def _move(self, ply: int) -> Move:
        """Return a move in present sites."""
        move = self._named_move(ply)
        return Move(move.mover, tuple(self._sited(move.actions, strict=False)))

    def _named_move(self, ply: int) -> Move:
        """Return a move with its sites of the board as cells."""
        log = self._position.log
        span = log.span(ply)
        cells = map(Cell._make, log.cells[span].tolist())
        return Move(
            log.movers[ply],
            tuple(
                action._replace(site=cell) if on_cell(action) else action
                for action, cell in zip(actions_of(log.rows[span]), cells, strict=True)
            ),
        )

    def at(self, ply: int) -> "PastFreeState":
        """Return the state after the first `ply` moves, to be read; it stays what it is.

        Reading it costs what changed between it and the state that was read last. The first call
        copies the state once. Raise InputError if so many moves have not been made.
        """
        return PastFreeState(*self._past_at(ply))

    @property
    def _node(self) -> Step:
        for made in range(len(self._line) - 1, self.ply):
            self._line.append(Step(self._line[-1], self._named_move(made)))
        return self._line[-1]

    def _go_to(self, step: Step) -> Self:
        back, ahead = self._node.way_to(step)
        for _ in range(back):
            self.pop()
        for each in ahead:
            self.push(cast("Move", each.move))
            self._line.append(each)
        return self

    def copy(self) -> Self:
        """Return an independent state."""
        twin = object.__new__(type(self))
        twin.__dict__ |= self.__dict__
        twin._position, twin._line = self._position.copy(), self._line.copy()
        twin._live = None
        return twin

    def __getstate__(self) -> dict[str, Any]:
        """Pickle without the reader of past states, and without the live board."""
        return self.__dict__ | {"_line": [Step()], "_reader": None, "_live": None}


class PastFreeState(Past, FreeState):
    """A past state without rules, of `FreeState.at` or `Trial.at`; see `played_state.Past`."""

    @property
    def board(self) -> Board:
        """The board as it was."""
        return PastBoard(lambda: self._position.board)

    @property
    def _holder(self) -> Holder:
        return cast("Holder", _HolderThen(self))


@dataclass(frozen=True, slots=True)
class _HolderThen:
    """The `Holder` of a past state."""

    state: PastFreeState

    def __getattr__(self, name: str) -> Any:
        return getattr(self.state._position, name)
