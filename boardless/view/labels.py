"""Names on and around boards: letters and numbers of columns and rows, place names, notes."""

import re
from collections.abc import Iterator, Mapping
from math import hypot

from boardless.topo.drawing.picture import Shape, text
from boardless.view.boards import Cell, corners_of
from boardless.view.ground import Ground
from boardless.view.seen import SQUARE

#: Names of sites by their numbers alone, which nobody needs to read.
_NUMBERED = re.compile("(edge|vertex|cell) ")
#: Steps to the next column and row of a board that grows.
Axes = tuple[tuple[int, int], tuple[int, int]]


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
) -> Iterator[tuple[str, Shape]]:
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
) -> Iterator[tuple[str, Shape]]:
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
) -> Iterator[tuple[str, Shape]]:
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
            # A column that slants goes on below in its own direction.
            slants[column[1]] = (ends[column][0] - x) / (ends[column][1] - y)
        if column not in ends or ends[column][1] < y:
            ends[column] = (x, y)
        if row not in ends or (ends[row][1] < y if ground.seeds else ends[row][0] > x):
            ends[row] = (x, y)
    if ground.seeds and ends:  # stores are higher than pits, and stand beside these
        left, low = min(x for x, _ in ends.values()), max(y for _, y in ends.values())
        ends = {key: (x, low) if key[0] == "column" else (left, y) for key, (x, y) in ends.items()}
    size = 0.5 * room if ground.bare else max(0.5 * room, min(width / 36, 0.8 * room))
    away = max(1.45 * room, 62) if ground.bare else 1.45 * room
    for (way, words), (x, y) in ends.items():
        if way == "column":
            slant = slants.get(words, next(iter(slants.values()), 0.0))
            below = away / hypot(1, slant)
            at = (x + slant * below, y + below)
        else:  # a number of two figures ends where one of one does
            at = (x - away - 0.3 * size * (len(words) - 1), y)
        yield f"{way} {words}", text(words, *at, size, "ink")


def notes_on(
    notes: Mapping[str, str], cells: Mapping[str, Cell], ground: Ground
) -> Iterator[tuple[str, Shape]]:
    """Yield the notes on cells, below the pieces there."""
    for name, words in notes.items():
        _, x, y = cells[name]
        size = 1.2 if ground.bare else min(0.32, 2.6 / len(words))
        down = (0.4 if ground.bare else 0.85) - 0.36 * size
        shape = text(words, x, y + down * ground.room, size * ground.room, "ink", weight=600)
        yield f"{name} note", shape | {"stroke": "cell", "width": 6}
