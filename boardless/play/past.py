"""Earlier states of a game, read through one position that goes to and fro between them."""

from typing import Any, Self

from boardless.play.game_position import GamePosition
from boardless.play.legal_moves import check_move
from boardless.play.state import State, rebuilt
from boardless.state import Container, Move, Owned
from boardless.state.free_state import Unchangeable
from boardless.topo import Board, integer_between


class PositionReader:
    """The position through which all past states of a game are read."""

    def __init__(self, position: GamePosition) -> None:
        self.position = position

    def at(self, line: tuple[Move, ...]) -> GamePosition:
        """Return the position after some moves, at the cost of those it does not share."""
        position = self.position
        shared = 0
        for made, wanted in zip(position.move_stack, line, strict=False):
            if made != wanted:
                break
            shared += 1
        while position.ply > shared:
            position.take_back()
        for move in line[shared:]:
            position.make(move)
        return position


class PastState(Unchangeable, State):
    """A state after some moves, with all that a state can be asked; it cannot be changed.

    What it returns is its own and stays as it is. ``copy()`` returns a state that goes on from
    here, ``after(move)`` a variation that is read as this one is.

    Parameters
    ----------
    reader : Reader
        Through which it is read.
    line : tuple of Move
        The moves that led here.
    """

    def __init__(self, reader: PositionReader, line: tuple[Move, ...]) -> None:
        self._through = reader
        self._line = line

    @property
    def _position(self) -> GamePosition:  # type: ignore[override]
        return self._through.at(self._line)

    @property
    def ply(self) -> int:
        """Number of moves made."""
        return len(self._line)

    @property
    def board(self) -> Board:
        """The board as it was, a copy."""
        board = self._position.board
        return board.copy() if isinstance(board, Board) else board  # what is laid out stays

    @property
    def containers(self) -> tuple[Container, ...]:
        """The board, then the hands, as they were."""
        return self.copy().containers

    @property
    def owned(self) -> Owned:
        """The places of all components then."""
        return self.copy().owned

    @property
    def before(self) -> "PastState | None":
        """The state before the last move; None at the start."""
        return PastState(self._through, self._line[:-1]) if self._line else None

    def at(self, ply: int) -> "PastState":
        """Return the state after the first `ply` moves; see `State.at`."""
        return PastState(self._through, self._line[: integer_between(ply, "ply", 0, self.ply)])

    def after(self, move: Move) -> "PastState":
        """Return the variation with a move; raise InputError if it is not legal here."""
        check_move(move)
        self._position.make(move)
        return PastState(self._through, (*self._line, move))

    def copy(self) -> Self:
        """Return an independent state that goes on from here."""
        twin = object.__new__(State)
        twin._position = self._position.copy()
        twin._reader = None
        return twin  # type: ignore[return-value]

    __copy__ = copy

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle and copy as a state that goes on from here."""
        technique = self._position.technique
        return rebuilt, (self.game, technique.choice, technique.start, self._line)
