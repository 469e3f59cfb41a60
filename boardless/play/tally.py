"""Tallies of playouts: how games ended and how long they took, and how fast they were played."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from math import sqrt

import numpy as np

from boardless.jit.arrays import Ints


@dataclass(frozen=True)
class Tally:
    """Counts of playouts; tallies of different playouts add up.

    Attributes
    ----------
    playouts, moves : int
        Number of playouts, and of moves in all of them; start tiles do not count.
    wins : tuple of int
        Draws, then the wins of each player.
    lengths : tuple of int
        Playouts of n moves, at place n.
    cells : tuple of int
        Playouts that ended on a board of n cells, at place n.
    scores : tuple of (int, int)
        Of a game of one player that counts scores: each score at the end, in order, and the number
        of playouts that ended with it. Of other games, and of playouts kept in a store, there are
        none.
    """

    playouts: int
    moves: int
    wins: tuple[int, ...]
    lengths: tuple[int, ...]
    cells: tuple[int, ...]
    scores: tuple[tuple[int, int], ...] = ()

    @classmethod
    def of(
        cls, winners: Ints, plies: Ints, cells: Ints, players: int, scores: Iterable[int] = ()
    ) -> "Tally":
        """Return the tally of playouts with these winners, moves, cells and scores at the end."""
        return cls(
            len(winners),
            int(plies.sum(dtype=np.int64)),
            tuple(np.bincount(winners, minlength=players + 1).tolist()),
            tuple(np.bincount(plies).tolist()),
            tuple(np.bincount(cells).tolist()),
            tuple(sorted(Counter(scores).items())),
        )

    @classmethod
    def of_games(
        cls, ended: Sequence[tuple[int, int, int]], players: int, scores: Iterable[int] = ()
    ) -> "Tally":
        """Return the tally of some games, each with winner, moves, and cells at the end."""
        winners, plies, cells = np.array(ended, dtype=np.int64).T
        return cls.of(winners, plies, cells, players, scores)

    def __repr__(self) -> str:
        return f"<Tally {self._told()}>"

    def _told(self) -> str:
        """Return how many playouts there were, and how they ended."""
        drawn, *won = self.wins
        ends = [f"{drawn:,} drawn" if won[1:] else f"{drawn:,} lost"] if drawn or not won else []
        ends += [
            f"{count:,} won by player {player}" for player, count in enumerate(won, 1) if count
        ]
        return ", ".join([f"{self.playouts:,} playouts", f"{self.moves:,} moves", *ends])

    @property
    def points(self) -> dict[str, float] | None:
        """Mean, standard deviation, least and most of the scores; None without scores."""
        if not self.scores:
            return None
        games = sum(count for _, count in self.scores)
        mean = sum(score * count for score, count in self.scores) / games
        square = sum((score - mean) ** 2 * count for score, count in self.scores) / games
        ends = {"min": self.scores[0][0], "max": self.scores[-1][0]}
        return {"mean": mean, "sd": sqrt(square), **ends}

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.playouts + other.playouts,
            self.moves + other.moves,
            _added(self.wins, other.wins),
            _added(self.lengths, other.lengths),
            _added(self.cells, other.cells),
            tuple(sorted((Counter(dict(self.scores)) + Counter(dict(other.scores))).items())),
        )


def alone(scores: tuple[int, ...] | None) -> tuple[int, ...]:
    """Return the score of a lone player; () with more players or without scores."""
    return scores if scores is not None and len(scores) == 1 else ()


def _added(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(n + m for n, m in zip_longest(a, b, fillvalue=0))


@dataclass(frozen=True)
class Run:
    """Playouts and the time they took.

    Attributes
    ----------
    game, tiling, technique : str
        What was played.
    seed : int
        Where the random numbers came from.
    tally : Tally
        What came out; it does not depend on the machine.
    seconds : float
        How long it took, compiling left out.
    """

    game: str
    tiling: str
    technique: str
    seed: int
    tally: Tally
    seconds: float

    def __repr__(self) -> str:
        played = f"{self.game} {self.tiling} {self.technique}"
        return f"<Run {played}, seed {self.seed}: {self.tally._told()}, {self.seconds:.3g} s>"

    def _repr_html_(self) -> str:
        """Return the run as a table, for a notebook."""
        import pandas as pd  # takes a while

        return pd.Series(self.record(), name="").to_frame().to_html(header=False)

    @property
    def playouts_per_s(self) -> float:
        """Playouts per second."""
        return self.tally.playouts / self.seconds

    @property
    def moves_per_s(self) -> float:
        """Moves per second."""
        return self.tally.moves / self.seconds

    def record(self) -> dict[str, object]:
        """Return the run as the command line prints it in JSON."""
        return {
            "game": self.game,
            "tiling": self.tiling,
            "technique": self.technique,
            "playouts": self.tally.playouts,
            "moves": self.tally.moves,
            "seconds": self.seconds,
            "playouts_per_s": self.playouts_per_s,
            "moves_per_s": self.moves_per_s,
            "wins": {str(player): count for player, count in enumerate(self.tally.wins)},
            "points": self.tally.points,
        }
