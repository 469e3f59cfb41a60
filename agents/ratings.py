"""How strong agents are: ratings from who beat whom."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from boardless.agents.intervals import CONFIDENCE
from boardless.topo import InputError
from boardless.topo.kernels.arrays import Floats

#: How strongly ratings are held together, so that who never lost has one, too.
REGULARIZATION = 0.01
#: How many times the games are drawn again for intervals.
SAMPLES = 200
#: Alpha-rank: how strongly selection works, that of TAG.
ALPHA = 10.0

Meeting = tuple[str, str, float]


@dataclass(frozen=True)
class Ratings:
    """Bradley-Terry ratings: one that is 1 higher wins e times as often as it loses.

    The mean is 0. Draws are half a win for each.

    Source: R. Bradley, M. Terry, Rank analysis of incomplete block designs, 1952; worked out by
    `choix`. Intervals: B. Efron, Bootstrap methods, 1979, from the same games drawn again.

    Attributes
    ----------
    names : tuple of str
        The agents.
    meetings : tuple
        Two agents, and 1, 0.5 or 0 for the first.
    seed : int
        Where the samples come from.
    """

    names: tuple[str, ...]
    meetings: tuple[Meeting, ...]
    seed: int = 0

    @classmethod
    def of_meetings(
        cls, names: tuple[str, ...], meetings: tuple[Meeting, ...], seed: int = 0
    ) -> "Ratings":
        """Return the ratings of agents who met."""
        return cls(names, meetings, seed)

    @cached_property
    def values(self) -> Floats:
        """The rating of each agent; NaN where nobody has met."""
        if not self.meetings:
            return np.full(len(self.names), np.nan)
        return self._fitted(self._rows)

    @cached_property
    def intervals(self) -> Floats:
        """The interval of each rating, (agents, 2)."""
        if not self.meetings:
            return np.full((len(self.names), 2), np.nan)
        random = np.random.default_rng(self.seed)
        size = len(self._rows)
        samples = [
            self._fitted(self._rows[random.integers(size, size=size)]) for _ in range(SAMPLES)
        ]
        ends = ((1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2)
        return np.asarray(np.quantile(np.array(samples), ends, axis=0).T)

    def of(self, name: str) -> tuple[float, float, float]:
        """Return the rating of an agent, and its interval."""
        place = self.names.index(name)
        low, high = self.intervals[place]
        return float(self.values[place]), float(low), float(high)

    @cached_property
    def _rows(self) -> Floats:
        places = {name: n for n, name in enumerate(self.names)}
        return np.array([(places[a], places[b], score) for a, b, score in self.meetings])

    def _fitted(self, rows: Floats) -> Floats:
        import choix  # brings SciPy, which takes a while

        wins = np.zeros((len(self.names), len(self.names)))
        a, b = rows[:, 0].astype(int), rows[:, 1].astype(int)
        np.add.at(wins, (a, b), rows[:, 2])
        np.add.at(wins, (b, a), 1 - rows[:, 2])
        fitted = choix.ilsr_pairwise_dense(wins, alpha=REGULARIZATION)
        return np.asarray(fitted - fitted.mean())


def alpha_rank(cross: Any, alpha: float = ALPHA) -> dict[str, float]:
    """Return how much of the time each agent is played in the long run.

    Source: S. Omidshafiei and others, Alpha-rank: multi-agent evaluation by evolution, 2019; worked
    out by OpenSpiel.

    Parameters
    ----------
    cross : DataFrame
        The score of each agent against each other; see `Standings.cross`.
    alpha : float
        How strongly selection works.

    Raises
    ------
    InputError
        If OpenSpiel is not installed.
    """
    try:
        from open_spiel.python.egt import alpharank
    except ImportError:
        raise InputError("alpha-rank: install boardless[openspiel]") from None
    payoffs = cross.fillna(0.5).to_numpy()
    found = alpharank.compute([payoffs], alpha=alpha)[2]
    # Rounding leaves numbers a little below 0.
    return {name: max(float(share), 0.0) for name, share in zip(cross.index, found, strict=True)}
