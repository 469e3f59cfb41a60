"""Boards that are read through another: boards of states, and earlier versions of boards."""

from collections.abc import Callable
from threading import local
from typing import Any, NoReturn, Self, cast

from boardless.jit.arrays import Ints
from boardless.topo.boards.board import Board
from boardless.topo.boards.cells import ChangeLog
from boardless.topo.boards.derived import Elements
from boardless.topo.tilings.tiling import Tiling
from boardless.util.inputs import InputError

#: Attributes of the board through which a past board is read.
_READ = {"_cells", "_derived", "tiling"}


class VersionReader(local):
    """The board through which versions of a board are read; every thread has its own."""

    def __init__(self, tiling: Tiling) -> None:
        self._board = Board(tiling)
        self._log = ChangeLog()
        # Its own past versions are read through this reader, too.
        self._board._reader = self

    def at(self, log: ChangeLog) -> Board:
        """Return the board after a history, at the cost of the changes since the last one read."""
        if log is not self._log:
            self._board._go_to(log)
            self._log = log
        return self._board


class LiveBoard(Board):
    """A read-only view of the present board of a state, with the methods of a board.

    It follows every move and every undo, and so do its graphs, vertices and edges, even if the
    technique makes a new board for each move. ``copy()`` returns a board that can be changed.
    """

    # One attribute, the others are worked out: there may be many past boards.
    def __init__(self, source: Callable[[], Board]) -> None:
        self._source = source

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

    def __repr__(self) -> str:
        return repr(self.now)

    @property
    def now(self) -> Board:
        """An equal board until the next move, or until another version is read."""
        return self._source()

    def at(self, version: int) -> "PastBoard":
        """Return a version before this one; see `Board.at`."""
        return self.now.at(version)

    def copy(self) -> Self:
        """Return an independent board that goes on from here, and shares the history so far."""
        return cast("Self", self.now.copy())

    def moved(self, i: int, j: int) -> Self:
        """Return an independent board of the same history, moved by lattice vectors."""
        return cast("Self", self.now.moved(i, j))

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        """Refuse to change: a `copy` can be changed, and `at` returns another version."""
        raise InputError(f"a {self._what} cannot be changed: change a copy() of it")

    _what = "board of a state"
    grow = grow_around = grow_contour = remove = shrink = _refuse


class PastBoard(LiveBoard):
    """A version of a board, with all methods of a board; it cannot be changed.

    Its results are its own and stay as they are; graphs read it again, like graphs of a board. It
    may be read in several threads. ``copy()`` returns a board that goes on from here.
    """

    _what = "past board"

    def __repr__(self) -> str:
        return Board.__repr__(self)

    # -- views of a board's arrays are copied, because the reader goes elsewhere ------------

    @property
    def keys(self) -> Ints:
        """Lattice key by site, int32, shape ``(extent, 3)``."""
        return super().keys.copy()

    @property
    def step(self) -> Ints:
        """The neighbour by site and slot, or -1: int32, shape ``(extent, S)``."""
        return super().step.copy()

    def distances(self, relation: str = "adjacent") -> Ints:
        """Return the number of steps between all pairs of cells; see `Board.distances`."""
        return super().distances(relation).copy()

    @property
    def vertices(self) -> Elements:
        """The vertices of the board."""
        return super().vertices.copy()

    @property
    def edges(self) -> Elements:
        """The edges of the board."""
        return super().edges.copy()
