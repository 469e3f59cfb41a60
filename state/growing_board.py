"""Positions without rules, and the operations of techniques that grow their boards."""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol, Self, cast, runtime_checkable

import numpy as np

from boardless.jit.arrays import Ints
from boardless.state.contents import Contents
from boardless.state.engine import actions
from boardless.state.engine.actions import ADD, REMOVE
from boardless.state.engine.arrays import EXTERNAL, GROWTH, MOVER, NOTED, OPEN, Arrays, make
from boardless.state.engine.entries import Kernels
from boardless.state.engine.geometry import Geometry
from boardless.state.engine.tables import FIELDS, KeptTables, KitTables, SiteTables, Tables
from boardless.state.equipment import Equipment
from boardless.state.history import Cursor, Step, not_moved
from boardless.state.move import (
    BOARD,
    SITE,
    Cell,
    Move,
    actions_of,
    anchor_site,
    mover_of,
    on_board,
    on_cell,
    rows_of,
)
from boardless.topo import Board, InputError, Key


@runtime_checkable
class AnyTechnique(Protocol):
    """A technique: it chooses the first board, and changes board and position with a move."""

    @property
    def name(self) -> str:
        """The name."""

    def start(self, setup: Equipment) -> tuple[Board, int]:
        """Return the first board and the site of its anchor."""

    def push(self, position: "GrowingBoard", mover: int, rows: Ints) -> None:
        """Make a move; raise InputError if it cannot be made; then nothing has changed."""

    def pop(self, position: "GrowingBoard") -> None:
        """Take back the last move; there must be one."""


def check_technique(technique: object) -> None:
    """Raise InputError unless this is a technique."""
    if not isinstance(technique, AnyTechnique):
        raise InputError(
            f"technique {technique!r}: give one, such as strategies.ZONE_APPEND, or ask "
            "strategies.technique_of"
        )


@dataclass(frozen=True)
class GivenBoard:
    """A board of given cells that never changes.

    Parameters
    ----------
    keys : tuple of (i, j, k)
        Its cells, in the order of their sites.
    anchor : int, optional
        The site that cells are named from; by default, the one that `anchor_site` chooses.
    """

    name = "given"
    keys: tuple[Key, ...]
    anchor: int | None = None

    def start(self, setup: Equipment) -> tuple[Board, int]:
        """Return the board and the site of its anchor."""
        board = Board(setup.tiling, np.array(self.keys, dtype=np.int64).reshape(-1, 3))
        return board, anchor_site(board) if self.anchor is None else self.anchor

    def push(self, position: "GrowingBoard", mover: int, rows: Ints) -> None:
        """Make a move."""
        position.play(mover, rows)

    def pop(self, position: "GrowingBoard") -> None:
        """Take back the last move."""
        position.take_back()


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


class GrowingBoard(Cursor):
    """A board, the pieces on it and in hands, and the moves so far.

    Parameters
    ----------
    setup : Equipment
        The equipment.
    technique : AnyTechnique
        How the board starts, and how board and position follow a move.

    Attributes
    ----------
    board : Board
        Changed in place by growth; another one after `renumber` and `restart`.
    arrays, kernels, fields, counted, around
        See `state.contents.Holder`. Site n of the board is site ``held + 1 + n`` of the arrays.
    node : Step
        The present step, the only history. In ``node.mark`` a technique may keep the data for
        taking the move back.
    pruned : bool
        Whether only the sites around pieces that the next move takes can get out of reach.
    written : int
        The work so far, in cells that came or left, sites of containers and rows of moves.
    winner, question
        OPEN and None: without rules the game goes on, and nothing is left to chance.

    Raises
    ------
    InputError
        If `technique` is not one, or a start piece lies outside the board.
    """

    kernels: Kernels = cast("Kernels", actions)
    fields: tuple[str, ...] = FIELDS
    counted = True
    around = True
    arrays: Arrays
    winner = OPEN
    question = None

    def __init__(self, setup: Equipment, technique: AnyTechnique) -> None:
        check_technique(technique)
        self.setup, self.technique = setup, technique
        self.written = 0
        self.restart(*technique.start(setup))

    def __repr__(self) -> str:
        return f"<GrowingBoard {len(self.board):,} cells, ply {self.ply}>"

    def restart(self, board: Board, anchor: int) -> None:
        """Begin again on a board: the first position, and no moves.

        Parameters
        ----------
        board : Board
            From now on it belongs to the position.
        anchor : int
            The site that cells of the setup are relative to.
        """
        self.anchor_key = board.key(anchor)
        self.board = board
        self.node = Step()
        self.pruned = False
        self.written += len(board)
        start_pieces = self._start_pieces()
        room = _doubled(_SITES, self.setup.held + 1 + board.extent)
        self.arrays = self._blank(room, _MOVES, len(start_pieces))
        self.arrays.n[GROWTH] = EXTERNAL
        self.arrays.origin[:] = self.anchor_key[:2]
        self.arrays.begun[...] = start_pieces
        self._follow(_NO_SITES, board.sites)
        self.reset()

    def _blank(self, room: int, moves: int, pieces: int) -> Arrays:
        """Return arrays with room for numbers of sites, a power of two, moves and start pieces."""
        return make(_tables(self.setup), room, moves, pieces)

    def reset(self) -> None:
        """Return to the first position on the present board; the history stays."""
        self.kernels.begin(self.arrays, True)
        self.written += self.setup.held + len(self.board)

    def _start_pieces(self) -> Ints:
        """Return component, site and count of the initial position, shape ``(n, 3)``."""
        held = [hold for hand in self.setup.hands for hold in hand.holds]
        pieces = [(what, site, count) for site, (what, count) in enumerate(held, 1) if what]
        for cell, what in self.setup.start:
            site = self.contents.find(cell)
            if site < 0:
                raise InputError(
                    f"start cell {cell} is not on the first board of {len(self.board):,} cells"
                )
            pieces.append((what, len(held) + 1 + site, 1))
        return np.array(pieces, dtype=np.int64).reshape(-1, 3)

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
        """The next player to move."""
        return int(self.arrays.n[MOVER])

    @property
    def key(self) -> int:
        """The transposition key."""
        return int(self.arrays.key[0])

    @property
    def move_stack(self) -> list[Move]:
        """The moves so far in present sites; places that have left the board are cells."""
        return [self.contents.by_site(move, strict=False) for move in super().move_stack]

    @property
    def last(self) -> Move:
        """The last move, as in `move_stack`; only for a position after a move."""
        return self.contents.by_site(cast("Move", self.node.move), strict=False)

    # -- moves ------------------------------------------------------------------------------

    def push(self, move: Move) -> None:
        """Make a move in the technique; places on the board are given as sites or as cells.

        Raise InputError if it cannot be made; then nothing has changed.
        """
        rows = rows_of(self.contents.by_site(move).actions)
        self.technique.push(self, mover_of(move), rows)

    def pop(self) -> Move:
        """Take back the last move in the technique; return it with the sites of that time."""
        return self.contents.by_site(cast("Move", self.pop_row().move))

    def pop_row(self) -> Step:
        """Take the last move back in the technique; return its step."""
        step = self.node
        if step.before is None:
            raise not_moved()
        self.technique.pop(self)
        # A technique that replays has made the moves before once more.
        self.node = step.before
        return step

    def follow(self, step: Step) -> None:
        """Make the move of a step that follows the present one."""
        self.push(cast("Move", step.move))
        self.take_place(step)

    def take_place(self, step: Step) -> None:
        """Replace the present step by a step of the same move."""
        step.mark, step.choice = self.node.mark, self.node.choice
        self.node = step

    def play(self, mover: int, rows: Ints) -> None:
        """Make the actions of a move, int64 rows of shape (n, 6), on the board as it is.

        Raise InputError if an action cannot be made; then nothing has changed.
        """
        self._make_room(moves=1, actions=len(rows))
        cells = map(Cell._make, self._act(mover, rows).tolist())
        named = (
            action._replace(site=cell) if on_cell(action) else action
            for action, cell in zip(actions_of(rows), cells, strict=True)
        )
        self.node = Step(self.node, Move(mover, tuple(named)))

    def replay(self) -> None:
        """Make all moves so far again, from the first position on."""
        for step in self.node.line():
            move = self.contents.by_site(cast("Move", step.move))
            self._act(move.mover, rows_of(move.actions))

    def _act(self, mover: int, rows: Ints) -> Ints:
        """Make the actions of a move; return their cells, relative to the anchor, (n, 3)."""
        cells: Ints = np.empty((len(rows), 3), dtype=np.int32)
        refused, why = self.kernels.act(self.arrays, mover, rows, cells)
        if why:
            raise InputError(reason(self.contents, mover, rows, refused, why))
        self.written += len(rows)
        return cells

    def take_back(self) -> Any:
        """Undo the actions of the last move on the board as it is; return the step's mark."""
        self.kernels.undo(self.arrays)
        return self._forget()

    def _forget(self) -> Any:
        """Go to the step before, once the actions of the last move are undone; return its mark."""
        step, self.node = self.node, cast("Step", self.node.before)
        self.written += len(cast("Move", step.move).actions)
        return step.mark

    def placed(self, rows: Ints) -> list[int]:
        """Return the sites of the board where a move puts pieces, in order."""
        sites: list[int] = rows[on_board(rows) & (rows[:, 0] == ADD), SITE].tolist()
        return sites

    def taken(self, rows: Ints) -> list[int]:
        """Return the sites of the board where a move takes pieces, in order."""
        sites: list[int] = rows[on_board(rows) & (rows[:, 0] == REMOVE), SITE].tolist()
        return sites

    # -- following the board ----------------------------------------------------------------

    def extend(self, new: Ints | Sequence[int]) -> None:
        """Follow the board after cells were added on the sites `new`."""
        if len(new):
            self._follow(_NO_SITES, new)
        self.written += 2 * len(new)

    def leave(self, gone: Ints | Sequence[int]) -> None:
        """Remove cells from the board; InputError if one has a piece or is not on the board."""
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
            # Nothing was ever removed, so the last sites go.
            gone = np.arange(version, board.extent)
        else:
            codes = board.changes(version, board.version)[:, 0].astype(np.int64)
            gone, came = codes[codes >= 0], -1 - codes[codes < 0]
        board.shrink(version)
        # Cells that came and left again since come to neither board.
        came = came[[site in board for site in came]] if len(came) else came
        self.kernels.go_back(self.arrays, gone, came, board.keys[came], board.extent)
        self.written += len(came)
        self._forget()

    def _follow(self, gone: Ints | Sequence[int], came: Ints | Sequence[int]) -> None:
        self._make_room()
        # A kernel is compiled for one kind of number.
        left, new = np.asarray(gone, dtype=np.int64), np.asarray(came, dtype=np.int64)
        self.kernels.follow(self.arrays, left, new, self.board.keys[new], self.board.extent)

    def renumber(self, order: Ints) -> None:
        """Give sites a new `order`; sites missing in it are empty and leave the board."""
        count = len(self.board)
        index = np.full(count, -1, dtype=np.int64)
        index[order] = np.arange(len(order))
        self.kernels.renumber(self.arrays, np.append(order, np.flatnonzero(index < 0)), len(order))
        self.board = Board(self.setup.tiling, self.board.keys[order])
        self.written += 2 * len(order) + sum(len(move.actions) for move in super().move_stack)

    def _make_room(self, moves: int = 0, actions: int = 0) -> None:
        """Make room for all sites of the board, and for more moves of some actions in all."""
        s = self.arrays
        sites = self.setup.held + 1 + self.board.extent
        plies, notes = self.ply + moves, int(s.n[NOTED]) + _NOTES_AN_ACTION * actions
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
        twin.arrays = copied(self.arrays)
        return twin


def widened(s: Arrays, wider: Arrays, kernels: Kernels, notes: int = 0) -> Arrays:
    """Return larger arrays with the content of smaller ones, and room for undo notes."""
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
    owners = [component.owner for component in setup.components]
    kit = KitTables.of(setup.players, owners, [len(hand.holds) for hand in setup.hands])
    return Tables(
        Geometry.of(setup.tiling, diagonal=True).plane(),
        kit,
        SiteTables.of(levels=setup.levels),
        KeptTables.of(kit),
    )


def _doubled(length: int, needed: int) -> int:
    while length < needed:
        length *= 2
    return length
