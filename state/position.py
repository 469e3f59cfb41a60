"""Positions without rules: a board, its pieces and the moves so far; the steps of techniques."""

from collections.abc import Sequence
from copy import copy
from functools import lru_cache
from typing import Any, Self, cast

import numpy as np

from boardless.jit.arrays import Ints
from boardless.jit.native import jit
from boardless.state.contents import Contents
from boardless.state.engine import actions, unbound
from boardless.state.engine.actions import ADD, PLACELESS, REMOVE
from boardless.state.engine.arrays import EXTERNAL, GROWTH, MOVER, NOTED, Arrays, make
from boardless.state.engine.entries import Kernels
from boardless.state.engine.geometry import Geometry
from boardless.state.engine.tables import FIELDS, Needs, Tables, tables_of
from boardless.state.equipment import Equipment
from boardless.state.move import BOARD, ROW, SITE, on_board
from boardless.topo import Board, InputError
from boardless.topo.boards.cells import enlarged

#: Numbers in a cell.
CELL = 3


class MoveLog:
    """The rows of all moves, one after another; those from ``ends[-1]`` on are unused."""

    __slots__ = ("cells", "ends", "marks", "movers", "rows")

    def __init__(self) -> None:
        self.rows: Ints = np.empty((16, ROW), dtype=np.int64)
        self.cells: Ints = np.empty((16, CELL), dtype=np.int32)
        self.ends = [0]
        self.movers: list[int] = []
        self.marks: list[Any] = []

    def __len__(self) -> int:
        return len(self.movers)

    @property
    def count(self) -> int:
        """The number of rows of all moves."""
        return self.ends[-1]

    def span(self, ply: int) -> slice:
        """Return where the rows of a move lie, the first being move 0."""
        return slice(self.ends[ply], self.ends[ply + 1])

    @property
    def rows_of_last(self) -> int:
        """The number of rows of the last move."""
        return self.ends[-1] - self.ends[-2]

    def make_room(self, more: int) -> None:
        """Make room for `more` rows."""
        if self.count + more > len(self.rows):
            room = max(2 * len(self.rows), self.count + more)
            self.rows = enlarged(self.rows, room, self.count)
            self.cells = enlarged(self.cells, room, self.count)

    def append(self, mover: int, rows: Ints) -> None:
        """Enter a move whose cells have been written behind the last move's."""
        end = self.count + len(rows)
        self.rows[self.count : end] = rows
        self.ends.append(end)
        self.movers.append(mover)
        self.marks.append(None)

    def pop(self) -> Any:
        """Forget the last move; return its mark."""
        self.ends.pop()
        self.movers.pop()
        return self.marks.pop()

    def renumber(self, index: Ints) -> None:
        """Give every site of the board its new number, ``index[site]``."""
        _renumber(self.rows, self.count, index)

    def copy(self) -> "MoveLog":
        """Return an independent log."""
        twin = MoveLog()
        twin.rows, twin.cells = self.rows.copy(), self.cells.copy()
        twin.ends, twin.movers = self.ends.copy(), self.movers.copy()
        twin.marks = self.marks.copy()
        return twin


@jit
def _renumber(rows: Ints, count: int, index: Ints) -> None:
    """Give the sites of the board in the first `count` rows their new numbers."""
    for n in range(count):
        if rows[n, 1] == BOARD and rows[n, 0] not in PLACELESS:
            rows[n, 3] = index[rows[n, 3]]


#: Names of the numbers of a site, and the largest ones.
_NUMBERS = {
    actions.SET_STATE: ("state", actions.MAX_STATE),
    actions.SET_ROTATION: ("rotation", actions.MAX_ROTATION),
    actions.SET_VALUE: ("value", actions.MAX_VALUE),
}


def _levels(contents: Contents, row: list[int]) -> str:
    """Return the levels that an action may name, as text."""
    action, container, _, site, *_ = row
    if not contents.setup.levels:
        return "there is only level 0"
    height = int(contents.heights(container)[site])
    most = height if action == actions.ADD else max(height - 1, 0)
    return f"choose 0 to {min(most, contents.setup.levels - 1)}"


def reason(contents: Contents, mover: int, rows: Ints, refused: int, why: int) -> str:
    """Return why `engine.actions.act` refused row `refused` of a move, as text."""
    if why == actions.OUT_OF_TURN:
        return f"player {mover} moves out of turn: it is player {contents.mover}'s"
    setup = contents.setup
    action, container, kind, site, level, value = rows[refused].tolist()
    where = f"site {site} of {'hand ' + str(container) if container else 'the board'}"
    if container == BOARD and site in contents.board:
        where = f"cell {contents.cell(site)}, {where},"
    if why == actions.NO_SITE and container == BOARD and 0 <= site < contents.size(BOARD):
        return f"{where}: its cell has left"
    if why == actions.NO_SITE:
        return f"{where}: choose 0 to {contents.size(container) - 1}"
    if why == actions.NO_NUMBER:
        if action == actions.OPTION:
            return f"option {value}: choose 0 or more"
        hidden = "hidden", (1 << min(setup.players, actions.MAX_HIDDEN)) - 1
        name, most = _NUMBERS.get(action, hidden)
        return f"{name} {value}: choose 0 to {most}"
    return {
        actions.NO_ACTION: f"unknown action {action}",
        actions.NO_CONTAINER: f"container {container}: choose 0 to {len(setup.hands)}",
        actions.NO_TYPE: f"site type {kind}: pieces lie on cells ({actions.CELL})",
        actions.NO_LEVEL: f"level {level}: {_levels(contents, rows[refused].tolist())}",
        actions.NO_COMPONENT: f"unknown component {value}: choose 1 to {len(setup.components)}",
        actions.OCCUPIED: f"{where} is occupied",
        actions.VACANT: f"{where} is empty",
        actions.OTHER: f"{where} holds no component {value}",
        actions.NO_COUNT: f"{where} cannot hold {value}: choose 1 to {actions.MAX_COUNT}",
        actions.NO_PLAYER: f"player {value}: choose 1 to {setup.players}",
    }[why]


_NO_SITES: Ints = np.empty(0, dtype=np.int64)
#: Rows of notes that an action may take: a component, a count, and all numbers of a site.
_NOTES_AN_ACTION = 2 + len(FIELDS)
#: Room for sites, a power of two, and moves at first.
_SITES, _MOVES = 16, 8


class Position:
    """A board, its pieces and those in hands, and the moves so far.

    Parameters
    ----------
    setup : Equipment
        The equipment.
    board : Board
        The first board; from now on it belongs to the position.
    anchor : int
        The site that cells of the setup are relative to.

    Attributes
    ----------
    board : Board
        Changed in place by growth; another one after `renumber` and `restart`.
    arrays, kernels, fields, counted, around
        See `state.contents.Holder`. Site n of the board is site ``held + 1 + n`` of the arrays.
    log : MoveLog
        The moves so far, in sites of the board as it was; renumbering keeps them up to date.
    pruned : bool
        Whether cells out of reach can only be around what the next move takes.
    written : int
        The work so far, in cells that came or left, sites of containers and rows of moves.

    Raises
    ------
    InputError
        If a start piece is on no cell of the board.
    """

    kernels: Kernels = cast("Kernels", unbound)
    fields: tuple[str, ...] = FIELDS
    counted = True
    around = True
    arrays: Arrays

    def __init__(self, setup: Equipment, board: Board, anchor: int) -> None:
        self.setup = setup
        self.written = 0
        self.restart(board, anchor)

    def __repr__(self) -> str:
        return f"<Position {len(self.board):,} cells, ply {len(self.log)}>"

    def restart(self, board: Board, anchor: int) -> None:
        """Begin again on a board: the first position, and no moves."""
        self.anchor_key = board.key(anchor)
        self.board = board
        self.log = MoveLog()
        self.pruned = False
        self.written += len(board)
        begun = self._begun()
        room = _doubled(_SITES, self.setup.held + 1 + board.extent)
        self.arrays = self._blank(room, _MOVES, len(begun))
        self.arrays.n[GROWTH] = EXTERNAL
        self.arrays.origin[:] = self.anchor_key[:2]
        self.arrays.begun[...] = begun
        self._follow(_NO_SITES, board.sites)
        self.reset()

    def _blank(self, room: int, moves: int, pieces: int) -> Arrays:
        """Return arrays with room for so many sites, a power of two, and moves."""
        return make(_tables(self.setup), room, moves, pieces)

    def reset(self) -> None:
        """Put the board as it is back to the first position; the moves stay in the log."""
        self.kernels.begin(self.arrays, True)
        self.written += self.setup.held + len(self.board)

    def _begun(self) -> Ints:
        """Return component, site and count of the initial position, shape ``(n, 3)``."""
        held = [hold for hand in self.setup.hands for hold in hand.holds]
        begun = [(what, site, count) for site, (what, count) in enumerate(held, 1) if what]
        for cell, what in self.setup.start:
            site = self.contents.find(cell)
            if site < 0:
                raise InputError(
                    f"start cell {cell} is not on the first board of {len(self.board):,} cells"
                )
            begun.append((what, len(held) + 1 + site, 1))
        return np.array(begun, dtype=np.int64).reshape(-1, 3)

    @property
    def contents(self) -> Contents:
        """The contents of board and hands, to be read."""
        return Contents(self)

    @property
    def seen(self) -> Self:
        """The `Holder` for contents."""
        return self

    @property
    def mover(self) -> int:
        """The player whose turn it is."""
        return int(self.arrays.n[MOVER])

    @property
    def key(self) -> int:
        """The transposition key."""
        return int(self.arrays.key[0])

    @property
    def ply(self) -> int:
        """The number of moves made."""
        return len(self.log)

    # -- moves ------------------------------------------------------------------------------

    def play(self, mover: int, rows: Ints) -> None:
        """Make the actions of a move, int64 rows of shape (n, 6), on the board as it is.

        Raise InputError if an action cannot be made; then nothing has changed.
        """
        self.log.make_room(len(rows))
        self._make_room(moves=1, actions=len(rows))
        self._act(len(self.log), mover, rows)
        self.log.append(mover, rows)

    def replay(self) -> None:
        """Make the moves of the log again, from the first position on."""
        for ply, mover in enumerate(self.log.movers):
            self._act(ply, mover, self.log.rows[self.log.span(ply)])

    def _act(self, ply: int, mover: int, rows: Ints) -> None:
        """Make the actions of move number `ply`; the keys of its cells go to the log."""
        first = self.log.ends[ply]
        cells = self.log.cells[first : first + len(rows)]
        refused, why = self.kernels.act(self.arrays, mover, rows, cells)
        if why:
            raise InputError(reason(self.contents, mover, rows, refused, why))
        self.written += len(rows)

    def take_back(self) -> Any:
        """Undo the actions of the last move on the board as it is; return the move's mark."""
        self.kernels.undo(self.arrays)
        self.written += self.log.rows_of_last
        return self.log.pop()

    def placed(self, rows: Ints) -> list[int]:
        """Return the cells of the board on which a move puts pieces, in order."""
        sites: list[int] = rows[on_board(rows) & (rows[:, 0] == ADD), SITE].tolist()
        return sites

    def taken(self, rows: Ints) -> list[int]:
        """Return the cells of the board from which a move takes pieces, in order."""
        sites: list[int] = rows[on_board(rows) & (rows[:, 0] == REMOVE), SITE].tolist()
        return sites

    # -- following the board ----------------------------------------------------------------

    def extend(self, new: Ints | Sequence[int]) -> None:
        """Follow the board, to which cells have been added on the sites `new`."""
        if len(new):
            self._follow(_NO_SITES, new)
        self.written += 2 * len(new)

    def leave(self, gone: Ints | Sequence[int]) -> None:
        """Take cells off the board; raise InputError if a piece stands there or they are not on."""
        sites = self.setup.held + 1 + np.asarray(gone, dtype=np.int64)
        if self.arrays.what[sites].any():
            raise InputError("a cell that a piece stands on cannot leave the board")
        self.board.remove(gone)
        self._follow(gone, _NO_SITES)
        self.written += len(gone)

    def add_anchor(self) -> None:
        """Add the cell of the anchor to the board if it has left."""
        if self.contents.anchor < 0:
            self.extend(self.board.grow([self.anchor_key]))

    def go_back(self, version: int) -> None:
        """Take the board back to a version, and undo the actions of the last move on it."""
        board, came = self.board, _NO_SITES
        self.written += board.version - version
        if board.version == board.extent:
            # Nothing was ever removed: what goes are the last sites.
            gone = np.arange(version, board.extent)
        else:
            codes = board.changes(version, board.version)[:, 0].astype(np.int64)
            gone, came = codes[codes >= 0], -1 - codes[codes < 0]
        board.shrink(version)
        # Cells that came and left again since come to neither board.
        came = came[[site in board for site in came]] if len(came) else came
        self.kernels.go_back(self.arrays, gone, came, board.keys[came], board.extent)
        self.written += len(came) + self.log.rows_of_last
        self.log.pop()

    def _follow(self, gone: Ints | Sequence[int], came: Ints | Sequence[int]) -> None:
        self._make_room()
        # A kernel is compiled for one kind of number.
        left, new = np.asarray(gone, dtype=np.int64), np.asarray(came, dtype=np.int64)
        self.kernels.follow(self.arrays, left, new, self.board.keys[new], self.board.extent)

    def renumber(self, order: Ints) -> None:
        """Give sites a new `order`; those that are missing in it are empty and leave the board."""
        count = len(self.board)
        index = np.full(count, -1, dtype=np.int64)
        index[order] = np.arange(len(order))
        self.log.renumber(index)
        self.kernels.renumber(self.arrays, np.append(order, np.flatnonzero(index < 0)), len(order))
        self.board = Board(self.setup.tiling, self.board.keys[order])
        self.written += 2 * len(order) + self.log.count

    def _make_room(self, moves: int = 0, actions: int = 0) -> None:
        """Make room for all sites of the board, and for more moves of some actions in all."""
        s = self.arrays
        sites = self.setup.held + 1 + self.board.extent
        plies, notes = len(self.log) + moves, int(s.n[NOTED]) + _NOTES_AN_ACTION * actions
        if sites > len(s.code) or plies > len(s.marks) or notes > len(s.notes):
            self._widen(sites, plies, notes)

    def _widen(self, sites: int, plies: int, notes: int) -> None:
        """Make the arrays larger."""
        s = self.arrays
        room, moves = _doubled(len(s.code), sites), _doubled(len(s.marks), plies)
        wider = self._blank(room, moves, len(s.begun))
        self.arrays = widened(s, wider, self.kernels, _doubled(len(s.notes), notes))

    def copy(self) -> Self:
        """Return an independent position."""
        twin = copy(self)
        twin.board = self.board.copy()
        twin.log = self.log.copy()
        twin.arrays = copied(self.arrays)
        return twin


def widened(s: Arrays, wider: Arrays, kernels: Kernels, notes: int = 0) -> Arrays:
    """Return blank arrays filled with the content of smaller ones, with room for notes."""
    if len(wider.notes) < notes:
        wider = wider._replace(notes=np.zeros((notes, s.notes.shape[1]), s.notes.dtype))
    for name, old in s._asdict().items():
        # The entry of a cell in the table depends on the table's size.
        if isinstance(old, np.ndarray) and name != "table":
            getattr(wider, name)[tuple(map(slice, old.shape))] = old
    kernels.enter_all(wider)
    return wider


def copied(s: Arrays) -> Arrays:
    """Return a copy of arrays; tables are shared, as they never change."""
    arrays: dict[str, Any] = {
        name: a.copy() for name, a in s._asdict().items() if isinstance(a, np.ndarray)
    }
    return s._replace(**arrays)


@lru_cache(64)
def _tables(setup: Equipment) -> Tables:
    """Return the tables of a setup."""
    return tables_of(
        Geometry.of(setup.tiling, diagonal=True),
        players=setup.players,
        owners=[component.owner for component in setup.components],
        hands=[len(hand.holds) for hand in setup.hands],
        needs=Needs(levels=setup.levels),
    )


def _doubled(length: int, needed: int) -> int:
    while length < needed:
        length *= 2
    return length
