"""Figures 4.2 to 4.4: the cells, vertices and edges of a board, with their indices."""

from functools import partial

import numpy as np
import pandas as pd
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure

from boardless.analysis.figures.figure import ThesisFigure
from boardless.analysis.figures.panels import board_table, cells_of, centres_of, panel_axes
from boardless.topo import HEXAGONAL, SQUARE, TRIANGULAR, Board, Tiling, board_record
from boardless.topo.drawing.board_drawing import draw_cells, draw_discs, room, write_numbers
from boardless.topo.drawing.palette import CELL, CHIP, EDGE, VERTEX
from boardless.topo.kernels.arrays import Floats, Ints

#: Radius of the dot of a vertex and of the number on an edge, in edge lengths.
DOT, TAG = 0.16, 0.13


def numbered_table(tiling: Tiling, dimension: int) -> pd.DataFrame:
    """Return the cells, vertices and edges of a regular board.

    Returns
    -------
    pandas.DataFrame
        ``kind`` (cell, vertex, edge), ``tiling``, ``index``, the position ``x, y`` (an edge's is
        its midpoint), the lattice key ``i, j, k`` of cells, and the vertices ``tail, head`` of
        edges.
    """
    board = Board.regular(tiling, dimension)
    record = board_record(board, tiling.name)
    cells = board_table(board, "cell").rename(columns={"panel": "kind"}).drop(columns="site")
    points = np.array([vertex["pt"] for vertex in record["vertices"]["sites"]])
    ends = np.array(record["edges"])
    vertices = _elements("vertex", tiling, points)
    edges = _elements("edge", tiling, points[ends].mean(axis=1))
    edges["tail"], edges["head"] = ends.T
    table = pd.concat((cells, vertices, edges), ignore_index=True)
    whole = ["i", "j", "k", "tail", "head"]
    table[whole] = table[whole].astype("Int64")
    return table


def _elements(kind: str, tiling: Tiling, points: Floats) -> pd.DataFrame:
    x, y = points.round(6).T
    return pd.DataFrame(
        {"kind": kind, "tiling": tiling.name, "index": np.arange(len(points)), "x": x, "y": y}
    )


def draw_numbered(table: pd.DataFrame) -> Figure:
    """Draw cells in blue, vertices as yellow dots and edges as orange lines, all with indices."""
    cells, vertices, edges = (table[table["kind"] == kind] for kind in ("cell", "vertex", "edge"))
    tiling, keys = cells_of(cells)
    figure, (ax,) = panel_axes([cells])
    draw_cells(ax, tiling, keys, CELL, width=1)
    points = centres_of(vertices)
    ends = edges[["tail", "head"]].to_numpy(dtype=np.int64)
    ax.add_collection(LineCollection(list(points[ends]), colors=EDGE, linewidths=2.4))
    draw_discs(ax, points, DOT, VERTEX)
    draw_discs(ax, centres_of(edges), TAG, CHIP, EDGE)
    write_numbers(ax, centres_of(cells), _indices(cells), 0.55 * room(tiling))
    write_numbers(ax, points, _indices(vertices), DOT)
    write_numbers(ax, centres_of(edges), _indices(edges), TAG)
    ax.set_title(f"{len(cells)} cells, {len(vertices)} vertices, {len(edges)} edges")
    return figure


def _indices(table: pd.DataFrame) -> Ints:
    return table["index"].to_numpy(dtype=np.int64)


def _figure(name: str, tiling: Tiling, dimension: int) -> ThesisFigure:
    title = f"Cells, vertices and edges of a {tiling.name} board"
    return ThesisFigure(name, title, partial(numbered_table, tiling, dimension), draw_numbered)


NUMBERED_FIGURES = (
    _figure("4.2", SQUARE, 3),
    _figure("4.3", HEXAGONAL, 2),
    _figure("4.4", TRIANGULAR, 4),
)
