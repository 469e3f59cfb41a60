"""Figures 6.7 to 6.12: sizes of boards and shares of unused cells, with bands of random games."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Literal

import numpy as np
import pandas as pd
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from boardless.analysis.bounds import BOUNDS
from boardless.analysis.figures.figure import ThesisFigure
from boardless.analysis.growth import (
    BAND,
    MAX_RULE_MOVES,
    TECHNIQUES,
    growth_table,
    played_growth,
    stored_growth,
)
from boardless.analysis.playout_tables import Sample, sample
from boardless.analysis.sequences import SEQUENCES
from boardless.strategies import Strategy, strategy_of
from boardless.topo import HEXAGONAL, SQUARE, TRIANGULAR, InputError, Tiling, integer_between

#: Patterns of the bands of the strategies, and of their means, for prints in grey.
HATCHES = {"zone": "", "contour": "////", "rule": "...."}
MEANS = {"zone": "-", "contour": (0, (1, 1.2)), "rule": "--"}


def with_bands(
    table: pd.DataFrame, tiling: Tiling, measure: str, scale: float, chosen: Sample
) -> pd.DataFrame:
    """Return a table of curves with the measures of random games ("cells" or "unused") beside them.

    A row for each number of moves, start tiles included. Columns ``zone_Andantino_mean``, ``_low``,
    ``_high``, ``_games``, ``_run`` and so on are empty where too few games got that far;
    ``missing`` names games that a store lacks.
    """
    joined = table
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
    """Return in words the random games that are missing: of a sample's games, and of any other."""
    found = {name: set(part["game"]) for name, part in growth.items()}
    games = dict.fromkeys(name for name, its in chosen.games if its == tiling)
    games |= dict.fromkeys(sorted(set().union(*found.values())))
    lacks = {
        game: [name for name in TECHNIQUES if game not in found.get(name, ())] for game in games
    }
    texts = [f"{game} ({', '.join(names)})" for game, names in lacks.items() if names]
    return f"no random games of {', '.join(texts)}" if texts else ""


def games_of(table: pd.DataFrame) -> list[str]:
    """Return the games whose bands a table has."""
    names = [str(name).removesuffix("_mean") for name in table.filter(regex="_mean$")]
    return list(dict.fromkeys(name.partition("_")[2] for name in names))


def runs_of(table: pd.DataFrame) -> str:
    """Return the playouts behind the bands of a table."""
    runs = table.filter(regex="_run$").bfill().iloc[0]
    return ", ".join(dict.fromkeys(run.split(": ", 1)[1] for run in runs))


def note_of(table: pd.DataFrame) -> str:
    """Return in words the random games that a table lacks."""
    return str(table["missing"].iloc[0]) if "missing" in table else ""


def draw_bands(axes: Axes, table: pd.DataFrame, game: str, colours: dict[str, str]) -> None:
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


#: The thesis looks at games of up to 200 moves (section 6.1.2).
MOVES = 200

#: Moves of the lower panel: a game of Andantino ends after 48, and begins with two tiles.
GAME_MOVES = 50

#: Colours of strategies of one's own.
_OWN_COLOURS = ("#CC79A7", "#D55E00", "#56B4E9", "#882255")
_COLOURS = {"contour": "#E69F00", "zone": "#0072B2", "rule": "#009E73"}


@dataclass(frozen=True)
class Curve:
    """A curve of the figures: a strategy, a sequence of moves, and its looks."""

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

#: The strategies that are compared, by name: these, "rule", and any of one's own.
STRATEGIES = ("fixed", "perimeter", "zone", "rule")


def size_table(
    tiling: Tiling,
    *,
    strategies: Sequence[Strategy | str] = STRATEGIES,
    moves: int = MOVES,
    games: Sequence[str] | None = None,
    playouts: int | None = None,
) -> pd.DataFrame:
    """Return the number of cells after each move, by curve, by law (``_law``), and in games.

    Parameters
    ----------
    tiling : Tiling
        A regular tiling.
    strategies : sequence of Strategy or str
        Strategies whose worst and best cases are curves; "rule" is growth by Andantino's rules.
        Those of one's own have columns by their names, and no laws.
    moves : int
        Moves of the curves, at least the two tiles that Andantino begins with.
    games, playouts : optional
        The games behind the bands, by name, and how many of each are played; by default those of
        `sample`.
    """
    sizes = _sizes_of(tiling, strategies, moves)
    return with_bands(sizes, tiling, "cells", 1, sample().with_games(games, tiling, playouts))


def _sizes_of(tiling: Tiling, strategies: Sequence[Strategy | str], moves: int) -> pd.DataFrame:
    usual = tuple(strategies) == STRATEGIES and moves == MOVES
    return _usual_sizes(tiling) if usual else _sizes(tiling, strategies, moves)


@cache
def _usual_sizes(tiling: Tiling) -> pd.DataFrame:
    # Shared: the sizes and the unused share of a tiling come from the same boards.
    return _sizes(tiling, STRATEGIES, MOVES)


def _sizes(tiling: Tiling, strategies: Sequence[Strategy | str], moves: int) -> pd.DataFrame:
    table = pd.DataFrame(
        {"move": np.arange(integer_between(moves, "moves", 2, MAX_RULE_MOVES) + 1)}
    )
    laws = {}
    for strategy in [strategy_of(it) for it in strategies if it != "rule"]:
        usual = [it for it in CURVES if strategy_of(it.strategy) == strategy]
        for curve in usual or [_own(f"{strategy.name}_{case}", 0) for case in SEQUENCES]:
            if curve.column in table:
                raise InputError(f"strategies: two of them are called {strategy.name}")
            table[curve.column] = growth_table(tiling, strategy, curve.sequence, moves)["cells"]
            if usual:
                law = BOUNDS[curve.strategy, curve.sequence]
                laws[f"{curve.column}_law"] = [law(tiling, m) for m in range(moves + 1)]
    table = table.assign(**laws)
    if "rule" not in strategies:
        return table
    for curve in RULE_CURVES:
        grown = growth_table(tiling, "rule", curve.sequence, moves)
        table[curve.column] = grown.set_index("move")["cells"]
    return table


def _own(column: str, number: int) -> Curve:
    """Return the curve of a column of somebody's own strategy."""
    strategy, _, sequence = column.rpartition("_")
    style = "-" if sequence == "worst" else "--"
    colour = _OWN_COLOURS[number // 2 % len(_OWN_COLOURS)]
    return Curve(column, f"{strategy}, {sequence}", strategy, sequence, colour, style)


def curves_of(table: pd.DataFrame) -> list[Curve]:
    """Return the curves of a table: the usual ones first, then those of strategies of one's own."""
    usual = {it.column: it for it in (*CURVES, *RULE_CURVES)}
    cases = tuple(f"_{it}" for it in SEQUENCES)
    own = [str(it) for it in table if str(it).endswith(cases) and it not in usual]
    found = [it for name, it in usual.items() if name in table]
    return [*found, *(_own(name, number) for number, name in enumerate(own))]


def unused_table(
    tiling: Tiling,
    *,
    strategies: Sequence[Strategy | str] = STRATEGIES,
    moves: int = MOVES,
    games: Sequence[str] | None = None,
    playouts: int | None = None,
) -> pd.DataFrame:
    """Return the percentage of unused cells after each move, by curve, by law, and in games.

    Parameters are those of `size_table`.
    """
    sizes = _sizes_of(tiling, strategies, moves)
    cells = sizes.drop(columns="move")
    shares = sizes[["move"]].join(100 * cells.sub(sizes["move"], axis=0) / cells)
    return with_bands(shares, tiling, "unused", 100, sample().with_games(games, tiling, playouts))


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


def _axes(title: str, table: pd.DataFrame, measure: str) -> tuple[Figure, Axes, list[Axes]]:
    """Return a figure with an empty panel for the curves, and with one for each game below."""
    games = games_of(table)
    figure = Figure(figsize=(6.3, 6.8))
    grid = figure.add_gridspec(2 if games else 1, max(1, len(games)))
    if games:
        grid.set_height_ratios((3.6, 2.6))
    upper = figure.add_subplot(grid[0, :])
    upper.set_title(title, loc="left")
    upper.set_xlim(0, table["move"].max())
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
    handles, labels = _looks(lower)
    thin = [Line2D([], [], color="0.4", linewidth=1, linestyle=style) for style in ("-", "--")]
    handles, labels = [*handles, *thin], [*labels, "thin: worst\ncase", "thin: best\ncase"]
    lower[-1].legend(handles, labels, loc="center left", bbox_to_anchor=(1.02, 0.5))
    below = f"tiles on the board; games: {runs_of(table)}"
    figure.supxlabel("\n".join(filter(None, (below, note))), fontsize="medium")
    return figure, upper, lower


def _draw_game(axes: Axes, table: pd.DataFrame, game: str) -> None:
    """Draw the measures of random games, and the best and the worst case."""
    for curve in curves_of(table):
        if curve in RULE_CURVES:
            continue
        axes.plot(table["move"], table[curve.column], curve.style, color=curve.colour, linewidth=1)
    draw_bands(axes, table, game, _COLOURS)
    means = table[[name for name in (f"{s}_{game}_mean" for s in _COLOURS) if name in table]]
    last = table["move"][means.notna().any(axis=1)].max()
    axes.set_xlim(0, 5 * np.ceil(last / 5))
    axes.set_title(game, loc="left", fontsize="medium")


def _looks(panels: list[Axes]) -> tuple[list[Artist], list[str]]:
    """Return the handles and labels of the legend of some panels, each band before its mean."""
    looks: dict[str, Artist] = {}
    for axes in panels:
        handles, labels = axes.get_legend_handles_labels()
        looks |= dict(zip(labels, handles, strict=True))
    strategies = list(HATCHES)
    order = sorted(looks, key=lambda name: (strategies.index(name.split(",")[0]), "mean" in name))
    return [looks[label] for label in order], order


def _draw_curves(axes: Axes, table: pd.DataFrame) -> None:
    """Draw each curve with its law as a thin line upon it, and its name at its right end."""
    moves = table["move"]
    law = None
    for curve in curves_of(table):
        wide = 1.3 if curve in RULE_CURVES else 2.6
        axes.plot(moves, table[curve.column], curve.style, color=curve.colour, linewidth=wide)
        if f"{curve.column}_law" in table:
            (law,) = axes.plot(moves, table[f"{curve.column}_law"], color="black", linewidth=0.5)
    _label_ends(axes, table)
    if law is None:
        return
    # Large boards leave room below the curves, on the right, shares on the left.
    corner: Literal["lower right", "lower left"] = (
        "lower right" if axes.get_yscale() == "log" else "lower left"
    )
    law.set_label("thin, on the curves: theoretical bounds")
    axes.legend(handles=[law], loc=corner)


def _label_ends(axes: Axes, table: pd.DataFrame, gap: float = 0.06) -> None:
    """Write the curves' names beside their ends, at least `gap` of the axis apart."""
    scale = axes.transData + axes.transAxes.inverted()
    ends = [
        (scale.transform((table["move"].max(), table[curve.column].iloc[-1]))[1], curve)
        for curve in curves_of(table)
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


FIGURES: tuple[ThesisFigure, ...] = (
    *_figures("6.7", SQUARE),
    *_figures("6.9", HEXAGONAL),
    *_figures("6.11", TRIANGULAR),
)
