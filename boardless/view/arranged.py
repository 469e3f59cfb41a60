"""Boards drawn in another arrangement than their sites: frames of rows, and maps of cities.

Descriptions arrange the rows of a board in frames; see ``(frames ...)`` in `view.graphics`. The
board of a map is a graph. Its vertices with a tint are cities, and vertices next to a city hold the
pieces there.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from boardless.games import Game
from boardless.play.state import State
from boardless.topo import InputError
from boardless.topo.drawing.palette import BY_NAME
from boardless.topo.drawing.picture import UNITS, box_path, circle, moved
from boardless.view.boards import Cell, Ground, Line, Mark, Outline, cells_of
from boardless.view.glyphs import FIGURES
from boardless.view.graphics import cells_of_game, frames_of, style_of, tints_of, width_of
from boardless.view.kinds import colours_of

MAP = "map"
#: Places of a city by their steps in the graph, and in the picture: to the right and up.
_BESIDE = {
    (-1, 1): (-2.7, 2.2), (0, 1): (-0.9, 2.2), (1, 1): (0.9, 2.2), (1, 0): (2.7, 2.2),
    (-1, -1): (-2.3, 0.0), (0, -1): (2.3, 0.0), (1, -1): (4.2, 0.0), (-1, 0): (-4.2, 0.0),
}  # fmt: skip
#: Picture units: the radius of a city, of pieces, and of a city's places.
_CITY, _ROOM, _PLACE = 110, 105, 90
#: A road that is longer than this share of the map leads round the world.
_ROUND = 0.6
#: The length of such a road on each side, and the width of the sea around the cities.
_STUB, _SEA = 350, 360
#: Picture units: half the side of a place in a frame, and the radius of pieces there.
_HALF, _HELD = 41, 40
#: The scale of figures on the ground.
_FIGURE = 0.6


def map_ground(game: Game, cells: Mapping[int, Cell], lines: Iterable[Line]) -> Ground:
    """Return the ground of a map."""
    cities = {site: cells[site] for site in tints_of(game) if site in cells}
    near = _nearest(game)
    across = [x for _, x, _ in cells.values()]
    middle = (min(across) + max(across)) // 2
    placed: dict[int, Cell] = {}
    for site, (_, x, y) in cells.items():
        if site in cities:
            placed[site] = (0, x, y)
        elif site in near:
            _, u, v = cells[near[site]]
            step = (round((x - u) / UNITS), round((v - y) / UNITS))
            dx, dy = _BESIDE.get(step, step)
            placed[site] = (1, round(u + dx * UNITS), round(v - dy * UNITS))
        else:  # sites of no city have their own room
            placed[site] = (1, round(2.3 * x - 1.3 * middle), round(1.75 * y) + 250)
    xs, ys = zip(*((x, y) for _, x, y in placed.values()), strict=True)
    left, right = min(xs) - _SEA, max(xs) + _SEA
    sea = box_path(left, min(ys) - _SEA, right, max(ys) + _SEA)
    roads = [_road(line, _ROUND * (right - left)) for line in lines]
    discs = [
        (circle(x, y, _CITY), BY_NAME[tint], "line", 8)
        for (_, x, y), tint in ((cell, tints_of(game)[site]) for site, cell in cities.items())
    ]
    return Ground(
        (_octagon(_CITY + 20), _octagon(_PLACE)), placed, (1.0, 1.0), (0, 0), _ROOM,
        lines=tuple(one for road in roads for one in road), plate=((sea, "cell", "line", 12),),
        marks=tuple(discs), bare=True, margin=_SEA,
    )  # fmt: skip


@lru_cache(16)
def in_frames(game: Game) -> tuple[Ground | None, dict[int, str]]:
    """Return the ground of a board that lies in frames, and the names of its cells.

    They are None and {} if the metadata do not give every cell a place.

    Raises
    ------
    InputError
        If a part of a frame has other values than ``(frames ...)`` in `view.graphics` has.
    """
    try:
        return _in_frames(game) if frames_of(game) else (None, {})
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        raise InputError(f"frames of {game.name}: {error}, see boardless.view.graphics") from None


def _in_frames(game: Game) -> tuple[Ground | None, dict[int, str]]:
    count, width, players = len(State(game).board), width_of(game), game.players
    grid, row = np.arange(count - count % width).reshape(-1, width), 0
    colours = [*(fill for fill, _ in colours_of(game)), ""]
    cells: dict[int, Cell] = {}
    names: dict[int, str] = {}
    marks: list[Mark] = []
    for columns, right, down, in_line, parts in frames_of(game):
        first, height = row, 0
        for k, block in enumerate(np.array_split(grid, players + 1, int(columns))):
            words: dict[Any, Any] = {"Players": players, "Rest": count, "Player": colours[k]}
            left, top = k % in_line * right, k // in_line * (down + height)
            xs, ys, row = list[int](), list[int](), first
            for part in parts:
                own = (pair[k == players] for pair in part)
                head, *values = (words.get(value, value) for value in own)
                if head == "rows":
                    many, x, y, dx, dy, to_x, to_y, *called = values
                    for (n, m), site in np.ndenumerate(block[row : row + many]):
                        xs.append(left + x + m * dx + n * to_x)
                        ys.append(top + y + m * dy + n * to_y)
                        cells[int(site)] = (0, xs[-1], ys[-1])
                        names[int(site)] = called[m].replace("#", str(k + 1))
                    row += many
                elif head == "frame":
                    wide, high, fill, stroke, pen = values
                    d = box_path(min(xs) - wide, min(ys) - high, max(xs) + wide, max(ys) + high)
                    marks.append((d, fill, stroke, pen))
                elif head == "mark":
                    name, x, y, fill, stroke, pen = values
                    scale = _FIGURE if name in FIGURES else 1
                    for d in FIGURES.get(name, (name,)):
                        marks.append((moved(d, left + x, top + y, scale), fill, stroke, pen))
            height = max(ys, default=0) - min(ys, default=0)
    if len(cells) < count:
        return None, {}
    square = (-_HALF, _HALF, _HALF, _HALF, _HALF, -_HALF, -_HALF, -_HALF)
    drawn = tuple(mark for mark in marks if any(mark[1:3]))
    placed = dict(sorted(cells.items()))
    return Ground((square,), placed, (1.0,), (0,), _HELD, marks=drawn, bare=True, margin=50), names


@lru_cache(16)
def names_beside(game: Game) -> dict[int, str]:
    """Return the names of places on a map, by the nearest city, or in frames."""
    if style_of(game) != MAP:
        return in_frames(game)[1]
    called = cells_of_game(game)
    return {site: called[city] for site, city in _nearest(game).items() if city in called}


@lru_cache(8)
def _nearest(game: Game) -> dict[int, int]:
    """Return the nearest city of each site that has one nearby."""
    cells = cells_of(State(game).board)[1]
    cities = [site for site in tints_of(game) if site in cells]
    nearest = {}
    for site, (_, x, y) in cells.items():
        distance, city = min(
            ((x - cells[near][1]) ** 2 + (y - cells[near][2]) ** 2, near) for near in cities
        )
        if 0 < distance <= 2.1 * UNITS**2:
            nearest[site] = city
    return nearest


def _road(line: Line, long: float) -> tuple[Line, ...]:
    """Split a road round the world, which leaves the map on both sides."""
    x, y, to_x, to_y = line
    if abs(to_x - x) <= long:
        return (line,)
    (x, y), (to_x, to_y) = sorted(((x, y), (to_x, to_y)))
    return (x - _STUB, y, x, y), (to_x, to_y, to_x + _STUB, to_y)


def _octagon(radius: int) -> Outline:
    far, near = radius, round(0.41 * radius)
    return (far, -near, near, -far, -near, -far, -far, -near,
            -far, near, -near, far, near, far, far, near)  # fmt: skip
