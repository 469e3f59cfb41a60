"""A state without rules: a position that moves are pushed on and popped from."""

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn, Self, cast

from boardless.state.cell import AnyCell, Cell
from boardless.state.chunks import Container, containers_of
from boardless.state.contents import Contents, Owned
from boardless.state.given_board import AnyTechnique, check_technique
from boardless.state.move import BOARD, Action, Move, actions_of, mover_of, on_cell, rows_of
from boardless.state.position import Node, Position
from boardless.state.setup import Setup
from boardless.topo import Board, InputError, integer_between
from boardless.topo.boards.past_board import PastBoard

if TYPE_CHECKING:
    import networkx as nx


class FreeState:
    """A state without rules, with its history; any move may be made that is possible.

    A game with rules is played in `play.State`.

    Parameters
    ----------
    setup : Setup
        What the game is played with.
    technique : AnyTechnique
        How the board starts, and how board and state follow a move.

    Raises
    ------
    InputError
        If the setup does not fit on the technique's first board, or it is no technique.

    Examples
    --------
    >>> from boardless.state import Component, FreeState, Move, Setup
    >>> from boardless.strategies import ZONE_APPEND
    >>> from boardless.topo import HEXAGONAL
    >>> state = FreeState(Setup(HEXAGONAL, (Component("tile"),)), ZONE_APPEND)
    >>> state.push(Move.add(1, component=1, site=(0, 0, 0)))
    >>> state.push(Move.add(2, component=1, site=(1, 0, 0)))
    >>> state
    <FreeState hexagonal ZONE-APPEND, 10 cells, ply 2, player 1 to move>
    >>> state.pop().to.site
    4
    """

    def __init__(self, setup: Setup, technique: AnyTechnique) -> None:
        check_technique(technique)
        self.setup = setup
        self.technique = technique
        self._position = Position(setup, *technique.start(setup))
        self._line = [Node(None, None)]
        self._reader: Reader | None = None

    def __repr__(self) -> str:
        tiling, cells = self.setup.tiling.name, f"{len(self.board):,} cells"
        turn = f"ply {self.ply}, player {self.mover} to move"
        return f"<FreeState {tiling} {self.technique.name}, {cells}, {turn}>"

    # -- what there is ----------------------------------------------------------------------

    @property
    def board(self) -> Board:
        """The board as it is now; to be read only. Renumbering techniques make another one."""
        return self._position.board

    @property
    def containers(self) -> tuple[Container, ...]:
        """The board, then the hands."""
        return containers_of(self._position.contents)

    @property
    def owned(self) -> Owned:
        """The places of all components."""
        return Owned(self._position.contents)

    @property
    def mover(self) -> int:
        """The player whose turn it is."""
        return self._position.contents.mover

    @property
    def key(self) -> int:
        """The transposition key, 62 bits, the same for equal positions in any technique."""
        return self._position.contents.key

    @property
    def ply(self) -> int:
        """The number of moves made."""
        return len(self._position.log)

    @property
    def work(self) -> int:
        """Cells given to the board, sites and rows of moves written so far, undo included."""
        return self._position.written

    # -- cells by name ----------------------------------------------------------------------

    @property
    def anchor(self) -> int:
        """The present site of the cell from which cells are named, -1 if it is not on the board."""
        return self._position.contents.anchor

    def to_networkx(self, kind: str = "cells") -> "nx.Graph[int]":
        """Return the board as a NetworkX graph with its pieces; see `state.state_graph`."""
        from boardless.state.state_graph import state_graph

        return state_graph(self, kind)

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
            raise InputError("there is no move to take back: none has been made")
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
        ply = integer_between(ply, "ply", 0, self.ply)
        for made in range(len(self._line) - 1, self.ply):
            self._line.append(Node(self._line[-1], self._named_move(made)))
        if self._reader is None:
            self._reader = Reader(self.copy(), self._line[-1])
        return PastFreeState(self._reader, self._line[ply])

    def copy(self) -> Self:
        """Return an independent state."""
        twin = object.__new__(type(self))
        twin.setup, twin.technique = self.setup, self.technique
        twin._position = self._position.copy()
        twin._line, twin._reader = self._line.copy(), self._reader
        return twin

    __copy__ = copy

    def __getstate__(self) -> dict[str, Any]:
        """Pickle without the reader of past states."""
        return self.__dict__ | {"_line": [Node(None, None)], "_reader": None}


class Reader:
    """The state through which all positions of a tree of moves are read."""

    def __init__(self, state: FreeState, node: Node) -> None:
        self.state = state
        self._node = node

    def at(self, node: Node) -> FreeState:
        """Return the state at a node, at the cost of the moves from the last one."""
        ahead, target = [], node
        while self._node is not target:
            if self._node.ply > target.ply:
                self.state.pop()
                self._node = cast("Node", self._node.before)
            else:
                ahead.append(target)
                target = cast("Node", target.before)
        for step in reversed(ahead):
            self.state.push(cast("Move", step.move))
            self._node = step
        return self.state

    def after(self, node: Node, move: Move) -> Node:
        """Make a move at a node and return the next node."""
        state = self.at(node)
        named = state.by_cell(move)
        state.push(named)
        self._node = Node(node, named)
        return self._node


class PastPosition:
    """The position at a node: a `Position` to be read."""

    __slots__ = ("node", "reader")

    def __init__(self, reader: Reader, node: Node) -> None:
        self.reader = reader
        self.node = node

    def __getattr__(self, name: str) -> Any:
        return getattr(self.now, name)

    @property
    def now(self) -> Position:
        """The position of the reader, just like this one until another one is read."""
        return self.reader.at(self.node)._position

    @property
    def contents(self) -> Contents:
        """The contents at the node."""
        return Contents(self)


@dataclass(frozen=True, slots=True)
class BoardOf:
    """The board of a past position, to be read."""

    position: PastPosition

    def board(self) -> Board:
        """Return the board."""
        return self.position.now.board


class Unchangeable:
    """A past state, which refuses to change."""

    def push(self, move: Move) -> NoReturn:
        """Refuse to change; see `after`."""
        raise InputError("a past state cannot be changed: use after(move), or change a copy()")

    def pop(self) -> NoReturn:
        """Refuse to change; see `before`."""
        self.push(Move(0, ()))


class PastFreeState(Unchangeable, FreeState):
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
        ply = integer_between(ply, "ply", 0, self.ply)
        node = self._past.node
        while node.ply > ply:
            node = cast("Node", node.before)
        return PastFreeState(self._past.reader, node)

    def after(self, move: Move) -> "PastFreeState":
        """Return the variation that goes on from here with a move.

        It shares all moves up to here, and costs as much memory as its last one. Raise InputError
        if the move cannot be made here.
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
