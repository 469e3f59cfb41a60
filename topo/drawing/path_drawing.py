"""Drawings of tiles with paths with Matplotlib."""

from collections.abc import Iterable

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection

from boardless.topo.boards.outlines import Drawable
from boardless.topo.drawing.palette import INK
from boardless.topo.drawing.path_tiles import BAND, CASING, INSET, PathTile, curve
from boardless.topo.kernels.arrays import Floats


def draw_path_tiles(ax: Axes, board: Drawable, tiles: Iterable[PathTile]) -> None:
    """Draw tiles with paths that lie on a board, in edge lengths; new ones have a thick border."""
    radius = board.room()
    shapes: list[Floats] = []
    fills: list[str] = []
    borders: list[float] = []
    for tile in tiles:
        centre = board.positions[tile.site]
        shapes.append(centre + INSET * tile.shape.outline)
        fills.append(tile.shape.fill)
        borders.append(1.8 if tile.fresh else 0.6)
        for colour, points in tile.shape.bands(tile.rotation):
            along = centre + INSET * curve(points)
            for pen, share in ((INK, BAND + 2 * CASING), (colour, BAND)):
                shapes.append(_ribbon(along, share * radius / 2))
                fills.append(pen)
                borders.append(0.0)
    ax.add_collection(
        PolyCollection(shapes, facecolors=fills, edgecolors=INK, linewidths=borders, zorder=3)
    )


def _ribbon(along: Floats, half: float) -> Floats:
    """Return the outline of all that is at most so far from a line of points."""
    tangents = np.gradient(along, axis=0)
    normals = tangents[:, ::-1] * (-1, 1) / np.hypot(*tangents.T)[:, None]
    outline: Floats = np.concatenate((along + half * normals, (along - half * normals)[::-1]))
    return outline
