"""Growth: cells of a tiling with append-only sites, in flat arrays."""

from collections.abc import Callable, Iterable, Iterator
from operator import index
from typing import Self

import numpy as np

from topo import kernels
from topo.arrays import Floats, Ints
from topo.errors import InputError
from topo.incidence import Key
from topo.keytable import KeyTable, enlarged, read_only
from topo.shapes import shape_keys
from topo.tiling import Tiling, check_tiling

#: Keys are limited so that no sum or product of a kernel leaves 64 bits.
MAX_KEY = 2**28


class Growth:
    """The cells of a board: which there are, in which order they came, and who is beside whom.

    A cell gets the next site id when it is added and keeps it. A version is a position in the
    history of the board: the number of cells added so far.

    Parameters
    ----------
    tiling : Tiling
        What the cells are cells of.
    keys : iterable of (i, j, k), optional
        Cells to begin with.

    Raises
    ------
    InputError
        If `tiling` is no tiling, or a key is no cell of it or occurs twice.
    """

    def __init__(self, tiling: Tiling, keys: Iterable[Key] | Ints = ()) -> None:
        self.tiling = check_tiling(tiling)
        self._slots = tiling.slots
        self._planes = np.array(tiling.shape, dtype=np.int64).reshape(-1, 4)
        self._ids = KeyTable()
        self._step: Ints = np.empty((len(self._ids.keys), self._slots.count), dtype=np.int32)
        self._perimeter: Ints = np.empty(0, dtype=np.int64)
        self._perimeter_done = 0
        self.grow(keys)

    @classmethod
    def regular(cls, tiling: Tiling, dimension: int) -> Self:
        """Return the regular board of a dimension; its sites are row by row.

        Parameters
        ----------
        tiling : Tiling
            Any tiling.
        dimension : int
            Cells along a side, at least 1: d x d squares, a hexagon or a triangle of side d.

        Raises
        ------
        InputError
            If `tiling` is no tiling, or the dimension is not allowed.
        """
        return cls(tiling, shape_keys(tiling, dimension))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.tiling.name}, {len(self):,} cells>"

    def __len__(self) -> int:
        return self._ids.count

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self)))

    def __contains__(self, site: object) -> bool:
        return isinstance(site, int | np.integer) and bool(0 <= site < len(self))

    def copy(self) -> Self:
        """Return an independent board with the same sites."""
        twin = type(self)(self.tiling)
        twin._ids = self._ids.copy()
        twin._step = self._step.copy()
        return twin

    def __reduce__(self) -> tuple[type[Self], tuple[Tiling, Ints]]:
        """Pickle and copy the cells in order: all else follows from them."""
        return type(self), (self.tiling, self.keys)

    @property
    def version(self) -> int:
        """Position in the board's history; `shrink` goes back to it."""
        return self._ids.count

    @property
    def sites(self) -> Ints:
        """The sites on the board, shape ``(n,)``."""
        return np.arange(self._ids.count)

    @property
    def keys(self) -> Ints:
        """Lattice key of each site, int32, shape ``(n, 3)``, read-only."""
        return read_only(self._ids.keys[: self._ids.count])

    @property
    def step(self) -> Ints:
        """The neighbour of each site in each slot, or -1: int32, shape ``(n, S)``, read-only."""
        return read_only(self._step[: self._ids.count])

    @property
    def positions(self) -> Floats:
        """Centre of each cell in the plane, in edge lengths, shape ``(n, 2)``."""
        return self.tiling.plane(self.tiling.face_grid(self.keys))

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
            i, j, k = map(index, key)
        except (TypeError, ValueError):
            raise InputError(f"cell {key!r}: give a key (i, j, k) of whole numbers") from None
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
        try:
            number = index(site)
        except TypeError:
            number = -1
        if not 0 <= number < self._ids.count:
            allowed = f"choose 0 to {len(self) - 1}" if len(self) else "the board is empty"
            raise InputError(f"site {site!r} is not on the board: {allowed}")
        return number

    def grow(self, keys: Iterable[Key] | Ints) -> Ints:
        """Add cells and return their sites, in the order given.

        Parameters
        ----------
        keys : iterable of (i, j, k), or int array of shape (m, 3)
            Cells that are not on the board yet.

        Raises
        ------
        InputError
            If a cell is on the board already, is given twice, or is none of the tiling; the board
            is left as it was.
        """
        new = self._as_keys(keys)
        count = self._with_room(len(new), kernels.grow, new)
        if count < 0:
            key = tuple(new[-2 - count].tolist())
            raise InputError(f"cell {key} is on the board already: grow into cells that are not")
        return self._grown(count)

    def grow_around(self, site: int) -> Ints:
        """Add the cells adjacent to `site` that are missing; return their sites.

        Raises
        ------
        InputError
            If the site is not on the board.
        """
        site = self._checked(site)
        return self._grown(self._with_room(self._slots.count, kernels.grow_around, site))

    def grow_contour(self) -> Ints:
        """Add the contour: the ring of cells around the board, kept regular if the board is.

        Returns
        -------
        int array
            The new sites. A regular board of dimension d grows to d + 2 (square), d + 1
            (hexagonal) or d + 3 (triangular).
        """
        rim = self.perimeter
        room = (len(rim) + 1) * self._slots.count
        return self._grown(self._with_room(room, kernels.grow_contour, rim, self._planes))

    def shrink(self, version: int) -> None:
        """Go back to an earlier version: take away the cells added since.

        Raises
        ------
        InputError
            If there is no such version.
        """
        whole = isinstance(version, int | np.integer) and not isinstance(version, bool)
        if not whole or not 0 <= version <= self.version:
            raise InputError(f"version {version!r}: choose 0 to {self.version}")
        if version == self.version:
            return
        self._shrinking(int(version))
        if self._perimeter_done > version:
            beside = self._step[version : self._perimeter_done].ravel()
            exposed = np.concatenate((self._perimeter, beside[beside >= 0]))
            self._perimeter = np.unique(exposed[exposed < version])
            self._perimeter_done = version
        ids = self._ids
        kernels.unlink(ids.table, ids.keys, self._step, self._slots.link, ids.count, version)
        ids.count = int(version)

    def _shrinking(self, version: int) -> None:
        """Prepare what is derived from the cells for going back to `version`."""

    def on_perimeter(self, site: int) -> bool:
        """Tell whether a vertex of the cell is on the boundary of the board."""
        site = self._checked(site)
        return kernels.on_perimeter(self._ids.keys, self._step, self._slots.relation, site)

    @property
    def perimeter(self) -> Ints:
        """The cells with a vertex on the boundary, by site; kept up to date as the board grows."""
        # New cells, and old ones of the perimeter, are all that growth can change.
        candidates = np.concatenate((self._perimeter, np.arange(self._perimeter_done, len(self))))
        self._perimeter = kernels.perimeter(
            self._ids.keys, self._step, self._slots.relation, candidates
        )
        self._perimeter_done = len(self)
        return read_only(self._perimeter)

    def _with_room(self, room: int, kernel: Callable[..., int], *arguments: object) -> int:
        """Return what a kernel answers that adds cells, once there is room for `room` of them."""
        ids, slots = self._ids, self._slots
        while True:
            count = kernel(
                ids.table, ids.keys, self._step, slots.link, slots.relation, ids.count, *arguments
            )
            if count != kernels.NEED_ROOM:
                return count
            self._step = enlarged(self._step, ids.make_room(room), ids.count)

    def _grown(self, count: int) -> Ints:
        """Accept the cells up to `count` and return their sites."""
        new = np.arange(self._ids.count, count)
        self._ids.count = count
        return new

    def _as_keys(self, keys: Iterable[Key] | Ints) -> Ints:
        try:
            wide = np.asarray(keys if isinstance(keys, np.ndarray) else list(keys))
            if not wide.size:
                wide = np.empty((0, 3), dtype=np.int64)
            if wide.ndim != 2 or wide.shape[1] != 3 or wide.dtype.kind not in "iu":
                raise ValueError
        except (TypeError, ValueError):
            raise InputError(f"cells {keys!r}: give keys (i, j, k) of whole numbers") from None
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
