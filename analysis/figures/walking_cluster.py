"""Section 7.7: the board of a cluster that walks, growing only, and shrinking too."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from boardless.analysis.figures.figure import ThesisFigure
from boardless.analysis.figures.panels import MARGIN, board_table, cells_of, centres_of
from boardless.analysis.walk import walk_table, walked
from boardless.state import BOARD
from boardless.strategies import Zone
from boardless.topo import HEXAGONAL
from boardless.topo.boards.outlines import outlines
from boardless.topo.drawing.board_drawing import draw_cells, draw_discs, room
from boardless.topo.drawing.palette import CELL, CHIP

#: Moves of the curves, how many lie between two points of them, and moves before the pictures.
MOVES, EVERY, SHOWN = 10_000, 100, 24

_KINDS = {"growing only": Zone(), "shrinking": Zone(shrink=True)}
_LOOKS = {"growing only": ("#0072B2", "-"), "shrinking": ("#E69F00", "--")}


def shrinking_table() -> pd.DataFrame:
    """Return the boards of a walk on hexagons after a few moves, and their sizes after many.

    Returns
    -------
    pandas.DataFrame
        For each kind a board table (see `analysis.figures.panels.board_table`) with the column
        ``what``, 1 where a tile stands; then, where ``panel`` is ``size``, the columns ``kind``,
        ``move``, ``cells`` and ``sites``.
    """
    tables = []
    for kind, strategy in _KINDS.items():
        *_, state = walked(HEXAGONAL, strategy, SHOWN)
        table = board_table(state.board, kind)
        table["what"] = np.array(list(state.containers[BOARD].what))[table["site"]]
        tables.append(table)
    for kind, strategy in _KINDS.items():
        sizes = walk_table(HEXAGONAL, strategy, MOVES)[::EVERY].drop(columns="unused")
        tables.append(sizes.assign(panel="size", kind=kind))
    whole = ["site", "index", "i", "j", "k", "what", "move", "cells", "sites"]
    return pd.concat(tables, ignore_index=True).astype(dict.fromkeys(whole, "Int64"))


def draw_shrinking(table: pd.DataFrame) -> Figure:
    """Draw the boards of the walk above, in one place of the plane, and their sizes below."""
    figure = Figure(figsize=(6.3, 5.0))
    grid = figure.subplots(3, 1, height_ratios=(1, 1, 2.2))
    corners = np.concatenate(outlines(*cells_of(table[table["panel"] != "size"])))
    low, high = corners.min(axis=0) - MARGIN, corners.max(axis=0) + MARGIN
    for ax, kind in zip(grid, _KINDS, strict=False):
        _draw_board(ax, table[table["panel"] == kind], kind)
        ax.set_xlim(low[0], high[0])
        ax.set_ylim(low[1], high[1])
    ax = grid[-1]
    for kind in _KINDS:
        part = table[(table["panel"] == "size") & (table["kind"] == kind)]
        colour, style = _LOOKS[kind]
        moves, cells = part["move"].astype(int), part["cells"].astype(int)
        ax.plot(moves, cells, style, color=colour)
        ax.annotate(kind, (moves.iloc[-1], cells.iloc[-1]), (0, 5), textcoords="offset points",
                    ha="right", fontsize="small")  # fmt: skip
    ax.set_yscale("log")
    ax.set_ylim(10, 1e5)
    ax.set_xlim(0, MOVES)
    ax.set_xlabel("tiles moved from the left end of the cluster to its right end")
    ax.set_ylabel("cells on the board (log scale)")
    return figure


def _draw_board(ax: Axes, table: pd.DataFrame, kind: str) -> None:
    tiling, keys = cells_of(table)
    draw_cells(ax, tiling, keys, CELL)
    draw_discs(ax, centres_of(table[table["what"] > 0]), 0.7 * room(tiling), CHIP)
    ax.set_title(f"{kind}: {len(table)} cells after {SHOWN} moves", loc="left")


WALK_FIGURES = (
    ThesisFigure("walk-7.7", "The board of a cluster that walks", shrinking_table, draw_shrinking),
)
