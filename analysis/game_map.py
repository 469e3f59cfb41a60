"""Likeness of games, and a map of games: places in two dimensions by distances, and families.

Source of the distances over concepts and metrics: M. Stephenson, D. J. N. J. Soemers, É. Piette,
C. Browne, Measuring board game distance, 2022, which compares the cosine and other distances of
vectors of concepts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import copysign, log10
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from boardless.analysis.definitions import unit_of
from boardless.analysis.profiles import Profile
from boardless.jit.arrays import Floats, Ints
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


if TYPE_CHECKING:
    from matplotlib.figure import Figure


def scaled_to(table: Floats, dimensions: int = 2) -> Floats:
    """Return coordinates for a table of distances, shape (n, dimensions): classical scaling.

    The signs make the largest absolute number of each dimension positive.

    Source: W. S. Torgerson, Multidimensional scaling: I. Theory and method, 1952.
    """
    count = len(table)
    middle = np.eye(count) - 1 / count
    values, vectors = np.linalg.eigh(-middle @ (table**2) @ middle / 2)
    order = np.argsort(values)[::-1][:dimensions]
    places: Floats = vectors[:, order] * np.sqrt(np.maximum(values[order], 0))
    if count:
        largest = places[np.abs(places).argmax(axis=0), np.arange(places.shape[1])]
        places = places * np.where(largest < 0, -1, 1)
    return places


def families(table: Floats, count: int) -> Ints:
    """Return the family of each thing, from 1 to `count`: clusters by mean distances (UPGMA).

    Source: R. R. Sokal, C. D. Michener, A statistical method for evaluating systematic
    relationships, 1958.
    """
    from scipy.cluster.hierarchy import fcluster, linkage
    from scipy.spatial.distance import squareform

    if len(table) < 2:
        return np.ones(len(table), np.int64)
    tree = linkage(squareform(table, checks=False), "average")
    numbers: Ints = fcluster(tree, count, "maxclust").astype(np.int64)
    return numbers


def adjusted_rand(one: Sequence[Any], other: Sequence[Any]) -> float:
    """Return the agreement of two partitions: 1 for equal ones, 0 on average for random ones.

    Source: L. Hubert, P. Arabie, Comparing partitions, 1985.

    Examples
    --------
    >>> adjusted_rand("aabb", "xxyy"), round(adjusted_rand("aabb", "xyxy"), 3)
    (1.0, -0.5)
    """
    table = pd.crosstab(pd.Series(list(one)), pd.Series(list(other))).to_numpy()

    def pairs(numbers: Any) -> float:
        return float((numbers * (numbers - 1) / 2).sum())

    both, rows, columns = pairs(table), pairs(table.sum(axis=1)), pairs(table.sum(axis=0))
    every = pairs(np.array([table.sum()]))
    expected = rows * columns / every if every else 0.0
    most = (rows + columns) / 2
    return 1.0 if most == expected else (both - expected) / (most - expected)


@dataclass(frozen=True, eq=False)
class GameMap:
    """A map of games.

    Attributes
    ----------
    table : DataFrame
        Columns ``game``, ``category``, ``x``, ``y``, ``family`` and ``nearest``.
    explained : float
        The share of the sum of squared distances that two dimensions reproduce.
    distances : ndarray of float, (n, n)
        The distance between each pair of games.
    concepts : ndarray of int, (n,)
        The number of concepts found in the text of each game.
    kind : str
        The kind of the distances, see `likeness.distances`.
    """

    table: pd.DataFrame
    explained: float
    distances: Floats
    concepts: Ints
    kind: str = "all"

    @classmethod
    def of(
        cls, profiles: Sequence[Profile], kind: str = "all", count: int | None = None
    ) -> "GameMap":
        """Return the map of some games, with `count` families; by default one for each category."""
        table = matrix(profiles, kind)
        places = scaled_to(table)
        categories = [profile.category for profile in profiles]
        count = count or max(len(set(categories)), min(6, len(profiles)))
        far = table + np.eye(len(table)) * 10
        frame = pd.DataFrame({
            "game": [profile.game for profile in profiles],
            "category": categories,
            "x": places[:, 0].round(6),
            "y": places[:, 1].round(6),
            "family": families(table, count),
            "nearest": [profiles[place].game for place in far.argmin(axis=1)],
        })  # fmt: skip
        flat = np.sqrt(((places[:, None] - places[None]) ** 2).sum(axis=2))
        whole = float((table**2).sum())
        explained = float((flat**2).sum()) / whole if whole else 1.0
        concepts = np.array([len(profile.concepts) for profile in profiles], np.int64)
        return cls(frame, explained, table, concepts, kind)

    def neighbours(self, game: int, most: int = 5) -> list[int]:
        """Return the rows of the games nearest to the game of a row, nearest first."""
        order = np.argsort(self.distances[game], kind="stable")
        return [int(row) for row in order if row != game][:most]

    @property
    def agreement(self) -> dict[str, float]:
        """The agreement of families and categories, and of the categories of nearest games."""
        table = self.table
        of = dict(zip(table["game"], table["category"], strict=True))
        same = table["nearest"].map(of) == table["category"]
        return {
            "adjusted_rand": adjusted_rand([*table["category"]], [*table["family"]]),
            "nearest_of_category": float(same.mean()),
        }

    def families_by_category(self) -> pd.DataFrame:
        """Return a row for each family: games, its largest category, and the category's share."""
        rows = []
        for family, part in self.table.groupby("family"):
            counts = part["category"].value_counts()
            largest, most = str(counts.index[0]), int(counts.iloc[0])
            rows.append((family, len(part), largest, most / len(part)))
        return pd.DataFrame(rows, columns=["family", "games", "category", "share"])


def draw_map(table: pd.DataFrame, title: str = "Games by concepts and metrics") -> "Figure":
    """Draw a map: a point for each game, with its name, and a mark for its family."""
    from matplotlib.figure import Figure

    marks = "osD^vP*X<>hp"
    figure = Figure(figsize=(7.2, 5.6))
    ax = figure.subplots()
    for number, (_family, part) in enumerate(table.groupby("family")):
        ax.plot(part["x"], part["y"], marks[number % len(marks)], markersize=5, linestyle="none")
    ax.set_aspect("equal", adjustable="datalim")
    ax.margins(0.12)
    ax.set(title=title, xlabel="first dimension", ylabel="second dimension")
    _write_names(figure, ax, table)
    return figure


#: The possible offsets of a name from its point, in points, and its alignment.
_BESIDE = (
    (5, 3, "left"), (5, -8, "left"), (-5, 3, "right"), (-5, -8, "right"),
    (0, 7, "center"), (0, -13, "center"), (9, 11, "left"), (9, -16, "left"),
    (-9, 11, "right"), (-9, -16, "right"),
)  # fmt: skip
#: The share of a name to the left of its anchor.
_LEFT = {"left": 0.0, "center": 0.5, "right": 1.0}
#: Points: the size of a name, and the width of a letter of it.
_SIZE, _LETTER = 7, 4.1


def _write_names(figure: "Figure", ax: Any, table: pd.DataFrame) -> None:
    """Write each name where it covers the fewest other names and points."""
    figure.draw_without_rendering()
    places = table[["x", "y"]].to_numpy()
    points = ax.transData.transform(places) * (72 / figure.dpi)
    # Boxes that points and names take: left, low, right, high.
    taken = np.hstack((points - 3, points + 3))
    for name, point, place in zip(table["game"], points, places, strict=True):
        wide = _LETTER * len(name)
        low = np.array([(x - wide * _LEFT[side], y) for x, y, side in _BESIDE]) + point
        boxes = np.hstack((low, low + np.array((wide, _SIZE))))
        ends = np.minimum(boxes[:, None, 2:], taken[:, 2:])
        shared = np.maximum(ends - np.maximum(boxes[:, None, :2], taken[:, :2]), 0.0)
        best = int(shared.prod(axis=2).sum(axis=1).argmin())
        taken = np.vstack((taken, boxes[best]))
        ax.annotate(
            name, place, xytext=_BESIDE[best][:2], textcoords="offset points",
            ha=_BESIDE[best][2], fontsize=_SIZE, color="0.2",
            arrowprops={"arrowstyle": "-", "linewidth": 0.4, "color": "0.5", "shrinkA": 0},
        )  # fmt: skip


def write_map(drawn: GameMap, out: Path, stem: str = "map-9.1") -> list[Path]:
    """Write a map as a picture and its table to a folder; return the files."""
    from boardless.analysis.figures.figure import write_drawing

    return write_drawing(drawn.table, draw_map, out, stem)
