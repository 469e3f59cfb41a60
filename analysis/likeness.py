"""Likeness of games: distances over concepts and metrics, neighbours, a map, and families.

Source: M. Stephenson, D. J. N. J. Soemers, É. Piette, C. Browne, Measuring board game distance,
2022, which compares the cosine and other distances of vectors of concepts.
"""

from collections.abc import Mapping, Sequence
from math import copysign, log10
from typing import Any

import numpy as np
import pandas as pd

from boardless.analysis.definitions import unit_of
from boardless.analysis.profiles import Profile
from boardless.jit.arrays import Floats
from boardless.util.inputs import check_choice

#: Compared metrics: the lengths and ends of games, the choices in them, the share
#: of the board in use, and the lead. There is one of each family, so that all count alike.
COMPARED = (
    "DurationTurns", "DurationTurnsStdDev", "AdvantageP1", "Balance", "Drawishness", "Timeouts",
    "OutcomeUniformity", "DecisionMoves", "BranchingFactorAverage", "GameTreeComplexity",
    "StateTreeComplexity", "BoardCoverageDefault", "BoardSitesOccupiedAverage",
    "PieceNumberAverage", "MoveDistanceAverage", "ScoreDifferenceAverage",
    "PositionalRepetition", "ClarityVariance", "ClarityNarrowness", "LeadChange", "Stability",
    "DramaAverage", "DecisivenessMoves", "UnusedAverage",
)  # fmt: skip
#: Distances by name: of concepts (twice), of metrics, and of both.
KINDS = ("all", "cosine", "jaccard", "metrics")
#: Metrics are compared on a scale of powers of ten, up to this one.
_MOST_POWER = 4.0


def on_scale(value: float) -> float:
    """Return a metric by its power of ten on a scale from -1 to 1; shares stay within 0.3.

    Examples
    --------
    >>> [on_scale(value) for value in (0, 9, 99, 99999)]
    [0.0, 0.25, 0.5, 1.0]
    """
    return copysign(min(log10(1 + abs(value)) / _MOST_POWER, 1.0), value) if value else 0.0


def scaled(name: str, value: float) -> float:
    """Return a metric on the scale of comparisons: shares unchanged, all others by `on_scale`."""
    return value if name in _ON_SCALE else on_scale(value)


#: Shares and values are between -1 and 1.
_ON_SCALE = frozenset(name for name in COMPARED if unit_of(name).startswith(("share", "value")))


def distances(games: Sequence[Profile], others: Sequence[Profile]) -> dict[str, Floats]:
    """Return the distances of some games to others by kind, each (games, others), from 0 to 1.

    For metrics it is the mean difference of the metrics in `COMPARED` that both have, or nan
    without any. "all" is the mean of cosine and metrics if both games were measured, else the
    cosine.
    """
    names = sorted({name for game in (*games, *others) for name in game.concepts})
    places = {name: place for place, name in enumerate(names)}
    mine, yours = (_concepts_of(some, places) for some in (games, others))
    both = mine @ yours.T
    sizes = mine.sum(axis=1)[:, None], yours.sum(axis=1)[None]
    cosine = 1 - both / np.sqrt(np.maximum(sizes[0] * sizes[1], 1))
    jaccard = 1 - both / np.maximum(sizes[0] + sizes[1] - both, 1)
    table = abs(_metrics_of(games).T[:, :, None] - _metrics_of(others).T[:, None])
    count = (~np.isnan(table)).sum(axis=0)
    metrics = np.where(count > 0, np.nansum(table, axis=0) / np.maximum(count, 1), np.nan)
    every = np.where(count > 0, (cosine + np.nan_to_num(metrics)) / 2, cosine)
    by_kind = {"all": every, "cosine": cosine, "jaccard": jaccard, "metrics": metrics}
    # Rounding may leave a negative number.
    return {name: np.maximum(values, 0.0) for name, values in by_kind.items()}


def _concepts_of(games: Sequence[Profile], places: Mapping[str, int]) -> Floats:
    table = np.zeros((len(games), len(places)))
    for row, game in enumerate(games):
        table[row, [places[name] for name in game.concepts]] = 1
    return table


def _metrics_of(games: Sequence[Profile]) -> Floats:
    rows = [
        [
            scaled(name, game.measured[name]) if name in game.measured else np.nan
            for name in COMPARED
        ]
        for game in games
    ]
    return np.array(rows, np.float64).reshape(len(games), len(COMPARED))


def checked_kind(kind: str) -> str:
    """Return the name of a distance; raise an InputError if it is unknown."""
    check_choice(kind, "distance", KINDS)
    return kind


def similar(game: Profile, others: Sequence[Profile], kind: str = "all") -> pd.DataFrame:
    """Return the games most similar to a game, nearest first.

    Returns
    -------
    DataFrame
        Columns ``game``, ``distance``, and ``cosine``, ``jaccard``, ``metrics`` as far as known.
    """
    checked_kind(kind)
    others = [other for other in others if other.game != game.game]
    known = {name: table[0] for name, table in distances([game], others).items()}
    columns: dict[str, Any] = {
        "game": [other.game for other in others],
        "distance": known.pop(kind),
    }
    columns |= {name: known.get(name, columns["distance"]) for name in KINDS[1:]}
    table = pd.DataFrame(columns)
    table = table[table["distance"].notna()]
    return table.sort_values(["distance", "game"], ignore_index=True)


def matrix(profiles: Sequence[Profile], kind: str = "all") -> Floats:
    """Return the distances between games, shape (n, n); the cosine replaces unknown distances."""
    checked_kind(kind)
    tables = distances(profiles, profiles)
    return np.where(np.isnan(tables[kind]), tables["cosine"], tables[kind])
