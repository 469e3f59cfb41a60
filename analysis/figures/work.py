"""What a growing move writes, forth and back, in each technique: a figure the thesis has not."""

import pandas as pd
from matplotlib.figure import Figure

from boardless.analysis.figures.figure import ThesisFigure
from boardless.state import Component, FreeState, Move, Setup
from boardless.strategies import TECHNIQUES, Technique
from boardless.topo import SQUARE

#: Moves of the game, and how many lie between those that are taken back, to be counted.
MOVES, EVERY = 60, 5

_COLOURS = {"PERI": "#E69F00", "ZONE": "#0072B2"}
_STYLES = {"RE": "-", "MAP": "--", "APPEND": ":"}


def work_table() -> pd.DataFrame:
    """Return what the moves of a game write in which every move makes the board grow.

    Tiles are put in a straight line on squares, from Section 5.4's board on.

    Returns
    -------
    pandas.DataFrame
        ``technique``, ``move``, ``cells`` on the board after it, ``push``, the cells, sites and
        rows of moves written by it, and ``pop``, those written to take it back (missing for most
        moves).
    """
    # Nothing is taken here, so nothing shrinks.
    growing = [t for name, t in TECHNIQUES.items() if name not in ("BASE", "ZONE-SHRINK")]
    tables = [_work(technique) for technique in growing]
    return pd.concat(tables, ignore_index=True)


def _work(technique: Technique) -> pd.DataFrame:
    state = FreeState(Setup(SQUARE, (Component("tile"),), players=1), technique)
    # The first tiles lie on the first board, and only those on its edge make it grow.
    reach = 0
    while not state.board.on_perimeter(state.site((reach, 0, 0))):
        reach += 1
    rows = []
    for n in range(MOVES):
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
    """Draw what is written by a move on the left, and by taking it back on the right."""
    figure = Figure(figsize=(6.3, 3.4))
    left, right = figure.subplots(1, 2, sharey=True)
    for name, part in table.groupby("technique", sort=False):
        strategy, update = str(name).split("-")
        looks = {"color": _COLOURS[strategy], "linestyle": _STYLES[update], "label": str(name)}
        left.plot(part["move"], part["push"], **looks)
        popped = part[part["pop"].notna()]
        right.plot(popped["move"], popped["pop"].astype(int), **looks)
    for ax, title in ((left, "Growing move"), (right, "Undo of it")):
        ax.set_title(title, loc="left")
        ax.set_xlabel("moves played")
        ax.set_xlim(0, MOVES)
    left.set_yscale("log")
    left.set_ylabel("cells, sites and moves written (log scale)")
    figure.legend(*left.get_legend_handles_labels(), loc="outside lower center", ncols=3)
    return figure


WORK_FIGURES = (
    ThesisFigure("work-5.3", "What a growing move writes, by technique", work_table, draw_work),
)
