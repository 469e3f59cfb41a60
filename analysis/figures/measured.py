"""Figures and tables of measurements: playouts, work of a move, state spaces, texts."""

from collections.abc import Sequence
from functools import partial
from time import process_time

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from boardless.analysis.figures.figure import ThesisFigure, draw_table, panels
from boardless.analysis.playout_tables import (
    LUDII_PLIES,
    distributions,
    machine,
    measured,
    sample,
    with_ratios,
)
from boardless.games import compile, load
from boardless.games.game_technique import NAMES
from boardless.games.language.reader import tokens_of
from boardless.play import State
from boardless.state import Component, Equipment, FreeState, Move
from boardless.strategies import TECHNIQUES, Technique
from boardless.topo import SQUARE, integer_between
from boardless.util import upward

_COLOURS = {"BASE": "#555555", "PERI": "#E69F00", "ZONE": "#0072B2"}
_MARKERS = {"BASE": "s", "KEPT": "D", "RE": "o", "MAP": "^", "APPEND": "v"}
_UNITS = {
    "playouts_per_s": "playouts per second",
    "moves_per_s": "moves per second",
    "playouts": "playouts in all",
}


def table_of(measure: str) -> pd.DataFrame:
    """Return the measurements of one of the thesis's tables, with its published figures."""
    return with_ratios(measured(sample()), measure)


def draw_measured(measure: str, number: str, table: pd.DataFrame) -> Figure:
    """Draw our and the published figures, and both relative to BASE; a star marks the best."""
    seconds, machine = table[["seconds", "machine"]].iloc[0]
    heads = {
        measure: f"here, in thousands ({seconds:.3g} s a cell; {machine})",
        f"{measure}_published": "in the thesis (40 s a cell, which tables 6.1 and 6.3 make 30 s)",
        "ratio": "here, times BASE",
        "ratio_published": "in the thesis, times BASE",
    }
    lines = []
    for column, head in heads.items():
        lines.append({"": head})
        for (game, tiling), part in table.groupby(["game", "tiling"], sort=False):
            values = part[column] / (1000 if column == measure else 1)
            digits = 1 if column == measure else 2 * (column != "playouts_published")
            line = {"": f"  {game} {tiling}"}
            for name, value in zip(part["technique"], values, strict=True):
                star = "*" if value == values.max() else ""
                line[name] = "" if np.isnan(value) else f"{value:,.{digits}f}{star}"
            lines.append(line)
    columns = {name: name.replace("-", "-\n") for name in NAMES}
    title = f"Table {number}: {_UNITS[measure]}; * largest of the row"
    rows = pd.DataFrame(lines, columns=["", *NAMES]).fillna("").rename(columns=columns)
    return draw_table(title, rows, width=6.3)


def draw_speeds(table: pd.DataFrame) -> Figure:
    """Draw the playouts of each technique as a multiple of BASE: one line of points a game."""
    figure, ax = panels(6.3, 4.2)
    games = list(dict.fromkeys(zip(table["game"], table["tiling"], strict=True)))
    for name in NAMES:
        part = table[table["technique"] == name]
        growth, update = [*name.split("-"), "BASE"][:2]
        looks = {"color": _COLOURS[growth], "marker": _MARKERS[update], "linestyle": "none"}
        ax.plot(part["ratio"], range(len(part)), label=name, **looks)
        ax.plot(part["ratio_published"], range(len(part)), fillstyle="none", **looks)
    ax.set(
        xscale="log", xlabel="random playouts, times those of BASE (log scale); hollow: the thesis"
    )
    ticks = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50]
    ax.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
    ax.minorticks_off()
    base = table.loc[table["technique"] == "BASE", ["playouts_per_s", "playouts_per_s_published"]]
    rates = [f"{ours:,.0f}\n{published:.2f}" for ours, published in base.to_numpy()]
    ax.set_yticks(range(len(games)), [f"{game}\n{tiling}" for game, tiling in games])
    right = ax.secondary_yaxis("right")
    right.set_yticks(range(len(games)), rates)
    right.tick_params(length=0)
    right.spines["right"].set_visible(False)
    right.set_ylabel("BASE a second: here, and in the thesis")
    ax.invert_yaxis()
    figure.legend(
        *ax.get_legend_handles_labels(),
        loc="outside upper center",
        ncols=4,
        title=f"here: {table['machine'].iloc[0]}",
        title_fontsize=8,
    )
    return figure


def lengths_table(
    *, games: Sequence[str] | None = None, playouts: int | None = None
) -> pd.DataFrame:
    """Return the distributions of the sample, or of other games or numbers of playouts."""
    return distributions(sample().with_games(games, None, playouts))


def draw_distributions(table: pd.DataFrame) -> Figure:
    """Draw the distributions of length and board size, small multiples."""
    games = list(table.groupby(["game", "tiling"], sort=False))
    figure, axes = panels(6.3, max(2.4, 8.4 * len(games) / 7), len(games), 2, squeeze=False)
    for row, (key, mine) in enumerate(games):
        for ax, measure in zip(axes[row], ("plies", "cells"), strict=True):
            part = mine[mine["measure"] == measure]
            ax.bar(part["value"], 100 * part["share"], width=1.0, color=_COLOURS["ZONE"])
            mean = float(np.average(part["value"], weights=part["share"]))
            ax.axvline(mean, color="black", linewidth=1)
            ax.set_title(f"mean {mean:.1f}", loc="right", fontsize=8)
            ax.set_ylabel("%")
        if key in LUDII_PLIES:
            axes[row, 0].axvline(LUDII_PLIES[key], color="#E69F00", linewidth=1, linestyle="--")
        axes[row, 0].set_title(f"{key[0]} {key[1]}", loc="left", fontsize=8)
    axes[-1, 0].set_xlabel("moves of a game, passes too\n(dashed: mean in Ludii)")
    axes[-1, 1].set_xlabel("cells on the board at its end (ZONE)")
    return figure


#: Counted moves of the game, their maximum, and the distance of undone moves.
MOVES, MAX_MOVES, EVERY = 60, 1_000, 5

_STYLES = {"RE": "-", "MAP": "--", "APPEND": ":"}


def work_table(*, moves: int = MOVES) -> pd.DataFrame:
    """Return the writes of moves that make the board grow, and of undoing some of them."""
    moves = integer_between(moves, "moves", 1, MAX_MOVES)
    # Nothing is captured here, so nothing shrinks.
    growing = [t for name, t in TECHNIQUES.items() if name not in ("BASE", "ZONE-SHRINK")]
    tables = [_work(technique, moves) for technique in growing]
    return pd.concat(tables, ignore_index=True)


def _work(technique: Technique, moves: int) -> pd.DataFrame:
    state = FreeState(Equipment(SQUARE, (Component("tile"),), players=1), technique)
    # The first tiles lie on the first board, and only tiles on its edge make it grow.
    reach = 0
    while not state.board.on_perimeter(state.site((reach, 0, 0))):
        reach += 1
    rows = []
    for n in range(moves):
        move = Move.add(1, 1, (reach + n, 0, 0))
        start = state.work
        state.push(move)
        push, pop = state.work - start, None
        if (n + 1) % EVERY == 0:
            start = state.work
            state.pop()
            pop = state.work - start
            state.push(move)
        rows.append((technique.name, n + 1, len(state.board), push, pop))
    table = pd.DataFrame(rows, columns=["technique", "move", "cells", "push", "pop"])
    return table.astype({"pop": "Int64"})


def draw_work(table: pd.DataFrame) -> Figure:
    """Draw the writes of a move on the left, and of undoing it on the right."""
    figure, (left, right) = panels(6.3, 3.4, 1, 2, sharey=True)
    for name, part in table.groupby("technique", sort=False):
        strategy, update = str(name).split("-")
        looks = {"color": _COLOURS[strategy], "linestyle": _STYLES[update], "label": str(name)}
        left.plot(part["move"], part["push"], **looks)
        popped = part[part["pop"].notna()]
        right.plot(popped["move"], popped["pop"].astype(int), **looks)
    for ax, title in ((left, "Growing move"), (right, "Undo of it")):
        ax.set_title(title, loc="left")
        ax.set(xlabel="moves played", xlim=(0, table["move"].max()))
    left.set(yscale="log", ylabel="cells, sites and moves written (log scale)")
    figure.legend(*left.get_legend_handles_labels(), loc="outside lower center", ncols=3)
    return figure


#: Games, their tilings, and the depth of search: Tic-Tac-Toe to its end.
SPACES = (
    ("Tic-Tac-Toe", None, 9),
    ("Andantino", "hexagonal", 10),
    ("Andantino", "square", 8),
    ("Andantino", "triangular", 6),
    ("Bravalath", "hexagonal", 6),
    ("Trax", None, 6),
    ("Hive", None, 5),
)

#: Colours, and marks that distinguish the lines in grey.
_SPACE_COLOURS = ("0.35", "#0072B2", "#56B4E9", "#009E73", "#D55E00", "#CC79A7", "#E69F00")
_MARKS = ("o", "s", "D", "^", "v", "P", "X")


def space_table() -> pd.DataFrame:
    """Return the number of new positions after each move, counting translated ones once."""
    # The other figures need no rules of games.
    from boardless.store.positions import explored

    tables = []
    for name, tiling, depth in SPACES:
        game = load(name, tiling=tiling)
        positions = np.bincount(explored(game, depth=depth).plies)
        plies, reached = np.arange(len(positions)), positions.cumsum()
        columns = {"game": name, "tiling": game.tiling.name, "ply": plies}
        tables.append(pd.DataFrame({**columns, "positions": positions, "all": reached}))
    return pd.concat(tables, ignore_index=True)


def draw_spaces(table: pd.DataFrame) -> Figure:
    """Draw a line for each game and tiling."""
    figure, ax = panels(6.3, 3.8)
    games = table.groupby(["game", "tiling"], sort=False)
    for ((game, tiling), part), colour, mark in zip(games, _SPACE_COLOURS, _MARKS, strict=True):
        label = f"{game}, {tiling}"
        ax.plot(part["ply"], part["positions"], marker=mark, color=colour, label=label)
    ax.set(yscale="log", xlabel="moves played", ylabel="new positions (log scale)")
    ax.set_xticks(range(int(table["ply"].max()) + 1))
    ax.legend(loc="center left", bbox_to_anchor=(1, 0.5))
    return figure


#: Lengths of the games that are written down.
DEPTHS = (2, 3, 4, 5, 6, 7, 8)
#: Plays of a game.
TIMES = 9


def text_table() -> pd.DataFrame:
    """Return the lengths of descriptions, and the least time of a move of some games."""
    rows = []
    for depth in DEPTHS:
        game = upward.alternating(depth)
        text = upward.to_lgdl(game)
        state = State(compile(text, jit=False))
        times = [_played(state, depth) for _ in range(TIMES)]
        rows.append((len(game), len(text), len(tokens_of(text)), 1000 * min(times) / depth))
    table = pd.DataFrame(rows, columns=["nodes", "characters", "words", "ms_per_move"])
    return table.assign(machine=machine())


def _played(state: State, depth: int) -> float:
    """Return the computing time of a game in seconds; the state is unchanged afterwards."""
    start = process_time()
    for _ in range(depth):
        state.push(next(iter(state.legal_moves)))
    took = process_time() - start
    for _ in range(depth):
        state.pop()
    return took


def draw_texts(table: pd.DataFrame) -> Figure:
    """Draw the length of the text and the time of a move against the number of nodes."""
    figure, axes = panels(6.3, 3.2, 1, 2)
    labels = {"words": "words and brackets of the text", "ms_per_move": "ms a move, uncompiled"}
    for ax, (column, label) in zip(axes, labels.items(), strict=True):
        ax.plot(table["nodes"], table[column], marker="o", color="#0072B2")
        ax.set(xscale="log", yscale="log", xlabel="nodes of the game", ylabel=label)
    figure.suptitle(f"times: {table['machine'].iloc[0]}", fontsize=8)
    return figure


FIGURES = (
    *(
        ThesisFigure(
            f"table-{number}",
            f"Random playouts: {_UNITS[measure]}",
            partial(table_of, measure),
            partial(draw_measured, measure, number),
            timed=True,
        )
        for measure, number in zip(_UNITS, ("6.1", "6.2", "6.3"), strict=True)
    ),
    ThesisFigure(
        "playouts-6.13",
        "Playouts per second by technique",
        partial(table_of, "playouts_per_s"),
        draw_speeds,
        timed=True,
    ),
    ThesisFigure(
        "lengths-6.14",
        "Length and board size of random games",
        lengths_table,
        draw_distributions,
    ),
    ThesisFigure("work-5.3", "What a growing move writes, by technique", work_table, draw_work),
    ThesisFigure(
        "positions-6.3", "How many positions there are, by moves played", space_table, draw_spaces
    ),
    ThesisFigure(
        "extensive-8.1",
        "Games in extensive form as text: length, and cost of a move",
        text_table,
        draw_texts,
        timed=True,
    ),
)
