"""Random games in figures 6.7 to 6.12: bands between best and worst case."""

from typing import TYPE_CHECKING

import pandas as pd

from boardless.analysis.stored import BAND, growth_of_games
from boardless.topo import Tiling

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: What tells the bands of the strategies, and their means, apart in grey.
HATCHES = {"zone": "", "contour": "////", "rule": "...."}
_MEANS = {"zone": ("-", "their mean"), "contour": ("-", "their mean"), "rule": ("--", "rule, mean")}


def with_bands(table: pd.DataFrame, tiling: Tiling, measure: str, scale: float) -> pd.DataFrame:
    """Return a table of curves with what random games measured beside them.

    Parameters
    ----------
    table : pandas.DataFrame
        With a row for each number of moves, from 0 on. The tiles that start a game count as moves.
    tiling : Tiling
        Which games.
    measure : {"cells", "unused"}
        What is measured.
    scale : float
        What it is multiplied by.

    Returns
    -------
    pandas.DataFrame
        With the columns ``zone_Andantino_mean``, ``_low``, ``_high``, ``_games`` and ``_run`` and
        so on, empty where too few games got that far. A store that has no playouts of a game in a
        strategy gives no columns for them.
    """
    joined = table
    for strategy, grown in growth_of_games(tiling.name).items():
        for game, part in grown.groupby("game"):
            rows = part.set_index("tiles")
            values = rows[[measure, f"{measure}_low", f"{measure}_high"]] * scale
            values.columns = pd.Index(["mean", "low", "high"])
            values = values.join(rows[["games", "run"]]).add_prefix(f"{strategy}_{game}_")
            joined = joined.join(values, on="move")
    return joined


def games_of(table: pd.DataFrame) -> list[str]:
    """Return the games of which a table has bands."""
    names = [str(name).removesuffix("_mean") for name in table.filter(regex="_mean$")]
    return list(dict.fromkeys(name.partition("_")[2] for name in names))


def runs_of(table: pd.DataFrame) -> str:
    """Return which playouts are behind the bands of a table."""
    runs = table.filter(regex="_run$").bfill().iloc[0]
    return ", ".join(dict.fromkeys(run.split(": ", 1)[1] for run in runs))


def draw_bands(axes: "Axes", table: pd.DataFrame, game: str, colours: dict[str, str]) -> None:
    """Draw the bands of a game, each with its mean."""
    for strategy, hatch in HATCHES.items():
        name = f"{strategy}_{game}"
        if f"{name}_mean" not in table:
            continue
        part = table.dropna(subset=[f"{name}_mean"])
        axes.fill_between(
            part["move"], part[f"{name}_low"], part[f"{name}_high"],
            facecolor=colours[strategy], edgecolor="white", alpha=0.45, hatch=hatch, linewidth=0,
            label=f"{strategy}, {100 * (BAND[1] - BAND[0]):.0f} %\nof games",
        )  # fmt: skip
        style, label = _MEANS[strategy]
        axes.plot(
            part["move"], part[f"{name}_mean"], style, color="black", linewidth=1.6, label=label
        )
