"""Random games in figures 6.7 to 6.12: bands between best and worst case."""

from typing import TYPE_CHECKING

import pandas as pd

from boardless.analysis.game_growth import BAND, TECHNIQUES, played_growth
from boardless.analysis.sample import Sample, sample
from boardless.topo import Tiling

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: What tells the bands of the strategies, and their means, apart in grey.
HATCHES = {"zone": "", "contour": "////", "rule": "...."}
MEANS = {"zone": "-", "contour": (0, (1, 1.2)), "rule": "--"}


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
        strategy gives no columns for them; they are named in the column ``missing``.
    """
    joined = table
    chosen = sample()
    growth = _growth(chosen, tiling.name)
    for strategy, grown in growth.items():
        for game, part in grown.groupby("game"):
            rows = part.set_index("tiles")
            values = rows[[measure, f"{measure}_low", f"{measure}_high"]] * scale
            values.columns = pd.Index(["mean", "low", "high"])
            values = values.join(rows[["games", "run"]]).add_prefix(f"{strategy}_{game}_")
            joined = joined.join(values, on="move")
    missing = _missing(chosen, tiling.name, growth)
    return joined.assign(missing=missing) if missing else joined


def _growth(chosen: Sample, tiling: str) -> dict[str, pd.DataFrame]:
    """Return how the boards of a tiling grew in the games of a sample, by strategy."""
    if chosen.store is not None:
        # A graph database is loaded for those alone who ask for one.
        from boardless.analysis.stored import stored_growth

        return stored_growth(chosen.store, tiling)
    names = [name for name, its in chosen.games if its == tiling]
    return {
        strategy: pd.concat(
            [played_growth(name, tiling, technique, chosen.bands) for name in names],
            ignore_index=True,
        )
        for strategy, technique in TECHNIQUES.items()
        if names
    }


def _missing(chosen: Sample, tiling: str, growth: dict[str, pd.DataFrame]) -> str:
    """Return in words which random games are not there: of a sample's games, and of any other."""
    found = {name: set(part["game"]) for name, part in growth.items()}
    games = dict.fromkeys(name for name, its in chosen.games if its == tiling)
    games |= dict.fromkeys(sorted(set().union(*found.values())))
    lacks = {
        game: [name for name in TECHNIQUES if game not in found.get(name, ())] for game in games
    }
    told = [f"{game} ({', '.join(names)})" for game, names in lacks.items() if names]
    return f"no random games of {', '.join(told)}" if told else ""


def games_of(table: pd.DataFrame) -> list[str]:
    """Return the games of which a table has bands."""
    names = [str(name).removesuffix("_mean") for name in table.filter(regex="_mean$")]
    return list(dict.fromkeys(name.partition("_")[2] for name in names))


def runs_of(table: pd.DataFrame) -> str:
    """Return which playouts are behind the bands of a table."""
    runs = table.filter(regex="_run$").bfill().iloc[0]
    return ", ".join(dict.fromkeys(run.split(": ", 1)[1] for run in runs))


def note_of(table: pd.DataFrame) -> str:
    """Return which random games a table lacks, in words; empty if it has them all."""
    return str(table["missing"].iloc[0]) if "missing" in table else ""


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
        axes.plot(
            part["move"], part[f"{name}_mean"], linestyle=MEANS[strategy], color="black",
            linewidth=1.6, label=f"{strategy}, mean",
        )  # fmt: skip
