"""States of boards, with rules or without, and states of the past.

Positions are steps in a tree of moves. All past states of a tree are read through one state, which
goes back and forth in it.
"""

from collections.abc import Collection, Iterator
from copy import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn, Self, cast

from boardless.state.chunks import Container, containers_of
from boardless.state.contents import Contents, Holder, Owned
from boardless.state.equipment import Equipment
from boardless.state.growing_board import AnyTechnique, GrowingBoard
from boardless.state.history import Step, not_moved
from boardless.state.move import BOARD, AnyCell, Move, on_cell
from boardless.topo import Board, FixedBoard, InputError, integer_between
from boardless.topo.boards.past_board import LiveBoard, PastBoard
from boardless.topo.layouts.incidence import CELL, EDGE, VERTEX
from boardless.util.inputs import check_choice

if TYPE_CHECKING:
    import networkx as nx

KINDS = ("cells", "dual", "graph")
#: The attributes of a site in graphs that are chunks of its container, by their names.
_CHUNKS = {"component": "what", "owner": "who"} | {
    name: name for name in ("count", "state", "rotation", "value", "hidden", "height")
}


class FreeState:
    """A state without rules, with its history; any move may be made that is possible.

    Its list of legal moves is empty, and it never ends. A game with rules is a `play.State`, which
    has everything that is here.

    Parameters
    ----------
    setup : Equipment
        The equipment of the game.
    technique : AnyTechnique
        How the board starts, and how board and state follow a move.

    Raises
    ------
    InputError
        If the setup does not fit on the technique's first board, or `technique` is not one.

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

    #: A `GrowingBoard`; of a game with rules, a `play.Position`.
    _position: Any
    #: The state through which the past is read.
    _reader: Self | None = None
    _live: LiveBoard | None = None

    def __init__(self, setup: Equipment, technique: AnyTechnique) -> None:
        self._position = GrowingBoard(setup, technique)

    @classmethod
    def of(cls, position: Any) -> Self:
        """Return a state that shares a position, on which others may play."""
        state = object.__new__(cls)
        state._position = position
        return state

    def __repr__(self) -> str:
        tiling, cells = self.setup.tiling.name, f"{len(self.board):,} cells"
        turn = f"ply {self.ply}, player {self.mover} to move"
        return f"<FreeState {tiling} {self._position.technique.name}, {cells}, {turn}>"

    # -- what there is ----------------------------------------------------------------------

    @property
    def setup(self) -> Equipment:
        """The equipment and the initial position."""
        setup: Equipment = self._position.setup
        return setup

    @property
    def technique(self) -> AnyTechnique | str:
        """The technique."""
        technique: AnyTechnique = self._position.technique
        return technique

    @property
    def board(self) -> Board:
        """The board, to be read: it and its graphs follow every move, and every undo."""
        board: Any = self._position.board
        if not isinstance(board, Board):
            return cast("Board", board)  # what is laid out stays
        if self._live is None:
            self._live = LiveBoard(self._grown)
        return self._live

    def _grown(self) -> Board:
        """Return the present board, which a move may replace by another."""
        board: Any = self._position.board
        if isinstance(board, Board):
            return board
        raise InputError(
            "this board grew in an earlier game of the match: ask the state for its board"
        )

    @property
    def containers(self) -> tuple[Container, ...]:
        """The board, then the hands, as they are now: ask again after a move."""
        return containers_of(self.contents)

    @property
    def contents(self) -> Contents:
        """The numbers of all sites, as they are now: ask again after a move."""
        return Contents(self._holder)

    @property
    def owned(self) -> Owned:
        """The places of all components, as they are now: ask again after a move."""
        return Owned(self.contents)

    @property
    def _holder(self) -> Holder:
        return cast("Holder", self._position.seen)

    @property
    def mover(self) -> int:
        """The next player to move."""
        mover: int = self._position.mover
        return mover

    @property
    def key(self) -> int:
        """The transposition key, 62 bits: pieces, hands, variables and mover, in any technique.

        The rules of a game may read more; see `play.State.position_id`.
        """
        key: int = self._position.key
        return key

    @property
    def ply(self) -> int:
        """Number of moves made."""
        ply: int = self._position.node.ply
        return ply

    def to_networkx(self, kind: str = "cells") -> "nx.Graph[int]":
        """Return the board with its pieces as an independent graph.

        It has the nodes, arcs and attributes of the board's graph of that kind
        (`topo.boards.graphs`, `topo.layouts.board_graphs`), the attributes ``ply`` and ``mover``,
        and for every site in play:

        ============= =========================================================================
        ``component`` the number of the uppermost piece's component, 0 where nothing stands
        ``piece``     the component's name, "" where nothing stands
        ``owner``     the player who owns it, 0 for nobody; shared pieces have the number of
                      players plus 1
        ``count``     how many pieces there are, where sites count theirs
        ``state``     the local state of the piece, its ``rotation`` and its ``value``
        ``hidden``    the players unable to see it: bit 0 for player 1, and so on
        ``height``    the number of pieces on the site
        ``pile``      their components with spaces between them, the lowest first
        ============= =========================================================================

        All of them are numbers and texts, which any file format of NetworkX takes.

        Parameters
        ----------
        kind : {"cells", "dual", "graph"}
            "cells": the sites in play with an arc for every relation. "dual": cells that share an
            edge. "graph": vertices and edges. The last two have pieces if the game is played on
            their nodes, or on their edges.

        Raises
        ------
        InputError
            If `kind` is unknown.
        """
        check_choice(kind, "graph", KINDS)
        on: Board | FixedBoard = self.board
        use = on.use if isinstance(on, FixedBoard) else CELL
        name = "relations" if isinstance(on, FixedBoard) and kind == "cells" else kind
        graph: nx.Graph[int] = getattr(on, name).copy()
        graph.graph |= {"ply": self.ply, "mover": self.mover}
        if kind == "cells" or (kind, use) in (("dual", CELL), ("graph", VERTEX)):
            for site, attributes in self._attributes():
                graph.nodes[site].update(attributes)
        elif (kind, use) == ("graph", EDGE):
            by_site = dict(self._attributes())
            for _, _, data in graph.edges(data=True):
                data.update(by_site[data["edge"]])
        return graph

    def _attributes(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """Yield every site in play with its attributes in graphs."""
        container = self.containers[BOARD]
        columns = {name: list(container.chunk(chunk)) for name, chunk in _CHUNKS.items()}
        levels = [
            list(container.chunk("what", n)) for n in range(max(columns["height"], default=0))
        ]
        names = ["", *(component.name for component in self.setup.components)]
        for site in self.board:
            attributes: dict[str, Any] = {name: column[site] for name, column in columns.items()}
            pile = " ".join(str(level[site]) for level in levels[: attributes["height"]])
            yield site, attributes | {"piece": names[attributes["component"]], "pile": pile}

    @property
    def work(self) -> int:
        """Cells given to the board, sites and rows of moves written so far, undo included."""
        work: int = self._position.written
        return work

    @property
    def legal_moves(self) -> Collection[Move]:
        """The legal moves, an empty list without rules."""
        return ()

    def outcome(self) -> object:
        """Return the outcome: None, since a game without rules never ends."""
        return None

    # -- cells by name ----------------------------------------------------------------------

    @property
    def anchor(self) -> int:
        """The present site of the anchor, the origin of cells; -1 if it is not on the board."""
        return self.contents.anchor

    def cell(self, site: int) -> AnyCell:
        """Return the cell of a site, from the anchor; raise InputError if it is off the board."""
        return self.contents.cell(site)

    def site(self, cell: AnyCell) -> int:
        """Return the site of a cell, from the anchor; raise InputError if it is off the board."""
        return self.contents.site(cell)

    def by_cell(self, move: Move) -> Move:
        """Return a move with its sites of the board as cells, as every technique reads it."""
        return Move(
            move.mover,
            tuple(
                action._replace(site=self.cell(action.site))
                if on_cell(action) and not isinstance(action.site, tuple)
                else action
                for action in move.actions
            ),
        )

    def by_site(self, move: Move) -> Move:
        """Return a move with its cells as present sites of the board."""
        return self.contents.by_site(move)

    # -- moves ------------------------------------------------------------------------------

    def push(self, move: Move) -> None:
        """Make a move; places on the board are given as sites or as cells.

        Raise InputError if it cannot be made; then nothing has changed.
        """
        self._position.push(move)

    def pop(self) -> Move:
        """Take back and return the last move, in the sites of that time; InputError without one.

        The cost is proportional to the changes of the move. A technique that replays (RE) plays the
        game again without it.
        """
        move: Move = self._position.pop()
        return move

    def peek(self) -> Move:
        """Return the last move; raise InputError if no move has been made."""
        if not self.ply:
            raise not_moved()
        move: Move = self._position.last
        return move

    @property
    def move_stack(self) -> list[Move]:
        """The moves so far, a new list, first move first.

        Places on the board are cells by lattice key from the anchor if the game has rules, else
        present sites, or cells if they have left the board.
        """
        moves: list[Move] = self._position.move_stack
        return moves

    # -- the past ---------------------------------------------------------------------------

    def at(self, ply: int) -> "PastFreeState":
        """Return the state after the first `ply` moves, which can be read and never changes.

        The first call copies the state. Reading then costs the changes from the past state that was
        read last. Raise InputError if there are fewer moves.
        """
        return PastFreeState(*self._past_at(ply))

    def _past_at(self, ply: int) -> tuple[Self, Step]:
        """Return the reader of the past, and the step after the first `ply` moves."""
        ply = integer_between(ply, "ply", 0, self.ply)
        step = self._node
        if self._reader is None or self._reader._node.at(0) is not step.at(0):
            self._reader = self.copy()
        return self._reader, step.at(ply)

    @property
    def _node(self) -> Step:
        """The present step; all steps up to it have moves."""
        self._position.steps()
        node: Step = self._position.node
        return node

    def copy(self) -> Self:
        """Return an independent state."""
        twin = self.of(self._position.copy())
        twin._reader = self._reader
        return twin

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the setup, the technique and the moves, which are played again."""
        moves = [step.move for step in self._position.steps()]
        return rebuilt, (FreeState, (self.setup, self.technique), moves)


def rebuilt(kind: type[FreeState], start: tuple[Any, ...], moves: list[Move]) -> FreeState:
    """Return the state of a class with these arguments after some moves."""
    state = kind(*start)
    for move in moves:
        state.push(move)
    return state


class PastFreeState(FreeState):
    """A state after some moves of a game, which can be read and not be changed.

    Its results stay as they are when other states are read. ``copy()`` returns a state that goes on
    from here, ``after(move)`` a variation, another past state.
    """

    def __init__(self, reader: Any, step: Step) -> None:
        # Two attributes, the others are worked out: there may be many past states.
        self._reader, self._step = reader, step

    @property
    def _node(self) -> Step:
        return self._step

    def __getattr__(self, name: str) -> Any:
        # The reader is just like this state until another one is read.
        if name == "_position":
            return self._now._position
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    @property
    def _now(self) -> Self:
        assert self._reader is not None
        self._reader._position.goto(self._step)
        return self._reader

    @property
    def ply(self) -> int:
        """Number of moves made."""
        return self._step.ply

    @property
    def board(self) -> Board:
        """The board as it was."""
        board = self._position.board
        return PastBoard(lambda: self._position.board) if isinstance(board, Board) else board

    @property
    def _holder(self) -> Holder:
        return cast("Holder", _HolderThen(self))

    @property
    def before(self) -> Self | None:
        """The state before the last move; None at the start."""
        return type(self)(self._reader, self._step.before) if self._step.before else None

    def at(self, ply: int) -> Self:
        """Return the state after the first `ply` moves; raise InputError if there are fewer."""
        ply = integer_between(ply, "ply", 0, self.ply)
        return type(self)(self._reader, self._step.at(ply))

    def after(self, move: Move) -> Self:
        """Return the variation that goes on from here with a move.

        It shares all earlier moves, so that it costs the memory of one move. Raise InputError if
        the move cannot be made here.
        """
        now = self._now
        now.push(move)
        return type(self)(self._reader, now._node)

    def push(self, move: Move) -> NoReturn:
        """Refuse to change; see `after`."""
        raise InputError("a past state cannot be changed: use after(move), or change a copy()")

    def pop(self) -> NoReturn:
        """Refuse to change; see `before`."""
        self.push(Move(0, ()))

    def copy(self) -> Self:
        """Return an independent state that goes on from here, and shares the moves so far."""
        twin = self._now.copy()
        twin._reader = self._reader
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle and copy as a state that goes on from here."""
        return copy, (self.copy(),)


@dataclass(frozen=True, slots=True)
class _HolderThen:
    """The `Holder` of a past state."""

    state: PastFreeState

    def __getattr__(self, name: str) -> Any:
        return getattr(self.state._position.seen, name)
