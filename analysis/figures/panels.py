"""Boards as tables, a row a cell, and the panels of a figure in which they are drawn."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from boardless.topo import Board, Tiling, tiling_named
from boardless.topo.boards.outlines import outlines
from boardless.topo.kernels.arrays import Floats, Ints

#: Inches: width of a figure, greatest height of its panels, greatest length of an edge, height of
#: the line of titles, and gap between panels.
WIDTH, PANEL_HEIGHT, EDGE, TITLE, GAP = 6.3, 3.6, 1.0, 0.3, 0.2

#: Free space around a board, in edge lengths: room for a dot on a vertex.
MARGIN = 0.22


def board_table(board: Board, panel: str) -> pd.DataFrame:
    """Return the cells of a board, by index.

    Parameters
    ----------
    board : Board
        As it is now.
    panel : str
        In which panel of a figure it will be drawn.

    Returns
    -------
    pandas.DataFrame
        ``panel, tiling, site, index``, the lattice key ``i, j, k`` and the centre ``x, y`` in
        edge lengths.
    """
    sites = board.numbering().sites
    i, j, k = board.keys[sites].T
    x, y = board.positions[sites].round(6).T
    columns = {
        "site": sites,
        "index": np.arange(len(sites)),
        "i": i,
        "j": j,
        "k": k,
        "x": x,
        "y": y,
    }
    table = pd.DataFrame(columns)
    table.insert(0, "panel", panel)
    table.insert(1, "tiling", board.tiling.name)
    return table


def cells_of(table: pd.DataFrame) -> tuple[Tiling, Ints]:
    """Return the tiling of a board table, and the lattice keys, shape ``(n, 3)``."""
    return tiling_named(table["tiling"].iloc[0]), table[["i", "j", "k"]].to_numpy(dtype=np.int64)


def centres_of(table: pd.DataFrame) -> Floats:
    """Return the centres of the cells of a board table, shape ``(n, 2)``."""
    return table[["x", "y"]].to_numpy(dtype=np.float64)


def panel_axes(tables: list[pd.DataFrame]) -> tuple[Figure, list[Axes]]:
    """Return a figure with a panel for each board table, side by side and in one scale.

    Panels are as wide as their boards and centred on them.
    """
    corners = [np.concatenate(outlines(*cells_of(table))) for table in tables]
    low = np.array([points.min(axis=0) for points in corners])
    high = np.array([points.max(axis=0) for points in corners])
    widths, heights = (high - low + 2 * MARGIN).T
    height = float(heights.max())
    gaps = GAP * (len(tables) - 1)
    scale = min((WIDTH - gaps) / widths.sum(), PANEL_HEIGHT / height, EDGE)
    # Everything is known in inches, so no layout engine is asked and panels have exactly one scale.
    figure = Figure(figsize=(WIDTH, height * scale + TITLE))
    figure.set_layout_engine("none")
    left = (WIDTH - widths.sum() * scale - gaps) / 2
    axes = []
    for width, centre in zip(widths * scale, (low + high) / 2, strict=True):
        inches = np.array([left, 0.0, width, height * scale])
        ax = figure.add_axes(tuple(inches / np.tile(figure.get_size_inches(), 2)))
        ax.set_xlim(centre[0] - width / scale / 2, centre[0] + width / scale / 2)
        ax.set_ylim(centre[1] - height / 2, centre[1] + height / 2)
        axes.append(ax)
        left += width + GAP
    return figure, axes
