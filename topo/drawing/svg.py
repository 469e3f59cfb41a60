"""The picture of a board that a notebook shows: plain SVG, without Matplotlib."""

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

import numpy as np

from boardless.jit.arrays import Floats
from boardless.topo.boards.outlines import Drawable
from boardless.topo.drawing.palette import CELL, INK, LINE
from boardless.topo.drawing.tile_shapes import BAND, CASING, INSET, PathTile, SegmentTile

#: Picture units: in an edge, so that corners are whole numbers; of borders; and around the board.
UNITS, STROKE, MARGIN = 100, 6, 5

#: Screen pixels: of an edge on a small board, and of the longer side of a picture at most.
EDGE_PIXELS, MAX_PIXELS = 36, 480
#: With text on pieces: of the radius of a cell's circle at least, as far as the longer side then
#: has no more than so many.
ROOM_PIXELS, WIDEST_PIXELS = 22, 720

#: Of the circle that fits into every cell: the radius of a disc, and of the ring around it.
DISC, RING = 0.68, 0.88
#: Of a piece that is a ring itself: the radius of its hole, into which a disc fits, and its own.
HOLE, HOOP = 0.7, 0.94


@dataclass(frozen=True)
class Disc:
    """A piece in a picture: its site, its colours, and the text on it.

    One that lies on others is raised, by so many times the radius of the circle in its cell. One
    that is hollow is a ring around the others.
    """

    site: int
    fill: str
    ink: str = INK
    text: str = ""
    ringed: bool = False
    raised: float = 0.0
    hollow: bool = False


def svg(
    board: Drawable,
    discs: Iterable[Disc] = (),
    caption: str = "",
    tiles: Iterable[PathTile | SegmentTile] = (),
) -> str:
    """Return a board as an SVG picture: a polygon a site, in the order of the sites.

    The background is transparent. Pointing at a polygon shows its site. The caption is for readers
    who cannot see the picture.
    """
    # y grows downwards on a screen.
    shapes = [shape * (UNITS, -UNITS) for shape in board.outlines()]
    below = board.lines() * (UNITS, -UNITS)
    discs, radius = sorted(discs, key=lambda disc: not disc.hollow), UNITS * board.room()
    # Raised discs may reach beyond the board.
    tops = [
        board.positions[disc.site] * (UNITS, -UNITS) - (0, (disc.raised + RING) * radius)
        for disc in discs
        if disc.raised
    ]
    corners = np.concatenate([*shapes, *below, np.reshape(tops, (-1, 2))])
    origin = corners.min(axis=0) - MARGIN
    width, height = np.ceil(corners.max(axis=0) + MARGIN - origin).astype(int).tolist()
    longer = max(width, height)
    scale = min(EDGE_PIXELS / UNITS, MAX_PIXELS / longer)
    if any(disc.text for disc in discs):
        scale = max(scale, min(ROOM_PIXELS / radius, WIDEST_PIXELS / longer))
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' width="{width * scale:.0f}" height="{height * scale:.0f}">',
        f'<g fill="{CELL}" stroke="{LINE}" stroke-width="{STROKE}" stroke-linejoin="round">',
    ]
    for (x, y), (to_x, to_y) in (below - origin).tolist():
        lines.append(f'<path d="M{x:.0f},{y:.0f}L{to_x:.0f},{to_y:.0f}"/>')
    for site, shape in zip(board.sites.tolist(), shapes, strict=True):
        points = " ".join(f"{x:.0f},{y:.0f}" for x, y in (shape - origin).tolist())
        lines.append(f'<polygon points="{points}"><title>{site}</title></polygon>')
    lines.append("</g>")
    if caption:
        lines.insert(1, f"<title>{escape(caption)}</title>")
    for tile in tiles:
        centre = board.positions[tile.site] * (UNITS, -UNITS) - origin
        if isinstance(tile, PathTile):
            lines += _tile(tile, centre, radius)
        else:
            lines += _segment_tile(tile, centre)
    for disc in discs:
        x, y = board.positions[disc.site] * (UNITS, -UNITS) - origin
        lines += _disc(disc, f"{x:.0f}", f"{y - disc.raised * radius:.0f}", radius)
    return "\n".join([*lines, "</svg>"])


def _tile(tile: PathTile, centre: Floats, radius: float) -> list[str]:
    """Return the lines of a tile with paths in a cell that has a circle of this radius."""

    def points(shape: Floats) -> list[str]:
        return [f"{x:.0f},{y:.0f}" for x, y in (centre + shape * (UNITS, -UNITS)).tolist()]

    width = 0.12 * radius if tile.fresh else 0.04 * radius
    outline = tile.shape.turned(tile.shape.outline, tile.rotation)
    lines = [
        f'<polygon points="{" ".join(points(INSET * outline))}" stroke="{INK}"'
        f' fill="{tile.shape.fill}" stroke-width="{width:.0f}" pointer-events="none"/>'
    ]
    for colour, shape in tile.shape.bands(tile.rotation):
        start, bend, end = points(INSET * shape)
        for pen, size in ((INK, BAND + 2 * CASING), (colour, BAND)):
            lines.append(
                f'<path d="M{start}Q{bend} {end}" fill="none" stroke="{pen}"'
                f' stroke-width="{size * radius:.0f}" pointer-events="none"/>'
            )
    return lines


def _segment_tile(tile: SegmentTile, centre: Floats) -> list[str]:
    """Return the lines of a tile with segments, and of the piece on it."""
    lines = []
    for points, fill, width in tile.polygons():
        pixels = (centre + points * (UNITS, -UNITS)).tolist()
        corners = " ".join(f"{x:.0f},{y:.0f}" for x, y in pixels)
        lines.append(
            f'<polygon points="{corners}" fill="{fill}" stroke="{INK}"'
            f' stroke-width="{width * UNITS:.1f}" pointer-events="none"/>'
        )
    return lines


def _disc(disc: Disc, x: str, y: str, radius: float) -> list[str]:
    """Return the lines of a disc in a cell that has a circle of this radius."""
    pen = f'stroke="{INK}" pointer-events="none"'
    if disc.hollow:
        width = f'stroke-width="{(0.12 if disc.ringed else 0.02) * radius:.0f}"'
        return [
            f'<circle cx="{x}" cy="{y}" r="{size * radius:.0f}" fill="{fill}" {width} {pen}/>'
            for size, fill in ((HOOP, disc.fill), (HOLE, CELL))
        ]
    lines = [
        f'<circle cx="{x}" cy="{y}" r="{DISC * radius:.0f}" fill="{disc.fill}"'
        f' stroke-width="2" {pen}/>'
    ]
    if disc.ringed:
        lines.append(
            f'<circle cx="{x}" cy="{y}" r="{RING * radius:.0f}" fill="none"'
            f' stroke-width="{0.12 * radius:.0f}" {pen}/>'
        )
    texts = disc.text.split("\n") if disc.text else []
    widest = max((len(line) for line in texts), default=0)
    size = 1.5 * DISC * radius / max(widest, 1.5, 1.2 * len(texts))
    for line, text in enumerate(texts):
        down = 0.36 + 0.95 * (line - (len(texts) - 1) / 2)
        lines.append(
            f'<text x="{x}" y="{y}" dy="{down:.2f}em" font-size="{size:.0f}"'
            f' font-family="sans-serif" text-anchor="middle" fill="{disc.ink}"'
            f' pointer-events="none">{escape(text)}</text>'
        )
    return lines
