"""Earlier states of a game, read through one state that goes to and fro between them."""

from typing import Any, NoReturn, Self, cast

from state.line import Node, check_ply
from state.move import Move
from state.position import Position
from state.state import State
from topo import Board, InputError
from topo.arrays import Ints
from topo.past import PastBoard


class Reader:
    """The state through which all positions of a tree of moves are read."""

    def __init__(self, state: State, node: Node) -> None:
        self.state = state
        self._node = node

    def at(self, node: Node) -> State:
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
    """What a `Position` can be asked, of the position at a node."""

    def __init__(self, reader: Reader, node: Node) -> None:
        self._reader = reader
        self._node = node

    def __getattr__(self, name: str) -> Any:
        return getattr(self._now(), name)

    def _now(self) -> Position:
        return self._reader.at(self._node)._position

    @property
    def board(self) -> Board:
        """The board, which stays as it is."""
        return PastBoard(self._now().setup.tiling, lambda: self._now().board)

    def chunk(self, container: int, name: str) -> Ints:
        """Return an array of a container, a copy; see `Position.chunk`."""
        return self._now().chunk(container, name).copy()


class PastState(State):
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
        self.setup = reader.state.setup
        self.technique = reader.state.technique
        self._position = cast("Position", PastPosition(reader, node))
        self._node = node
        self._states = reader

    @property
    def ply(self) -> int:
        """The number of moves made."""
        return self._node.ply

    @property
    def before(self) -> "PastState | None":
        """The state before the last move; None at the start."""
        before = self._node.before
        return None if before is None else PastState(self._states, before)

    def at(self, ply: int) -> "PastState":
        """Return the state after the first `ply` moves; see `State.at`."""
        check_ply(ply, self.ply)
        node = self._node
        while node.ply > ply:
            node = cast("Node", node.before)
        return PastState(self._states, node)

    def after(self, move: Move) -> "PastState":
        """Return the variation that goes on from here with a move.

        It shares all moves up to here, and costs as much memory as its last one.

        Raises
        ------
        InputError
            If the move cannot be made here.
        """
        return PastState(self._states, self._states.after(self._node, move))

    def copy(self) -> Self:
        """Return an independent state that goes on from here."""
        return self._states.at(self._node).copy()  # type: ignore[return-value]

    __copy__ = copy

    def _refuse(self) -> NoReturn:
        raise InputError("a past state cannot be changed: use after(move), or change a copy()")

    def push(self, move: Move) -> None:
        """Refuse to change; see `after`."""
        self._refuse()

    def pop(self) -> Move:
        """Refuse to change; see `before`."""
        self._refuse()
