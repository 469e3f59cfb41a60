"""A map of games: places in two dimensions by their distances, families, and a picture."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from boardless.analysis.likeness import matrix
from boardless.analysis.profiles import Profile
from boardless.jit.arrays import Floats, Ints

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
        The share of the distances' squares that two dimensions show.
    distances : ndarray of float, (n, n)
        The distance of each game to each.
    concepts : ndarray of int, (n,)
        The number of concepts that the text of each game tells.
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
        """Return a row for each family: its games, its largest category, and the share of that."""
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
