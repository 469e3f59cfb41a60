"""Section 7.2: a board grown on every tiling, and the laws by which boards grow there."""

from itertools import islice

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from boardless.analysis.figures.figure import ThesisFigure
from boardless.analysis.figures.panels import board_table, cells_of
from boardless.analysis.figures.tabular import draw_table
from boardless.analysis.sequences import move_sequence
from boardless.analysis.tiling_growth import tiling_growth_table
from boardless.strategies import Zone
from boardless.topo import TILINGS
from boardless.topo.drawing.board_drawing import draw_cells
from boardless.topo.drawing.palette import CELL, INK, NEW, PLAYERS

#: Moves on each board of the plate, and panels side by side.
MOVES, COLUMNS = 7, 4

#: What cells hold, and their colours.
HELD = {"played": PLAYERS[0], "added": NEW, "empty": CELL}


def plate_table() -> pd.DataFrame:
    """Return a board of every tiling, grown by zones around the best moves, those close together.

    Returns
    -------
    pandas.DataFrame
        A board table, a panel a tiling, with the column ``holds``: played, added (by the last move)
        or empty.
    """
    tables = []
    for tiling in TILINGS.values():
        zone = Zone()
        board = zone.start(tiling)
        played = []
        for key in islice(move_sequence(tiling, zone, "best"), MOVES):
            played.append(board.site(key))
            new = zone(board, played[-1])
        table = board_table(board, tiling.name)
        sites = table["site"]
        table["holds"] = np.select(
            [sites.isin(played), sites.isin(new)], ["played", "added"], "empty"
        )
        tables.append(table)
    return pd.concat(tables, ignore_index=True)


def draw_plate(table: pd.DataFrame) -> Figure:
    """Draw each board in a panel of its own, as large as fits."""
    panels = list(table.groupby("panel", sort=False))
    rows = -(-len(panels) // COLUMNS)
    figure = Figure(figsize=(6.3, 1.72 * rows + 0.3))
    figure.set_layout_engine("none")
    place = {
        "left": 0.01,
        "right": 0.99,
        "bottom": 0.04,
        "top": 0.97,
        "wspace": 0.06,
        "hspace": 0.2,
    }
    axes = figure.subplots(rows, COLUMNS, squeeze=False, gridspec_kw=place).ravel()
    for ax in axes[len(panels) :]:
        ax.set_axis_off()
    for ax, (name, panel) in zip(axes, panels, strict=False):
        draw_cells(ax, *cells_of(panel), panel["holds"].map(HELD).tolist(), INK, 0.6)
        ax.autoscale_view()
        ax.set_title(f"{name}: {len(panel)} cells", fontsize=8, pad=2)
    labels = {"played": "played", "added": "added by the last move", "empty": "empty"}
    figure.legend(
        [Patch(facecolor=colour, edgecolor=INK) for colour in HELD.values()],
        [labels[name] for name in HELD],
        loc="lower center",
        ncols=len(HELD),
    )
    return figure


def draw_laws(table: pd.DataFrame) -> Figure:
    """Draw the table of growth laws."""
    names = {
        "tiling": "tiling",
        "contour": "cells after m contours",
        "contour_best": "contour, best",
        "zone_best": "zone, best",
        "zone_worst": "zone, worst",
    }
    title = "Growth of boards of every tiling; best and worst cases after 200 moves"
    return draw_table(title, table[list(names)].rename(columns=names))


TILING_FIGURES = (
    ThesisFigure("tilings-7.2", "A zone-grown board on every tiling", plate_table, draw_plate),
    ThesisFigure("growth-7.2", "How boards of every tiling grow", tiling_growth_table, draw_laws),
)
