"""What came out of playouts, counted."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from boardless.topo.kernels.arrays import Ints


@dataclass(frozen=True)
class Tally:
    """Counts of playouts; tallies of different playouts add up.

    Attributes
    ----------
    playouts, moves : int
        How many there were, and moves in all of them; start tiles are no moves.
    wins : tuple of int
        Draws, then the wins of each player.
    lengths : tuple of int
        Playouts of n moves, at place n.
    cells : tuple of int
        Playouts that ended on a board of n cells, at place n.
    """

    playouts: int
    moves: int
    wins: tuple[int, ...]
    lengths: tuple[int, ...]
    cells: tuple[int, ...]

    @classmethod
    def of(cls, winners: Ints, plies: Ints, cells: Ints, players: int) -> "Tally":
        """Return the tally of playouts with these winners, moves and cells at the end."""
        return cls(
            len(winners),
            int(plies.sum(dtype=np.int64)),
            tuple(np.bincount(winners, minlength=players + 1).tolist()),
            tuple(np.bincount(plies).tolist()),
            tuple(np.bincount(cells).tolist()),
        )

    @classmethod
    def of_games(cls, ended: Sequence[tuple[int, int, int]], players: int) -> "Tally":
        """Return the tally of some games, each with winner, moves, and cells at the end."""
        winners, plies, cells = np.array(ended, dtype=np.int64).T
        return cls.of(winners, plies, cells, players)

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.playouts + other.playouts,
            self.moves + other.moves,
            _added(self.wins, other.wins),
            _added(self.lengths, other.lengths),
            _added(self.cells, other.cells),
        )


def _added(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
    longer, shorter = (a, b) if len(a) >= len(b) else (b, a)
    return tuple(n + m for n, m in zip(longer, shorter, strict=False)) + longer[len(shorter) :]
