"""Figures 6.7 to 6.12: board sizes and shares of unused cells, with bands of random games."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, Self

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator
from scipy.optimize import isotonic_regression

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
from boardless.analysis.playout_tables import sample
from boardless.analysis.sequences import SEQUENCES
from boardless.games import load
from boardless.strategies import Strategy, strategy_of
from boardless.topo import HEXAGONAL, SQUARE, TRIANGULAR, InputError, Tiling, integer_between

#: Patterns of the bands of the strategies, and of their means, for prints in grey.
HATCHES = {"zone": "", "contour": "////", "rule": "...."}
MEANS = {"zone": "-", "contour": (0, (1, 1.2)), "rule": "--"}
#: Marks of the means corrected for survival.
MARKS = {"zone": "o", "contour": "s", "rule": "^"}

#: The ends of the columns of random games after their means.
STATISTICS = ("low", "high", "corrected")


#: The strategies with boards of random games, and their names.
BANDS = {"zone": "zone", "perimeter": "contour", "rule": "rule"}


@dataclass(frozen=True)
class RandomGames:
    """The growth of boards in random games behind the bands of a figure, by strategy."""

    names: list[str]  #: of the sample, on boards of the tiling
    growth: dict[str, pd.DataFrame]

    @classmethod
    def of(
        cls,
        tiling: Tiling,
        strategies: Sequence[Strategy | str],
        games: Sequence[str] | None,
        playouts: int | None,
    ) -> Self:
        """Return the games on boards that grow by some strategies.

        Raise an InputError if a game does not support a strategy.
        """
        chosen = sample().with_games(games, tiling, playouts)
        asked = {
            strategy if strategy == "rule" else strategy_of(strategy).name
            for strategy in strategies
        }
        kinds = [kind for name, kind in BANDS.items() if name in asked]
        if not kinds and (games, playouts) != (None, None):
            raise InputError(f"games, playouts: add one of {', '.join(BANDS)} to the strategies")
        names = [name for name, its in chosen.games if its == tiling.name]
        if games is not None and "rule" in kinds:
            for name in names:
                _ = load(name, tiling=tiling.name, jit=False).rule
        if chosen.store is not None:
            stored = stored_growth(chosen.store, tiling.name)
            return cls(names, {kind: stored[kind] for kind in kinds})
        growth = {
            kind: [
                played_growth(name, tiling.name, TECHNIQUES[kind], chosen.bands) for name in names
            ]
            for kind in kinds
        }
        tables = {kind: pd.concat(each, ignore_index=True) for kind, each in growth.items() if each}
        return cls(names, tables)

    def beside(self, table: pd.DataFrame, measure: str, scale: float) -> pd.DataFrame:
        """Return a table of curves with a measure of the games, "cells" or "unused", added to it.

        The table has a row for each number of moves, start tiles included. Columns
        ``zone_Andantino_mean`` of the games that still run, ``_low``, ``_high``, ``_corrected``
        (see `bands_of`), ``_games``, ``_run`` and so on are empty if too few games got that far.
        ``missing`` names games that a store lacks.
        """
        joined = table
        for kind, grown in self.growth.items():
            for game, part in grown.groupby("game"):
                rows = part.set_index("tiles")
                values = rows[[measure, *(f"{measure}_{end}" for end in STATISTICS)]] * scale
                values.columns = pd.Index(["mean", *STATISTICS])
                values = values.join(rows[["games", "run"]]).add_prefix(f"{kind}_{game}_")
                joined = joined.join(values, on="move")
        missing = _missing(self.names, self.growth)
        return joined.assign(missing=missing) if missing else joined


def _missing(names: list[str], growth: dict[str, pd.DataFrame]) -> str:
    """Return the games without random games in words, each with the strategies that lack them."""
    played = {name: set(part["game"]) for name, part in growth.items()}
    games = dict.fromkeys(names) | dict.fromkeys(sorted(set().union(*played.values())))
    lacks = {game: [name for name in played if game not in played[name]] for game in games}
    texts = [f"{game} ({', '.join(names)})" for game, names in lacks.items() if names]
    return f"no random games of {', '.join(texts)}" if texts else ""


def games_of(table: pd.DataFrame) -> list[str]:
    """Return the games with bands in a table."""
    names = [str(name).removesuffix("_mean") for name in table.filter(regex="_mean$")]
    return list(dict.fromkeys(name.partition("_")[2] for name in names))


def runs_of(table: pd.DataFrame) -> str:
    """Return the playouts behind the bands of a table."""
    runs = table.filter(regex="_run$").bfill().iloc[0]
    return ", ".join(dict.fromkeys(run.split(": ", 1)[1] for run in runs))


def note_of(table: pd.DataFrame) -> str:
    """Return in words the random games that a table lacks."""
    return str(table["missing"].iloc[0]) if "missing" in table else ""


#: The games of a band, in words.
_PERCENT = f"{100 * (BAND[1] - BAND[0]):.0f} % band"


def draw_bands(axes: Axes, table: pd.DataFrame, game: str, colours: dict[str, str]) -> None:
    """Draw the bands of a game, each with its mean and the mean corrected for survival."""
    for strategy, hatch in HATCHES.items():
        name = f"{strategy}_{game}"
        if f"{name}_mean" not in table:
            continue
        part = table.dropna(subset=[f"{name}_mean"])
        axes.fill_between(
            part["move"], part[f"{name}_low"], part[f"{name}_high"],
            facecolor=colours[strategy], edgecolor="white", alpha=0.45, hatch=hatch, linewidth=0,
            step="mid", label=f"{strategy}, {_PERCENT}",
        )  # fmt: skip
        axes.plot(
            part["move"], part[f"{name}_mean"], linestyle=MEANS[strategy], color="black",
            linewidth=1.6, label=f"{strategy}, mean",
        )  # fmt: skip
        axes.plot(
            part["move"],
            part[f"{name}_corrected"],
            color="black",
            linewidth=0.6,
            marker=MARKS[strategy],
            markersize=3,
            markerfacecolor="white",
            markeredgewidth=0.7,
            markevery=max(1, len(part) // 6),
            label=f"{strategy}, corrected",
        )


def _label_ticks(axes: Axes, table: pd.DataFrame, game: str) -> None:
    """Write the number of games that still run below the ticks."""
    axes.xaxis.set_major_locator(MaxNLocator(4, integer=True))
    counts = table.filter(regex=f"_{re.escape(game)}_games$").set_axis(table["move"]).bfill()
    ticks = axes.get_xticks()
    counts = counts.reindex(ticks[ticks <= axes.get_xlim()[1]])
    each = [dict.fromkeys(row.dropna().astype(int)) for _, row in counts.iterrows()]
    running = ["/".join(map(str, numbers)) for numbers in each]
    texts = [f"{tick:g}\n{n}" for tick, n in zip(counts.index, running, strict=True)]
    axes.set_xticks(counts.index, texts)
    axes.annotate(
        "\nn =",
        (0, 0),
        (-16, -7),
        "axes fraction",
        "offset points",
        size="small",
        ha="right",
        va="top",
    )


#: The thesis covers games of up to 200 moves (section 6.1.2).
MOVES = 200

#: Moves of the lower panel: a game of Andantino ends after 48, and begins with two tiles.
GAME_MOVES = 50

#: Colours of users' strategies.
_OWN_COLOURS = ("#CC79A7", "#D55E00", "#56B4E9", "#882255")
_COLOURS = {"contour": "#E69F00", "zone": "#0072B2", "rule": "#009E73"}


@dataclass(frozen=True)
class GrowthCurve:
    """A curve of the figures: a strategy, a sequence of moves, and its looks."""

    column: str
    label: str
    strategy: str
    sequence: str
    colour: str
    style: str

    def draw(self, axes: Axes, table: pd.DataFrame, of: str = "", **looks: Any) -> Line2D:
        """Draw the curve, or its column with another ending; `looks` change its style."""
        # A contour is added by one move.
        steps = "steps-mid" if self.strategy == "perimeter" else "default"
        looks = {"linestyle": self.style, "color": self.colour, "drawstyle": steps} | looks
        (line,) = axes.plot(table["move"], table[f"{self.column}{of}"], **looks)
        return line


CURVES = (
    GrowthCurve("base", "BASE", "fixed", "worst", "0.35", ":"),
    GrowthCurve("contour_worst", "contour, worst", "perimeter", "worst", _COLOURS["contour"], "-"),
    GrowthCurve("contour_best", "contour, best", "perimeter", "best", _COLOURS["contour"], "--"),
    GrowthCurve("zone_worst", "zone, worst", "zone", "worst", _COLOURS["zone"], "-"),
    GrowthCurve("zone_best", "zone, best", "zone", "best", _COLOURS["zone"], "--"),
)


#: Rule growth lacks a law, and a search gives its cases (`analysis.rule_growth`).
RULE_CURVES = (
    GrowthCurve("rule_worst", "rule, large", "rule", "worst", _COLOURS["rule"], "-"),
    GrowthCurve("rule_best", "rule, small", "rule", "best", _COLOURS["rule"], "--"),
)

#: The compared strategies, by name: these, "rule", and users' own.
STRATEGIES = ("fixed", "perimeter", "zone", "rule")


def curves_table(
    tiling: Tiling,
    measure: str,
    *,
    strategies: Sequence[Strategy | str] = STRATEGIES,
    moves: int = MOVES,
    games: Sequence[str] | None = None,
    playouts: int | None = None,
) -> pd.DataFrame:
    """Return cells, or the percentage "unused", by move: curves, laws (``_law``), and games.

    Parameters
    ----------
    tiling : Tiling
        A regular tiling; each of `FIGURES` has its own.
    measure : {"cells", "unused"}
        The contents of the columns.
    strategies : sequence of Strategy or str
        Strategies with curves for their worst and best cases; "rule" is growth by Andantino's
        rules. Your own strategies have columns by their names, without laws.
    moves : int
        Moves of the curves, at least the two tiles at the start of Andantino.
    games, playouts : optional
        The games behind the bands, by name, and the number of playouts of each; by default the
        games of `sample`. They are played with the compared strategies among "zone", "perimeter"
        and "rule".
    """
    moves = integer_between(moves, "moves", 2, MAX_RULE_MOVES)
    random = RandomGames.of(tiling, strategies, games, playouts)
    usual = tuple(strategies) == STRATEGIES and moves == MOVES
    sizes = _usual_sizes(tiling) if usual else _sizes(tiling, strategies, moves)
    if measure == "cells":
        return random.beside(sizes, measure, 1)
    cells = sizes.drop(columns="move")
    shares = sizes[["move"]].join(100 * cells.sub(sizes["move"], axis=0) / cells)
    return random.beside(shares, measure, 100)


@cache
def _usual_sizes(tiling: Tiling) -> pd.DataFrame:
    # Shared: the sizes and the unused share of a tiling come from the same boards.
    return _sizes(tiling, STRATEGIES, MOVES)


def _sizes(tiling: Tiling, strategies: Sequence[Strategy | str], moves: int) -> pd.DataFrame:
    table = pd.DataFrame({"move": np.arange(moves + 1)})
    laws = {}
    for strategy in [strategy_of(each) for each in strategies if each != "rule"]:
        usual = [curve for curve in CURVES if strategy_of(curve.strategy) == strategy]
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


def _own(column: str, number: int) -> GrowthCurve:
    """Return the curve of a column of a user's strategy."""
    strategy, _, sequence = column.rpartition("_")
    style = "-" if sequence == "worst" else "--"
    colour = _OWN_COLOURS[number // 2 % len(_OWN_COLOURS)]
    return GrowthCurve(column, f"{strategy}, {sequence}", strategy, sequence, colour, style)


def curves_of(table: pd.DataFrame) -> list[GrowthCurve]:
    """Return the curves of a table: the usual ones first, then curves of users' strategies."""
    usual = {curve.column: curve for curve in (*CURVES, *RULE_CURVES)}
    cases = tuple(f"_{case}" for case in SEQUENCES)
    own = [str(column) for column in table if str(column).endswith(cases) and column not in usual]
    curves = [curve for name, curve in usual.items() if name in table]
    return [*curves, *(_own(name, number) for number, name in enumerate(own))]


def draw_sizes(table: pd.DataFrame, title: str) -> Figure:
    """Draw a table of sizes on a log axis, and each game below on a linear one."""
    figure, upper, lower = _axes(title, table, "cells on the board")
    upper.set(yscale="log", ylim=(1, 1e6), ylabel="cells on the board (log scale)")
    for axes in lower:
        axes.set_ylim(0, 1.05 * np.nanmax(table.filter(regex="_high$").to_numpy(dtype=float)))
    return _completed(figure, upper, lower, table)


def draw_unused(table: pd.DataFrame, title: str) -> Figure:
    """Draw a table of percentages."""
    figure, upper, lower = _axes(title, table, "unused cells (% of the board)")
    for axes in (upper, *lower):
        axes.set(ylim=(0, 102), yticks=range(0, 101, 20))
    return _completed(figure, upper, lower, table)


def _completed(figure: Figure, upper: Axes, lower: list[Axes], table: pd.DataFrame) -> Figure:
    """Draw the curves above, and the legend below, once the axes have their limits."""
    _draw_curves(upper, table)
    if lower:
        _explain(figure, lower, table)
    return figure


def _axes(title: str, table: pd.DataFrame, measure: str) -> tuple[Figure, Axes, list[Axes]]:
    """Return a figure with an empty panel for the curves, and with one for each game below."""
    games = games_of(table)
    figure = Figure(figsize=(6.3, 7.6 if games else 4.4))
    grid = figure.add_gridspec(2 if games else 1, max(1, len(games)))
    if games:
        grid.set_height_ratios((3.6, 2.6))
    upper = figure.add_subplot(grid[0, :])
    upper.set_title(title, loc="left")
    upper.set(xlim=(0, table["move"].max()), xlabel="moves played", ylabel=measure)
    if not games:
        figure.supxlabel(note_of(table), fontsize="medium")
        return figure, upper, []
    lower = [figure.add_subplot(grid[1, n]) for n in range(len(games))]
    for axes, game in zip(lower, games, strict=True):
        _draw_game(axes, table[table["move"] <= GAME_MOVES], game)
        axes.set_xlabel("tiles on the board")
    lower[0].set_ylabel(measure)
    return figure, upper, lower


def _draw_game(axes: Axes, table: pd.DataFrame, game: str) -> None:
    """Draw the measures of random games, and the best and the worst case."""
    for curve in curves_of(table):
        if curve not in RULE_CURVES:
            label = curve.label + " case" * ("," in curve.label)
            curve.draw(axes, table, linewidth=1, label=label)
    draw_bands(axes, table, game, _COLOURS)
    means = table[[name for name in (f"{s}_{game}_mean" for s in _COLOURS) if name in table]]
    last = table["move"][means.notna().any(axis=1)].max()
    axes.set_xlim(0, 5 * np.ceil(last / 5))
    axes.set_title(game, loc="left", fontsize="medium")
    _label_ticks(axes, table, game)


def _explain(figure: Figure, panels: list[Axes], table: pd.DataFrame) -> None:
    """Add a legend of everything in the panels of games, a column for each strategy."""
    told = f"n: games still running, of {runs_of(table)}\n{_PERCENT} and mean: of these games\n"
    told += "corrected for survival: their mean changes from tile to tile, added up\n"
    told += note_of(table)
    looks: dict[str, Any] = {}
    for axes in panels:
        for artist, label in zip(*axes.get_legend_handles_labels(), strict=True):
            lowest = np.nanmin(artist.get_ydata()) if isinstance(artist, Line2D) else 0
            if lowest <= axes.get_ylim()[1]:
                looks[label] = artist
    columns: dict[str, list[str]] = {}
    for label in sorted(looks, key=lambda label: (label == "BASE", "case" in label)):
        strategy = label.split(",")[0] if label != "BASE" else list(columns)[-1]
        columns.setdefault(strategy, []).append(label)
    height = max(map(len, columns.values()))
    order = [label for column in columns.values() for label in (*column, *[""] * height)[:height]]
    figure.legend(
        [looks.get(label, Line2D([], [], linestyle="none")) for label in order],
        order,
        loc="outside lower center",
        ncols=len(columns),
        title=told.rstrip(),
        title_fontsize=8,
    )


def _draw_curves(axes: Axes, table: pd.DataFrame) -> None:
    """Draw each curve with its law as a thin line over it, and its name at its right end."""
    law = None
    for curve in curves_of(table):
        curve.draw(axes, table, linewidth=1.3 if curve in RULE_CURVES else 2.6)
        if f"{curve.column}_law" in table:
            law = curve.draw(axes, table, "_law", linestyle="-", color="black", linewidth=0.5)
    _label_ends(axes, table)
    if law is not None:
        # Large boards leave room below the curves, on the right, shares on the left.
        place: Any = "lower right" if axes.get_yscale() == "log" else "lower left"
        axes.legend([law], ["thin, on the curves: theoretical bounds"], loc=place)


def _label_ends(axes: Axes, table: pd.DataFrame, gap: float = 0.06) -> None:
    """Write the curves' names next to their ends, at least `gap` of the axis apart.

    The name of BASE stands on the curve, which no other curve crosses there.
    """
    scale = axes.transData + axes.transAxes.inverted()
    last = table["move"].max()
    beside: list[tuple[float, GrowthCurve]] = []
    for curve in curves_of(table):
        height = scale.transform((last, table[curve.column].iloc[-1]))[1]
        if curve.column != "base":
            beside.append((height, curve))
            continue
        axes.annotate(
            curve.label, (1, height), (-3, 5), "axes fraction", "offset points", ha="right",
            fontsize="small",
        )  # fmt: skip
    beside.sort(key=lambda end: end[0])
    for place, (height, curve) in zip(_apart([end[0] for end in beside], gap), beside, strict=True):
        axes.annotate(
            curve.label,
            xy=(1, height),
            xytext=(1.06, place),
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


def _apart(heights: list[float], gap: float) -> list[float]:
    """Return the places at least `gap` apart that are nearest to some heights, in order."""
    if len(heights) < 2:
        return heights
    least = gap * np.arange(len(heights))
    places: list[float] = (isotonic_regression(np.array(heights) - least).x + least).tolist()
    return places


def _figures(name: str, tiling: Tiling) -> Iterator[ThesisFigure]:
    """Yield the figure of the sizes on a tiling and the next one, of the unused share."""
    chapter, number = name.split(".")
    kinds = (("Size", "cells", draw_sizes), ("Unused share", "unused", draw_unused))
    for n, (words, measure, draw) in enumerate(kinds, int(number)):
        title = f"{words} of a board of {tiling.name} cells"
        table = partial(curves_table, tiling, measure)
        yield ThesisFigure(f"{chapter}.{n}", title, table, partial(draw, title=title))


FIGURES: tuple[ThesisFigure, ...] = (
    *_figures("6.7", SQUARE),
    *_figures("6.9", HEXAGONAL),
    *_figures("6.11", TRIANGULAR),
)
