"""Earlier versions of a board, read through one board that goes to and fro between them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, NoReturn, Protocol, Self

from boardless.topo.boards.board import Board
from boardless.topo.boards.change_log import Log
from boardless.topo.boards.elements import Elements
from boardless.topo.errors import InputError
from boardless.topo.kernels.arrays import Ints

#: What a past board has of the board that it is read through.
_READ = {"_distances", "_ids", "_log", "_planes", "_slots", "_step", "tiling"}


class Reader:
    """The board through which all versions of a board and of its copies are read."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._log = board._history()
        # What is copied from here is read through here.
        board._reader = self

    def at(self, log: Log) -> Board:
        """Return the board after a history, at the cost of what differs from the one before."""
        if log is not self._log:
            self._board._go_to(log)
            self._log = log
        return self._board


class Moment(Protocol):
    """Where a past board comes from."""

    def board(self) -> Board:
        """Return a board that is just like the past one until another one is asked for."""


@dataclass(frozen=True, slots=True)
class Version:
    """The end of a history, and the board through which it is read."""

    reader: Reader
    log: Log

    def board(self) -> Board:
        """Return the board after the history."""
        return self.reader.at(self.log)


class PastBoard(Board):
    """A version of a board, with all that a board can be asked; it cannot be changed.

    What it returns is its own and stays as it is; graphs read it anew, as those of a board do.
    ``copy()`` returns a board that goes on from here.

    Parameters
    ----------
    moment : Moment
        Where it comes from.
    """

    # One attribute, the others are worked out: there may be many past boards.
    def __init__(self, moment: Moment) -> None:
        self._moment = moment

    def __getattr__(self, name: str) -> Any:
        if name in _READ:
            return getattr(self.now, name)
        if name == "_graphs":
            self._graphs = {}
            return self._graphs
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle and copy as a board that goes on from here."""
        return self.copy().__reduce__()

    @property
    def now(self) -> Board:
        """A board that is just like this version until another one is read."""
        return self._moment.board()

    def at(self, version: int) -> "PastBoard":
        """Return a version before this one; see `Board.at`."""
        return self.now.at(version)

    def copy(self) -> Self:
        """Return an independent board that goes on from here, and shares the history so far."""
        return self.now.copy()  # type: ignore[return-value]

    @property
    def keys(self) -> Ints:
        """Lattice key by site, int32, shape ``(extent, 3)``."""
        return super().keys.copy()

    @property
    def step(self) -> Ints:
        """The neighbour by site and slot, or -1: int32, shape ``(extent, S)``."""
        return super().step.copy()

    @property
    def perimeter(self) -> Ints:
        """The cells with a vertex on the boundary, by site."""
        return self.now.perimeter

    def distances(self, relation: str = "adjacent") -> Ints:
        """Return the number of steps between all pairs of cells; see `Board.distances`."""
        return self.now.distances(relation).copy()

    @property
    def vertices(self) -> Elements:
        """The vertices of the board."""
        return self.now.vertices.copy()

    @property
    def edges(self) -> Elements:
        """The edges of the board."""
        return self.now.edges.copy()

    def _up_to_date(self, kind: str) -> Elements:
        return self.now._up_to_date(kind)

    def _refuse(self) -> NoReturn:
        raise InputError("a past board cannot be changed: change a copy() of it")

    def _with_room(self, room: int, kernel: Callable[..., int], *arguments: object) -> int:
        self._refuse()

    def remove(self, sites: Iterable[int] | Ints) -> None:
        """Refuse to change; see `copy`."""
        self._refuse()

    def shrink(self, version: int) -> None:
        """Refuse to change; `at` returns another version."""
        self._refuse()
