"""Strategies of a user's own, as tests need them."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from boardless.jit.arrays import Ints
from boardless.state import Equipment, GrowingBoard
from boardless.strategies import Append, Remap, Replay, Technique, Zone
from boardless.strategies.technique import board_by_number
from boardless.topo import Board, Tiling
from boardless.topo.tilings.incidence import ADJACENT


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


@dataclass(frozen=True)
class Around(Still):
    """What `Zone` does, cell by cell in Python."""

    name: ClassVar[str] = "around"

    def __call__(self, board: Board, site: int) -> Ints:
        """Add the missing cells that share a vertex with a site."""
        slots, (i, j, k) = board.tiling.slots, board.key(site)
        new: list[int] = []
        for slot in np.flatnonzero(slots.relation[k] & ADJACENT).tolist():
            x, y, other, _ = slots.link[k, slot].tolist()
            if board.find((i + x, j + y, other)) < 0:
                new += board.grow([(i + x, j + y, other)]).tolist()
        return np.array(new, dtype=np.int64)


class Frozen(Zone):
    """Zones that do not grow: what inherits may do something else."""

    def __call__(self, board: Board, site: int) -> Ints:
        """Leave the board as it is."""
        return np.empty(0, dtype=np.int64)


class ByHand:
    """A technique that is made of the steps of a position alone."""

    name = "BY-HAND"

    def start(self, setup: Equipment) -> tuple[Board, int]:
        """Return the board of section 5.4."""
        return board_by_number(setup)

    def push(self, position: GrowingBoard, mover: int, rows: Ints) -> None:
        """Grow the board first, and make the move then."""
        version = position.board.version
        for site in position.placed(rows):
            position.extend(Around()(position.board, site))
        position.play(mover, rows)
        position.node.mark = version

    def pop(self, position: GrowingBoard) -> None:
        """Take both back."""
        position.go_back(position.node.mark)


OWN = Technique("OWN", Around(), Append())
OWN_MAP = Technique("OWN-MAP", Around(), Remap())
OWN_REPLAY = Technique("OWN-REPLAY", Around(), Replay())
