"""States of games, with rules or without: what both can be asked, and their past.

Positions of a game are steps in a tree of moves. All past states of a tree are read through one
state, which goes to and fro in it.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from copy import copy
from typing import TYPE_CHECKING, Any, NoReturn, Self, cast

from boardless.state.chunks import Container, containers_of
from boardless.state.contents import Contents, Holder, Owned
from boardless.state.history import Step
from boardless.state.move import BOARD, Move
from boardless.topo import Board, FixedBoard, InputError, integer_between
from boardless.topo.boards.past_board import LiveBoard
from boardless.topo.layouts.incidence import CELL, EDGE, VERTEX
from boardless.util.inputs import check_choice

if TYPE_CHECKING:
    import networkx as nx

    from boardless.play.position import Position
    from boardless.state.growing_board import GrowingBoard


KINDS = ("cells", "dual", "graph")
#: The attributes of a site in graphs that are chunks of its container, by their names.
_CHUNKS = {"component": "what", "owner": "who"} | {
    name: name for name in ("count", "state", "rotation", "value", "hidden", "height")
}


def not_moved() -> InputError:
    """Return the error of a move that is to be taken back before any was made."""
    return InputError("there is no move to take back: none has been made")


class PlayedState(ABC):
    """A state of a game that is being played, with rules or without."""

    _position: "GrowingBoard | Position"
    #: The state through which the past is read.
    _reader: Self | None = None
    _live: LiveBoard | None = None

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
        """Return the board as it is now, which another takes the place of after a move."""
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
        return self._position.seen

    @property
    def mover(self) -> int:
        """The player who moves next."""
        return self._position.mover

    @property
    def key(self) -> int:
        """The transposition key, 62 bits: pieces, hands, variables and mover, in any technique.

        The rules of a game may read more; see `play.State.position_id`.
        """
        return self._position.key

    @property
    def ply(self) -> int:
        """Number of moves made."""
        return self._position.ply

    def to_networkx(self, kind: str = "cells") -> "nx.Graph[int]":
        """Return the board as a graph of its own, with what stands where.

        It has the nodes, arcs and attributes of the board's graph of that kind
        (`topo.boards.graphs`, `topo.layouts.board_graphs`), the attributes ``ply`` and ``mover``,
        and for every site that is played on:

        ============= =========================================================================
        ``component`` the number of the uppermost piece's component, 0 where nothing stands
        ``piece``     the component's name, "" where nothing stands
        ``owner``     the player whose it is, 0 for nobody; what all share has one more than there
                      are
        ``count``     how many pieces there are, where sites count theirs
        ``state``     the local state of the piece, its ``rotation`` and its ``value``
        ``hidden``    the players who may not see it: bit 0 for player 1, and so on
        ``height``    how many pieces lie one upon another
        ``pile``      their components with spaces between them, the lowest first
        ============= =========================================================================

        All of them are numbers and texts, which any file format of NetworkX takes.

        Parameters
        ----------
        kind : {"cells", "dual", "graph"}
            The sites that are played on with an arc for every relation; cells that share an edge;
            vertices and edges. The last two have pieces where nodes, or edges, are what is played
            on.

        Raises
        ------
        InputError
            If there is no such kind.
        """
        check_choice(kind, "graph", KINDS)
        on: Board | FixedBoard = self.board
        use = on.use if isinstance(on, FixedBoard) else CELL
        name = "relations" if isinstance(on, FixedBoard) and kind == "cells" else kind
        found: nx.Graph[int] = getattr(on, name).copy()
        found.graph |= {"ply": self.ply, "mover": self.mover}
        if kind == "cells" or (kind, use) in (("dual", CELL), ("graph", VERTEX)):
            for site, attributes in self._attributes():
                found.nodes[site].update(attributes)
        elif (kind, use) == ("graph", EDGE):
            by_site = dict(self._attributes())
            for _, _, data in found.edges(data=True):
                data.update(by_site[data["edge"]])
        return found

    def _attributes(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """Yield every site that is played on, with its attributes in graphs."""
        container = self.containers[BOARD]
        columns = {name: list(container.chunk(chunk)) for name, chunk in _CHUNKS.items()}
        levels = [
            list(container.chunk("what", n)) for n in range(max(columns["height"], default=0))
        ]
        names = ["", *(component.name for component in self._holder.setup.components)]
        for site in self.board:
            attributes: dict[str, Any] = {name: column[site] for name, column in columns.items()}
            pile = " ".join(str(level[site]) for level in levels[: attributes["height"]])
            yield site, attributes | {"piece": names[attributes["component"]], "pile": pile}

    # -- moves, and the past ----------------------------------------------------------------

    @abstractmethod
    def push(self, move: Move) -> None:
        """Make a move."""

    @abstractmethod
    def pop(self) -> Move:
        """Take the last move back and return it."""

    @abstractmethod
    def copy(self) -> Self:
        """Return an independent state."""

    def __copy__(self) -> Self:
        return self.copy()

    @property
    @abstractmethod
    def _node(self) -> Step:
        """The present step; all steps up to it have moves."""

    @abstractmethod
    def _go_to(self, step: Step) -> Self:
        """Go to a step of the tree, at the cost of the moves between it and this one."""

    def _after(self, move: Move) -> Step:
        """Make a move and return its step."""
        self.push(move)
        return self._node

    def _past_at(self, ply: int) -> tuple[Self, Step]:
        """Return the reader of the past, and the step after the first `ply` moves."""
        ply = integer_between(ply, "ply", 0, self.ply)
        step = self._node
        if self._reader is None or self._reader._node.at(0) is not step.at(0):
            self._reader = self.copy()
        return self._reader, step.at(ply)


class Past(PlayedState):
    """A state after some moves, with all that a state can be asked; it cannot be changed.

    What it returns is its own and stays as it is. ``copy()`` returns a state that goes on from
    here, ``after(move)`` a variation that is read as this one is.
    """

    def __init__(self, reader: Any, step: Step) -> None:
        # Two attributes, the others are worked out: there may be many past states.
        self._reader, self._step = reader, step

    @property
    def _node(self) -> Step:
        return self._step

    def __getattr__(self, name: str) -> Any:
        # The reader is just like this state until another one is read.
        if name in ("_position", "setup", "technique"):
            return getattr(self._now, name)
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    @property
    def _now(self) -> Self:
        assert self._reader is not None
        return self._reader._go_to(self._step)

    @property
    def ply(self) -> int:
        """Number of moves made."""
        return self._step.ply

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

        It shares all moves up to here, and costs as much memory as its last one. Raise InputError
        if the move cannot be made here.
        """
        return type(self)(self._reader, self._now._after(move))

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
