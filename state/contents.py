"""What lies where on a board that grows and in the hands, as flat arrays."""

import numpy as np

from boardless.state import actions, kernels
from boardless.state.actions import PUT
from boardless.state.move import BOARD, ROW
from boardless.state.setup import Setup
from boardless.state.sites import ANCHOR, KEY, MOVER, NONE, PIECES, Ground, blank_sites
from boardless.state.terms import packed
from boardless.topo import Board, InputError, Key
from boardless.topo.kernels.arrays import Ints


class Contents:
    """A board, and what lies on it and in the hands; see `state.position.Position`.

    Parameters
    ----------
    setup : Setup
        What the game is played with.
    board : Board
        The first board.
    anchor : int
        The site that lattice keys of the setup are relative to.

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
        self._lay(board, anchor)

    def _lay(self, board: Board, anchor: int) -> None:
        """Begin on a board."""
        self._anchor_key = board.key(anchor)
        self.board = board
        self.origin = np.array(self._anchor_key[:2], dtype=np.int64)
        self.written += len(board)
        self._begin(anchor)

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
                (PUT, container, 0, site, 0, packed(what, owners[what], count, 0))
                for container, site, what, count in rows
            ],
            dtype=np.int64,
        ).reshape(-1, ROW)

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

    @property
    def bare(self) -> bool:
        """Whether nothing stands on the board."""
        return not self._sites.registers[PIECES]

    def _find_anchor(self) -> None:
        self._sites.registers[ANCHOR] = self.board.find(self._anchor_key)

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
        if why == actions.OUT_OF_TURN:
            return f"player {mover} moves out of turn: it is player {self.mover}'s"
        action, container, kind, site, level, value = rows[made].tolist()
        where = f"site {site} of {'hand ' + str(container) if container else 'the board'}"
        if container == BOARD and site in self.board:
            where = f"cell {self.cell(site)}, {where},"
        components, players = len(self.setup.components), self.setup.players
        wrong = {
            actions.NO_ACTION: f"unknown action {action}",
            actions.NO_CONTAINER: f"container {container}: choose 0 to {len(self._sizes) - 1}",
            actions.NO_TYPE: f"site type {kind}: pieces lie on cells ({actions.CELL})",
            actions.NO_LEVEL: f"level {level}: there is only level 0",
            actions.NO_COMPONENT: f"unknown component {value}: choose 1 to {components}",
            actions.OCCUPIED: f"{where} is occupied",
            actions.VACANT: f"{where} is empty",
            actions.OTHER: f"{where} holds no component {value}",
            actions.NO_COUNT: f"{where} cannot hold {value}: choose 1 to {actions.MAX_COUNT}",
            actions.NO_STATE: f"state {value}: choose 0 to {actions.MAX_STATE}",
            actions.NO_PLAYER: f"player {value}: choose 1 to {players}",
        }
        if why == actions.NO_SITE and container == BOARD and 0 <= site < self._sizes[BOARD]:
            return f"{where}: its cell has left"
        if why == actions.NO_SITE:
            return f"{where}: choose 0 to {int(self._sizes[container]) - 1}"
        return wrong[why]
