"""Figure 7.1: a tile that can lie in two ways, and the board that follows from each."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from boardless.analysis.figures.figure import ThesisFigure
from boardless.analysis.figures.panels import board_table, cells_of, centres_of, panel_axes
from boardless.strategies import Placement, Placements
from boardless.topo import TRIANGULAR, Key, Shape
from boardless.topo.drawing.board_drawing import draw_cells, room, write_numbers
from boardless.topo.drawing.palette import CELL, CHIPS, INK, NEW, TILE
from boardless.topo.drawing.tile_drawing import draw_tiles, outline_tiles

#: The cells of Lost Valley's rhombus: two triangles that share an edge.
RHOMBUS: tuple[Key, ...] = ((0, 0, 0), (0, 0, 1))

#: The triangle across an edge of tile A that tile B covers. The four edges of a rhombus are alike.
ACROSS = (1, 0, 0)


def ways_table() -> pd.DataFrame:
    """Return the board around tile A, and both boards that follow when B is placed at an edge.

    Returns
    -------
    pandas.DataFrame
        A board table with panels ``A``, ``first`` and ``second``, and the columns ``tile``, the
        letter of the tile on the cell (missing if none), ``first_way`` and ``second_way``, true
        for the cells that B covers when it lies so, ``new``, true for the cells that placing B
        added, and ``offers``, the number of placements on offer that cover the cell.
    """
    tiles = Placements(Shape(TRIANGULAR, RHOMBUS))
    tiles.place(tiles.find(RHOMBUS))
    ways = tiles.over(ACROSS)
    tables = [_table(tiles, "A", ways, [])]
    for panel, way in zip(("first", "second"), ways, strict=True):
        new = tiles.place(way)
        tables.append(_table(tiles, panel, ways, [tiles.board.key(site) for site in new]))
        tiles.undo()
    return pd.concat(tables, ignore_index=True)


def _table(
    tiles: Placements, panel: str, ways: tuple[Placement, ...], new: list[Key]
) -> pd.DataFrame:
    table = board_table(tiles.board, panel)
    cells: list[Key] = list(table[["i", "j", "k"]].itertuples(index=False, name=None))
    lies = map(tiles.at, cells)
    table["tile"] = ["AB"[tiles.placed.index(tile)] if tile else None for tile in lies]
    for way, name in zip(ways, ("first_way", "second_way"), strict=True):
        table[name] = [cell in way.cells for cell in cells]
    table["new"] = [cell in new for cell in cells]
    table["offers"] = [len(tiles.over(cell)) for cell in cells]
    return table


def draw_ways(table: pd.DataFrame) -> Figure:
    """Draw the board around A with both ways of B, then the board that follows from each.

    The number of a free cell is that of the placements on offer that cover it.
    """
    panels = [part for _, part in table.groupby("panel", sort=False)]
    figure, axes = panel_axes(panels)
    for ax, panel in zip(axes, panels, strict=True):
        _draw_board(ax, panel)
        on_offer = panel["offers"].sum() // len(RHOMBUS)
        tiles = ", ".join(sorted(panel["tile"].dropna().unique()))
        ax.set_title(f"{tiles}: {len(panel)} cells, {on_offer} on offer")
    for name, line, style in (("first_way", INK, "dashed"), ("second_way", CHIPS[0], "dotted")):
        tiling, cells = cells_of(panels[0][panels[0][name]])
        outline_tiles(axes[0], tiling, [cells.tolist()], line, style)
    return figure


def _draw_board(ax: Axes, table: pd.DataFrame) -> None:
    tiling, keys = cells_of(table)
    draw_cells(ax, tiling, keys, np.where(table["new"], NEW, CELL).tolist())
    for letter, fill in (("A", TILE), ("B", CHIPS[0])):
        tile = table[table["tile"] == letter]
        if len(tile):
            draw_tiles(ax, tiling, [cells_of(tile)[1].tolist()], [fill])
            x, y = centres_of(tile).mean(axis=0)
            ax.text(x, y, letter, ha="center", va="center", color="white", weight="bold", zorder=4)
    free = table[table["tile"].isna()]
    write_numbers(ax, centres_of(free), free["offers"].to_numpy(), 0.7 * room(tiling), INK)


PLACEMENT_FIGURES = (
    ThesisFigure("7.1", "A rhombus that can lie in two ways", ways_table, draw_ways),
)
