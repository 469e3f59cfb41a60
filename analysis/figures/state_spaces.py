"""How many positions games have after each number of moves: a figure the thesis has not."""

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from boardless.analysis.figures.figure import ThesisFigure
from boardless.games import load
from boardless.store.positions import explored

#: Games, their tilings, and how far they are looked at: Tic-Tac-Toe to its end.
SPACES = (
    ("Tic-Tac-Toe", None, 9),
    ("Andantino", "hexagonal", 10),
    ("Andantino", "square", 8),
    ("Andantino", "triangular", 6),
    ("Bravalath", "hexagonal", 6),
    ("Trax", None, 6),
    ("Hive", None, 5),
)

#: Colours, and marks that tell the lines apart in grey.
_COLOURS = ("0.35", "#0072B2", "#56B4E9", "#009E73", "#D55E00", "#CC79A7", "#E69F00")
_MARKS = ("o", "s", "D", "^", "v", "P", "X")


def space_table() -> pd.DataFrame:
    """Return the number of positions that are reached first after each number of moves.

    Translated positions are one where a board grows.

    Returns
    -------
    pandas.DataFrame
        ``game``, ``tiling``, ``ply``, ``positions``, and ``all``, those up to this ply.
    """
    tables = []
    for name, tiling, depth in SPACES:
        game = load(name, tiling=tiling)
        positions = np.bincount(explored(game, depth=depth).plies)
        columns = {"ply": np.arange(len(positions)), "positions": positions}
        tables.append(
            pd.DataFrame(
                {
                    "game": name,
                    "tiling": game.tiling.name,
                    **columns,
                    "all": positions.cumsum(),
                }
            )
        )
    return pd.concat(tables, ignore_index=True)


def draw_spaces(table: pd.DataFrame) -> Figure:
    """Draw a line for each game and tiling."""
    figure = Figure(figsize=(6.3, 3.8))
    ax = figure.subplots()
    games = table.groupby(["game", "tiling"], sort=False)
    for ((game, tiling), part), colour, mark in zip(games, _COLOURS, _MARKS, strict=True):
        label = f"{game}, {tiling}"
        ax.plot(part["ply"], part["positions"], marker=mark, color=colour, label=label)
    ax.set_yscale("log")
    ax.set_xlabel("moves played")
    ax.set_ylabel("new positions (log scale)")
    ax.set_xticks(range(int(table["ply"].max()) + 1))
    ax.legend(loc="center left", bbox_to_anchor=(1, 0.5))
    return figure


SPACE_FIGURES = (
    ThesisFigure(
        "positions-6.3", "How many positions there are, by moves played", space_table, draw_spaces
    ),
)
