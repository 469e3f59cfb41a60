"""Drawings of tiles that cover several cells."""

from collections.abc import Iterable, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.typing import ColorType

from boardless.topo.boards.outlines import border
from boardless.topo.drawing.board_drawing import Colours, draw_cells
from boardless.topo.drawing.palette import INK
from boardless.topo.tilings.incidence import Key
from boardless.topo.tilings.tiling import Tiling


def draw_tiles(
    ax: Axes, tiling: Tiling, tiles: Sequence[Sequence[Key]], fill: Sequence[ColorType]
) -> None:
    """Draw tiles, each as one piece: without lines between its cells.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
        Where to draw, in edge lengths.
    tiling : Tiling
        What the cells are cells of.
    tiles : sequence of n sequences of Key
        The cells of each tile.
    fill : sequence of n colours
        What each is filled with.
    """
    cells = [cell for tile in tiles for cell in tile]
    if cells:
        colours = [colour for tile, colour in zip(tiles, fill, strict=True) for _ in tile]
        # Borders in the colours of the cells close the hairlines between them.
        draw_cells(ax, tiling, np.array(cells, dtype=np.int64), colours, "face")
        outline_tiles(ax, tiling, tiles)


def outline_tiles(
    ax: Axes,
    tiling: Tiling,
    tiles: Iterable[Sequence[Key]],
    line: Colours = INK,
    style: str = "solid",
) -> None:
    """Draw the outlines of tiles, in a style of Matplotlib's lines; see `draw_tiles`."""
    sides = [border(tiling, np.array(tile, dtype=np.int64)) for tile in tiles]
    lines = LineCollection(
        list(np.concatenate(sides)), colors=line, linestyles=style, linewidths=1.6, capstyle="round"
    )
    ax.add_collection(lines)
