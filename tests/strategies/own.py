"""Strategies of a user's own, as tests need them."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from boardless.topo import Board, Tiling
from boardless.topo.kernels.arrays import Ints


@dataclass(frozen=True)
class Crosses:
    """A move adds the cells that share an edge with it."""

    name: ClassVar[str] = "crosses"

    def start(self, tiling: Tiling) -> Board:
        """Return one cell."""
        return Board.regular(tiling, 1)

    def __call__(self, board: Board, site: int) -> Ints:
        """Add the missing cells beside a site."""
        whole = Board(board.tiling, [board.key(site)])
        whole.grow_around(0)
        beside = [whole.key(other) for other in whole.neighbours(0, "orthogonal").tolist()]
        return board.grow([key for key in beside if board.find(key) < 0])


@dataclass(frozen=True)
class Still:
    """No move adds anything."""

    name: ClassVar[str] = "still"

    def start(self, tiling: Tiling) -> Board:
        """Return a few cells."""
        return Board.regular(tiling, 2)

    def __call__(self, board: Board, site: int) -> Ints:
        """Leave the board as it is."""
        return np.empty(0, dtype=np.int64)


@dataclass(frozen=True)
class Zones(Crosses):
    """Zone growth under another name, which says so."""

    law: ClassVar[str] = "zone"

    def __call__(self, board: Board, site: int) -> Ints:
        """Add the missing cells around a site."""
        return board.grow_around(site)


CROSSES = Crosses()
