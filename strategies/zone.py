"""Zone growth: only the cells around the move."""

from dataclasses import dataclass
from typing import ClassVar

from topo import Board, Tiling
from topo.arrays import Ints


@dataclass(frozen=True)
class Zone:
    """A move adds the cells that share a vertex with it and are missing (section 5.2, ZONE).

    The cost is that of the cells added, whatever the size of the board.

    Parameters
    ----------
    dimension : int, default 1
        Of the regular board to start from.
    """

    name: ClassVar[str] = "zone"
    dimension: int = 1

    def start(self, tiling: Tiling) -> Board:
        """Return the board to start from."""
        return Board.regular(tiling, self.dimension)

    def __call__(self, board: Board, site: int) -> Ints:
        """Grow `board` for a tile placed on `site`; return the new sites, clockwise from north."""
        return board.grow_around(site)
