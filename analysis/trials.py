"""Observed trials: joined rows of all their states, and series of numbers by state.

Source of the eleven summaries of a game's series: Ludii's `MultiMetricFramework`. Unlike there, the
minimum is the minimum even if no number is below 0, and changes of direction are a share.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from boardless.jit.arrays import Floats, Ints
from boardless.play.observing import CURVE, MOST_AHEAD, ObservedGame
from boardless.state.engine.observing import (
    SEEN_ACTS,
    SEEN_CELLS,
    SEEN_DIFFERENT,
    SEEN_MOVER,
    SEEN_MOVES,
    SEEN_OWNED,
)

#: The ways, by the ends of the names of Ludii's concepts.
WAYS = (
    "Average", "Median", "Maximum", "Minimum", "Variance", "ChangeAverage", "ChangeSign",
    "ChangeLineBestFit", "ChangeNumTimes", "MaxIncrease", "MaxDecrease",
)  # fmt: skip


@dataclass(frozen=True, eq=False)
class Series:
    """Joined numbers of some games; game n has those from ``starts[n]`` to ``starts[n + 1]``."""

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

    def sums(self, values: Floats | None = None) -> Floats:
        """Return the sums by game, of the numbers themselves or of another value for each."""
        values = self.values if values is None else values
        return np.bincount(self.owners, values, minlength=len(self.counts)).astype(np.float64)

    def means(self, values: Floats | None = None) -> Floats:
        """Return the means by game, or 0 for a game without numbers."""
        return self.sums(values) / np.maximum(self.counts, 1)

    def _shares(self, values: Floats) -> Floats:
        """Return the sums by game over its numbers minus one; 0 for a game with fewer than two."""
        divisor = np.maximum(self.counts - 1, 1)
        return np.where(self.counts > 1, self.sums(values) / divisor, 0.0)

    def _extremes(self, values: Floats, which: np.ufunc) -> Floats:
        """Return the extremes by game, or 0 for a game without numbers."""
        extremes = np.zeros(len(self.counts))
        some = self.counts > 0
        if some.any():
            extremes[some] = which.reduceat(values, self.starts[:-1][some])
        return extremes

    def _with_zeros(self, values: Floats) -> Floats:
        """Return a value for each number, with 0 for the first of a game."""
        values[self.starts[:-1][self.counts > 0]] = 0.0
        return values

    def ways(self) -> dict[str, Floats]:
        """Return a number for each game by each of the `WAYS`."""
        changes = self._with_zeros(np.diff(self.values, prepend=self.values[:1]))
        signs, several = np.sign(changes), self.counts > 1
        before = self._with_zeros(np.concatenate(([0.0], signs[:-1])))
        # The places with a change between rise and fall.
        turns = (signs != 0) & (signs != before)
        mean = self.means()
        away = self.values - mean[self.owners]
        numbers = (
            mean,
            self._medians(),
            self._extremes(self.values, np.maximum),
            self._extremes(self.values, np.minimum),
            self.means(away**2),
            self._shares(changes),
            self._shares(signs),
            self._slopes(away),
            self._shares(turns.astype(np.float64)),
            np.where(several, self._extremes(changes, np.maximum), 0.0),
            np.where(several, self._extremes(changes, np.minimum), 0.0),
        )
        return dict(zip(WAYS, numbers, strict=True))

    def _medians(self) -> Floats:
        """Return the medians, the upper of two in the middle; 0 for a game with one number."""
        order = np.lexsort((self.values, self.owners))
        medians = np.zeros(len(self.counts))
        several = self.counts > 1
        medians[several] = self.values[order][(self.starts[:-1] + self.counts // 2)[several]]
        return medians

    def _slopes(self, away: Floats) -> Floats:
        """Return the slopes of the best lines, by least squares."""
        at = np.arange(len(self.values)) - self.starts[:-1][self.owners]
        from_middle = at - (self.counts - 1)[self.owners] / 2
        squares = self.sums(from_middle**2)
        slopes = self.sums(from_middle * away) / np.where(squares > 0, squares, 1)
        return np.where(squares > 0, slopes, 0.0)


@dataclass(frozen=True, eq=False)
class Trials:
    """Observed games; rows of unobserved states have -1 in place of cells."""

    game: Any  #: a `Game`, or one written in Python
    games: Sequence[ObservedGame]
    technique: str = ""
    agent: str = "random"
    seed: int = 0

    @cached_property
    def rows(self) -> Ints:
        """The rows of all states, see `ObservedGame`."""
        return np.concatenate([game.rows for game in self.games])

    @cached_property
    def lengths(self) -> Ints:
        """The number of states of each game."""
        return np.array([len(game.rows) for game in self.games])

    @cached_property
    def owners(self) -> Ints:
        """The game of each state."""
        return np.repeat(np.arange(len(self.games)), self.lengths)

    @cached_property
    def ends(self) -> Any:
        """For each state, whether it is the end of its game."""
        ends = np.zeros(len(self.rows), np.bool_)
        ends[np.cumsum(self.lengths) - 1] = True
        return ends

    @property
    def moved(self) -> Any:
        """For each state, whether a move was made in it."""
        return ~self.ends

    @cached_property
    def plies(self) -> Ints:
        """The number of each state in its game, from 0."""
        return np.arange(len(self.rows)) - (np.cumsum(self.lengths) - self.lengths)[self.owners]

    @property
    def seen(self) -> Any:
        """For each state, whether it was observed."""
        return self.rows[:, SEEN_CELLS] >= 0

    @property
    def sizes(self) -> Ints:
        """The places of each state, on the board and in hands."""
        held = np.array([game.held for game in self.games])
        sizes: Ints = self.rows[:, SEEN_CELLS] + held[self.owners]
        return sizes

    @property
    def chosen(self) -> Any:
        """For each state, whether a player had a choice; a forced pass is not a choice."""
        different = self.rows[:, SEEN_DIFFERENT]
        idle = (different <= 1) & (self.rows[:, SEEN_ACTS] == 0)
        return self.moved & (different > 0) & ~idle

    @cached_property
    def choices(self) -> Ints:
        """The number of legal moves of each state, at least one."""
        return np.maximum(self.rows[:, SEEN_MOVES], 1)

    @property
    def begins(self) -> Any:
        """For each state, whether the mover differs from the last one, or is the first."""
        movers = self.rows[:, SEEN_MOVER]
        changed = np.concatenate(([True], movers[1:] != movers[:-1]))
        return self.moved & (changed | (self.plies == 0))

    @cached_property
    def turns(self) -> Floats:
        """The turns of each game: runs of moves of one player."""
        counts = np.bincount(self.owners[self.begins], minlength=len(self.games))
        return counts.astype(np.float64)

    @cached_property
    def rewards(self) -> Floats:
        """The rewards, (games, players)."""
        return np.array([game.rewards for game in self.games])

    @cached_property
    def values(self) -> Floats:
        """The value of each state to each player, (states, players), at the end from the reward."""
        players = self.game.players
        owned = self.rows[:, SEEN_OWNED + 1 : SEEN_OWNED + 1 + players]
        ahead = 2 * owned - owned.sum(axis=1, keepdims=True)
        values: Floats = CURVE[np.clip(ahead, -MOST_AHEAD, MOST_AHEAD) + MOST_AHEAD]
        values[self.ends] = 2 * self.rewards - 1
        return values

    @cached_property
    def won(self) -> Any:
        """Whether a player's reward at the end of its game is the best, (states, players)."""
        return (self.rewards == self.rewards.max(axis=1, keepdims=True))[self.owners]

    def of_games(self, number: Callable[[ObservedGame], float]) -> Floats:
        """Return a number of each game."""
        return np.array([number(game) for game in self.games], np.float64)

    def of_states(self, field: str) -> Floats:
        """Return an array of `ObservedGame` for all states."""
        return np.concatenate([getattr(game, field) for game in self.games])

    def series(self, values: Any, chosen: Any = None) -> Series:
        """Return the numbers of states, of all or only the `chosen` ones."""
        values = np.asarray(values, np.float64)
        if chosen is not None:
            values = np.where(chosen, values, np.nan)
        return Series.of(values, self.owners, len(self.games))

    def column(self, column: int, chosen: Any = None) -> Series:
        """Return a column of the rows as a series."""
        return self.series(self.rows[:, column], chosen)
