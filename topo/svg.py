"""The picture of a board that a notebook shows: plain SVG, without Matplotlib."""

from typing import TYPE_CHECKING

import numpy as np

from topo.outlines import outlines
from topo.palette import CELL, LINE

if TYPE_CHECKING:
    from topo.board import Board

#: Picture units: in an edge, so that corners are whole numbers; of borders; and around the board.
UNITS, STROKE, MARGIN = 100, 6, 5

#: Screen pixels: of an edge on a small board, and of the longer side of any picture at most.
EDGE_PIXELS, MAX_PIXELS = 36, 480


def svg(board: "Board") -> str:
    """Return a board as an SVG picture: a polygon a cell, in the order of the sites.

    The background is transparent. Pointing at a cell shows its site.

    Parameters
    ----------
    board : Board
        Any board with at least one cell.
    """
    # y grows downwards on a screen.
    shapes = [shape * (UNITS, -UNITS) for shape in outlines(board.tiling, board.keys[board.sites])]
    corners = np.concatenate(shapes)
    origin = corners.min(axis=0) - MARGIN
    width, height = np.ceil(corners.max(axis=0) + MARGIN - origin).astype(int).tolist()
    scale = min(EDGE_PIXELS / UNITS, MAX_PIXELS / max(width, height))
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' width="{width * scale:.0f}" height="{height * scale:.0f}">',
        f'<g fill="{CELL}" stroke="{LINE}" stroke-width="{STROKE}" stroke-linejoin="round">',
    ]
    for site, shape in zip(board.sites.tolist(), shapes, strict=True):
        points = " ".join(f"{x:.0f},{y:.0f}" for x, y in (shape - origin).tolist())
        lines.append(f'<polygon points="{points}"><title>{site}</title></polygon>')
    return "\n".join([*lines, "</g>", "</svg>"])
