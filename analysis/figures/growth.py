"""Figures 6.7 to 6.12: how large boards get and how much of them stays unused."""

from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from analysis.bounds import BOUNDS
from analysis.figures.figure import ThesisFigure
from analysis.growth import growth_table
from strategies import strategy_named
from topo import HEXAGONAL, SQUARE, TRIANGULAR, Tiling

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: The thesis looks at games of up to 200 moves (section 6.1.2).
MOVES = 200


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
    Curve("contour_worst", "contour, worst", "perimeter", "worst", "#E69F00", "-"),
    Curve("contour_best", "contour, best", "perimeter", "best", "#E69F00", "--"),
    Curve("zone_worst", "zone, worst", "zone", "worst", "#0072B2", "-"),
    Curve("zone_best", "zone, best", "zone", "best", "#0072B2", "--"),
)


def size_table(tiling: Tiling) -> pd.DataFrame:
    """Return the number of cells after each move, by curve, and by law (``..._law``)."""
    return _sizes(tiling).copy()


@cache
def _sizes(tiling: Tiling) -> pd.DataFrame:
    # Shared: the sizes and the unused share of a tiling come from the same boards.
    table = pd.DataFrame({"move": np.arange(MOVES + 1)})
    for curve in CURVES:
        strategy = strategy_named(curve.strategy)
        table[curve.column] = growth_table(tiling, strategy, curve.sequence, MOVES)["cells"]
    for curve in CURVES:
        law = BOUNDS[curve.strategy, curve.sequence]
        table[f"{curve.column}_law"] = [law(tiling, m) for m in range(MOVES + 1)]
    return table


def unused_table(tiling: Tiling) -> pd.DataFrame:
    """Return the percentage of unused cells after each move, by curve, and by law."""
    sizes = size_table(tiling)
    cells = sizes.drop(columns="move")
    return sizes[["move"]].join(100 * cells.sub(sizes["move"], axis=0) / cells)


def draw_sizes(table: pd.DataFrame, title: str) -> Figure:
    """Draw a table of sizes on a log axis."""
    figure, axes = _axes(title)
    axes.set_yscale("log")
    axes.set_ylim(1, 1e6)
    axes.set_ylabel("cells on the board (log scale)")
    _draw_curves(axes, table)
    return figure


def draw_unused(table: pd.DataFrame, title: str) -> Figure:
    """Draw a table of percentages."""
    figure, axes = _axes(title)
    axes.set_ylim(0, 102)
    axes.set_yticks(range(0, 101, 20))
    axes.set_ylabel("unused cells (% of the board)")
    _draw_curves(axes, table)
    return figure


def _axes(title: str) -> "tuple[Figure, Axes]":
    figure = Figure()
    axes = figure.add_subplot()
    axes.set_title(title, loc="left")
    axes.set_xlabel("moves played")
    axes.set_xlim(0, MOVES)
    return figure, axes


def _draw_curves(axes: "Axes", table: pd.DataFrame) -> None:
    """Draw each curve with its law as a thin line upon it, and its name at its right end."""
    moves = table["move"]
    for curve in CURVES:
        axes.plot(moves, table[curve.column], curve.style, color=curve.colour, linewidth=2.6)
        (law,) = axes.plot(moves, table[f"{curve.column}_law"], color="black", linewidth=0.5)
    _label_ends(axes, table)
    axes.legend([law], ["theoretical bounds"], loc="lower right", bbox_to_anchor=(1.01, 0.99))


def _label_ends(axes: "Axes", table: pd.DataFrame, gap: float = 0.06) -> None:
    """Write the curves' names beside their ends, at least `gap` of the axis apart."""
    scale = axes.transData + axes.transAxes.inverted()
    ends = [(scale.transform((MOVES, table[curve.column].iloc[-1]))[1], curve) for curve in CURVES]
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
