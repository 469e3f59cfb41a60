"""The registry of metrics, with the name, unit, source, direction and definition of each.

`analysis.definitions` has the program's metrics; a user's module can register others.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias, TypeVar, get_args

import numpy as np

from boardless.analysis.trials import WAYS, Series, Trials
from boardless.jit.arrays import Floats

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
    measure : callable
        Returns the numbers of some trials.
    """

    name: str
    unit: str
    source: str
    better: str
    measure: _Measure

    @property
    def definition(self) -> str:
        """The definition in words."""
        return str(self.measure.__doc__)

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


def metric(unit: str, source: str = LUDII, *, better: str = "", name: str = "") -> Callable[[F], F]:
    """Register a function as the definition of a metric; see `Metric`.

    By default the metric has the function's name in one word: `first_wins` defines ``FirstWins``.
    """

    def entered(measure: F) -> F:
        called = name or measure.__name__.title().replace("_", "")
        METRICS[called] = Metric(called, unit, source, better, measure)
        return measure

    return entered


def unit_of(name: str) -> str:
    """Return the unit of a metric, or of one of its numbers."""
    return next(each.unit for each in METRICS.values() if name in each.names)
