"""Earlier states of a game, read through one state that goes to and fro between them."""

from copy import copy
from dataclasses import dataclass
from typing import Any, NoReturn, Self, cast

from boardless.state.contents import Contents
from boardless.state.free_state import FreeState
from boardless.state.move import Move
from boardless.state.move_tree import Node
from boardless.state.position import Position
from boardless.topo import Board, InputError, whole_number
from boardless.topo.boards.past_board import PastBoard


class Reader:
    """The state through which all positions of a tree of moves are read."""

    def __init__(self, state: FreeState, node: Node) -> None:
        self.state = state
        self._node = node

    def at(self, node: Node) -> FreeState:
        """Return the state at a node, at the cost of the moves between it and the one before."""
        ahead, target = [], node
        while self._node is not target:
            if self._node.ply > target.ply:
                self._back()
            else:
                ahead.append(target)
                target = cast("Node", target.before)
        for step in reversed(ahead):
            self.state.push(cast("Move", step.move))
            self._node = step
        return self.state

    def _back(self) -> None:
        self.state.pop()
        self._node = cast("Node", self._node.before)

    def after(self, node: Node, move: Move) -> Node:
        """Make a move at a node and return the node that it leads to."""
        state = self.at(node)
        named = state.by_cell(move)
        state.push(named)
        self._node = Node(node, named)
        return self._node


class PastPosition:
    """What a `Position` can be asked, of the position at a node: it holds contents, too."""

    __slots__ = ("node", "reader")

    def __init__(self, reader: Reader, node: Node) -> None:
        self.reader = reader
        self.node = node

    def __getattr__(self, name: str) -> Any:
        return getattr(self.now, name)

    @property
    def now(self) -> Position:
        """A position that is just like this one until another one is read."""
        return self.reader.at(self.node)._position

    @property
    def contents(self) -> Contents:
        """What lay where; read through this position, so that it stays."""
        return Contents(self)


@dataclass(frozen=True, slots=True)
class BoardOf:
    """The board of a past position, to be read."""

    position: PastPosition

    def board(self) -> Board:
        """Return the board as it was."""
        return self.position.now.board


class PastFreeState(FreeState):
    """A state after some moves, with all that a state can be asked; it cannot be changed.

    What it returns is its own and stays as it is. ``copy()`` returns a state that goes on from
    here, ``after(move)`` a variation that is read as this one is.

    Parameters
    ----------
    reader : Reader
        Through which it is read.
    node : Node
        Where it lies in the tree of moves.
    """

    def __init__(self, reader: Reader, node: Node) -> None:
        # One attribute, the others are worked out: there may be many past states.
        self._past = PastPosition(reader, node)

    def __getattr__(self, name: str) -> Any:
        if name == "_position":
            return self._past
        if name in ("setup", "technique"):
            return getattr(self._past.reader.state, name)
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    @property
    def board(self) -> Board:
        """The board as it was."""
        return PastBoard(BoardOf(self._past))

    @property
    def ply(self) -> int:
        """The number of moves made."""
        return self._past.node.ply

    @property
    def before(self) -> "PastFreeState | None":
        """The state before the last move; None at the start."""
        before = self._past.node.before
        return None if before is None else PastFreeState(self._past.reader, before)

    def at(self, ply: int) -> "PastFreeState":
        """Return the state after the first `ply` moves; see `FreeState.at`."""
        ply = whole_number(ply, "ply", 0, self.ply)
        node = self._past.node
        while node.ply > ply:
            node = cast("Node", node.before)
        return PastFreeState(self._past.reader, node)

    def after(self, move: Move) -> "PastFreeState":
        """Return the variation that goes on from here with a move.

        It shares all moves up to here, and costs as much memory as its last one.

        Raises
        ------
        InputError
            If the move cannot be made here.
        """
        return PastFreeState(self._past.reader, self._past.reader.after(self._past.node, move))

    def copy(self) -> Self:
        """Return an independent state that goes on from here, and shares the moves so far."""
        twin = self._past.reader.at(self._past.node).copy()
        line = [self._past.node]
        while line[-1].before is not None:
            line.append(line[-1].before)
        twin._line, twin._reader = line[::-1], self._past.reader
        return twin  # type: ignore[return-value]

    __copy__ = copy

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle and copy as a state that goes on from here."""
        return copy, (self.copy(),)

    def _refuse(self) -> NoReturn:
        raise InputError("a past state cannot be changed: use after(move), or change a copy()")

    def push(self, move: Move) -> None:
        """Refuse to change; see `after`."""
        self._refuse()

    def pop(self) -> Move:
        """Refuse to change; see `before`."""
        self._refuse()
