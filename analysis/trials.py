"""Observed trials: joined rows of all their states, series of numbers by state, and metrics.

Source of the eleven summaries of a game's series: Ludii's `MultiMetricFramework`. Unlike there, the
minimum is the minimum even if no number is below 0, and changes of direction are a share.
`analysis.definitions` enters the program's metrics; a user's module can enter others.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias, TypeVar, get_args

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
#: A number of a row that is unknown: the state was not observed, or steps do not tell it.
UNKNOWN = int(np.iinfo(np.int64).min)


class NotMeasuredError(Exception):
    """The games lack the numbers that a metric needs."""


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
        """Set the value of each game's first number to 0, and return the values."""
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
    """Observed games, whose rows have `UNKNOWN` in place of unknown numbers."""

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
        return self.rows[:, SEEN_CELLS] != UNKNOWN

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
        return np.maximum(self.numbers(SEEN_MOVES), 1)

    @property
    def begins(self) -> Any:
        """For each state, whether a turn begins: the mover is new or the first of the game."""
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
        owned = self.numbers(slice(SEEN_OWNED + 1, SEEN_OWNED + 1 + players))
        ahead = 2 * owned - owned.sum(axis=1, keepdims=True)
        values: Floats = CURVE[np.clip(ahead, -MOST_AHEAD, MOST_AHEAD) + MOST_AHEAD]
        values[self.ends] = 2 * self.rewards - 1
        return values

    @cached_property
    def won(self) -> Any:
        """Whether a player's reward at the end of its game is the best, (states, players)."""
        return (self.rewards == self.rewards.max(axis=1, keepdims=True))[self.owners]

    def _known(self, field: str) -> list[Any]:
        values = [getattr(game, field) for game in self.games]
        if any(value is None for value in values):
            raise NotMeasuredError(f"{field}: unknown of some games")
        return values

    def of_games(self, field: str) -> Floats:
        """Return a field of `ObservedGame` of each game; NotMeasuredError if one lacks it."""
        return np.array(self._known(field), np.float64)

    def of_states(self, field: str) -> Floats:
        """Return an array of `ObservedGame` for all states; NotMeasuredError if a game lacks it."""
        return np.concatenate(self._known(field))

    def numbers(self, columns: int | slice, chosen: Any = slice(None)) -> Ints:
        """Return columns of the rows; NotMeasuredError if they are unknown of a `chosen` state."""
        numbers = self.rows[:, columns]
        if (numbers[chosen] == UNKNOWN).any():
            raise NotMeasuredError(f"column {columns} of rows: unknown of some states")
        return numbers

    def series(self, values: Any, chosen: Any = None) -> Series:
        """Return the numbers of states, of all or only the `chosen` ones."""
        values = np.asarray(values, np.float64)
        if chosen is not None:
            values = np.where(chosen, values, np.nan)
        return Series.of(values, self.owners, len(self.games))

    def column(self, column: int, chosen: Any = None) -> Series:
        """Return a column of the rows as a series; see `numbers`."""
        every = slice(None) if chosen is None else chosen
        return self.series(self.numbers(column, every), chosen)


#: Sources of definitions: Ludii's `Evaluation/src/metrics`, section 4.1 of the paper on TAG, ours.
LUDII, TAG, OURS = "Ludii", "TAG", "ours"


@dataclass(frozen=True, eq=False)
class Pooled:
    """Numbers of all games, their common statistic, and its bounds."""

    values: Floats
    statistic: Callable[[Floats], float]
    low: float = 0.0
    high: float = 1.0


Measured: TypeAlias = Floats | Series | Pooled | None


_Measure: TypeAlias = Callable[[Trials], Measured]
F = TypeVar("F", bound=_Measure)


@dataclass(frozen=True)
class Metric:
    """A metric of games.

    Attributes
    ----------
    name : str
        Ludii's name if it has the metric.
    unit : str
        The unit of its numbers; "share of games" for numbers of each game from 0 to 1.
    source : str
        `LUDII`, `TAG` or `OURS`.
    better : str
        "more" or "less" if it says something about a game's quality.
    title : str
        The words of pages, by default the name.
    measure : callable
        Returns the numbers of some trials. A NotMeasuredError says that the games lack the numbers
        that it needs.
    """

    name: str
    unit: str
    source: str
    better: str
    title: str
    measure: _Measure

    @property
    def definition(self) -> str:
        """The definition in words."""
        return str(self.measure.__doc__)

    @property
    def entry(self) -> tuple[str, ...]:
        """The keys that lead to the mean in a record of `measure`; a share's entry is the mean."""
        return (self.name,) if self.unit.startswith("share") else (self.name, "mean")

    def numbers(self, trials: Trials) -> Floats:
        """Return all numbers of some trials of any game."""
        measured = self.measure(trials)
        if isinstance(measured, Series | Pooled):
            return measured.values
        return np.zeros(0) if measured is None else measured

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its numbers: one, or for a series one for each way."""
        returned = self.measure.__annotations__["return"]
        if Series not in (get_args(returned) or (returned,)):
            return (self.name,)
        return tuple(_ODD_NAMES.get(self.name + way, self.name + way) for way in WAYS)


#: Names of Ludii's concepts that differ from the metric and the way.
_ODD_NAMES = {
    "BranchingFactorChangeNumTimes": "BranchingFactorChangeNumTimesn",
    "BranchingFactorMaxIncrease": "BranchingFactorChangeMaxIncrease",
    "BranchingFactorMaxDecrease": "BranchingFactorChangeMaxDecrease",
}
#: All metrics by their names.
METRICS: dict[str, Metric] = {}


def metric(
    unit: str, source: str = LUDII, *, better: str = "", name: str = "", title: str = ""
) -> Callable[[F], F]:
    """Register a function as the definition of a metric; see `Metric`.

    By default the metric has the function's name in one word: `first_wins` defines ``FirstWins``.
    """

    def entered(measure: F) -> F:
        called = name or measure.__name__.title().replace("_", "")
        METRICS[called] = Metric(called, unit, source, better, title or called, measure)
        return measure

    return entered


def tag_metrics() -> list[Metric]:
    """Return TAG's metrics, which `analyse` summarises in columns of their own."""
    return [metric for metric in METRICS.values() if metric.source == TAG]


def unit_of(name: str) -> str:
    """Return the unit of a metric, or of one of its numbers."""
    return next(each.unit for each in METRICS.values() if name in each.names)
