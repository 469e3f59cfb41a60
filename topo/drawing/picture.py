"""Pictures: symbols, layers and items, which every back end draws.

Coordinates are in hundredths of an edge, y downwards. A colour is ``none``, a hex value or a role
of `topo.drawing.palette.THEMES`. Pictures are plain data, as JSON has them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypedDict

import numpy as np

from boardless.topo.boards.outlines import Drawable
from boardless.topo.drawing.paths import moved

#: Picture units in an edge, so that corners are whole numbers.
UNITS = 100
#: The widths of the borders of cells and of the lines between places, in pixels; of the borders of
#: a board without pieces and of the margin around boards, in picture units.
BORDER, BETWEEN, EDGE, MARGIN = 1.2, 2.5, 4, 12
#: x, y, width and height.
Box: TypeAlias = tuple[int, int, int, int]


class Shape(TypedDict, total=False):
    """A path (``d``), filled by the even-odd rule, or a line of text around the point x, y.

    A stroke of a text lies below its letters.
    """

    d: str
    fill: str
    stroke: str
    width: float
    text: str
    x: float
    y: float
    size: float
    ink: str
    #: "start" or "end"; by default the middle of the text is at x.
    anchor: str
    weight: int
    #: "butt" of a line whose ends are cut; by default they are round.
    cap: str
    #: Whether the width of the stroke is in pixels, whatever the size of the picture.
    hair: bool


class Item(TypedDict, total=False):
    """A symbol, or shapes of its own, at a point; ``turn`` is in degrees clockwise."""

    symbol: str
    shapes: Sequence[Shape]
    x: int
    y: int
    scale: float
    turn: float
    #: The place on which it lies, and its title.
    place: str
    words: str


class Symbol(TypedDict):
    """The look of a component: its middle is at 0, 0."""

    box: Box
    shapes: Sequence[Shape]


@dataclass(frozen=True)
class Picture:
    """A picture; `held` are items on places beside the board, by their names."""

    box: Box
    symbols: dict[str, Symbol]
    #: Items by layer and identity, the lowest layer first.
    layers: dict[str, dict[str, Item]]
    held: dict[str, list[Item]] = field(default_factory=dict)
    #: Looks of what choices put down, by component, rotation and value: symbol and turn.
    puts: dict[str, Item] = field(default_factory=dict)
    #: For those who cannot see the picture, and the colours of players by their names.
    caption: str = ""
    legend: dict[str, str] = field(default_factory=dict)

    def data(self) -> dict[str, Any]:
        """Return it as JSON has it."""
        return {
            "box": self.box,
            "symbols": self.symbols,
            "layers": self.layers,
            "held": self.held,
            "puts": self.puts,
        }

    def shapes_of(self, item: Item) -> Sequence[Shape]:
        """Return the shapes of an item before it is turned, scaled and moved."""
        return self.symbols[item["symbol"]]["shapes"] if "symbol" in item else item["shapes"]


def board_picture(board: Drawable) -> Picture:
    """Return the picture of a board with at least one site: a cell a site, named by its number."""
    outlines = [(shape * (UNITS, -UNITS)).round() for shape in board.outlines()]
    corners = np.concatenate(outlines)
    left, top = (corners.min(axis=0) - MARGIN).astype(int).tolist()
    right, bottom = (corners.max(axis=0) + MARGIN).astype(int).tolist()
    ends = (board.lines() * (UNITS, -UNITS)).round().reshape(-1, 4).astype(int).tolist()
    grid = "".join(f"M{x},{y}L{to_x},{to_y}" for x, y, to_x, to_y in ends)

    def item(d: str, words: str = "") -> Item:
        made: Item = {"shapes": [path(d, "cell", "line", EDGE)], "x": 0, "y": 0}
        return made | {"words": words} if words else made

    lines = {"lines": item(grid)} if grid else {}
    cells = {
        str(site): item(polygon(outline.tolist()), str(site))
        for site, outline in zip(board.sites.tolist(), outlines, strict=True)
    }
    return Picture((left, top, right - left, bottom - top), {}, {"lines": lines, "cells": cells})


def path(
    d: str,
    fill: str = "none",
    stroke: str = "none",
    width: float = 0,
    cap: str = "",
    hair: bool = False,
) -> Shape:
    """Return a path as a shape; "" is no colour."""
    made: Shape = {"d": d, "fill": fill or "none"}
    if stroke not in ("", "none"):
        made |= {"stroke": stroke, "width": round(width, 2)}
    if cap:
        made["cap"] = cap
    if hair:
        made["hair"] = True
    return made


def text(
    words: str, x: float, y: float, size: float, ink: str, anchor: str = "", weight: int = 0
) -> Shape:
    """Return a line of text as a shape; `y` is its middle."""
    made: Shape = {"text": words, "x": round(x, 1), "y": round(y, 1), "size": round(size, 1)}
    made["ink"] = ink
    if anchor:
        made["anchor"] = anchor
    if weight:
        made["weight"] = weight
    return made


def circle(x: float, y: float, radius: float, is_hole: bool = False) -> str:
    """Return a circle around a point as a path; one that is a hole runs the other way round.

    >>> circle(100, 0, 8)
    'M92,0a8,8 0 1,0 16,0a8,8 0 1,0 -16,0z'
    """
    half = f"a{radius:g},{radius:g} 0 1,{int(is_hole)} "
    return f"M{x - radius:g},{y:g}{half}{2 * radius:g},0{half}{-2 * radius:g},0z"


def polygon(points: Iterable[Sequence[float]]) -> str:
    """Return a polygon as a path.

    >>> polygon([(0, 0), (10, 0.25), (10, 10)])
    'M0,0L10,0.2L10,10z'
    """
    return "M" + "L".join(f"{round(x, 1):g},{round(y, 1):g}" for x, y in points) + "z"


def rectangle(x: float, y: float, width: float, height: float, corner: float = 0) -> str:
    """Return a rectangle with round corners as a path.

    >>> rectangle(0, 0, 60, 80, 5)
    'M5,0h50a5,5 0 0,1 5,5v70a5,5 0 0,1 -5,5h-50a5,5 0 0,1 -5,-5v-70a5,5 0 0,1 5,-5z'
    """
    r, across, down = corner, width - 2 * corner, height - 2 * corner
    turn = f"a{r:.3g},{r:.3g} 0 0,1 "
    return (
        f"M{x + r:.4g},{y:.4g}h{across:.4g}{turn}{r:.3g},{r:.3g}v{down:.4g}{turn}{-r:.3g},{r:.3g}"
        f"h{-across:.4g}{turn}{-r:.3g},{-r:.3g}v{-down:.4g}{turn}{r:.3g},{-r:.3g}z"
    )


def placed(
    shapes: Iterable[Shape], x: float, y: float, scale: float = 1.0, turn: float = 0.0
) -> list[Shape]:
    """Return shapes that are turned clockwise, scaled and then moved; texts stay upright."""
    angle = np.deg2rad(turn)
    cos, sin = scale * float(np.cos(angle)), scale * float(np.sin(angle))
    found: list[Shape] = []
    for one in shapes:
        if "text" in one:
            u, v = one["x"], one["y"]
            at: Shape = {
                "x": round(x + cos * u - sin * v, 1),
                "y": round(y + sin * u + cos * v, 1),
                "size": round(abs(scale) * one["size"], 1),
            }
            found.append(one | at)
            continue
        whole = one | {"d": moved(one["d"], x, y, scale, turn)}
        if "width" in one:
            whole["width"] = round(abs(scale) * one["width"], 2)
        found.append(whole)
    return found
