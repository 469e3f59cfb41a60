"""What stands where, under a board that grows: the arrays, and the steps techniques are made of."""

from typing import Any, Self

import numpy as np

from state import kernels
from state.kernels import ANCHOR, KEY, MOVER, NONE, PUT, Ground, Sites
from state.log import MoveLog
from state.move import BOARD, ROW, SITE, on_board
from state.setup import Setup
from topo import Board, InputError, Key
from topo.arrays import Ints
from topo.keytable import enlarged


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
        The moves made, in the board's present sites.
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
        i, j, _ = board.key(anchor)
        self.board = board
        self.origin = np.array([i, j], dtype=np.int64)
        self.log = MoveLog()
        self.written += len(board)
        self._begin(anchor)

    def reset(self) -> None:
        """Put the board as it is back to the first position; the moves stay in the log."""
        self._begin(self.anchor)

    def _begin(self, anchor: int) -> None:
        rows = self._first_rows()
        self._sites = blank_sites(self._base + len(self.board), len(self._owners))
        self._sites.registers[ANCHOR] = anchor
        self._sizes[BOARD] = len(self.board)
        kernels.extend(self._sites, self._ground(), 0, len(self.board))
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
        """The present site of the anchor."""
        return int(self._sites.registers[ANCHOR])

    def size(self, container: int) -> int:
        """Return the number of sites of a container."""
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
        made, why = kernels.apply(self._sites, self._ground(), mover, rows, inverse)
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

    def extend(self) -> None:
        """Follow the board, to which cells have been added."""
        first, last = int(self._sizes[BOARD]), len(self.board)
        if self._base + last > len(self._sites.what):
            self._sites = with_room(self._sites, max(self._base + last, 2 * (self._base + first)))
        self._sizes[BOARD] = last
        kernels.extend(self._sites, self._ground(), first, last)
        self.written += 2 * (last - first)

    def truncate(self, version: int) -> None:
        """Take away the cells added since a version of the board; nothing lies on them."""
        self.written += len(self.board) - version
        self.board.shrink(version)
        self._sizes[BOARD] = version

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
        twin = type(self)(self.setup, self.board.copy(), self.anchor)
        twin.log = self.log.copy()
        twin._sites = Sites(*(array.copy() for array in self._sites))
        twin.written = self.written
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
        if container == BOARD and 0 <= site < self._sizes[BOARD]:
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
        if why == kernels.NO_SITE:
            return f"{where}: choose 0 to {int(self._sizes[container]) - 1}"
        return wrong[why]


def blank_sites(places: int, components: int) -> Sites:
    """Return sites on which nothing lies, with room for so many places; entry 0 is no component."""
    return Sites(
        what=np.zeros(places, dtype=np.uint8),
        who=np.zeros(places, dtype=np.uint8),
        amount=np.zeros(places, dtype=np.uint16),
        state=np.zeros(places, dtype=np.uint8),
        playable=np.zeros(places, dtype=np.uint8),
        following=np.full(places, NONE, dtype=np.int32),
        previous=np.full(places, NONE, dtype=np.int32),
        first=np.full(components, NONE, dtype=np.int32),
        registers=np.zeros(4, dtype=np.int64),
    )


def with_room(sites: Sites, places: int) -> Sites:
    """Return the same sites with room for more places."""
    used = len(sites.what)
    per_place = sites._asdict()
    del per_place["first"], per_place["registers"]
    return sites._replace(**{n: enlarged(a, places, used) for n, a in per_place.items()})
