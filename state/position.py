"""What stands where, and the moves that led there: the steps that techniques are made of."""

from copy import copy
from typing import Any, Self

import numpy as np

from boardless.state import kernels
from boardless.state.actions import ADD, REMOVE
from boardless.state.contents import Contents
from boardless.state.log import MoveLog
from boardless.state.move import BOARD, SITE, on_board
from boardless.state.setup import Setup
from boardless.state.sites import NONE, Sites, blank_sites, renumber, with_room
from boardless.topo import Board, InputError
from boardless.topo.kernels.arrays import Ints


class Position(Contents):
    """A board, what lies on it and in the hands, and the moves that led there.

    Parameters
    ----------
    setup : Setup
        What the game is played with.
    board : Board
        The first board; from now on it belongs to the position.
    anchor : int
        The site that lattice keys of the setup are relative to.

    Attributes
    ----------
    board : Board
        Changed in place by growth; another one after `renumber` and `restart`.
    log : MoveLog
        The moves made, in the sites of the board as it was; renumbering keeps them up to date.
    pruned : bool
        Whether cells out of reach have been looked for since the first position: then there are
        none but around what the next move takes.
    written : int
        The work done so far: cells given to a board or taken from it, sites of containers and rows
        of moves written.

    Raises
    ------
    InputError
        If a piece is to start on a cell that is not on the board.
    """

    def __init__(self, setup: Setup, board: Board, anchor: int) -> None:
        super().__init__(setup, board, anchor)
        self.log = MoveLog()
        self.pruned = False

    def restart(self, board: Board, anchor: int) -> None:
        """Begin again on a board: the first position, and no moves."""
        self._lay(board, anchor)
        self.log = MoveLog()
        self.pruned = False

    def reset(self) -> None:
        """Put the board as it is back to the first position; the moves stay in the log."""
        self._begin(self.anchor)

    def play(self, mover: int, rows: Ints) -> None:
        """Make the actions of a move on the board as it is.

        Parameters
        ----------
        mover : int
            The player.
        rows : int64 array of shape (n, 6)
            The actions.

        Raises
        ------
        InputError
            If an action cannot be made; then nothing has changed.
        """
        self.log.make_room(len(rows))
        self._apply(mover, rows, self.log.count)
        self.log.append(mover, rows)

    def replay(self) -> None:
        """Make the moves of the log again, from the first position on."""
        for ply, mover in enumerate(self.log.movers):
            span = self.log.span(ply)
            self._apply(mover, self.log.rows[span], span.start)

    def _apply(self, mover: int, rows: Ints, first: int) -> None:
        inverse = self.log.inverse[first : first + len(rows)]
        cells = self.log.cells[first : first + len(rows)]
        made, why = kernels.apply(self._sites, self._ground(), mover, rows, inverse, cells)
        if why:
            raise InputError(self._reason(mover, rows, made, why))
        self.written += len(rows)

    def take_back(self) -> Any:
        """Undo the actions of the last move on the board as it is; return the move's mark."""
        log = self.log
        mark, mover, span = log.marks[-1], log.movers[-1], log.span(len(log) - 1)
        rows = log.inverse[span]
        kernels.revert(self._sites, self._ground(), mover, rows, len(rows))
        self.written += len(rows)
        log.pop()
        return mark

    def placed(self, rows: Ints) -> list[int]:
        """Return the cells of the board on which a move puts pieces, in order."""
        sites: list[int] = rows[on_board(rows) & (rows[:, 0] == ADD), SITE].tolist()
        return sites

    def taken(self, rows: Ints) -> list[int]:
        """Return the cells of the board from which a move takes pieces, in order."""
        taken: list[int] = rows[on_board(rows) & (rows[:, 0] == REMOVE), SITE].tolist()
        return taken

    def extend(self, new: Ints) -> None:
        """Follow the board, to which cells have been added on the sites `new`."""
        last = self.board.extent
        if self._base + last > len(self._sites.what):
            places = max(self._base + last, 2 * (self._base + int(self._sizes[BOARD])))
            self._sites = with_room(self._sites, places)
        self._sizes[BOARD] = last
        if self.anchor == NONE:
            self._find_anchor()
        kernels.extend(self._sites, self._ground(), new)
        self.written += 2 * len(new)

    def add_anchor(self) -> None:
        """Add the cell of the anchor to the board if it has left."""
        if self.anchor == NONE:
            self.extend(self.board.grow([self._anchor_key]))

    def leave(self, gone: Ints) -> None:
        """Take cells off the board, on which nothing lies."""
        kernels.clear(self._sites, self._ground(), gone)
        self.board.remove(gone)
        self._sizes[BOARD] = self.board.extent
        self._find_anchor()
        self.written += len(gone)

    def go_back(self, version: int) -> None:
        """Take the board back to a version, and undo the actions of the last move on it."""
        board = self.board
        self.written += board.version - version
        if board.version == board.extent:
            # Nothing was ever removed: what goes are the last sites, and the anchor stays.
            board.shrink(version)
            self._sizes[BOARD] = board.extent
        else:
            codes = board.changes(version, board.version)[:, 0]
            board.shrink(version)
            self._sizes[BOARD] = board.extent
            self._find_anchor()
            restored = -1 - codes[codes < 0].astype(np.int64)
            kernels.clear(self._sites, self._ground(), codes[codes >= 0].astype(np.int64))
            kernels.extend(self._sites, self._ground(), restored)
            self.written += len(restored)
        self.take_back()

    def renumber(self, order: Ints) -> None:
        """Build the board again with its sites in another order, and map everything that has sites.

        Parameters
        ----------
        order : int array
            The present sites in their new order; those that are missing leave the board, and
            nothing lies on them.
        """
        index = np.full(len(self.board), NONE, dtype=np.int64)
        index[order] = np.arange(len(order))
        new = blank_sites(self._base + len(order), len(self._owners))
        renumber(self._sites, new, self._base, index)
        self.log.renumber(index)
        self._sites = new
        self.board = Board(self.setup.tiling, self.board.keys[order])
        self._sizes[BOARD] = len(order)
        self.written += 2 * len(order) + self.log.count

    def copy(self) -> Self:
        """Return an independent position."""
        twin = copy(self)
        twin.board = self.board.copy()
        twin.log = self.log.copy()
        twin._sizes = self._sizes.copy()
        twin._sites = Sites(*(array.copy() for array in self._sites))
        return twin
