"""Static pictures of scenes: a display list, rendered as SVG and with Matplotlib.

The third back end is the page, whose script draws the same scenes.
"""

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Any

import numpy as np

from boardless.jit.arrays import Floats
from boardless.topo.drawing import svg as svg_writer
from boardless.topo.drawing.palette import CELL, CHIP, INK
from boardless.topo.drawing.svg import UNITS, Circle, Curve, Picture, Polygon, Primitive, Text
from boardless.view.scene import Scene
from boardless.view.seen import numbers_of
from boardless.view.tiles import BAND, CASING, PATHS, curve, ribbon

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: Of the circle that fits into every cell, as in `page/pieces.js`: the radius of a disc, of the
#: ring around the last piece, and of a piece that is a ring the radius of its hole and its own.
DISC, RING, HOLE, HOOP = 0.68, 0.88, 0.7, 0.94
#: By how much of the circle in a cell a piece is raised that lies on another.
STEP = 0.25
#: The sign between the mark of a piece and the number of pieces.
TIMES = "\N{MULTIPLICATION SIGN}"
#: The look of a piece that the seat may not see.
_COVERED = {"fill": "#9aa3ad", "ink": INK, "mark": "?", "tile": None, "signs": (), "hollow": False}
#: Points to an inch: thin and thick borders in Matplotlib.
_POINTS = (0.65, 1.6)


def svg(scene: Scene) -> str:
    """Return a scene as an SVG picture."""
    return svg_writer.svg(display_list(scene))


def display_list(scene: Scene) -> Picture:
    """Return the picture of the board of a scene.

    The last move's tiles have a thick border, and the last piece that it put is ringed.
    """
    tiles: list[Primitive] = []
    hoops: list[Primitive] = []
    discs: list[Primitive] = []
    for name, pile in scene.piles.items():
        if name not in scene.cells:
            continue
        _, x, y = scene.cells[name]
        tiles += _tile(scene, pile, (x, y), name in scene.last)
        ringed = name in scene.last[:1]
        for hollow, shapes in _discs(scene, pile, (x, y), ringed):
            (hoops if hollow else discs).extend(shapes)
    outlines = [np.reshape(shape, (-1, 2)) for shape in scene.shapes]
    cells = [
        (scene.labels.get(name, name), outlines[shape] + np.array((x, y)))
        for name, (shape, x, y) in scene.cells.items()
    ]
    lines = np.reshape(np.array(scene.lines, np.float64), (-1, 2, 2))
    caption = f"{scene.title}, ply {scene.ply}, {scene.caption}"
    return Picture(lines, cells, scene.room, (*tiles, *hoops, *discs), caption)


def _kind(scene: Scene, what: int) -> dict[str, Any]:
    return scene.kinds[what - 1] if what else _COVERED


def _tile(
    scene: Scene, pile: tuple[int, ...], at: tuple[int, int], fresh: bool
) -> Iterator[Primitive]:
    """Yield the tile on top of a pile: layers, paths, the piece on a segment, the sign."""
    what, _, state, rotation, value = numbers_of(pile)
    kind = _kind(scene, what)
    tile = kind["tile"]
    if tile is None:
        return
    angle = np.deg2rad(tile["degrees"] * rotation)
    turn = np.array([(np.cos(angle), np.sin(angle)), (-np.sin(angle), np.cos(angle))])

    def placed(points: list[int]) -> Floats:
        found: Floats = at + np.reshape(points, (-1, 2)) @ turn
        return found

    yield Polygon(placed(tile["outline"]), tile["fill"], fresh)
    for fill, points in tile["layers"]:
        yield Polygon(placed(points), fill)
    for colour, points in tile["paths"]:
        yield Curve(placed(points), INK, (BAND + 2 * CASING) * scene.room)
        yield Curve(placed(points), colour, BAND * scene.room)
    if value and tile["anchors"]:
        ((x, y),) = placed(tile["anchors"][max(state, 1) - 1])
        yield Circle(x, y, tile["standing"], scene.colours[value - 1])


def _discs(
    scene: Scene, pile: tuple[int, ...], at: tuple[int, int], ringed: bool
) -> Iterator[tuple[bool, list[Primitive]]]:
    """Yield for each piece of a pile, the lowest first, whether it is hollow, and its shapes."""
    what, count, _, _, value = numbers_of(pile)
    room, (x, y) = scene.room, at
    levels = [_kind(scene, each) for each in (*pile[5:], what)]
    top = len(levels) - 1
    # A ring lies around what it holds.
    around = any(kind["hollow"] for kind in levels)
    for level, kind in enumerate(levels):
        fill = kind["fill"]
        if kind["tile"] is not None:
            if level == top and (sign := sign_of(kind["signs"], value)):
                plate = Circle(x, y, DISC * room, CHIP)
                yield False, [plate, Text(x, y, sign, DISC * room, INK)]
            continue
        last = ringed and level == top
        if kind["hollow"]:
            sizes = ((HOOP, fill), (HOLE, CELL))
            yield True, [Circle(x, y, size * room, pen, last) for size, pen in sizes]
            continue
        up = y if around else y - level * min(STEP, 0.5 / max(top, 1)) * room
        shapes: list[Primitive] = [Circle(x, up, DISC * room, fill)]
        if last:
            shapes.append(Circle(x, up, RING * room, "none", True))
        if level == top and (text := piece_text(kind["mark"], 1 if around and top else count)):
            shapes.append(Text(x, up, text, DISC * room, kind["ink"]))
        yield False, shapes


def sign_of(signs: tuple[str, ...], value: int) -> str:
    """Return the sign on a square of a large tile: one for all values, or by its value.

    >>> sign_of((), 1), sign_of(("C",), 7), sign_of(("0", "1"), 1), sign_of(("0", "1"), 9)
    ('', 'C', '1', '9')
    """
    if len(signs) < 2:
        return "".join(signs)
    return signs[value] if value < len(signs) else str(value)


def piece_text(mark: str, count: int) -> str:
    r"""Return the text on the uppermost of so many pieces: its mark, and below how many.

    >>> piece_text("B", 1), ascii(piece_text("B", 3)), piece_text("", 3), piece_text("", 1)
    ('B', "'B\\n\\xd73'", '3', '')
    """
    if count < 2:
        return mark
    return f"{mark}\n{TIMES}{count}" if mark else str(count)


def draw(scene: Scene, ax: "Axes | None" = None) -> "Axes":
    """Draw a scene with Matplotlib, in edge lengths; see `State.draw`."""
    from boardless.topo.drawing.board_drawing import (
        draw_discs,
        draw_ground,
        draw_outlines,
        new_axes,
        write_numbers,
    )

    flip = np.array((1 / UNITS, -1 / UNITS))
    picture, axes = display_list(scene), new_axes() if ax is None else ax
    draw_ground(axes, picture.lines * flip, [shape * flip for _, shape in picture.cells], CELL)
    written = [shape for shape in picture.shapes if isinstance(shape, Text)]
    drawn = (shape for shape in picture.shapes if not isinstance(shape, Text))
    for are_circles, group in groupby(drawn, key=lambda shape: isinstance(shape, Circle)):
        shapes: list[Any] = list(group)
        borders = [_POINTS[shape.thick] if hasattr(shape, "thick") else 0 for shape in shapes]
        if are_circles:
            centres = np.array([(shape.x, shape.y) for shape in shapes]) * flip
            radii = np.array([shape.radius for shape in shapes]) / UNITS
            draw_discs(axes, centres, radii, [shape.fill for shape in shapes], INK, borders)
            continue
        areas = [_outline(shape) * flip for shape in shapes]
        draw_outlines(axes, areas, [shape.fill for shape in shapes], borders)
    if written:
        centres = np.array([(text.x, text.y) for text in written]) * flip
        words, inks = [text.text for text in written], [text.ink for text in written]
        write_numbers(axes, centres, words, written[0].radius / UNITS, inks)
    _legend(axes, scene)
    axes.set_title(picture.caption, fontsize="medium")
    return axes


def _outline(shape: Polygon | Curve) -> Floats:
    """Return the corners of a polygon, or of the stroke along a curve."""
    if isinstance(shape, Polygon):
        return shape.points
    return ribbon(curve(shape.points), shape.width / 2)


def _legend(axes: "Axes", scene: Scene) -> None:
    """Name the players below the board, by the colours of their paths and pieces."""
    from matplotlib.lines import Line2D

    tiles = [kind["tile"] for kind in scene.kinds if kind["tile"] and not kind["signs"]]
    used = {colour for tile in tiles for colour, _ in tile["paths"]}
    paths = {
        colour: f"player {scene.colours.index(colour) + 1}"
        if colour in scene.colours
        else f"colour {number}"
        for number, colour in enumerate(PATHS, 1)
        if colour in used
    }
    # Of large tiles the parts alone are seen, and they belong to nobody.
    parts = any(kind["signs"] for kind in scene.kinds)
    owners = {
        kind["owner"]: kind["fill"]
        for kind in scene.kinds
        if not kind["tile"] and (kind["owner"] or not parts)
    }
    handles = [
        Line2D([], [], color=colour, linewidth=5, label=label) for colour, label in paths.items()
    ] + [
        Line2D(
            [], [], linestyle="", marker="o", markersize=9, markeredgecolor=INK,
            markerfacecolor=fill, label=f"player {owner}" if owner else "neutral",
        )
        for owner, fill in sorted(owners.items())
    ]  # fmt: skip
    if handles:
        axes.legend(
            handles=handles, loc="upper center", bbox_to_anchor=(0.5, 0.0), ncol=len(handles),
            frameon=False, handletextpad=0.5,
        )  # fmt: skip
