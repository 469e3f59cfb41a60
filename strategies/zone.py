"""Zone growth: only the cells around the move."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from boardless.state import BOARD, Position
from boardless.state.engine.arrays import ZONE
from boardless.topo import Board, Tiling
from boardless.topo.kernels.arrays import Ints


@dataclass(frozen=True)
class Zone:
    """A move adds the cells that share a vertex with it and are missing (section 5.2, ZONE).

    The cost is that of the cells added, whatever the size of the board.

    Parameters
    ----------
    dimension : int, default 1
        Of the regular board to start from.
    shrink : bool, default False
        Whether cells leave the board that are out of reach once a tile has been taken or moved
        (section 7.7).
    """

    law: ClassVar[str] = "zone"
    dimension: int = 1
    shrink: bool = False

    @property
    def name(self) -> str:
        """What it is called."""
        return "zone-shrink" if self.shrink else "zone"

    @property
    def in_engine(self) -> int | None:
        """What it is in the engine, which does not shrink boards."""
        return None if self.shrink else ZONE

    @property
    def shrinks(self) -> bool:
        """Whether cells may leave the board."""
        return self.shrink

    def start(self, tiling: Tiling | str) -> Board:
        """Return the board to start from."""
        return Board.regular(tiling, self.dimension)

    def __call__(self, board: Board, site: int) -> Ints:
        """Grow `board` for a tile placed on `site`; return the new sites, clockwise from north."""
        return board.grow_around(site)

    def follow(self, position: Position, placed: list[int], taken: list[int]) -> None:
        """Grow around what a move has placed; then cells leave that are out of reach of tiles.

        The anchor stays on a board without pieces, and comes back if it has left: the game goes on
        there.

        Parameters
        ----------
        position : Position
            The move has been made on it.
        placed, taken : list of int
            The sites of the board on which it put pieces, and from which it took some.
        """
        for site in placed:
            position.extend(self(position.board, site))
        if not self.shrink or not taken:
            return
        contents = position.contents
        if contents.bare:
            position.add_anchor()
        tiles = contents.chunk(BOARD, "what")
        gone = self.beyond(position.board, tiles, taken if position.pruned else None)
        if contents.bare:
            gone = gone[gone != contents.anchor]
        position.leave(gone)
        position.pruned = True

    def beyond(self, board: Board, tiles: Ints, taken: Iterable[int] | None = None) -> Ints:
        """Return the cells that are out of reach: no tile is on them or shares a vertex with them.

        Parameters
        ----------
        board : Board
            As it is.
        tiles : int array of shape (extent,)
            Not 0 where a tile stands, by site.
        taken : iterable of int, optional
            Sites that have just lost their tiles, if nothing else was out of reach before: only
            around them is then looked. By default everywhere.

        Returns
        -------
        int array
            From the highest site to the lowest, so that the lowest is used first when it is freed.
        """
        near = set(board)
        if taken is not None:
            near = {near for site in taken for near in (site, *board.neighbours(site).tolist())}
        return board.isolated(tiles, np.array(sorted(near, reverse=True), dtype=np.int64))
