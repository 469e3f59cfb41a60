"""Drawings of tiles with paths or segments with Matplotlib."""

from collections.abc import Iterable

from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection

from boardless.topo.boards.outlines import Drawable
from boardless.topo.drawing.palette import INK
from boardless.topo.drawing.path_tiles import BAND, CASING, INSET, PathTile, curve, ribbon
from boardless.topo.drawing.segment_tiles import LINE, SegmentTile


def draw_path_tiles(ax: Axes, board: Drawable, tiles: Iterable[PathTile]) -> None:
    """Draw tiles with paths that lie on a board, in edge lengths; new ones have a thick border."""
    radius = board.room()
    shapes = []
    fills: list[str] = []
    borders: list[float] = []
    for tile in tiles:
        centre = board.positions[tile.site]
        shapes.append(centre + INSET * tile.shape.turned(tile.shape.outline, tile.rotation))
        fills.append(tile.shape.fill)
        borders.append(1.8 if tile.fresh else 0.6)
        for colour, points in tile.shape.bands(tile.rotation):
            along = centre + INSET * curve(points)
            for pen, share in ((INK, BAND + 2 * CASING), (colour, BAND)):
                shapes.append(ribbon(along, share * radius / 2))
                fills.append(pen)
                borders.append(0.0)
    ax.add_collection(
        PolyCollection(shapes, facecolors=fills, edgecolors=INK, linewidths=borders, zorder=3)
    )


def draw_segment_tiles(ax: Axes, board: Drawable, tiles: Iterable[SegmentTile]) -> None:
    """Draw tiles with segments that lie on a board, in edge lengths; see `draw_path_tiles`."""
    drawn = [
        (board.positions[tile.site] + points, fill, 0.6 if width == LINE else 1.8)
        for tile in tiles
        for points, fill, width in tile.polygons()
    ]
    ax.add_collection(
        PolyCollection(
            [points for points, _, _ in drawn], facecolors=[fill for _, fill, _ in drawn],
            edgecolors=INK, linewidths=[width for _, _, width in drawn], zorder=3,
        )
    )  # fmt: skip
