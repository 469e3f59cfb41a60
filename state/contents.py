"""Contents of boards and hands, read from the arrays of the engine."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from boardless.jit.arrays import Ints
from boardless.state.engine.arrays import COUNT, MOVER, STANDING, Arrays
from boardless.state.engine.entries import Kernels
from boardless.state.engine.tables import FIELDS
from boardless.state.equipment import Equipment
from boardless.state.move import BOARD, AnyCell, Cell, Location, Move, cell_of, key_of
from boardless.topo import Board, InputError, Key

#: The chunks that are numbers of the arrays, and their names there.
NUMBERS = {
    "count": "counts",
    "state": "states",
    "rotation": "rotations",
    "value": "values",
    "hidden": "hidden",
}


def fields_of(kernels: Kernels) -> tuple[str, ...]:
    """Return the names of the rows of ``arrays.fields``, "" for a game's own."""
    names = {int(getattr(kernels, name.upper())): name for name in FIELDS}
    return tuple(names.get(row, "") for row in range(int(kernels.FIELDS)))


class Holder(Protocol):
    """A holder of arrays of the engine: a compiled game or a state without rules."""

    @property
    def setup(self) -> Equipment:
        """The equipment."""

    @property
    def arrays(self) -> Arrays:
        """The present arrays; see `state.engine.arrays.Arrays`."""

    @property
    def fields(self) -> tuple[str, ...]:
        """The rows of ``arrays.fields``, of the names in `state.engine.tables.FIELDS`."""

    @property
    def counted(self) -> bool:
        """Return True if cells of the board may hold several pieces."""

    @property
    def around(self) -> bool:
        """Return True if ``arrays.neighbours`` is kept."""

    @property
    def board(self) -> Board:
        """The present board: its site n is site ``held + 1 + n`` of the arrays."""

    @property
    def anchor_key(self) -> Key:
        """The key on the board of the anchor, the origin of cells."""


class Contents:
    """A live view of the contents of a board and of the hands.

    Parameters
    ----------
    holder : Holder
        The holder of the arrays and of the board.
    """

    __slots__ = ("_holder",)

    def __init__(self, holder: Holder) -> None:
        self._holder = holder

    @property
    def setup(self) -> Equipment:
        """The equipment."""
        return self._holder.setup

    @property
    def board(self) -> Board:
        """The present board."""
        return self._holder.board

    @property
    def key(self) -> int:
        """The transposition key: equal positions have equal keys in every technique."""
        return int(self._holder.arrays.key[0])

    @property
    def mover(self) -> int:
        """The next player to move."""
        return int(self._holder.arrays.n[MOVER])

    @property
    def bare(self) -> bool:
        """Return True if the board is without pieces."""
        return not self._holder.arrays.n[STANDING]

    @property
    def anchor(self) -> int:
        """The present site of the anchor, -1 while it is not on the board."""
        return self.board.find(self._holder.anchor_key)

    def cell(self, site: int) -> Cell:
        """Return the cell of a site; raise InputError if that is not on the board."""
        return cell_of(self.board.key(site), self._holder.anchor_key)

    def find(self, cell: AnyCell) -> int:
        """Return the site of a cell of the board, or -1."""
        return self.board.find(key_of(cell, self._holder.anchor_key))

    def site(self, cell: AnyCell) -> int:
        """Return the site of a cell; raise InputError if it is not on the board."""
        try:
            site = self.find(cell)
        except (OverflowError, TypeError, ValueError):
            site = -1
        if site < 0:
            raise InputError(f"cell {cell} is not on the board of {len(self.board):,} cells")
        return site

    def by_site(self, move: Move, strict: bool = True) -> Move:
        """Return a move with its cells as present sites of the board.

        A cell that is not on the board raises InputError; unless `strict`, it stays a cell.
        """
        actions = list(move.actions)
        for n, action in enumerate(actions):
            cell = action.site
            if action.container != BOARD or not isinstance(cell, tuple):
                continue
            if strict or self.find(cell) >= 0:
                actions[n] = action._replace(site=self.site(cell))
        return Move(move.mover, tuple(actions))

    def size(self, container: int) -> int:
        """Return the number of sites of a container; sites of the board may lack a cell."""
        if container == BOARD:
            return int(self._holder.arrays.n[COUNT]) - self.setup.held
        return len(self.setup.hands[container - 1].holds)

    def chunk(self, container: int, name: str, level: int | None = None) -> Ints:
        """Return one sort of number, such as the component, for each site of a container.

        Parameters
        ----------
        container : int
            0 for the board, then the hands.
        name : {"what", "who", "count", "state", "rotation", "value", "hidden"}
            Component, its owner, the number of pieces, their local state, rotation and value, or
            the players unable to see them, as bits.
        level : int, optional
            The level of the piece, counted from 0 at the bottom; by default the uppermost.

        Returns
        -------
        int array of shape (size,)
            A copy; 0 on empty sites.
        """
        return self._read(self._sites(container), name, level, container == BOARD)

    def numbers(self, name: str, level: int | None = None) -> Ints:
        """Return a number of each site as `chunk` does, of the board and then of all hands."""
        hands = self._read(slice(1, 1 + self.setup.held), name, level)
        return np.concatenate((self.chunk(BOARD, name, level), hands))

    def _read(self, part: slice, name: str, level: int | None, is_board: bool = False) -> Ints:
        arrays = self._holder.arrays
        if level is not None and (level or len(arrays.under)):
            return self._below(part, name, level)
        if name in ("what", "who"):
            numbers: Ints = getattr(arrays, name)[part].astype(np.int64)
        elif name == "count" and is_board and not self._holder.counted:
            numbers = (arrays.what[part] != 0).astype(np.int64)
        elif NUMBERS[name] in self._holder.fields:
            row = self._holder.fields.index(NUMBERS[name])
            numbers = arrays.fields[row, part].astype(np.int64)
        else:
            numbers = np.zeros(part.stop - part.start, dtype=np.int64)
        return numbers

    def _below(self, part: slice, name: str, level: int) -> Ints:
        """Return the numbers of a level, as `chunk` does."""
        arrays, fields = self._holder.arrays, self._holder.fields
        numbers: Ints = np.zeros(part.stop - part.start, dtype=np.int64)
        first = 1 + level * (1 + len(arrays.fields))
        if not 0 <= first < len(arrays.under):
            return numbers
        # Rows of the arrays for the uppermost piece, and for those below others.
        row = fields.index(NUMBERS[name]) if NUMBERS.get(name) in fields else -1
        heights, upper, lower = arrays.under[0, part], arrays.what, first
        if row >= 0:
            upper, lower = arrays.fields[row], first + 1 + row
        elif name not in ("what", "who", "count"):
            return numbers
        numbers[...] = np.where(heights == level + 1, upper[part], arrays.under[lower, part])
        numbers[heights <= level] = 0
        if name == "who":
            owners = np.array([0, *(component.owner for component in self.setup.components)])
            numbers[...] = owners[numbers]
        elif name == "count":
            numbers[...] = heights > level
        return numbers

    def heights(self, container: int) -> Ints:
        """Return the number of pieces on each site of a container, a copy."""
        arrays, part = self._holder.arrays, self._sites(container)
        numbers = arrays.under[0, part] if len(arrays.under) else arrays.what[part] != 0
        heights: Ints = numbers.astype(np.int64)
        return heights

    @property
    def playable(self) -> Ints:
        """1 on the empty cells next to a piece, or on the anchor of an empty board, ``(size,)``."""
        arrays, part = self._holder.arrays, self._sites(BOARD)
        beside = arrays.neighbours[part] != 0
        if not self._holder.around:
            board = self._holder.board
            for site in np.flatnonzero(arrays.what[part]).tolist():
                beside[board.neighbours(site)] = True
        playable: Ints = (beside & (arrays.what[part] == 0)).astype(np.int64)
        if self.bare and self.anchor >= 0:
            playable[self.anchor] = 1
        return playable

    def places(self, component: int) -> list[tuple[int, int, int]]:
        """Return the container, site and level of each place of a component, in order."""
        return [
            (container, site, level)
            for container in range(1 + len(self.setup.hands))
            for site, level in self._levels_of(container, component)
        ]

    def _levels_of(self, container: int, component: int) -> list[tuple[int, int]]:
        """Return the site and level of each place of a component in a container, in order."""
        most = int(self.heights(container).max(initial=0))
        levels = np.stack([self.chunk(container, "what", n) for n in range(max(most, 1))], axis=1)
        return [(site, level) for site, level in np.argwhere(levels == component).tolist()]

    def _sites(self, container: int) -> slice:
        """Return where the sites of a container lie in the arrays."""
        hands = self.setup.hands
        if container == BOARD:
            first = 1 + self.setup.held
        else:
            first = 1 + sum(len(hand.holds) for hand in hands[: container - 1])
        return slice(first, first + self.size(container))


@dataclass(frozen=True, eq=False)
class Owned:
    """A live view of the places of components, on the board and in the hands.

    Growth changes the global indices of hand sites, which come after the board's, but not the
    sites.
    """

    _contents: Contents

    def components(self, owner: int) -> list[int]:
        """Return the components of a player, or of the board (0); raise InputError for others."""
        if owner not in range(self._contents.setup.players + 1):
            raise InputError(f"owner {owner!r}: choose 0 to {self._contents.setup.players}")
        listed = enumerate(self._contents.setup.components, start=1)
        return [number for number, component in listed if component.owner == owner]

    def places(self, component: int) -> list[Location]:
        """Return container and site of each piece; raise InputError for unknown components."""
        return [Location(*place) for *place, _ in self._places(component)]

    def levels(self, component: int) -> list[tuple[Location, int]]:
        """Return place and level (from 0) of each piece; InputError for unknown components."""
        return [(Location(*place), level) for *place, level in self._places(component)]

    def _places(self, component: int) -> list[tuple[int, int, int]]:
        """Return container, site and level of each place of a component."""
        count = len(self._contents.setup.components)
        if component not in range(1, count + 1):
            raise InputError(f"unknown component {component!r}: choose 1 to {count}")
        return self._contents.places(component)

    def indices(self, owner: int) -> list[set[int]]:
        """Return the global indices that each component of an owner holds (Table 4.4)."""
        return [
            {self.index(*place) for *place, _ in self._contents.places(component)}
            for component in self.components(owner)
        ]

    def index(self, container: int, site: int) -> int:
        """Return the global index of a site, hands last; raise InputError without such a site."""
        containers = 1 + len(self._contents.setup.hands)
        if container not in range(containers):
            raise InputError(f"container {container!r}: choose 0 to {containers - 1}")
        if site not in range(self._contents.size(container)):
            sites = self._contents.size(container)
            raise InputError(f"site {site!r} of container {container}: choose 0 to {sites - 1}")
        return site + sum(self._contents.size(before) for before in range(container))
