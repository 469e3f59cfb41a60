"""What stands where, under a board that grows: the arrays, and the steps techniques are made of."""

from copy import copy
from typing import Any, Self

import numpy as np

from state import kernels
from state.kernels import ANCHOR, KEY, MOVER, PIECES, PUT
from state.log import MoveLog
from state.move import BOARD, ROW, SITE, on_board
from state.setup import Setup
from state.sites import NONE, Ground, Sites, blank_sites, with_room
from topo import Board, InputError, Key
from topo.arrays import Ints


class Position:
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
        self.setup = setup
        self.written = 0
        sizes = [0] + [len(hand.holds) for hand in setup.hands]
        self._sizes = np.array(sizes, dtype=np.int64)
        self._offsets = np.cumsum(self._sizes) - self._sizes
        self._offsets[BOARD] = self._sizes.sum()
        self._owners = np.array([0] + [c.owner for c in setup.components], dtype=np.int64)
        self._relation = setup.tiling.slots.relation
        self.restart(board, anchor)

    def restart(self, board: Board, anchor: int) -> None:
        """Begin again on a board: the first position, and no moves."""
        self._anchor_key = board.key(anchor)
        self.board = board
        self.origin = np.array(self._anchor_key[:2], dtype=np.int64)
        self.log = MoveLog()
        self.pruned = False
        self.written += len(board)
        self._begin(anchor)

    def reset(self) -> None:
        """Put the board as it is back to the first position; the moves stay in the log."""
        self._begin(self.anchor)

    def _begin(self, anchor: int) -> None:
        rows = self._first_rows()
        self._sites = blank_sites(self._base + self.board.extent, len(self._owners))
        self._sites.registers[ANCHOR] = anchor
        self._sizes[BOARD] = self.board.extent
        kernels.extend(self._sites, self._ground(), self.board.sites)
        kernels.revert(self._sites, self._ground(), 1, rows, len(rows))
        self.written += self._base + len(self.board)

    def _first_rows(self) -> Ints:
        rows = []
        for container, hand in enumerate(self.setup.hands, start=1):
            for site, (what, count) in enumerate(hand.holds):
                rows.append((container, site, what, count))
        for cell, what in self.setup.start:
            site = self.find(cell)
            if site == NONE:
                raise InputError(
                    f"start cell {cell} is not on the first board of {len(self.board):,} cells"
                )
            rows.append((BOARD, site, what, 1))
        owners = self._owners.tolist()
        return np.array(
            [
                (PUT, container, 0, site, 0, kernels.packed(what, owners[what], count, 0))
                for container, site, what, count in rows
            ],
            dtype=np.int64,
        ).reshape(-1, ROW)

    # -- reading ----------------------------------------------------------------------------

    @property
    def key(self) -> int:
        """The transposition key: equal positions have equal keys, whatever the technique."""
        return int(self._sites.registers[KEY])

    @property
    def mover(self) -> int:
        """The player whose turn it is."""
        return int(self._sites.registers[MOVER])

    @property
    def anchor(self) -> int:
        """The present site of the anchor, -1 while it is not on the board."""
        return int(self._sites.registers[ANCHOR])

    def size(self, container: int) -> int:
        """Return the number of sites of a container; the board's may have lost their cells."""
        return int(self._sizes[container])

    def chunk(self, container: int, name: str) -> Ints:
        """Return an array of `Sites` as far as it belongs to a container, read-only."""
        first = self._offsets[container]
        part: Ints = getattr(self._sites, name)[first : first + self._sizes[container]]
        part = part.view()
        part.flags.writeable = False
        return part

    def places(self, component: int) -> list[tuple[int, int]]:
        """Return the container and site of each place of a component, the board's last."""
        found = np.empty(16, dtype=np.int64)
        count = kernels.listed(self._sites, component, found)
        if count > len(found):
            found = np.empty(count, dtype=np.int64)
            kernels.listed(self._sites, component, found)
        located = []
        for place in np.sort(found[:count]).tolist():
            held = (self._offsets <= place) & (place < self._offsets + self._sizes)
            container = int(np.flatnonzero(held)[0])
            located.append((container, place - int(self._offsets[container])))
        return located

    def cell(self, site: int) -> Key:
        """Return the lattice key relative to the anchor of a site of the board.

        Raises
        ------
        InputError
            If the site is not on the board.
        """
        i, j, k = self.board.key(site)
        return (i - int(self.origin[0]), j - int(self.origin[1]), k)

    def find(self, cell: Key) -> int:
        """Return the site of a lattice key relative to the anchor, or -1."""
        i, j, k = cell
        return self.board.find((i + int(self.origin[0]), j + int(self.origin[1]), k))

    # -- the steps of a technique -----------------------------------------------------------

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
        sites: list[int] = rows[on_board(rows) & (rows[:, 0] == kernels.ADD), SITE].tolist()
        return sites

    def taken(self, rows: Ints) -> list[int]:
        """Return the cells of the board from which a move takes pieces, in order."""
        taken: list[int] = rows[on_board(rows) & (rows[:, 0] == kernels.REMOVE), SITE].tolist()
        return taken

    @property
    def bare(self) -> bool:
        """Whether nothing stands on the board."""
        return not self._sites.registers[PIECES]

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
        codes = self.board.changes(version, self.board.version)[:, 0]
        restored = -1 - codes[codes < 0].astype(np.int64)
        self.board.shrink(version)
        self._sizes[BOARD] = self.board.extent
        # Where nothing was ever removed, what goes are the last sites, and the anchor stays.
        if len(restored) or version > self.board.extent:
            self._find_anchor()
            kernels.clear(self._sites, self._ground(), codes[codes >= 0].astype(np.int64))
            kernels.extend(self._sites, self._ground(), restored)
        self.take_back()
        self.written += len(codes) + len(restored)

    def _find_anchor(self) -> None:
        self._sites.registers[ANCHOR] = self.board.find(self._anchor_key)

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
        kernels.renumber(self._sites, new, self._base, index)
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

    # -- inside -----------------------------------------------------------------------------

    @property
    def _base(self) -> int:
        return int(self._offsets[BOARD])

    def _ground(self) -> Ground:
        return Ground(
            self.board.keys,
            self.board.step,
            self._relation,
            self.origin,
            self._offsets,
            self._sizes,
            self._owners,
            self.setup.players,
        )

    def _reason(self, mover: int, rows: Ints, made: int, why: int) -> str:
        """Return what is wrong with row `made`, in words."""
        if why == kernels.OUT_OF_TURN:
            return f"player {mover} moves out of turn: it is player {self.mover}'s"
        action, container, kind, site, level, value = rows[made].tolist()
        where = f"site {site} of {'hand ' + str(container) if container else 'the board'}"
        if container == BOARD and site in self.board:
            where = f"cell {self.cell(site)}, {where},"
        components, players = len(self.setup.components), self.setup.players
        wrong = {
            kernels.NO_ACTION: f"unknown action {action}",
            kernels.NO_CONTAINER: f"container {container}: choose 0 to {len(self._sizes) - 1}",
            kernels.NO_TYPE: f"site type {kind}: pieces lie on cells ({kernels.CELL})",
            kernels.NO_LEVEL: f"level {level}: there is only level 0",
            kernels.NO_COMPONENT: f"unknown component {value}: choose 1 to {components}",
            kernels.OCCUPIED: f"{where} is occupied",
            kernels.VACANT: f"{where} is empty",
            kernels.OTHER: f"{where} holds no component {value}",
            kernels.NO_COUNT: f"{where} cannot hold {value}: choose 1 to {kernels.MAX_COUNT}",
            kernels.NO_STATE: f"state {value}: choose 0 to {kernels.MAX_STATE}",
            kernels.NO_PLAYER: f"player {value}: choose 1 to {players}",
        }
        if why == kernels.NO_SITE and container == BOARD and 0 <= site < self._sizes[BOARD]:
            return f"{where}: its cell has left"
        if why == kernels.NO_SITE:
            return f"{where}: choose 0 to {int(self._sizes[container]) - 1}"
        return wrong[why]
