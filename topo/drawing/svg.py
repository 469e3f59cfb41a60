"""Pictures as display lists, and as SVG: what a notebook shows, without Matplotlib."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import TypeAlias

import numpy as np

from boardless.jit.arrays import Floats
from boardless.topo.boards.outlines import Drawable
from boardless.topo.drawing.palette import CELL, INK, LINE
from boardless.topo.drawing.paths import outlines_of

#: Picture units: in an edge, so that corners are whole numbers; of the borders of cells; and around
#: the board.
UNITS, STROKE, MARGIN = 100, 6, 5
#: Of the circle in a cell: the width of a thin border, which has at most so many picture units, and
#: of a thick one.
THIN, MAX_THIN, THICK = 0.04, 2, 0.08

#: Screen pixels: of an edge on a small board, and of the longer side of a picture at most.
EDGE_PIXELS, MAX_PIXELS = 36, 480
#: Of pictures with texts on pieces: of the radius of a cell's circle at least, as far as the longer
#: side then has no more than the second number.
ROOM_PIXELS, WIDEST_PIXELS = 22, 720


@dataclass(frozen=True, eq=False)
class Polygon:
    """A filled polygon with a border of ink; its points have shape ``(corners, 2)``."""

    points: Floats
    fill: str
    thick: bool = False


@dataclass(frozen=True, eq=False)
class Curve:
    """A stroke along the quadratic Bézier curve of three points, shape ``(3, 2)``."""

    points: Floats
    fill: str
    width: float


@dataclass(frozen=True)
class Circle:
    """A circle with a border of ink; its fill may be "none"."""

    x: float
    y: float
    radius: float
    fill: str
    thick: bool = False
    line: str = INK


@dataclass(frozen=True)
class Path:
    """A path as SVG writes it, scaled, turned clockwise in degrees, and then moved."""

    d: str
    #: Colours, or "none".
    fill: str
    stroke: str = "none"
    #: Of the stroke, in units of the path.
    width: float = 0.0
    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0
    turn: float = 0.0

    def outlines(self) -> list[Floats]:
        """Return its lines in picture units, each an array of points."""
        angle = np.deg2rad(self.turn)
        turned = np.array([(np.cos(angle), np.sin(angle)), (-np.sin(angle), np.cos(angle))])
        return [(self.x, self.y) + self.scale * line @ turned for line in outlines_of(self.d)]


@dataclass(frozen=True)
class Text:
    """A text of one or more lines that fits into a circle."""

    x: float
    y: float
    text: str
    radius: float
    ink: str


Primitive: TypeAlias = Polygon | Curve | Circle | Path | Text


@dataclass(frozen=True, eq=False)
class Picture:
    """A display list: all in picture units, y downwards, in drawing order."""

    #: Both ends of lines below the cells, shape ``(n, 2, 2)``.
    lines: Floats
    #: The name of each cell, shown to those who point at it, and its outline, ``(corners, 2)``.
    cells: Sequence[tuple[str, Floats]]
    #: The radius of the circle that fits into every cell.
    room: float
    #: What lies on the cells.
    shapes: Sequence[Primitive] = ()
    #: For those who cannot see the picture.
    caption: str = ""
    #: What lies below lines and cells.
    plate: Sequence[Path] = ()
    #: The fill of each cell, "none" of one that is not seen; by default all are alike.
    fills: Sequence[str] = ()


def board_picture(board: Drawable) -> Picture:
    """Return the picture of a board with at least one site: a cell a site, named by its number."""
    flip = (UNITS, -UNITS)
    cells = [
        (str(site), shape * flip)
        for site, shape in zip(board.sites.tolist(), board.outlines(), strict=True)
    ]
    return Picture(board.lines() * flip, cells, UNITS * board.room())


def svg(picture: Picture) -> str:
    """Return a picture as SVG, on a transparent background."""
    ends = [shape for _, shape in picture.cells] + list(picture.lines)
    corners = np.concatenate(ends + [_box(shape) for shape in (*picture.plate, *picture.shapes)])
    origin = corners.min(axis=0) - MARGIN
    width, height = np.ceil(corners.max(axis=0) + MARGIN - origin).astype(int).tolist()
    longer = max(width, height)
    scale = min(EDGE_PIXELS / UNITS, MAX_PIXELS / longer)
    if any(isinstance(shape, Text) for shape in picture.shapes):
        scale = max(scale, min(ROOM_PIXELS / picture.room, WIDEST_PIXELS / longer))
    elements = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' width="{width * scale:.0f}" height="{height * scale:.0f}">',
        *([f"<title>{escape(picture.caption)}</title>"] if picture.caption else []),
        f'<g fill="{CELL}" stroke="{LINE}" stroke-width="{STROKE}" stroke-linejoin="round">',
    ]
    for plate in picture.plate:
        elements += _elements(plate, origin, picture.room)
    for begin, end in picture.lines - origin:
        elements.append(f'<path d="M{_points([begin])}L{_points([end])}"/>')
    for n, (name, shape) in enumerate(picture.cells):
        points = _points(shape - origin)
        look = _look(picture.fills[n] if picture.fills else CELL)
        elements.append(f'<polygon points="{points}"{look}><title>{escape(name)}</title></polygon>')
    elements.append("</g>")
    for each in picture.shapes:
        elements += _elements(each, origin, picture.room)
    return "\n".join([*elements, "</svg>"])


def _look(fill: str) -> str:
    """Return the attributes of a cell: none if it looks as most do."""
    if fill == "none":
        return ' fill="none" stroke="none" pointer-events="all"'
    return "" if fill == CELL else f' fill="{fill}"'


def _box(shape: Primitive) -> Floats:
    """Return points that have all of a shape between them."""
    if isinstance(shape, Circle | Text):
        around = np.array([(-1, -1), (1, 1)])
        box: Floats = (shape.x, shape.y) + shape.radius * around
        return box
    if isinstance(shape, Path):
        reach = shape.scale * shape.width / 2 * np.array([(-1, -1), (1, 1)])
        points = np.concatenate(shape.outlines())
        return np.stack((points.min(axis=0), points.max(axis=0))) + reach
    return shape.points


def _points(points: Sequence[Floats] | Floats) -> str:
    return " ".join(f"{x:.0f},{y:.0f}" for x, y in points)


def _elements(shape: Primitive, origin: Floats, room: float) -> list[str]:
    """Return the SVG elements of a shape of a picture whose upper left corner is the origin."""
    off = 'pointer-events="none"'
    if isinstance(shape, Curve):
        begin, bend, end = (_points([point]) for point in shape.points - origin)
        return [
            f'<path d="M{begin}Q{bend} {end}" fill="none" stroke="{shape.fill}"'
            f' stroke-width="{shape.width:.0f}" {off}/>'
        ]
    if isinstance(shape, Text):
        return _text_elements(shape, origin)
    if isinstance(shape, Path):
        x, y = np.subtract((shape.x, shape.y), origin)
        moved = f"translate({x:.0f} {y:.0f})"
        turned = f" rotate({shape.turn:.0f})" if shape.turn else ""
        scaled = f" scale({shape.scale:.3g})" if shape.scale != 1 else ""
        pen = f' stroke-width="{shape.width:.3g}" stroke-linecap="round"'
        return [
            f'<path d="{shape.d}" transform="{moved}{turned}{scaled}" fill="{shape.fill}"'
            f' fill-rule="evenodd" stroke="{shape.stroke}"{pen} stroke-linejoin="round" {off}/>'
        ]
    width = THICK * room if shape.thick else min(THIN * room, MAX_THIN)
    pen = shape.line if isinstance(shape, Circle) else INK
    border = f'stroke="{pen}" stroke-width="{width:.0f}" {off}'
    if isinstance(shape, Polygon):
        points = _points(shape.points - origin)
        return [f'<polygon points="{points}" fill="{shape.fill}" {border}/>']
    x, y = np.subtract((shape.x, shape.y), origin)
    circle = f'cx="{x:.0f}" cy="{y:.0f}" r="{shape.radius:.0f}" fill="{shape.fill}"'
    return [f"<circle {circle} {border}/>"]


def _text_elements(shape: Text, origin: Floats) -> list[str]:
    """Return a text element a line."""
    lines = shape.text.split("\n")
    size = 1.5 * shape.radius / max(*map(len, lines), 1.5, 1.2 * len(lines))
    x, y = np.subtract((shape.x, shape.y), origin)
    return [
        f'<text x="{x:.0f}" y="{y:.0f}" dy="{0.36 + 0.95 * (n - (len(lines) - 1) / 2):.2f}em"'
        f' font-size="{size:.0f}" font-family="sans-serif" text-anchor="middle"'
        f' fill="{shape.ink}" pointer-events="none">{escape(line)}</text>'
        for n, line in enumerate(lines)
    ]
