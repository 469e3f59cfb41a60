"""No growth at all: the fixed board of today's Ludii."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from boardless.state.engine.arrays import FIXED
from boardless.topo import Board, Tiling, tiling_of
from boardless.topo.kernels.arrays import Ints


@dataclass(frozen=True)
class Fixed:
    """A large board that never grows (BASE in the thesis).

    Parameters
    ----------
    dimension : int, optional
        Of the regular board to start from. By default Ludii's for boardless games: 41 for squares
        and triangles (1,681 cells), 21 for hexagons (1,261).
    """

    name: ClassVar[str] = "fixed"
    law: ClassVar[str] = "fixed"
    in_engine: ClassVar[int] = FIXED
    dimension: int | None = None

    def start(self, tiling: Tiling | str) -> Board:
        """Return the fixed board."""
        tiling = tiling_of(tiling)
        dimension = tiling.fixed_dimension if self.dimension is None else self.dimension
        return Board.regular(tiling, dimension)

    def __call__(self, board: Board, site: int) -> Ints:
        """Leave the board as it is; the site has to be on it."""
        board.key(site)
        return np.empty(0, dtype=np.int64)
