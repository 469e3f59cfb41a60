"""Numbers of every state of some games, and what is made of them: means, extremes, changes.

Source of the eleven ways to make one number of a game's: Ludii's `MultiMetricFramework`. Unlike
there the least is the least although no number is below 0, and changes of direction are a share.
"""

from dataclasses import dataclass

import numpy as np

from boardless.jit.arrays import Floats, Ints

#: The ways, by the ends of the names of Ludii's concepts.
WAYS = (
    "Average", "Median", "Maximum", "Minimum", "Variance", "ChangeAverage", "ChangeSign",
    "ChangeLineBestFit", "ChangeNumTimes", "MaxIncrease", "MaxDecrease",
)  # fmt: skip


@dataclass(frozen=True, eq=False)
class Series:
    """Numbers of some games on end: those of game n from ``starts[n]`` to ``starts[n + 1]``."""

    values: Floats
    starts: Ints

    @classmethod
    def of(cls, values: Floats, owners: Ints, games: int) -> "Series":
        """Return the numbers that are not nan, each with the number of its game, in order."""
        known = ~np.isnan(values)
        counts = np.bincount(owners[known], minlength=games)
        return cls(values[known].astype(np.float64), np.concatenate(([0], np.cumsum(counts))))

    @property
    def counts(self) -> Ints:
        """The number of numbers of each game."""
        return np.diff(self.starts)

    @property
    def owners(self) -> Ints:
        """The game of each number."""
        return np.repeat(np.arange(len(self.counts)), self.counts)

    def sums(self, values: Floats) -> Floats:
        """Return the sum, by game, of something for each number."""
        return np.bincount(self.owners, values, minlength=len(self.counts)).astype(np.float64)

    def means(self, values: Floats | None = None) -> Floats:
        """Return the means by game, 0 for one without numbers."""
        return self.sums(self.values if values is None else values) / np.maximum(self.counts, 1)

    def shares(self, values: Floats | None = None) -> Floats:
        """Return the sums by game over one less than its numbers; 0 for one with fewer than two."""
        found = self.sums(self.values if values is None else values)
        return np.where(self.counts > 1, found / np.maximum(self.counts - 1, 1), 0.0)

    def _extremes(self, values: Floats, which: np.ufunc) -> Floats:
        """Return the extremes by game; 0 for one without numbers."""
        found = np.zeros(len(self.counts))
        some = self.counts > 0
        if some.any():
            found[some] = which.reduceat(values, self.starts[:-1][some])
        return found

    @property
    def _changes(self) -> Floats:
        """The change of each number since the one before it; 0 for the first of a game."""
        changes = np.diff(self.values, prepend=self.values[:1])
        changes[self.starts[:-1][self.counts > 0]] = 0.0
        return changes

    def ways(self) -> dict[str, Floats]:
        """Return a number for each game by each of the `WAYS`."""
        changes, several = self._changes, self.counts > 1
        mean = self.means()
        variance = self.means((self.values - mean[self.owners]) ** 2)
        return {
            "Average": mean,
            "Median": self._medians(),
            "Maximum": self._extremes(self.values, np.maximum),
            "Minimum": self._extremes(self.values, np.minimum),
            "Variance": variance,
            "ChangeAverage": self.shares(changes),
            "ChangeSign": self.shares(np.sign(changes)),
            "ChangeLineBestFit": self._slopes(mean),
            "ChangeNumTimes": self.shares(self._turnings(changes)),
            "MaxIncrease": np.where(several, self._extremes(changes, np.maximum), 0.0),
            "MaxDecrease": np.where(several, self._extremes(changes, np.minimum), 0.0),
        }

    def _medians(self) -> Floats:
        """Return the medians, of two in the middle the upper one; 0 for a game with one number."""
        order = np.lexsort((self.values, self.owners))
        found = np.zeros(len(self.counts))
        several = self.counts > 1
        middle = (self.starts[:-1] + self.counts // 2)[several]
        found[several] = self.values[order][middle]
        return found

    def _slopes(self, mean: Floats) -> Floats:
        """Return the slopes of the lines that fit best, by least squares."""
        at = np.arange(len(self.values)) - self.starts[:-1][self.owners]
        away = at - (self.counts - 1)[self.owners] / 2
        squares = self.sums(away**2)
        found = self.sums(away * (self.values - mean[self.owners]))
        return np.where(squares > 0, found / np.where(squares > 0, squares, 1), 0.0)

    def _turnings(self, changes: Floats) -> Floats:
        """Return 1 where numbers begin to rise or to fall, else 0."""
        ways = np.sign(changes)
        before = np.concatenate(([0.0], ways[:-1]))
        before[self.starts[:-1][self.counts > 0]] = 0.0
        found: Floats = ((ways != 0) & (ways != before)).astype(np.float64)
        return found
