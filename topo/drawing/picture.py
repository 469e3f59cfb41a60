"""Pictures: symbols, layers and items, which every back end draws.

Coordinates are in hundredths of an edge, y downwards. A colour is ``none``, a hex value or a role
of `topo.drawing.palette.THEMES`. Pictures are plain data, ready for JSON.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeAlias, TypedDict

import numpy as np

from boardless.jit.arrays import Floats, Ints
from boardless.topo.boards.outlines import Drawable, border, outlines
from boardless.topo.tilings.incidence import Key
from boardless.topo.tilings.tiling import Tiling

#: Picture units in an edge, so that corners are whole numbers.
UNITS = 100
#: The widths of the borders of cells and of the lines between places, in pixels; of the borders of
#: a board without pieces and of the margin around boards, in picture units.
BORDER, BETWEEN, EDGE, MARGIN = 1.2, 2.5, 4, 12
#: The width of the outlines of discs and of tiles on such a board, in pixels.
DISC_EDGE, TILE_EDGE = 1.4, 3.2
#: x, y, width and height.
Box: TypeAlias = tuple[int, int, int, int]
#: A colour for all shapes, or one for each.
Fills: TypeAlias = str | Sequence[str]


class PictureShape(TypedDict, total=False):
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
    #: "butt" for a line with cut ends; by default they are round.
    cap: str
    #: Whether the width of the stroke is in pixels, whatever the size of the picture.
    hair: bool


class PictureItem(TypedDict, total=False):
    """A symbol, or shapes of its own, at a point; ``turn`` is in degrees clockwise."""

    symbol: str
    shapes: Sequence[PictureShape]
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
    shapes: Sequence[PictureShape]


@dataclass(frozen=True)
class Picture:
    """A picture; `held` are items on places beside the board, by their names."""

    box: Box
    symbols: dict[str, Symbol]
    #: Items by layer and identity, the lowest layer first.
    layers: dict[str, dict[str, PictureItem]]
    held: dict[str, list[PictureItem]] = field(default_factory=dict)
    #: Looks of the pieces that choices put down, by component, rotation and value: symbol and turn.
    puts: dict[str, PictureItem] = field(default_factory=dict)
    #: A text for readers who cannot see the picture, and the players' colours by name.
    caption: str = ""
    legend: dict[str, str] = field(default_factory=dict)

    def data(self) -> dict[str, Any]:
        """Return the picture ready for JSON."""
        return {
            "box": self.box,
            "symbols": self.symbols,
            "layers": self.layers,
            "held": self.held,
            "puts": self.puts,
        }

    def shapes_of(self, item: PictureItem) -> Sequence[PictureShape]:
        """Return the shapes of an item before it is turned, scaled and moved."""
        return self.symbols[item["symbol"]]["shapes"] if "symbol" in item else item["shapes"]


def board_picture(board: Drawable, fills: Fills = "cell") -> Picture:
    """Return the picture of a board: a cell a site, named by its number, with one or more fills."""
    shapes = board.outlines()
    cells = cell_items(shapes, fills)
    named = {
        str(site): item | PictureItem(words=str(site))
        for site, item in zip(board.sites.tolist(), cells.values(), strict=True)
    }
    grid = edge_path(board.lines())
    lines = {"lines": unmoved(path(grid, "cell", "line", EDGE))} if grid else {}
    return Picture(box_around(shapes), {}, {"lines": lines, "cells": named})


def in_units(points: Floats) -> Ints:
    """Return points in edge lengths, y upwards, in whole picture units, y downwards."""
    return np.rint(points * (UNITS, -UNITS)).astype(np.int64)


def box_around(shapes: Sequence[Floats], margin: float = MARGIN) -> Box:
    """Return the box around polygons in edge lengths, with a margin in picture units."""
    corners = in_units(np.concatenate([*shapes, np.zeros((0 if shapes else 1, 2))]))
    left, top = (corners.min(axis=0) - margin).astype(int).tolist()
    right, bottom = (corners.max(axis=0) + margin).astype(int).tolist()
    return left, top, right - left, bottom - top


def cell_items(
    shapes: Iterable[Floats], fills: Fills = "cell", line: str = "line", hair: float = 0
) -> dict[str, PictureItem]:
    """Return polygons, ``(corners, 2)`` in edge lengths, each in the fill of all or in its own.

    Their borders are `EDGE` wide, or `hair` pixels.
    """
    corners = [(outline * (UNITS, -UNITS)).round().tolist() for outline in shapes]
    looks = zip(corners, _each(fills, len(corners)), strict=True)
    return _numbered(
        path(polygon(points), fill, line, hair or EDGE, hair=hair > 0) for points, fill in looks
    )


def tile_items(
    tiling: Tiling, tiles: Iterable[Sequence[Key]], fills: Sequence[str]
) -> dict[str, PictureItem]:
    """Return tiles of one or more cells, each as one piece: without lines between its cells."""
    items: dict[str, PictureItem] = {}
    for tile, fill in zip(tiles, fills, strict=True):
        if not tile:
            continue
        keys = np.array(tile, np.int64)
        # Borders in the colours of the cells close the hairlines between them.
        cells = cell_items(outlines(tiling, keys), fill, fill, 1).values()
        shapes = [shape for cell in cells for shape in cell["shapes"]]
        around = path(edge_path(border(tiling, keys)), "none", "ink", TILE_EDGE, hair=True)
        items[str(len(items))] = {"shapes": [*shapes, around], "x": 0, "y": 0}
    return items


def edge_path(ends: Floats) -> str:
    """Return edges, ``(n, 2, 2)`` in edge lengths, as a path."""
    rows = in_units(ends).reshape(-1, 4).tolist()
    return "".join(f"M{x},{y}L{to_x},{to_y}" for x, y, to_x, to_y in rows)


def disc_items(
    places: Floats, radius: float, fills: Fills = "#ffffff", line: str = "ink"
) -> dict[str, PictureItem]:
    """Return discs around points, ``(n, 2)``; radius and points are in edge lengths."""
    looks = zip(_points(places), _each(fills, len(places)), strict=True)
    radius = round(radius * UNITS, 1)
    return _numbered(
        path(circle(*at, radius), fill, line, DISC_EDGE, hair=True) for at, fill in looks
    )


def number_items(
    places: Floats, numbers: Sequence[int] | Ints, radius: float, inks: Fills = "ink"
) -> dict[str, PictureItem]:
    """Return numbers at points, ``(n, 2)``, all of one size, each within a circle."""
    words = [*map(str, numbers)]
    # A digit is 0.64 wide and 0.73 high where the size is 1.
    widest = np.hypot(0.32 * max(map(len, words), default=1), 0.37)
    size = UNITS * min(0.85 * radius / widest, 1.15 * radius)
    looks = zip(words, _points(places), _each(inks, len(words)), strict=True)
    return _numbered(text(word, *at, size, ink) for word, at, ink in looks)


def _points(places: Floats) -> list[tuple[float, float]]:
    points = (np.reshape(places, (-1, 2)) * (UNITS, -UNITS)).round(1)
    return [(x, y) for x, y in points.tolist()]


def _each(fills: Fills, count: int) -> Sequence[str]:
    return [fills] * count if isinstance(fills, str) else fills


def _numbered(shapes: Iterable[PictureShape]) -> dict[str, PictureItem]:
    return {str(n): unmoved(shape) for n, shape in enumerate(shapes)}


def unmoved(shape: PictureShape) -> PictureItem:
    """Return an item with a shape at the shape's own coordinates."""
    return {"shapes": [shape], "x": 0, "y": 0}


def path(
    d: str,
    fill: str = "none",
    stroke: str = "none",
    width: float = 0,
    cap: str = "",
    hair: bool = False,
) -> PictureShape:
    """Return a path as a shape; "" is no colour."""
    made: PictureShape = {"d": d, "fill": fill or "none"}
    if stroke not in ("", "none"):
        made |= {"stroke": stroke, "width": round(width, 2)}
    if cap:
        made["cap"] = cap
    if hair:
        made["hair"] = True
    return made


def text(
    words: str, x: float, y: float, size: float, ink: str, anchor: str = "", weight: int = 0
) -> PictureShape:
    """Return a line of text as a shape; `y` is its middle."""
    made: PictureShape = {"text": words, "x": round(x, 1), "y": round(y, 1), "size": round(size, 1)}
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


def box_path(left: float, top: float, right: float, bottom: float) -> str:
    """Return a rectangle as a path.

    >>> box_path(0, 0, 60, 80)
    'M0,0H60V80H0z'
    """
    return f"M{left},{top}H{right}V{bottom}H{left}z"


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
    shapes: Iterable[PictureShape], x: float, y: float, scale: float = 1.0, turn: float = 0.0
) -> list[PictureShape]:
    """Return shapes that are turned clockwise, scaled and then moved; texts stay upright."""
    angle = np.deg2rad(turn)
    cos, sin = scale * float(np.cos(angle)), scale * float(np.sin(angle))
    drawn: list[PictureShape] = []
    for one in shapes:
        if "text" in one:
            u, v = one["x"], one["y"]
            at: PictureShape = {
                "x": round(x + cos * u - sin * v, 1),
                "y": round(y + sin * u + cos * v, 1),
                "size": round(abs(scale) * one["size"], 1),
            }
            drawn.append(one | at)
            continue
        whole = one | {"d": moved(one["d"], x, y, scale, turn)}
        if "width" in one:
            whole["width"] = round(abs(scale) * one["width"], 2)
        drawn.append(whole)
    return drawn


# -- paths as points, for back ends without such paths, and for their size ---------------------

#: Straight pieces of each curve, and of each quarter of an arc.
STEPS = 8
_TOKEN = re.compile(r"[MLHVCQAZ]|-?\d+(?:\.\d+)?", re.IGNORECASE)
#: How many numbers each letter takes.
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "A": 7, "Z": 0}


@lru_cache(1024)
def outlines_of(path: str) -> tuple[Floats, ...]:
    """Return the lines of a path, each an array of points ``(n, 2)``; closed ones end at the start.

    The path may have the letters M, L, H, V, C, Q, A (circles only) and Z, absolute or relative.

    >>> [line.tolist() for line in outlines_of("M1,2h3v-4z")]
    [[[1.0, 2.0], [4.0, 2.0], [4.0, -2.0], [1.0, 2.0]]]
    >>> outlines_of("M-1,0a1,1 0 1,0 2,0")[0][STEPS].round(9).tolist()
    [0.0, 1.0]
    """
    lines: list[list[Floats]] = []
    for letter, numbers in commands(path):
        at = lines[-1][-1] if lines else numbers
        if letter == "M":
            lines.append([numbers])
        elif letter == "Z":
            lines[-1].append(lines[-1][0])
        elif letter == "A":
            lines[-1] += _arc(at, numbers[5:], numbers[0], bool(numbers[3]), bool(numbers[4]))
        else:  # L, Q, C: Bézier curves of their points
            lines[-1] += _bezier(np.vstack((at, np.reshape(numbers, (-1, 2)))))
    return tuple(np.array(line) for line in lines)


def moved(path: str, x: float, y: float, scale: float = 1.0, turn: float = 0.0) -> str:
    """Return a path that is turned clockwise in degrees, scaled, and then moved.

    >>> moved("M0,-10h20v20", 100, 100, 0.5)
    'M100,95L110,95L110,105'
    >>> moved("M0,0H10a5,5 0 1,0 -10,0z", 0, 0, 2, 90)
    'M0,0L0,20A10,10,0,1,0,0,0Z'
    """
    angle = np.deg2rad(turn)
    matrix = scale * np.array([(np.cos(angle), np.sin(angle)), (-np.sin(angle), np.cos(angle))])
    parts = []
    for letter, numbers in commands(path):
        arc, points = np.split(numbers, [5 if letter == "A" else 0])
        drawn = np.reshape(points, (-1, 2)) @ matrix + (x, y)
        sizes = arc * (abs(scale), abs(scale), 1, 1, 1)[: len(arc)]
        written = [f"{number:g}" for number in np.round((*sizes, *drawn.ravel()), 1) + 0.0]
        parts.append(letter + ",".join(written))
    return "".join(parts)


def commands(path: str) -> Iterator[tuple[str, Floats]]:
    """Yield commands M, L, C, Q, A or Z with absolute numbers, converted from all others.

    Numbers without a letter repeat the last command.
    """
    tokens = _TOKEN.findall(path)
    letter, place, at = "", 0, np.zeros(2)
    start = at
    while place < len(tokens):
        if tokens[place].isalpha():
            letter, place = tokens[place], place + 1
        upper, base = letter.upper(), at if letter.islower() else np.zeros(2)
        count = _TAKES[upper]
        numbers = np.array([float(token) for token in tokens[place : place + count]])
        place += count
        if upper in "HV":
            axis = "HV".index(upper)
            level = at.copy()
            level[axis] = base[axis] + numbers[0]
            upper, numbers = "L", level
        elif upper != "Z":
            first = 5 if upper == "A" else 0
            numbers[first:] += np.resize(base, count - first)
        at = numbers[-2:] if count else start
        start = at if upper == "M" else start
        yield upper, numbers
        letter = {"M": "L", "m": "l"}.get(letter, letter)


def _bezier(points: Floats) -> list[Floats]:
    """Return points along a Bézier curve behind its start, by de Casteljau's construction."""
    steps = STEPS if len(points) > 2 else 1
    along = []
    for t in np.linspace(0, 1, steps + 1)[1:]:
        row = points
        while len(row) > 1:
            row = (1 - t) * row[:-1] + t * row[1:]
        along.append(row[0])
    return along


def _arc(start: Floats, end: Floats, radius: float, large: bool, sweep: bool) -> list[Floats]:
    """Return points along an arc of a circle behind its start."""
    half = (end - start) / 2
    reach = float(np.hypot(*half))
    radius = max(radius, reach)
    away = np.sqrt(radius**2 - reach**2) / (reach or 1)
    side = 1 if large == sweep else -1
    centre = (start + end) / 2 + side * away * np.array((half[1], -half[0]))
    first, last = (float(np.arctan2(*(point - centre)[::-1])) for point in (start, end))
    if sweep and last <= first:
        last += 2 * np.pi
    elif not sweep and last >= first:
        last -= 2 * np.pi
    steps = max(1, round(STEPS * abs(last - first) / (np.pi / 2)))
    angles = np.linspace(first, last, steps + 1)[1:]
    return [centre + radius * np.array((np.cos(angle), np.sin(angle))) for angle in angles]
