"""The picture of a board that a notebook shows: plain SVG, without Matplotlib."""

from typing import TYPE_CHECKING

import numpy as np

from topo.outlines import outlines
from topo.palette import CELL, LINE

if TYPE_CHECKING:
    from topo.board import Board

#: Picture units in an edge, so that corners are written as whole numbers.
UNITS = 100

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
    shapes = outlines(board.tiling, board.keys)
    corners = np.concatenate(shapes)
    left, top = corners[:, 0].min(), corners[:, 1].max()
    border = 0.05
    width, height = np.ptp(corners, axis=0) + 2 * border
    pixels = min(EDGE_PIXELS, MAX_PIXELS / max(width, height))
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width * pixels:.0f}"'
        f' height="{height * pixels:.0f}" viewBox="0 0 {width * UNITS:.0f} {height * UNITS:.0f}">',
        f'<g fill="{CELL}" stroke="{LINE}" stroke-width="{2 * border * UNITS * 0.6:.0f}"'
        ' stroke-linejoin="round">',
    ]
    for site, shape in enumerate(shapes):
        # y grows downwards on a screen.
        drawn = (shape - (left - border, top + border)) * (UNITS, -UNITS)
        points = " ".join(f"{x},{y}" for x, y in np.rint(drawn).astype(int).tolist())
        lines.append(f'<polygon points="{points}"><title>{site}</title></polygon>')
    return "\n".join([*lines, "</g>", "</svg>"])
