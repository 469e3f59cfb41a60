"""The cells of a tiling that are on a board, in flat arrays: by site and by key."""

from collections.abc import Iterable, Iterator

import numpy as np

from boardless.topo.boards.key_table import KeyTable, read_only
from boardless.topo.errors import InputError
from boardless.topo.kernels import read_cells
from boardless.topo.kernels.arrays import Floats, Ints
from boardless.topo.kernels.lookup import GONE
from boardless.topo.tilings.incidence import Key
from boardless.topo.tilings.tiling import Tiling, check_tiling
from boardless.topo.whole import as_whole, shown

#: Keys are limited so that no sum or product of a kernel leaves 64 bits.
MAX_KEY = 2**28


class Cells:
    """Which cells there are, and who is beside whom; see `topo.boards.growth.Growth`.

    Parameters
    ----------
    tiling : Tiling
        What the cells are cells of.

    Raises
    ------
    InputError
        If `tiling` is no tiling.
    """

    def __init__(self, tiling: Tiling) -> None:
        self.tiling = check_tiling(tiling)
        self._slots = tiling.slots
        self._ids = KeyTable()
        self._step: Ints = np.empty((len(self._ids.keys), self._slots.count), dtype=np.int32)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.tiling.name}, {len(self):,} cells>"

    def __len__(self) -> int:
        return len(self._ids)

    def __iter__(self) -> Iterator[int]:
        return iter(self.sites.tolist())

    def __contains__(self, site: object) -> bool:
        return self._ids.has(site)

    @property
    def extent(self) -> int:
        """The number of sites up to the highest, of cells on the board or not."""
        return self._ids.count

    @property
    def sites(self) -> Ints:
        """The sites on the board in order, shape ``(n,)``."""
        return self._ids.ids

    @property
    def keys(self) -> Ints:
        """Lattice key by site, int32, shape ``(extent, 3)``, read-only.

        It is ``(0, 0, -1)`` where no cell has the site.
        """
        return read_only(self._ids.keys[: self._ids.count])

    @property
    def step(self) -> Ints:
        """The neighbour by site and slot, or -1: int32, shape ``(extent, S)``, read-only."""
        return read_only(self._step[: self._ids.count])

    @property
    def positions(self) -> Floats:
        """Centres in the plane by site, in edge lengths, shape ``(extent, 2)``; nan for no cell."""
        places = self.tiling.plane(self.tiling.face_grid(self.keys))
        places[self._ids.keys[: self._ids.count, 2] == GONE] = np.nan
        return places

    def key(self, site: int) -> Key:
        """Return the lattice key of a site."""
        i, j, k = self._ids.keys[self._checked(site)].tolist()
        return (i, j, k)

    def find(self, key: Key) -> int:
        """Return the site of a lattice key, or -1 when that cell is not on the board.

        Raises
        ------
        InputError
            If it is no key (i, j, k) of whole numbers.
        """
        try:
            i, j, k = map(as_whole, key)
        except (TypeError, ValueError):
            i = j = k = None
        if i is None or j is None or k is None:
            raise InputError(f"cell {shown(key)}: give a key (i, j, k) of whole numbers")
        return self._ids.find(i, j, k) if max(abs(i), abs(j), abs(k)) <= MAX_KEY else -1

    def site(self, key: Key) -> int:
        """Return the site of a lattice key.

        Raises
        ------
        InputError
            If that cell is not on the board, or it is no key.
        """
        found = self.find(key)
        if found < 0:
            raise InputError(f"cell {key} is not on the board of {len(self):,} cells")
        return found

    def _checked(self, site: int) -> int:
        number = as_whole(site)
        if (
            number is None
            or not 0 <= number < self._ids.count
            or (self._ids.freed and not self._ids.has(number))
        ):
            allowed = f"choose 0 to {self.extent - 1}" if len(self) else "the board is empty"
            if number is not None and 0 <= number < self.extent:
                allowed = "its cell has left"
            raise InputError(f"site {shown(site)} is not on the board: {allowed}")
        return number

    def isolated(self, marked: Ints, sites: Ints) -> Ints:
        """Return those of some sites that neither are marked nor share a vertex with one that is.

        Parameters
        ----------
        marked : int array of shape (extent,)
            Not 0 where a site is marked.
        sites : int array
            Sites on the board.
        """
        return read_cells.isolated(self._ids.keys, self._step, self._slots.relation, marked, sites)

    def on_perimeter(self, site: int) -> bool:
        """Tell whether a vertex of the cell is on the boundary of the board."""
        site = self._checked(site)
        return read_cells.on_perimeter(self._ids.keys, self._step, self._slots.relation, site)

    def _as_keys(self, keys: Iterable[Key] | Ints) -> Ints:
        try:
            wide = np.asarray(keys if isinstance(keys, np.ndarray) else list(keys))
            if not wide.size:
                wide = np.empty((0, 3), dtype=np.int64)
            if wide.ndim != 2 or wide.shape[1] != 3 or wide.dtype.kind not in "iu":
                raise ValueError
        except (TypeError, ValueError):
            raise InputError(f"cells {shown(keys)}: give keys (i, j, k) of whole numbers") from None
        prototiles = len(self.tiling.faces)
        bad = (
            (abs(wide[:, :2]) > MAX_KEY).any(axis=1) | (wide[:, 2] < 0) | (wide[:, 2] >= prototiles)
        )
        if bad.any():
            key = tuple(wide[bad][0].tolist())
            raise InputError(
                f"cell {key} is none of the {self.tiling.name} tiling: "
                f"i and j from -{MAX_KEY} to {MAX_KEY}, k from 0 to {prototiles - 1}"
            )
        return wide.astype(np.int32)
