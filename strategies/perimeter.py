"""Contour growth: the whole board gets a new ring."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from boardless.state.engine.arrays import CONTOUR
from boardless.topo import Board, Tiling
from boardless.topo.kernels.arrays import Ints


@dataclass(frozen=True)
class Perimeter:
    """A move on the perimeter adds the contour around the whole board (section 5.1, PERI).

    A regular board stays regular: its dimension grows by 2 (square), 1 (hexagonal) or 3
    (triangular); on other tilings by 1, a ring of cells that touch the board. The cost is
    that of the perimeter.

    Parameters
    ----------
    dimension : int, default 1
        Of the regular board to start from.
    """

    name: ClassVar[str] = "perimeter"
    law: ClassVar[str] = "perimeter"
    in_engine: ClassVar[int] = CONTOUR
    dimension: int = 1

    def start(self, tiling: Tiling | str) -> Board:
        """Return the board to start from."""
        return Board.regular(tiling, self.dimension)

    def __call__(self, board: Board, site: int) -> Ints:
        """Grow `board` for a tile placed on `site`; return the new sites, row by row."""
        if board.on_perimeter(site):
            return board.grow_contour()
        return np.empty(0, dtype=np.int64)
