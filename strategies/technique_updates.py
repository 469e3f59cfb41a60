"""How a position follows a board that has grown: append, map, or replay.

All three use the same steps of `state.Position`. Appending keeps sites as they are. Mapping and
replaying (section 5.3.2) keep sites row by row, so that after every growth the board is built again
and everything that has sites is renumbered.
"""

from dataclasses import dataclass
from typing import ClassVar, Protocol

import numpy as np

from boardless.state import Position, Setup
from boardless.state.engine.arrays import APPEND, MAP, REPLAY
from boardless.state.move import SITE, on_board
from boardless.strategies.strategy import Strategy, answer
from boardless.topo import Board
from boardless.topo.kernels.arrays import Ints


class Host(Protocol):
    """What an update asks of the technique that it is part of."""

    @property
    def strategy(self) -> Strategy:
        """How the board grows."""

    def start(self, setup: Setup) -> tuple[Board, int]:
        """Return the first board and the site of its anchor."""

    def push(self, position: Position, mover: int, rows: Ints) -> None:
        """Make a move."""


class Update(Protocol):
    """How a position follows a board.

    It may also have an attribute ``in_engine``: see `strategies.in_engine`.

    Attributes
    ----------
    name : str
        What it is called.
    renumbers : bool
        Whether cells get other sites when the board grows, which a board that shrinks cannot have.
    """

    name: ClassVar[str]
    renumbers: ClassVar[bool]

    def push(self, technique: Host, position: Position, mover: int, rows: Ints) -> None:
        """Make a move; if it cannot be made, raise InputError and change nothing."""

    def pop(self, technique: Host, position: Position) -> None:
        """Take the last move back."""


@dataclass(frozen=True)
class Append:
    """New cells get new sites, and nothing else moves. The cost is that of what the board changes.

    The only update of the program for boards that shrink.
    """

    name: ClassVar[str] = "append"
    in_engine: ClassVar[int] = APPEND
    renumbers: ClassVar[bool] = False

    def push(self, technique: Host, position: Position, mover: int, rows: Ints) -> None:
        """Make a move, and note the board before it."""
        before = (position.board.version, position.pruned)
        play_and_answer(technique.strategy, position, mover, rows)
        position.log.marks[-1] = before

    def pop(self, technique: Host, position: Position) -> None:
        """Undo the actions and what the board answered."""
        version, position.pruned = position.log.marks[-1]
        position.go_back(version)


@dataclass(frozen=True)
class Remap:
    """Everything that has sites is mapped to the grown board ("logical", MAP).

    The move that makes the board grow is on it when it is mapped, as in Figure 5.19, where `owned`
    holds it; to map first and play it afterwards, as the text says, comes to the same.
    """

    name: ClassVar[str] = "map"
    in_engine: ClassVar[int] = MAP
    renumbers: ClassVar[bool] = True

    def push(self, technique: Host, position: Position, mover: int, rows: Ints) -> None:
        """Make a move, map, and note which indices of the grown board are new."""
        cells = len(position.board)
        play_and_answer(technique.strategy, position, mover, rows)
        if len(position.board) > cells:
            order = position.board.numbering().sites
            position.renumber(order)
            position.log.marks[-1] = np.flatnonzero(order >= cells)

    def pop(self, technique: Host, position: Position) -> None:
        """Undo the actions, and map back to the cells that were there before."""
        added = position.take_back()
        if added is not None:
            position.renumber(np.delete(np.arange(len(position.board)), added))


@dataclass(frozen=True)
class Replay:
    """The state is reset, mapped to the grown board, and all moves are made again (RE).

    The last one, too: it was made on the old board, and is made once more on the grown one.
    """

    name: ClassVar[str] = "replay"
    in_engine: ClassVar[int] = REPLAY
    renumbers: ClassVar[bool] = True

    def push(self, technique: Host, position: Position, mover: int, rows: Ints) -> None:
        """Make a move; if the board grows, reset, map what is left and the moves, and replay."""
        cells = len(position.board)
        play_and_answer(technique.strategy, position, mover, rows)
        if len(position.board) > cells:
            position.reset()
            position.renumber(position.board.numbering().sites)
            position.replay()

    def pop(self, technique: Host, position: Position) -> None:
        """Begin again on the first board, and make all moves but the last (section 5.3.1).

        What the last move added to the board is not added again; growth of the other moves is.
        """
        log, keys = position.log, position.board.keys
        board, anchor = technique.start(position.setup)
        position.restart(board, anchor)
        for ply in range(len(log) - 1):
            rows = log.rows[log.span(ply)].copy()
            for n in np.flatnonzero(on_board(rows)):
                rows[n, SITE] = position.board.site(tuple(keys[rows[n, SITE]].tolist()))
            technique.push(position, log.movers[ply], rows)


def play_and_answer(strategy: Strategy, position: Position, mover: int, rows: Ints) -> None:
    """Make a move on the board as it is, and let the board answer it."""
    position.play(mover, rows)
    answer(strategy, position, position.placed(rows), position.taken(rows))
