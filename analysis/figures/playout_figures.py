"""Tables 6.1 to 6.3 and what random playouts look like, from runs on this machine."""

from functools import partial
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from boardless.analysis.figures.figure import ThesisFigure
from boardless.analysis.figures.tabular import draw_table
from boardless.analysis.playout_tables import distributions, measured
from boardless.analysis.published import LUDII_PLIES
from boardless.analysis.sample import sample
from boardless.games.game_technique import NAMES

_COLOURS = {"BASE": "#555555", "PERI": "#E69F00", "ZONE": "#0072B2"}
_MARKERS = {"BASE": "s", "KEPT": "D", "RE": "o", "MAP": "^", "APPEND": "v"}
_UNITS = {
    "playouts_per_s": "playouts per second",
    "moves_per_s": "moves per second",
    "playouts": "playouts in a third of a second",
}


def table_of(measure: str) -> pd.DataFrame:
    """Return the measurements of one of the thesis's tables, with its published figures."""
    columns = [measure, f"{measure}_published", "ratio", "ratio_published"]
    return measured(sample())[["game", "tiling", "technique", *columns]]


def draw_measured(measure: str, number: str, table: pd.DataFrame) -> Figure:
    """Draw a table: ours, and below it the published figure; a star marks the row's largest."""
    lines = []
    for (game, tiling), part in table.groupby(["game", "tiling"], sort=False):
        values = part.set_index("technique")
        for suffix, whose in (("", "here"), ("_published", "thesis")):
            best = values[f"{measure}{suffix}"].idxmax()
            line = {"": f"{game} {tiling}" if whose == "here" else "", " ": whose}
            for name in NAMES:
                value = float(values[f"{measure}{suffix}"][name])
                ratio = float(values[f"ratio{suffix}"][name])
                if np.isnan(value):
                    line[name] = ""
                    continue
                shown = f"{value:,.2f}" if whose == "thesis" and value % 1 else f"{value:,.0f}"
                star = "*" if name == best else ""
                times = "" if name == "BASE" or measure != "playouts_per_s" else f" ({ratio:.3g}x)"
                line[name] = f"{shown}{star}{times}"
            lines.append(line)
    note = ", in brackets the ratio to BASE" if measure == "playouts_per_s" else ""
    title = f"Table {number}: {_UNITS[measure]}{note}; * largest of the row"
    return draw_table(title, pd.DataFrame(lines))


def speeds() -> pd.DataFrame:
    """Return playouts per second by game and technique, measured and published."""
    return measured(sample())[
        ["game", "tiling", "technique", "playouts_per_s", "playouts_per_s_published"]
    ]


def draw_speeds(table: pd.DataFrame) -> Figure:
    """Draw playouts per second by technique: one line of points a game."""
    figure = Figure(figsize=(6.3, 4.2))
    ax = figure.subplots()
    games = list(dict.fromkeys(zip(table["game"], table["tiling"], strict=True)))
    for name in NAMES:
        part = table[table["technique"] == name]
        growth, update = [*name.split("-"), "BASE"][:2]
        looks: dict[str, Any] = {
            "color": _COLOURS[growth],
            "marker": _MARKERS[update],
            "linestyle": "none",
        }
        ax.plot(part["playouts_per_s"], range(len(part)), label=name, **looks)
        ax.plot(part["playouts_per_s_published"], range(len(part)), fillstyle="none", **looks)
    ax.set_xscale("log")
    ax.set_xlabel("random playouts per second (log scale); hollow: the thesis, on another machine")
    ax.set_yticks(range(len(games)), [f"{game}\n{tiling}" for game, tiling in games])
    ax.invert_yaxis()
    figure.legend(*ax.get_legend_handles_labels(), loc="outside upper center", ncols=4)
    return figure


def draw_distributions(table: pd.DataFrame) -> Figure:
    """Draw the distributions of length and board size, small multiples."""
    games = list(dict.fromkeys(zip(table["game"], table["tiling"], strict=True)))
    figure = Figure(figsize=(6.3, 8.4))
    axes = figure.subplots(len(games), 2, squeeze=False)
    for row, key in enumerate(games):
        mine = table[(table["game"] == key[0]) & (table["tiling"] == key[1])]
        for ax, measure in zip(axes[row], ("plies", "cells"), strict=True):
            part = mine[mine["measure"] == measure]
            ax.bar(part["value"], 100 * part["share"], width=1.0, color=_COLOURS["ZONE"])
            mean = float(np.average(part["value"], weights=part["share"]))
            ax.axvline(mean, color="black", linewidth=1)
            ax.set_title(f"mean {mean:.1f}", loc="right", fontsize=8)
            ax.set_ylabel("%")
        axes[row, 0].axvline(LUDII_PLIES[key], color="#E69F00", linewidth=1, linestyle="--")
        axes[row, 0].set_title(f"{key[0]} {key[1]}", loc="left", fontsize=8)
    axes[-1, 0].set_xlabel("moves of a game, passes too\n(dashed: mean in Ludii)")
    axes[-1, 1].set_xlabel("cells on the board at its end (ZONE)")
    return figure


PLAYOUT_FIGURES = (
    *(
        ThesisFigure(
            f"table-{number}",
            f"Random playouts: {_UNITS[measure]}",
            partial(table_of, measure),
            partial(draw_measured, measure, number),
        )
        for measure, number in zip(_UNITS, ("6.1", "6.2", "6.3"), strict=True)
    ),
    ThesisFigure("playouts-6.13", "Playouts per second by technique", speeds, draw_speeds),
    ThesisFigure(
        "lengths-6.14",
        "Length and board size of random games",
        lambda: distributions(sample()),
        draw_distributions,
    ),
)
