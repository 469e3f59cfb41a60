"""The row-by-row numbering of Ludii and the thesis, and its changes by growth.

Sites keep their ids while a board grows; indices do not. A numbering is a view of one version of a
board: sites sorted by row from the bottom, and from left to right within a row.

Regular boards of any dimension are numbered in this way, and the thesis's closed forms (5.1) to
(5.6) give their growth by a contour.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np

from boardless.jit.arrays import Ints
from boardless.topo.tilings.incidence import ADJACENT, Key
from boardless.topo.tilings.named import HEXAGONAL, SQUARE, TRIANGULAR, is_regular, tiling_of
from boardless.topo.tilings.tiling import MAX_DIMENSION, Tiling
from boardless.util.inputs import InputError, integer_between


def row_order(grid: Ints) -> Ints:
    """Return the order of grid points, (n, 2), by row from the bottom, then left to right."""
    return np.lexsort((grid[:, 0], grid[:, 1]))


@dataclass(frozen=True, eq=False)
class Numbering:
    """Indices row by row.

    Parameters
    ----------
    sites : int array of shape (n,)
        The site at each index.
    rows : int array of shape (n,)
        Its row, counted from 0 at the bottom.
    """

    sites: Ints
    rows: Ints

    @classmethod
    def of(cls, grid: Ints, of_points: Ints | None = None) -> "Numbering":
        """Return a numbering of the points `grid`, shape (n, 2), of the sites `of_points`."""
        order = row_order(grid)
        heights = grid[order, 1]
        sites = order if of_points is None else of_points[order]
        rows = np.zeros(len(sites), dtype=np.int64)
        rows[1:] = np.cumsum(np.diff(heights) > 0)
        for array in (sites, rows):
            array.flags.writeable = False
        return cls(sites, rows)

    def __repr__(self) -> str:
        return f"<Numbering {len(self):,} sites in {len(self.by_row):,} rows>"

    def __len__(self) -> int:
        return len(self.sites)

    @property
    def by_row(self) -> list[Ints]:
        """The sites of each row, from the bottom, left to right."""
        starts = np.flatnonzero(np.diff(self.rows, prepend=-1))
        return np.split(self.sites, starts)[1:]

    @property
    def index(self) -> Ints:
        """The index by site, -1 for absent sites, shape ``(highest site + 1,)``."""
        index = np.full(self.sites.max(initial=-1) + 1, -1, dtype=np.int64)
        index[self.sites] = np.arange(len(self.sites))
        return index

    def mapping(self, grown: "Numbering") -> Ints:
        """Return the index of each index in the numbering of a grown board, shape ``(n,)``.

        The grown board, without removals, is walked in order, and every old index grows by the
        number of new cells so far, as section 5.2 of the thesis describes.
        """
        old = np.isin(grown.sites, self.sites)
        new_cells = np.cumsum(~old)
        return np.arange(len(self.sites)) + new_cells[old]


#: No more cells than this on boards made of rings, which have more cells a dimension.
MAX_CELLS = 20_000_000


def check_dimension(dimension: int) -> int:
    """Return `dimension`; raise InputError if it is not an integer from 1 to MAX_DIMENSION."""
    return integer_between(dimension, "dimension", 1, MAX_DIMENSION)


def shape_keys(tiling: Tiling | str, dimension: int) -> Ints:
    """Return the cells of the regular board of a dimension, row by row.

    The dimension counts the cells along a side of the square, hexagon or triangle. On other tilings
    it is one more than the number of rings around one cell, the last prototile.

    Parameters
    ----------
    tiling : Tiling or str
        The tiling, or its name.
    dimension : int
        The dimension of the board.

    Returns
    -------
    int32 array of shape (n, 3)
        Lattice keys, sorted by row from the bottom and from left to right.

    Raises
    ------
    InputError
        If the tiling is unknown, the dimension is not an integer from 1 to MAX_DIMENSION, or the
        board is made of rings and has more than MAX_CELLS cells.
    """
    tiling = tiling_of(tiling)
    reach = check_dimension(dimension) - 1
    keys = _within_shape(tiling, reach) if tiling.shape else _within_rings(tiling, reach)
    return keys[row_order(tiling.face_grid(keys))]


def _within_shape(tiling: Tiling, reach: int) -> Ints:
    planes = np.array(tiling.shape, dtype=np.int64)
    limits = planes[:, 3] * reach
    rows = []
    # No regular shape reaches further than two sides from its first cell; a line of the lattice
    # at a time, so that memory follows the board.
    prototiles = range(len(tiling.faces))
    line = np.array([(i, 0, k) for i in range(-reach, 2 * reach + 1) for k in prototiles])
    for j in range(2 * reach + 1):
        line[:, 1] = j
        inside = (line @ planes[:, :3].T <= limits).all(axis=1)
        rows.append(line[inside].astype(np.int32))
    return np.concatenate(rows)


def _within_rings(tiling: Tiling, reach: int) -> Ints:
    near_rings: list[Ints] = []
    for ring in islice(rings(tiling, (0, 0, len(tiling.faces) - 1)), reach + 1):
        near_rings.append(ring)
        if sum(map(len, near_rings)) > MAX_CELLS:
            raise InputError(
                f"dimension {reach + 1}: {tiling.name} boards have at most {MAX_CELLS:,} cells, "
                f"choose at most {len(near_rings) - 1}"
            )
    return np.concatenate(near_rings)


def rings(tiling: Tiling, key: Key) -> Iterator[Ints]:
    """Yield a cell, then ring after ring of cells around it, as keys of shape (n, 3)."""
    slots = tiling.slots
    adjacent = [slots.link[k, row & ADJACENT > 0, :3] for k, row in enumerate(slots.relation)]
    before, ring = np.empty((0, 3), dtype=np.int32), np.array([key], dtype=np.int32)
    while True:
        yield ring
        inside = np.concatenate((before, ring))
        touched = [
            np.concatenate([ring[ring[:, 2] == k] * (1, 1, 0) + step for step in steps])
            for k, steps in enumerate(adjacent)
        ]
        # The cells that touch a ring and are not in it or in the one before are the next ring.
        cells, first = np.unique(np.concatenate((inside, *touched)), axis=0, return_index=True)
        before, ring = ring, cells[first >= len(inside)].astype(np.int32)


#: The growth of the dimension of a regular board with one contour.
CONTOUR_STEP = {SQUARE.name: 2, HEXAGONAL.name: 1, TRIANGULAR.name: 3}


def contour_added(tiling: Tiling | str, d: int) -> int:
    """Return the number of cells in a contour: (5.1) squares, (5.3) hexagons, (5.5) triangles.

    Parameters
    ----------
    tiling : Tiling or str
        The tiling, or its name. A regular one.
    d : int
        The dimension of the board that the contour goes around.

    Returns
    -------
    int
        The number of new cells.

    Raises
    ------
    InputError
        If `d` is not a dimension, or the tiling is not regular.
    """
    name, d = _checked(tiling, d)
    return {SQUARE.name: 4 * d + 4, HEXAGONAL.name: 6 * d, TRIANGULAR.name: 6 * d + 9}[name]


def contour_index(tiling: Tiling | str, d: int, index: Ints | int, row: Ints | int) -> Ints | int:
    """Return the index, after a contour, of the cell of an index and a row.

    (5.2) squares, (5.4) hexagons, (5.6) triangles; works on arrays too. Rows count from 0 at the
    bottom; a strip of triangles is two rows.

    Parameters
    ----------
    tiling : Tiling or str
        The tiling, or its name. A regular one.
    d : int
        The dimension of the board before the contour.
    index, row : int or array
        The index of the cell on that board, and its row.

    Returns
    -------
    int or array
        The index on the board with the contour, of the shape of `index`.

    Raises
    ------
    InputError
        If `d` is not a dimension, or the tiling is not regular.
    """
    name, d = _checked(tiling, d)
    first = {SQUARE.name: d + 3, HEXAGONAL.name: d + 2, TRIANGULAR.name: 2 * d + 6}[name]
    return index + first + 2 * row


def _checked(tiling: Tiling | str, d: int) -> tuple[str, int]:
    tiling = tiling_of(tiling)
    if not is_regular(tiling):
        raise InputError(f"{tiling!r}: laws are known for {', '.join(CONTOUR_STEP)}")
    return tiling.name, check_dimension(d)
