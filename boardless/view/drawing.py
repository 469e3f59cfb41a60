"""Static pictures of scenes: a display list, rendered as SVG and with Matplotlib.

The third back end is the page, whose script draws the same scenes.
"""

import math
import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

import numpy as np

from boardless.jit.arrays import Floats
from boardless.topo.drawing import palette
from boardless.topo.drawing import svg as svg_writer
from boardless.topo.drawing.palette import CELL, CHIP, EDGE, INK, LINE
from boardless.topo.drawing.svg import UNITS, Circle, Curve, Path, Picture, Polygon, Primitive, Text
from boardless.view.glyphs import FIGURES, STROKES, WOOD, player_sign
from boardless.view.ground import Mark
from boardless.view.scene import Scene
from boardless.view.seen import SQUARE, numbers_of
from boardless.view.tiles import BAND, CASING, PATHS, curve, regular, ribbon

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: Of the circle that fits into every cell, as in `page/pieces.js`: the radius of a disc, of the
#: ring around the last piece, and of a piece that is a ring the radius of its hole and its own.
DISC, RING, HOLE, HOOP = 0.68, 0.88, 0.7, 0.94
#: By how much of the circle in a cell a piece is raised that lies on another.
STEP = 0.25
#: In the same share: the width of a side that is to be connected, the radius of a seed; and so many
#: seeds at most are drawn in a pit, and so many pieces along a point of Backgammon.
SIDE, SEED, MOST_SEEDS, SHOWN = 0.32, 0.2, 16, 15
#: The sign between the mark of a piece and the number of pieces.
TIMES = "\N{MULTIPLICATION SIGN}"
#: The look of a piece that the seat may not see.
_COVERED = {
    "fill": "#9aa3ad", "ink": INK, "written": "?", "tile": None, "signs": (), "hollow": False,
    "form": "disc", "figure": "", "card": None, "owner": 0,
}  # fmt: skip
#: Points to an inch: thin and thick borders in Matplotlib.
_POINTS = (0.65, 1.6)
#: The corners of a piece that is a hexagon, as of Hive, in shares of the circle in a cell.
HEXAGON = regular(6, 1.02 * 2 / 3**0.5, np.zeros(2))[:, ::-1]


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
        shape, x, y = scene.cells[name]
        if scene.sizes[shape] == 0 or (scene.filled and scene.sizes[shape] == 1):
            discs += _filled(scene, pile, scene.cells[name])
            continue
        if scene.seeds:
            discs += _seeds(scene, pile, (x, y))
            continue
        tiles += _tile(scene, pile, (x, y), name in scene.last)
        ringed = name in scene.last[:1]
        for hollow, shapes in _discs(scene, pile, scene.cells[name], ringed):
            (hoops if hollow else discs).extend(shapes)
    outlines = [np.reshape(shape, (-1, 2)) for shape in scene.shapes]
    cells = [
        (scene.labels.get(name, name), outlines[shape] + np.array((x, y)))
        for name, (shape, x, y) in scene.cells.items()
    ]
    fills = [_cell_fill(scene, name, shape) for name, (shape, *_) in scene.cells.items()]
    lines = np.reshape(np.array(scene.lines, np.float64), (-1, 2, 2))
    caption = f"{scene.title}, ply {scene.ply}, {scene.caption}"
    below: list[Primitive] = [*_sides(scene), *map(_mark, scene.marks)]
    above: list[Primitive] = [*_won(scene), *_notes(scene), *_coordinates(scene)]
    return Picture(
        lines, cells, scene.room, (*below, *tiles, *hoops, *discs, *above), caption,
        tuple(map(_mark, scene.plate)), fills,
    )  # fmt: skip


def _cell_fill(scene: Scene, name: str, shape: int) -> str:
    if scene.bare or (scene.sizes[shape] == 0 and not scene.lines):
        return "none"
    return (CELL, palette.PAGE["dark-cell"], palette.PAGE["third-cell"])[scene.phases.get(name, 0)]


def colour_of(name: str) -> str:
    """Return the colour of a mark of a ground: by its name, or as it is written.

    >>> colour_of("#ffffff"), colour_of("paper"), colour_of("")
    ('#ffffff', '#ffffff', 'none')
    """
    if not name or name.startswith("#"):
        return name or "none"
    return palette.PAGE.get(name) or str(getattr(palette, name.upper()))


def _mark(mark: Mark) -> Path:
    d, fill, stroke, width = mark
    return Path(d, colour_of(fill), colour_of(stroke), width)


def _sides(scene: Scene) -> Iterator[Path]:
    """Yield the sides of players that are to be connected, in their colours."""
    for owner, (x, y, to_x, to_y) in scene.sides:
        d = f"M{x},{y}L{to_x},{to_y}"
        yield Path(d, "none", scene.colours[owner - 1], SIDE * scene.room)


def _won(scene: Scene) -> Iterator[Circle]:
    """Yield a ring of another colour around each piece of the line that has won."""
    for name in scene.won:
        _, x, y = scene.cells[name]
        yield Circle(x, y, RING * scene.room, "none", True, EDGE)


def _notes(scene: Scene) -> Iterator[Text]:
    """Yield what is said on cells, below what lies there."""
    for name, words in scene.notes.items():
        _, x, y = scene.cells[name]
        size = min(0.2 * max(len(words), 3), 1.1) * scene.room
        yield Text(x, y + 0.8 * scene.room, words, size, INK)


def _coordinates(scene: Scene) -> Iterator[Text]:
    """Yield letters and numbers of columns and rows below and beside a board that has them.

    Each stands beside the last place of its column or row, as on pages.
    """
    ends: dict[str, tuple[str, int, int]] = {}
    ways: dict[str, float] = {}
    before = ("", 0)
    named: set[str] = set()
    for name, label in scene.labels.items():
        found = SQUARE.fullmatch(label)
        if name not in scene.cells or re.match("(edge|vertex|cell) ", label):
            continue
        _, x, y = scene.cells[name]
        if scene.bare and not found and not scene.lines:
            continue  # the picture tells
        if not found:  # what people call a cell; of a row of one name the first, of a map the city
            if before != (label, y) and not (scene.bare and label in named):
                named.add(label)
                share = 0.75 if scene.bare else 0.17
                size = min(share * max(len(label), 3), 99 if scene.bare else 1.1) * scene.room
                yield Text(x, y + (2.4 if scene.bare else -0.74) * scene.room, label, size, INK)
            before = (label, y)
            continue
        column, row = found.groups()
        if column in ends and column not in ways and ends[column][2] != y:
            # A column that slants goes on below in its own direction.
            ways[column] = (ends[column][1] - x) / (ends[column][2] - y)
        if column not in ends or ends[column][2] < y:
            ends[column] = (column, x, y)
        if row not in ends or (ends[row][2] < y if scene.seeds else ends[row][1] > x):
            ends[row] = (row, x, y)
    if scene.seeds and ends:  # stores are higher than pits, and stand beside these
        left, low = min(x for _, x, _ in ends.values()), max(y for *_, y in ends.values())
        ends = {
            key: (text, x, low) if key.isalpha() else (text, left, y)
            for key, (text, x, y) in ends.items()
        }
    away = max(1.45 * scene.room, 60) if scene.bare else 1.45 * scene.room
    for key, (text, x, y) in ends.items():
        slant = ways.get(key, next(iter(ways.values()), 0.0))
        below = away / math.hypot(1, slant)
        at = (x + slant * below, y + below) if key.isalpha() else (x - away, y)
        yield Text(at[0], at[1], text, 0.42 * scene.room, LINE)


def _kind(scene: Scene, what: int) -> dict[str, Any]:
    return scene.kinds[what - 1] if what else _COVERED


def _filled(scene: Scene, pile: tuple[int, ...], cell: tuple[int, int, int]) -> Iterator[Primitive]:
    """Yield a piece that fills its cell, or that is a bar along its edge."""
    shape, x, y = cell
    kind = _kind(scene, pile[0])
    share = 0.86 if scene.sizes[shape] else 1.0
    yield Polygon((x, y) + share * np.reshape(scene.shapes[shape], (-1, 2)), kind["fill"])
    if scene.sizes[shape] and (sign := kind["figure"] or player_sign(kind["owner"])):
        yield from _figure(FIGURES[sign], x, y, 0.008 * scene.room, kind["ink"], "none")


def _seeds(scene: Scene, pile: tuple[int, ...], at: tuple[int, int]) -> Iterator[Primitive]:
    """Yield the seeds in a pit: as many as have room, and their number."""
    what, count, *_ = numbers_of(pile)
    kind, room, (x, y) = _kind(scene, what), scene.room, at
    for dx, dy in seed_places(count):
        yield Circle(x + dx * room, y + dy * room, SEED * room, kind["fill"])
    if count > 1:
        place = (x + 1.05 * room, y + 1.05 * room)
        yield Circle(*place, 0.42 * room, CHIP)
        yield Text(*place, str(count), 0.42 * room, INK)


def seed_places(count: int) -> list[tuple[float, float]]:
    """Return where seeds lie in a pit, in shares of the room of its cell: a spiral of a sunflower.

    >>> len(seed_places(3)), len(seed_places(99)) == MOST_SEEDS
    (3, True)
    """
    turns = [n * 2.399963 for n in range(min(count, MOST_SEEDS))]
    reach = 0.98 / max(1, min(count, MOST_SEEDS)) ** 0.5
    return [
        (
            reach * (n + 0.3) ** 0.5 * float(np.cos(turn)),
            reach * (n + 0.3) ** 0.5 * float(np.sin(turn)),
        )
        for n, turn in enumerate(turns)
    ]


def _figure(
    paths: Sequence[str], x: float, y: float, scale: float, fill: str, line: str, turn: float = 0
) -> Iterator[Path]:
    """Yield the paths of a figure, outlined by a line."""
    for d in paths:
        yield Path(d, fill, line, 0 if line == "none" else 3, x, y, scale, turn)


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
    if kind["figure"]:
        yield from _figure(FIGURES[kind["figure"]], *at, 0.012 * scene.room, LINE, tile["fill"])
    if value and tile["anchors"]:
        ((x, y),) = placed(tile["anchors"][max(state, 1) - 1])
        scale = 0.034 * tile["standing"]
        yield from _figure(FIGURES["meeple"], x, y, scale, scene.colours[value - 1], INK)


def _discs(
    scene: Scene, pile: tuple[int, ...], cell: tuple[int, int, int], ringed: bool
) -> Iterator[tuple[bool, list[Primitive]]]:
    """Yield for each piece of a pile, the lowest first, whether it is hollow, and its shapes."""
    what, count, _, _, value = numbers_of(pile)
    shape, x, y = cell
    room = scene.room * scene.sizes[shape]
    step = scene.steps[shape]
    below = pile[5:] or ((what,) * (min(count, SHOWN) - 1) if step else ())
    levels = [_kind(scene, each) for each in (*below, what)]
    top = len(levels) - 1
    # A ring lies around what it holds.
    around = any(kind["hollow"] for kind in levels)
    raised = min(STEP, 0.5 / max(top, 1)) * room
    if step:  # along a point, no longer than it is
        raised = -step * min(1.0, 4 / max(top, 1))
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
        up = y if around else y - level * raised
        shapes = list(_piece(kind, x, up, room, len(scene.shapes[shape]) // 2))
        if last:
            shapes.append(Circle(x, up, RING * room, "none", True))
        many = 1 if around and top else count
        if level == top and (kind["figure"] or kind["card"]):
            shapes += _count(x, up, many, room)
        elif level == top and (text := piece_text(kind["written"], many)):
            shapes.append(Text(x, up, text, DISC * room, kind["ink"]))
        yield False, shapes


def _count(x: float, y: float, count: int, room: float) -> list[Primitive]:
    """Return the number of figures or cards that lie on each other, beside the uppermost one."""
    if count < 2:
        return []
    x, y = x + 0.55 * room, y + 0.5 * room
    return [Circle(x, y, 0.42 * room, CHIP), Text(x, y, f"{TIMES}{count}", 0.8 * room, INK)]


def _piece(
    kind: dict[str, Any], x: float, y: float, room: float, corners: int
) -> Iterator[Primitive]:
    """Yield a piece as it lies on its place."""
    fill, ink, form, figure = kind["fill"], kind["ink"], kind["form"], kind["figure"]
    if kind["card"] is not None:
        yield from _card(kind["card"], x, y, room)
    elif form == "stands":
        line = INK if ink == INK else palette.PAGE["third-cell"]
        yield from _figure(FIGURES[figure], x, y, 0.019 * room, fill, line)
    elif form == "wood":
        turn = 180 if kind["owner"] == 2 else 0
        yield Path(WOOD, "#efd9a7", INK, 2, x, y, room / 50, turn)
        yield Path(STROKES[figure], "none", INK, 8, x, y, 0.0092 * room, turn)
    elif form == "stamp":
        yield Circle(x, y, DISC * room, fill)
        yield Path(STROKES[figure], "none", ink, 8, x, y, 0.0098 * room)
    elif form == "pen":
        yield Path(STROKES[figure], "none", INK, 20, x, y, 0.019 * room)
        yield Path(STROKES[figure], "none", fill, 16, x, y, 0.019 * room)
    elif form == "ring":
        yield Circle(x, y, 0.75 * room, fill)
        yield Circle(x, y, 0.45 * room, CELL)
    elif form == "number":
        yield Text(x, y, kind["title"], 0.9 * room, INK)
    elif figure and corners == 6:
        yield Polygon((x, y) + HEXAGON * room, fill)
        yield from _figure(FIGURES[figure], x, y, 0.0165 * room, ink, fill)
    else:
        yield Circle(x, y, DISC * room, fill)
        if figure:
            yield from _figure(FIGURES[figure], x, y, 0.011 * room, ink, fill)


def _card(face: dict[str, Any], x: float, y: float, room: float) -> Iterator[Primitive]:
    """Yield a card that lies on a cell: its colour, its sign, and what is in its corner."""
    wide, high = 0.66 * room, 0.92 * room
    corners = np.array([(-wide, -high), (wide, -high), (wide, high), (-wide, high)])
    yield Polygon(np.add((x, y), corners), face["fill"])
    words = face["corner"] or face["words"].replace(" ", "\n")
    yield Text(x, y - (0.2 * room if face["sign"] else 0), words, 0.62 * room, face["ink"])
    if face["sign"]:
        yield Text(x, y + 0.58 * room, face["sign"], 0.3 * room, face["ink"])


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
    spans = np.ptp(np.array([(0, 0), *((x, y) for _, x, y in scene.cells.values())]), axis=0)
    # Strokes keep their share of a figure in axes of any size.
    room = np.multiply(axes.get_window_extent().size, 72 / axes.figure.dpi)
    points = float(np.min(room / (spans + 2 * UNITS)))
    _draw_paths(axes, picture.plate, points)
    shapes = [shape * flip for _, shape in picture.cells]
    draw_ground(axes, picture.lines * flip, shapes, list(picture.fills), scene.bare)
    written = [shape for shape in picture.shapes if isinstance(shape, Text)]
    drawn = (shape for shape in picture.shapes if not isinstance(shape, Text))
    for sort, group in groupby(
        drawn, key=lambda it: isinstance(it, Circle) + 2 * isinstance(it, Path)
    ):
        are_circles, shapes = sort == 1, list[Any](group)
        if sort == 2:
            _draw_paths(axes, shapes, points)
            continue
        borders = [_POINTS[shape.thick] if hasattr(shape, "thick") else 0 for shape in shapes]
        if are_circles:
            centres = np.array([(shape.x, shape.y) for shape in shapes]) * flip
            radii = np.array([shape.radius for shape in shapes]) / UNITS
            lines = [shape.line for shape in shapes]
            draw_discs(axes, centres, radii, [shape.fill for shape in shapes], lines, borders)
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


def _draw_paths(axes: "Axes", shapes: Sequence[Path], points: float) -> None:
    """Draw paths with Matplotlib; `points` are those of a picture unit."""
    from matplotlib.collections import PathCollection
    from matplotlib.path import Path as Outline

    for shape in shapes:
        lines = [line * (1 / UNITS, -1 / UNITS) for line in shape.outlines()]
        outline = Outline.make_compound_path(*(Outline(line) for line in lines))
        axes.add_collection(
            PathCollection(
                [outline], facecolors=shape.fill, edgecolors=shape.stroke,
                linewidths=shape.width * shape.scale * points, capstyle="round", zorder=3,
            )
        )  # fmt: skip


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
