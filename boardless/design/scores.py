"""The score of a candidate by published criteria, and the behaviour that selects its cell.

Criteria: C. Browne, Automatic generation and evaluation of recombination games, 2008, chapter 6
(advantage, completion, drawishness, drama, clarity, depth). Each is computed as described below,
from fewer and weaker games than there, to allow thousands of candidates.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from typing import TypeAlias

#: The measures of a candidate, with random games' measures by the names of `analysis.metrics`.
Measures: TypeAlias = Mapping[str, float]
#: A cell of the archive.
Behaviour: TypeAlias = tuple[int, ...]

#: The criteria, each from 0 to 1, with descriptions.
CRITERIA = {
    "completion": "share of random games that end",
    "decisiveness": "share of ended random games that somebody wins",
    "balance": "1 less the difference between the shares of won random games of both players",
    "depth": "how far the score of the agent with ten times the iterations is above one half",
    "drama": "how far behind winners were, by the stronger agent's values, where they were",
    "clarity": "by how much the stronger agent's visits prefer one move to others",
}
#: Criteria known from random games.
RANDOM = tuple(CRITERIA)[:3]

#: The features of behaviour, with the upper ends of their classes, and descriptions.
FEATURES: dict[str, tuple[tuple[float, ...], str]] = {
    "plies": ((10, 20, 40, 80, 160), "mean plies of random games"),
    "branching": ((4, 8, 16, 32, 64), "mean legal moves in random games"),
    "board": ((1, 1.5, 1.75), "fixed, or growing with so much of it covered at the end"),
    "captures": (
        (0.001, 1.0),
        "the most pieces that leave the board in a move",
    ),
    "decisiveness": ((0.5, 0.95), "share of ended random games that somebody wins"),
}


@dataclass(frozen=True)
class Playable:
    """The minimum quality of random games before agents play a game."""

    completion: float = 0.9
    decisiveness: float = 0.1
    plies: float = 6.0
    branching: float = 2.0
    #: The share of forced moves.
    forced: float = 0.4

    def holds(self, measures: Measures) -> bool:
        """Return True if a played candidate is playable, with some wins of both players."""
        scores = scores_of(measures)
        return (
            scores["completion"] >= self.completion
            and scores["decisiveness"] >= self.decisiveness
            and 0 < measures["FirstWins"] < measures["Completion"]
            and measures["DurationMoves"] >= self.plies
            and measures["BranchingFactorAverage"] >= self.branching
            and measures["DecisionMoves"] >= 1 - self.forced
        )


def scores_of(measures: Measures) -> dict[str, float]:
    """Return the criteria that the measures determine."""
    ended, won = 1 - measures["Timeouts"], measures["Completion"]
    second = won - measures["FirstWins"]
    scores = {
        "completion": ended,
        "decisiveness": won / ended if ended else 0.0,
        "balance": 1 - abs(measures["FirstWins"] - second) / won if won else 0.0,
    }
    if "strong" in measures:
        scores["depth"] = max(0.0, 2 * measures["strong"] - 1)
        scores["drama"] = measures["drama"]
        scores["clarity"] = measures["narrowness"]
    return {name: round(value, 6) for name, value in scores.items()}


def promise_of(measures: Measures) -> float:
    """Return the promise of the first games: they end, and each player wins some."""
    ones, twos = measures["first_wins1"], measures["first_wins2"]
    return measures["first_ended"] + min(ones, twos) / measures["first_games"] + (ones + twos > 0)


def score_of(scores: Mapping[str, float]) -> float:
    """Return the mean of all criteria; unknown criteria count as 0."""
    return round(sum(scores.get(name, 0.0) for name in CRITERIA) / len(CRITERIA), 6)


def behaviour_of(measures: Measures) -> Behaviour:
    """Return the cell of the archive that a candidate belongs to: a class of each feature.

    Source: J.-B. Mouret, J. Clune, Illuminating search spaces by mapping elites, 2015.
    """
    values = {
        "plies": measures["DurationMoves"],
        "branching": measures["BranchingFactorAverage"],
        "board": measures["grows"] * (1 + measures["BoardCoverageDefault"]),
        "captures": -measures["PieceNumberMaxDecrease"],
        "decisiveness": scores_of(measures)["decisiveness"],
    }
    return tuple(bisect_right(ends, values[name]) for name, (ends, _) in FEATURES.items())


def cells() -> int:
    """Return the number of cells of the archive."""
    return prod(len(ends) + 1 for ends, _ in FEATURES.values())
