"""The row-by-row numbering of Ludii and the thesis, and its changes by growth.

Sites keep their ids while a board grows; indices do not. A numbering is a view of one version of a
board: sites sorted by row from the bottom, and from left to right within a row.
"""

from dataclasses import dataclass

import numpy as np

from boardless.jit.arrays import Ints


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
