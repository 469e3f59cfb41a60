"""Ratings of agents from the results of their games, and tests of them."""

from dataclasses import dataclass
from functools import cached_property
from math import log, sqrt
from statistics import NormalDist
from typing import Any

import numpy as np

from boardless.jit.arrays import Floats
from boardless.topo import InputError

#: The confidence level of intervals.
CONFIDENCE = 0.99


def wilson(score: float, games: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Return the Wilson interval of a rate, given a score and its number of games.

    Source: E. B. Wilson, Probable inference, the law of succession, and statistical inference,
    1927. Draws count half; because they vary less than wins and losses, the interval is then wider
    than it need be.

    Parameters
    ----------
    score : float
        The mean, from 0 to 1.
    games : int
        Their number. Without games the interval is 0 to 1.
    confidence : float
        The confidence level.

    Examples
    --------
    >>> [round(bound, 3) for bound in wilson(0.5, 100)]
    [0.375, 0.625]
    """
    if not 0 < confidence < 1:
        raise InputError(f"confidence {confidence!r}: choose more than 0, less than 1")
    if not games:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    middle = score + z * z / (2 * games)
    half = z * sqrt(score * (1 - score) / games + z * z / (4 * games * games))
    whole = 1 + z * z / games
    # At the ends rounding must not shut out the score itself.
    low = max(0.0, (middle - half) / whole) if score > 0 else 0.0
    return low, min(1.0, (middle + half) / whole) if score < 1 else 1.0


@dataclass(frozen=True)
class SPRT:
    """Sequential probability ratio test: when a comparison of two agents is decided.

    The test compares the hypotheses that the score is `low` and that it is `high`. Likelihoods come
    from normal distributions with the observed variance, as in tests of chess programs. Source: A.
    Wald, Sequential tests of statistical hypotheses, 1945.

    Attributes
    ----------
    low, high : float
        The scores of the hypotheses.
    alpha, beta : float
        The error rates.

    Examples
    --------
    >>> SPRT().decided(wins=60, draws=0, losses=10), SPRT().decided(wins=6, draws=0, losses=4)
    (True, False)
    """

    low: float = 0.5
    high: float = 0.55
    alpha: float = 0.01
    beta: float = 0.01

    def __post_init__(self) -> None:
        if not 0 < self.low < self.high < 1:
            raise InputError(f"SPRT of {self.low} and {self.high}: choose 0 < low < high < 1")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise InputError(
                f"SPRT with alpha {self.alpha} and beta {self.beta}: choose both between 0 and 0.5"
            )

    def decided(self, wins: int, draws: int, losses: int) -> bool:
        """Return True if the games so far decide the comparison."""
        return self.verdict(wins, draws, losses) is not None

    def verdict(self, wins: int, draws: int, losses: int) -> str | None:
        """Return "first" or "second" (the better one), "fair", or None if undecided."""
        games = wins + draws + losses
        if not games:
            return None
        # Half a game more of each kind, so that the variance of few equal games is not taken for 0.
        score = (wins + draws / 2 + 0.75) / (games + 1.5)
        square = (wins + draws / 4 + 0.625) / (games + 1.5)
        variance = square - score * score
        upper, lower = log((1 - self.beta) / self.alpha), log(self.beta / (1 - self.alpha))

        def ratio(mean: float) -> float:
            gain = (self.high - self.low) * (2 * mean - self.high - self.low)
            return games * gain / (2 * variance)

        for mean, better in ((score, "first"), (1 - score, "second")):
            if ratio(mean) >= upper:
                return better
        return "fair" if ratio(max(score, 1 - score)) <= lower else None


#: The strength of the prior of ratings, so that an agent that never lost has one, too.
REGULARIZATION = 0.01
#: A rating this far from the mean is as good as infinite.
FAR = 40.0
#: The strength of a prior at 0 for ratings that no game holds, in the search for the likeliest.
SLIGHT = 1e-8
#: The intensity of selection of alpha-rank, as in TAG.
ALPHA = 10.0

Meeting = tuple[str, str, float]


@dataclass(frozen=True)
class Ratings:
    """Bradley-Terry ratings: one that is 1 higher wins e times as often as it loses.

    The mean is 0. Draws are half a win for each.

    An interval has every rating that the games do not contradict: the best likelihood of the
    others' ratings stays within the limit of a chi-squared test. So an agent that won all games
    lacks an upper bound, and one that lost all lacks a lower bound. Agents that have not met, not
    even by way of others, lack both. A prior then chooses one rating of many. Draws vary less than
    wins and losses, so with draws intervals are wider than necessary.

    Source: R. Bradley, M. Terry, Rank analysis of incomplete block designs, 1952; worked out by
    `choix`. Intervals: D. Venzon, S. Moolgavkar, A method for computing profile-likelihood-based
    confidence intervals, 1988.

    Attributes
    ----------
    names : tuple of str
        The agents.
    meetings : tuple
        Two agents, and 1, 0.5 or 0 for the first.
    """

    names: tuple[str, ...]
    meetings: tuple[Meeting, ...]

    @cached_property
    def values(self) -> Floats:
        """The rating of each agent; NaN if no agents have met."""
        if not self.meetings:
            return np.full(len(self.names), np.nan)
        import choix  # brings SciPy, which takes a while

        fitted = choix.ilsr_pairwise_dense(self._wins, alpha=REGULARIZATION)
        return np.asarray(fitted - fitted.mean())

    @cached_property
    def intervals(self) -> Floats:
        """The interval of each rating, (agents, 2); a bound that no game sets is infinite."""
        if not self.meetings:
            return np.full((len(self.names), 2), np.nan)
        best = _likeliest(self._wins)
        return np.array([_profile(self._wins, best, place) for place in range(len(self.names))])

    def of(self, name: str) -> tuple[float, float, float]:
        """Return the rating of an agent, and its interval."""
        place = self.names.index(name)
        low, high = self.intervals[place]
        return float(self.values[place]), float(low), float(high)

    @cached_property
    def _wins(self) -> Floats:
        """Number of wins of each agent (row) over each other (column)."""
        places = {name: n for n, name in enumerate(self.names)}
        wins = np.zeros((len(self.names), len(self.names)))
        for a, b, score in self.meetings:
            wins[places[a], places[b]] += score
            wins[places[b], places[a]] += 1 - score
        return wins


def _likelihood(wins: Floats, ratings: Floats) -> tuple[float, Floats, Floats]:
    """Return the log-likelihood of ratings, its gradient and its Hessian matrix."""
    apart = ratings[:, None] - ratings
    losing = np.exp(-np.logaddexp(0.0, apart))
    gradient = wins * losing
    bent = (wins + wins.T) * losing * losing.T
    return (
        -float((wins * np.logaddexp(0.0, -apart)).sum()),
        gradient.sum(axis=1) - gradient.sum(axis=0),
        bent - np.diag(bent.sum(axis=1)),
    )


def _likeliest(wins: Floats, held: int | None = None, rating: float = 0.0) -> Floats:
    """Return the likeliest ratings of mean 0; `held` is an agent with a fixed `rating`."""
    from scipy.optimize import minimize

    count = len(wins)
    start = np.zeros(count)
    others = [place for place in range(count) if place != held]
    if held is not None:
        start[:] = -rating / (count - 1)
        start[held] = rating
    # Free are the ratings of the others, as far as their sum stays.
    free = np.eye(count)[:, others[:-1]] - np.eye(count)[:, others[-1:]]
    if not free.shape[1]:
        return start

    def cost(x: Floats) -> tuple[float, Floats]:
        value, gradient, _ = _likelihood(wins, start + free @ x)
        return SLIGHT * float(x @ x) / 2 - value, SLIGHT * x - gradient @ free

    def hessian(x: Floats) -> Floats:
        bent = free.T @ _likelihood(wins, start + free @ x)[2] @ free
        return SLIGHT * np.eye(len(x)) - bent

    fit = minimize(cost, np.zeros(free.shape[1]), jac=True, hess=hessian, method="trust-exact")
    return np.asarray(start + free @ fit.x)


def _profile(wins: Floats, best: Floats, place: int) -> tuple[float, float]:
    """Return the profile-likelihood interval of a rating; `best` has the likeliest ratings."""
    from scipy.optimize import brentq
    from scipy.stats import chi2

    least = _likelihood(wins, best)[0] - float(chi2.ppf(CONFIDENCE, 1)) / 2

    def above(rating: float) -> float:
        return _likelihood(wins, _likeliest(wins, place, rating))[0] - least

    low, high = (
        np.copysign(np.inf, end) if above(end) >= 0 else brentq(above, best[place], end, xtol=1e-4)
        for end in (-FAR, FAR)
    )
    return float(low), float(high)


def alpha_rank(cross: Any, alpha: float = ALPHA) -> dict[str, float]:
    """Return the share of time that each agent is played in the long run.

    `cross` has the score of each agent against each other (`Standings.cross`), `alpha` is the
    intensity of selection. InputError if OpenSpiel is not installed. Source: S. Omidshafiei and
    others, Alpha-rank: multi-agent evaluation by evolution, 2019; worked out by OpenSpiel.
    """
    try:
        from open_spiel.python.egt import alpharank
    except ImportError:
        raise InputError("alpha-rank: install boardless[openspiel]") from None
    payoffs = cross.fillna(0.5).to_numpy()
    shares = alpharank.compute([payoffs], alpha=alpha)[2]
    # Rounding leaves numbers a little below 0.
    return {name: max(float(share), 0.0) for name, share in zip(cross.index, shares, strict=True)}
