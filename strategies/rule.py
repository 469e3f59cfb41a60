"""Growth by the rules: the cells where a piece may be put, and no others."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from boardless.jit.arrays import Ints
from boardless.state import BOARD, Position, Setup
from boardless.topo import Board, InputError, Key, Tiling


@dataclass(frozen=True)
class Rule:
    """The board holds the tiles and the cells where any player might put one (section 7.3).

    A cell off the board counts as empty, so the neighbours of a cell decide whether it belongs to
    the board. ``Game.rule`` of `games` derives that from a game's own rules of moves.

    Parameters
    ----------
    allowed : callable
        Takes the prototile of an empty cell and the components around it, one for each slot of the
        tiling (0 for none), and tells whether some player may put a piece there, were it his turn.
        Nothing is allowed where all neighbours are empty.
    """

    allowed: Callable[[int, tuple[int, ...]], bool]

    @property
    def name(self) -> str:
        """Name of the strategy."""
        return "rule"

    @property
    def shrinks(self) -> bool:
        """Whether cells may leave the board: always."""
        return True

    def start(self, tiling: Tiling) -> Board:
        """Return the board without tiles: one cell, on which a game begins."""
        return Board.regular(tiling, 1)

    def __call__(self, board: Board, site: int) -> Ints:
        """Raise InputError: a board alone does not have the tiles on it."""
        raise InputError(f"growth by the rules at site {site!r}: only states of a game grow by it")

    def first(self, setup: Setup) -> Board:
        """Return the first board: the start tiles and the cells that they allow, row by row."""
        tiling, tiles = setup.tiling, dict(setup.start)
        empty = {cell for tile in tiles for cell in around(tiling, tile) if cell} - tiles.keys()
        allowed = [
            (i, j, k)
            for i, j, k in empty
            if self.allowed(
                k, tuple(tiles.get(c, 0) if c else 0 for c in around(tiling, (i, j, k)))
            )
        ]
        board = Board(tiling, [*tiles, *allowed])
        return Board(tiling, board.keys[board.numbering().sites])

    def follow(self, position: Position, placed: list[int], taken: list[int]) -> None:
        """Add and remove the cells that pieces placed on some sites, or taken, bring about.

        The anchor stays on a board without pieces, and comes back if it has left: the game goes on
        there. See `Follower.follow`.
        """
        contents, board = position.contents, position.board
        if contents.bare:
            position.add_anchor()
        what, anchor = contents.chunk(BOARD, "what"), contents.anchor
        # The anchor may have been left there when the board was bare.
        candidates = dict.fromkeys(map(board.key, {anchor} - {-1}))
        for site in placed + taken:
            key = board.key(site)
            candidates.update(dict.fromkeys(c for c in (*around(board.tiling, key), key) if c))
        came, gone = [], []
        for cell in candidates:
            site = board.find(cell)
            if site >= 0 and (what[site] or (contents.bare and site == anchor)):
                continue
            sites = [board.find(c) if c else -1 for c in around(board.tiling, cell)]
            allowed = self.allowed(cell[2], tuple(int(what[n]) if n >= 0 else 0 for n in sites))
            if allowed and site < 0:
                came.append(cell)
            elif not allowed and site >= 0:
                gone.append(site)
        if gone:
            position.leave(np.array(sorted(gone, reverse=True)))
        if came:
            position.extend(board.grow(came))


def around(tiling: Tiling, cell: Key) -> list[Key | None]:
    """Return the cell in every slot of a cell, None where the slot leads nowhere."""
    (i, j, k), slots = cell, tiling.slots
    return [
        (i + di, j + dj, other) if bits else None
        for (di, dj, other, _), bits in zip(
            slots.link[k].tolist(), slots.relation[k].tolist(), strict=True
        )
    ]
