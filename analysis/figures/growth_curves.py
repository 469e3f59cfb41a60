"""Figures 6.7 to 6.12: how large boards get and how much of them stays unused.

The upper panel is the thesis's; below it random games lie between the best and the worst case.
"""

from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from boardless.analysis.bounds import BOUNDS
from boardless.analysis.figures.bands import (
    HATCHES,
    draw_bands,
    games_of,
    note_of,
    runs_of,
    with_bands,
)
from boardless.analysis.figures.figure import ThesisFigure
from boardless.analysis.growth import growth_table
from boardless.analysis.rule_growth import rule_growth_table
from boardless.games import load
from boardless.strategies import strategy_of
from boardless.topo import HEXAGONAL, SQUARE, TRIANGULAR, Tiling

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

#: The thesis looks at games of up to 200 moves (section 6.1.2).
MOVES = 200

#: How far the lower panel goes: a game of Andantino ends after 48 moves, and begins with two tiles.
GAME_MOVES = 50

_COLOURS = {"contour": "#E69F00", "zone": "#0072B2", "rule": "#009E73"}


@dataclass(frozen=True)
class Curve:
    """One curve of the figures: a strategy, a sequence of moves, and its looks."""

    column: str
    label: str
    strategy: str
    sequence: str
    colour: str
    style: str


CURVES = (
    Curve("base", "BASE", "fixed", "worst", "0.35", ":"),
    Curve("contour_worst", "contour, worst", "perimeter", "worst", _COLOURS["contour"], "-"),
    Curve("contour_best", "contour, best", "perimeter", "best", _COLOURS["contour"], "--"),
    Curve("zone_worst", "zone, worst", "zone", "worst", _COLOURS["zone"], "-"),
    Curve("zone_best", "zone, best", "zone", "best", _COLOURS["zone"], "--"),
)


#: Rule growth has no law, and its cases are found by search (`analysis.rule_growth`).
RULE_CURVES = (
    Curve("rule_worst", "rule, large", "rule", "worst", _COLOURS["rule"], "-"),
    Curve("rule_best", "rule, small", "rule", "best", _COLOURS["rule"], "--"),
)
#: The game whose rules those are.
RULE_GAME = "Andantino"


def size_table(tiling: Tiling) -> pd.DataFrame:
    """Return the number of cells after each move, by curve, by law (``_law``), and in games."""
    return with_bands(_sizes(tiling), tiling, "cells", 1)


@cache
def _sizes(tiling: Tiling) -> pd.DataFrame:
    # Shared: the sizes and the unused share of a tiling come from the same boards.
    table = pd.DataFrame({"move": np.arange(MOVES + 1)})
    for curve in CURVES:
        strategy = strategy_of(curve.strategy)
        table[curve.column] = growth_table(tiling, strategy, curve.sequence, MOVES)["cells"]
    for curve in CURVES:
        law = BOUNDS[curve.strategy, curve.sequence]
        table[f"{curve.column}_law"] = [law(tiling, m) for m in range(MOVES + 1)]
    game = load(RULE_GAME, tiling=tiling.name, jit=False)
    begun = len(game.setup.start)
    for curve in RULE_CURVES:
        # The tiles that a game begins with count as moves.
        cells = rule_growth_table(game, curve.sequence, MOVES - begun)["cells"]
        table[curve.column] = cells.set_axis(range(begun, MOVES + 1))
    return table


def unused_table(tiling: Tiling) -> pd.DataFrame:
    """Return the percentage of unused cells after each move, by curve, by law, and in games."""
    sizes = _sizes(tiling)
    cells = sizes.drop(columns="move")
    shares = sizes[["move"]].join(100 * cells.sub(sizes["move"], axis=0) / cells)
    return with_bands(shares, tiling, "unused", 100)


def draw_sizes(table: pd.DataFrame, title: str) -> Figure:
    """Draw a table of sizes on a log axis, and each game below on a linear one."""
    figure, upper, lower = _axes(title, table, "cells on the board")
    upper.set_yscale("log")
    upper.set_ylim(1, 1e6)
    upper.set_ylabel("cells on the board (log scale)")
    _draw_curves(upper, table)
    for axes in lower:
        axes.set_ylim(0, 1.05 * np.nanmax(table.filter(regex="_high$").to_numpy(dtype=float)))
    return figure


def draw_unused(table: pd.DataFrame, title: str) -> Figure:
    """Draw a table of percentages."""
    figure, upper, lower = _axes(title, table, "unused cells (% of the board)")
    for axes in (upper, *lower):
        axes.set_ylim(0, 102)
        axes.set_yticks(range(0, 101, 20))
    _draw_curves(upper, table)
    return figure


def _axes(title: str, table: pd.DataFrame, measure: str) -> "tuple[Figure, Axes, list[Axes]]":
    """Return a figure with an empty panel for the curves, and with one for each game below."""
    games = games_of(table)
    figure = Figure(figsize=(6.3, 6.8))
    grid = figure.add_gridspec(2 if games else 1, max(1, len(games)))
    if games:
        grid.set_height_ratios((3.6, 2.6))
    upper = figure.add_subplot(grid[0, :])
    upper.set_title(title, loc="left")
    upper.set_xlim(0, MOVES)
    upper.set_xlabel("moves played")
    upper.set_ylabel(measure)
    note = note_of(table)
    if not games:
        figure.supxlabel(note, fontsize="medium")
        return figure, upper, []
    lower = [figure.add_subplot(grid[1, n]) for n in range(len(games))]
    for axes, game in zip(lower, games, strict=True):
        _draw_game(axes, table[table["move"] <= GAME_MOVES], game)
    lower[0].set_ylabel(measure)
    lower[-1].legend(*_looks(lower), loc="center left", bbox_to_anchor=(1.02, 0.5))
    below = f"tiles on the board; games: {runs_of(table)}"
    figure.supxlabel("\n".join(filter(None, (below, note))), fontsize="medium")
    return figure, upper, lower


def _draw_game(axes: "Axes", table: pd.DataFrame, game: str) -> None:
    """Draw what random games measured, and the best and the worst case beside it."""
    for curve in CURVES:
        axes.plot(table["move"], table[curve.column], curve.style, color=curve.colour, linewidth=1)
    draw_bands(axes, table, game, _COLOURS)
    means = table[[name for name in (f"{s}_{game}_mean" for s in _COLOURS) if name in table]]
    last = table["move"][means.notna().any(axis=1)].max()
    axes.set_xlim(0, 5 * np.ceil(last / 5))
    axes.set_title(game, loc="left", fontsize="medium")


def _looks(panels: "list[Axes]") -> "tuple[list[Artist], list[str]]":
    """Return the handles and labels of the legend of some panels, each band before its mean."""
    looks: dict[str, Artist] = {}
    for axes in panels:
        handles, labels = axes.get_legend_handles_labels()
        looks |= dict(zip(labels, handles, strict=True))
    strategies = list(HATCHES)
    order = sorted(looks, key=lambda name: (strategies.index(name.split(",")[0]), "mean" in name))
    return [looks[label] for label in order], order


def _draw_curves(axes: "Axes", table: pd.DataFrame) -> None:
    """Draw each curve with its law as a thin line upon it, and its name at its right end."""
    moves = table["move"]
    for curve in CURVES:
        axes.plot(moves, table[curve.column], curve.style, color=curve.colour, linewidth=2.6)
        (law,) = axes.plot(moves, table[f"{curve.column}_law"], color="black", linewidth=0.5)
    for curve in RULE_CURVES:
        axes.plot(moves, table[curve.column], curve.style, color=curve.colour, linewidth=1.3)
    _label_ends(axes, table)
    # Below the axis: above it a long title needs the room.
    axes.legend([law], ["theoretical bounds"], loc="upper right", bbox_to_anchor=(1.01, -0.055))


def _label_ends(axes: "Axes", table: pd.DataFrame, gap: float = 0.06) -> None:
    """Write the curves' names beside their ends, at least `gap` of the axis apart."""
    scale = axes.transData + axes.transAxes.inverted()
    ends = [
        (scale.transform((MOVES, table[curve.column].iloc[-1]))[1], curve)
        for curve in (*CURVES, *RULE_CURVES)
    ]
    lowest = -gap
    for height, curve in sorted(ends, key=lambda end: end[0]):
        lowest = max(height, lowest + gap)
        axes.annotate(
            curve.label,
            xy=(1, height),
            xytext=(1.06, lowest),
            xycoords="axes fraction",
            va="center",
            fontsize="small",
            arrowprops={
                "arrowstyle": "-",
                "color": curve.colour,
                "relpos": (0, 0.5),
                "shrinkA": 1,
                "shrinkB": 0,
            },
        )


def _figures(name: str, tiling: Tiling) -> tuple[ThesisFigure, ThesisFigure]:
    """Return the figure of the sizes on a tiling and the next one, of the unused share."""
    chapter, number = name.split(".")
    sizes = f"Size of a board of {tiling.name} cells"
    unused = f"Unused share of a board of {tiling.name} cells"
    return (
        ThesisFigure(name, sizes, partial(size_table, tiling), partial(draw_sizes, title=sizes)),
        ThesisFigure(
            f"{chapter}.{int(number) + 1}",
            unused,
            partial(unused_table, tiling),
            partial(draw_unused, title=unused),
        ),
    )


GROWTH_FIGURES: tuple[ThesisFigure, ...] = (
    *_figures("6.7", SQUARE),
    *_figures("6.9", HEXAGONAL),
    *_figures("6.11", TRIANGULAR),
)
