"""The picture of a scene: ground, cells, pieces, rings, names and labels; and hands."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import hypot
from typing import TYPE_CHECKING

from boardless.topo.drawing.picture import (
    BETWEEN,
    BORDER,
    MARGIN,
    Box,
    Picture,
    PictureItem,
    PictureShape,
    Symbol,
    circle,
    path,
    polygon,
    text,
    unmoved,
)
from boardless.view.boards import Cell, Ground, Line, Mark, Outline, corners_of
from boardless.view.seen import SQUARE, numbers_of

if TYPE_CHECKING:
    from boardless.view.scene import Scene

#: Shares of the circle in a cell: radius and width of the rings around the last piece and around
#: winning pieces; the width of a side for the players to connect.
LAST, WON, SIDE = (0.95, 0.07), (0.9, 0.12), 0.32
_CELLS = ("cell", "dark-cell", "third-cell")
#: Names of sites by their numbers alone, which nobody needs to read.
_NUMBERED = re.compile("(edge|vertex|cell) ")
#: Steps to the next column and row of a board that grows.
Axes = tuple[tuple[int, int], tuple[int, int]]


def picture_of(scene: "Scene") -> Picture:
    """Return the picture of a scene; items that did not change are the same objects as before."""
    ground, looks, cells, labels = scene.ground, scene.looks, scene.cells, scene.labels
    phases = scene.phases
    axes = None if labels or looks.has_cards else axes_of(cells)
    box, width = _box(cells, ground, axes, bool(labels))
    names = _cell_symbols(ground.shapes, ground.sizes, ground.bare, bool(ground.lines))
    on_board = [name for name in scene.piles if name in cells]
    tiles: dict[str, PictureItem] = {}
    pieces: dict[str, PictureItem] = {}
    for name in on_board:
        items = _on_cell(scene, name)
        (tiles if looks.is_tile(scene.piles[name][0]) else pieces).update(items)
    words = [*coordinates(labels, cells, ground, width)]
    if axes:
        words += grid_numbers(cells, ground, axes, width)
    words += notes_on(scene.notes, cells, ground)
    names_below = {key: unmoved(shape) for key, shape in place_names(labels, cells, ground)}
    layers = {
        "plate": _marks(ground.plate),
        "lines": _lines(ground.lines),
        "cells": {
            name: _cell(name, labels.get(name, name), cell, names[cell[0]][phases.get(name, 0)])
            for name, cell in cells.items()
        },
        "marks": _sides(ground, scene.colours)
        | _marks((*ground.marks, *scene.limits))
        | names_below,
        "tiles": tiles,
        "pieces": pieces,
        "rings": {key: _item(key, symbol, x, y) for key, symbol, x, y in _rings(scene)},
        "labels": {key: unmoved(shape) for key, shape in words},
    }
    held = {name: looks.held(pile) for name, pile in scene.piles.items() if name not in cells}
    puts = {",".join(map(str, put)): looks.put(*put) for put in sorted(_puts(scene))}
    drawn = [*(layer.values() for layer in layers.values()), *held.values(), puts.values()]
    used = {item["symbol"] for items in drawn for item in items if "symbol" in item}
    used |= {looks.player(number) for number in range(1, scene.players + 1)}
    if any(len(choice) > 3 and "spot" in choice[3] for choice in scene.moves.values()):
        used.add(looks.spot(scene.mover))
    made = looks.symbols | _symbols_of(ground.shapes, ground.room)
    # Another order would tell which symbols were made for other seats.
    symbols = {name: made[name] for name in sorted(used)}
    caption = f"{scene.title}, ply {scene.ply}, {scene.caption}"
    return Picture(box, symbols, layers, held, puts, caption, _legend(scene))


def _legend(scene: "Scene") -> dict[str, str]:
    """Return the colours of the players with pieces or paths, and of neutral pieces."""
    tiles = [kind["tile"] for kind in scene.kinds if kind["tile"]]
    seen = {colour for tile in tiles for colour, _ in tile["paths"]}
    owners = {kind["owner"] for kind in scene.kinds}
    legend = {
        f"player {player}": colour
        for player, colour in enumerate(scene.colours, 1)
        if player in owners or colour in seen
    }
    parts = any(kind["parts"] for kind in scene.kinds)
    if any(not (kind["owner"] or kind["tile"] or kind["card"] or parts) for kind in scene.kinds):
        legend["neutral"] = "p0"
    return legend


def _on_cell(scene: "Scene", name: str) -> dict[str, PictureItem]:
    """Return the items of the pieces on a cell."""
    ground, looks, pile = scene.ground, scene.looks, scene.piles[name]
    shape, x, y = scene.cells[name]
    size = ground.sizes[shape]
    if not size or (ground.filled and size == 1):
        return {name: _item(name, looks.filled(pile[0], shape, size == 1), x, y)}
    if ground.seeds:
        return {name: _item(name, looks.seeds(*numbers_of(pile)[:2]), x, y)}
    return looks.on_cell(name, pile, x, y, shape, size, ground.steps[shape])


def _puts(scene: "Scene") -> set[tuple[int, int, int]]:
    """Return component, rotation and value of the pieces in all choices."""
    puts = set()
    for _, what, turn, *more in scene.moves.values():
        if what:
            puts |= {(what, turn, 0), (what, 0, 0)}
        for rest in more:
            puts |= {(what, turn, value) for _, what, turn, value in rest.get("puts", ())}
    return puts


# -- ground ---------------------------------------------------------------------------------


def _box(
    cells: Mapping[str, Cell], ground: Ground, axes: Axes | None, has_labels: bool
) -> tuple[Box, int]:
    """Return the box around all cells and the names next to them, and its width."""
    if not cells:
        return (-100, -100, 200, 200), 0
    reach = [_reach(shape) for shape in ground.shapes]
    left = min([x + reach[shape][0] for shape, x, _ in cells.values()])
    top = min([y + reach[shape][1] for shape, _, y in cells.values()])
    right = max([x + reach[shape][2] for shape, x, _ in cells.values()])
    bottom = max([y + reach[shape][3] for shape, _, y in cells.values()])
    width = right - left
    beside = 0.9 * ground.room if has_labels or axes else 0.0
    if axes:
        beside = max(beside, 1.5 * number_size(ground.room, axes, width))
    margin = round(MARGIN + beside + ground.margin)
    box = (left - margin, top - margin, width + 2 * margin, bottom - top + 2 * margin)
    return box, box[2]


@lru_cache(256)
def _reach(shape: Outline) -> Box:
    """Return the least and the largest x and y of an outline: left, top, right and bottom."""
    return min(shape[::2]), min(shape[1::2]), max(shape[::2]), max(shape[1::2])


@lru_cache(64)
def _cell_symbols(
    shapes: tuple[Outline, ...], sizes: tuple[float, ...], is_bare: bool, has_lines: bool
) -> list[list[str]]:
    """Return the names of the symbols of cells by shape and phase; unseen cells are outlines."""
    return [
        [f"outline {n}"] * 3
        if is_bare or (size == 0 and not has_lines)
        else [f"{colour} {n}" for colour in _CELLS]
        for n, size in enumerate(sizes)
    ]


@lru_cache(16)
def _symbols_of(shapes: tuple[Outline, ...], room: int) -> dict[str, Symbol]:
    """Return the symbols of cells, and of marks of the last move and of winning pieces."""
    symbols: dict[str, Symbol] = {}
    for n, shape in enumerate(shapes):
        left, top, right, bottom = _reach(shape)
        box = (left, top, right - left, bottom - top)
        points = corners_of(shape)
        outline = polygon(points)
        symbols[f"outline {n}"] = {"box": box, "shapes": [path(outline)]}
        for colour in _CELLS:
            cell = path(outline, colour, "line", BORDER, hair=True)
            symbols[f"{colour} {n}"] = {"box": box, "shapes": [cell]}
        inner = polygon([(0.96 * x, 0.96 * y) for x, y in points])
        edge = path(inner, "none", "last", LAST[1] * room)
        symbols[f"last {n}"] = {"box": box, "shapes": [edge]}
    around = (-room, -room, 2 * room, 2 * room)
    for name, (radius, width) in (("last", LAST), ("won", WON)):
        ring = path(circle(0, 0, round(radius * room, 1)), "none", "last", width * room)
        symbols[name] = {"box": around, "shapes": [ring]}
    return symbols


@lru_cache(4096)
def _cell(name: str, words: str, cell: Cell, symbol: str) -> PictureItem:
    return {"symbol": symbol, "x": cell[1], "y": cell[2], "place": name, "words": words}


@lru_cache(4096)
def _item(place: str, symbol: str, x: int, y: int) -> PictureItem:
    return {"symbol": symbol, "x": x, "y": y, "place": place}


@lru_cache(64)
def _marks(marks: Sequence[Mark]) -> dict[str, PictureItem]:
    return {f"mark {n}": unmoved(path(*mark)) for n, mark in enumerate(marks)}


@lru_cache(64)
def _lines(lines: Sequence[Line]) -> dict[str, PictureItem]:
    """Return the lines between places as one item."""
    if not lines:
        return {}
    d = "".join(f"M{x},{y}L{to_x},{to_y}" for x, y, to_x, to_y in lines)
    return {"lines": unmoved(path(d, "none", "line", BETWEEN, hair=True))}


def _sides(ground: Ground, colours: Sequence[str]) -> dict[str, PictureItem]:
    """Return the sides for players to connect, in their colours."""
    return {
        f"side {n}": unmoved(
            path(f"M{x},{y}L{u},{v}", "none", colours[owner - 1], SIDE * ground.room)
        )
        for n, (owner, (x, y, u, v)) in enumerate(ground.sides)
    }


def _rings(scene: "Scene") -> Iterator[tuple[str, str, int, int]]:
    """Yield the marks of the last move and rings around the line that has won."""
    ground = scene.ground
    for name in scene.last:
        if name not in scene.cells:
            continue
        shape, x, y = scene.cells[name]
        pile = scene.piles.get(name, (0,))
        what, size = pile[0], ground.sizes[shape]
        around = (
            not what or not size or scene.looks.is_wide(what) or len(ground.shapes[shape]) == 12
        )
        # Of men on a point of Backgammon the uppermost one.
        up = ground.steps[shape] * min(numbers_of(pile)[1] - 1, 4)
        yield f"{name} last", f"last {shape}" if around else "last", x, y + up
    for name in scene.won:
        _, x, y = scene.cells[name]
        yield f"{name} won", "won", x, y


# -- names on and around boards ----------------------------------------------------------------


def axes_of(cells: Mapping[str, Cell]) -> Axes | None:
    """Return the steps to the next column and row of a growing board; None if it is too small."""
    steps: list[tuple[int, int] | None] = [None, None]
    for name, (_, x, y) in cells.items():
        if "," not in name:
            return None
        i, j, *kind = map(int, name.split(","))
        for axis, (di, dj) in enumerate(((1, 0), (0, 1))):
            beside = cells.get(",".join(map(str, (i + di, j + dj, *kind))))
            if beside and steps[axis] is None:
                steps[axis] = (beside[1] - x, beside[2] - y)
        if steps[0] and steps[1]:
            return steps[0], steps[1]
    return None


def number_size(room: float, axes: Axes, width: float) -> float:
    """Return the height of numbers around a growing board: legible, and without overlaps."""
    step = hypot(*axes[0])
    return max(0.42 * room, 0.16 * step, min(width / 36, 0.4 * step))


def grid_numbers(
    cells: Mapping[str, Cell], ground: Ground, axes: Axes, width: float
) -> Iterator[tuple[str, PictureShape]]:
    """Yield the numbers of columns and rows of a growing board, each next to its first cell."""
    across, up = ((dx / hypot(dx, dy), dy / hypot(dx, dy)) for dx, dy in axes)
    # Numbers of rows stand on the left. Columns that lean to the right end on the left, too.
    leans = across[0] * up[0] + across[1] * up[1] > 0.1
    ways = (((-up[0], -up[1]) if leans else up), across)
    begins = [
        [min(0, *(u * dx + v * dy for u, v in corners_of(shape))) for dx, dy in ways]
        for shape in ground.shapes
    ]
    size = number_size(ground.room, axes, width)
    ends: dict[tuple[int, str], tuple[float, float, int, int]] = {}
    for name, (shape, x, y) in cells.items():
        for way, number in enumerate(name.split(",")[:2]):
            dx, dy = ways[way]
            begin = begins[shape][way]  # of the cell, from its middle
            along = x * dx + y * dy + begin
            if (way, number) not in ends or along < ends[way, number][0]:
                ends[way, number] = (along, begin, x, y)
    written: list[tuple[float, float]] = []
    for (way, number), (_, begin, x, y) in ends.items():
        dx, dy = ways[way]
        away = begin - 0.9 * size
        # In a corner of the outline a row and a column may end at one place.
        u, v = x + away * dx, y + away * dy
        for to_x, to_y in written:
            if abs(to_x - u) < 1.6 * size and abs(to_y - v) < size:
                away -= 2 * size
                break
        written.append((x + away * dx, y + away * dy))
        yield f"{('column', 'row')[way]} {number}", text(number, *written[-1], size, "ink")


def place_names(
    labels: Mapping[str, str], cells: Mapping[str, Cell], ground: Ground
) -> Iterator[tuple[str, PictureShape]]:
    """Yield the names of places that are not squares of columns and rows.

    In a row of one name the first cell bears it, on a map the city itself.
    """
    before, named = ("", 0), set[str]()
    for name, label in labels.items():
        if not label or name not in cells or SQUARE.fullmatch(label) or _NUMBERED.match(label):
            continue
        if ground.bare and not ground.lines:
            return  # the picture tells
        _, x, y = cells[name]
        if label not in named if ground.bare else before != (label, y):
            # On a map names stand below their places, and are as large as these.
            size = 1.5 if ground.bare else min(0.3, 1.9 / len(label))
            down = (2.7 if ground.bare else -0.72) - 0.36 * size
            yield f"{name} name", text(label, x, y + down * ground.room, size * ground.room, "ink")
        named.add(label)
        before = (label, y)


def coordinates(
    labels: Mapping[str, str], cells: Mapping[str, Cell], ground: Ground, width: float
) -> Iterator[tuple[str, PictureShape]]:
    """Yield letters and numbers of columns and rows, each next to its last place."""
    room = ground.room
    ends: dict[tuple[str, str], tuple[int, int]] = {}
    slants: dict[str, float] = {}
    for name, label in labels.items():
        square = SQUARE.fullmatch(label)
        if name not in cells or not square:
            continue
        _, x, y = cells[name]
        column, row = ("column", square[1]), ("row", square[2])
        if column in ends and column[1] not in slants and ends[column][1] != y:
            # A slanting column continues below in its own direction.
            slants[column[1]] = (ends[column][0] - x) / (ends[column][1] - y)
        if column not in ends or ends[column][1] < y:
            ends[column] = (x, y)
        if row not in ends or (ends[row][1] < y if ground.seeds else ends[row][0] > x):
            ends[row] = (x, y)
    if ground.seeds and ends:  # stores are higher than pits, and stand next to them
        left, low = min(x for x, _ in ends.values()), max(y for _, y in ends.values())
        ends = {key: (x, low) if key[0] == "column" else (left, y) for key, (x, y) in ends.items()}
    size = 0.5 * room if ground.bare else max(0.5 * room, min(width / 36, 0.8 * room))
    away = max(1.45 * room, 62) if ground.bare else 1.45 * room
    for (way, words), (x, y) in ends.items():
        if way == "column":
            slant = slants.get(words, next(iter(slants.values()), 0.0))
            below = away / hypot(1, slant)
            at = (x + slant * below, y + below)
        else:  # a number of two digits ends at the same place as one of one digit
            at = (x - away - 0.3 * size * (len(words) - 1), y)
        yield f"{way} {words}", text(words, *at, size, "ink")


def notes_on(
    notes: Mapping[str, str], cells: Mapping[str, Cell], ground: Ground
) -> Iterator[tuple[str, PictureShape]]:
    """Yield the notes on cells, below the pieces there."""
    for name, words in notes.items():
        _, x, y = cells[name]
        size = 1.2 if ground.bare else min(0.32, 2.6 / len(words))
        down = (0.4 if ground.bare else 0.85) - 0.36 * size
        shape = text(words, x, y + down * ground.room, size * ground.room, "ink", weight=600)
        yield f"{name} note", shape | {"stroke": "cell", "width": 6}
