"""Tiles that cover several cells in pictures of games: squares that are joined, with crowns.

A component whose name ends with a digit shows it, on white. Others have a colour each, and show
their value as so many crowns.
"""

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from boardless.games import Game
from boardless.games.compiler.tile_tables import turn_unit
from boardless.games.ludemes.dominoes import Dominoes
from boardless.games.ludemes.large_tiles import PartOfTile, covers_cells, squares_of
from boardless.games.ludemes.pieces import Tile
from boardless.state.engine.geometry import Geometry
from boardless.topo.boards.outlines import outlines
from boardless.topo.drawing.palette import CHIP, INK, LANDS
from boardless.topo.drawing.path_tiles import TileShape
from boardless.topo.drawing.svg import UNITS, Disc

if TYPE_CHECKING:
    from boardless.play.state import State
    from boardless.topo import Board, FixedBoard

#: What stands for a value of 1, and the largest value that is shown so.
CROWN, MAX_CROWNS = "\N{BLACK CHESS QUEEN}", 3


def part_names(game: Game) -> list[str]:
    """Return the names of the components that large tiles put on cells, in their order."""
    items = game.module.model.items
    used = {
        part.component
        for tile in items
        if isinstance(tile, Tile)
        for part in tile.parts or ()
        if isinstance(part, PartOfTile)
    }
    return [
        component.name
        for component, item in zip(game.components, items, strict=True)
        if component.name in used or isinstance(item, Dominoes)
    ]


def part_shapes(game: Game) -> dict[int, TileShape]:
    """Return how each component is drawn that large tiles put on cells, by its index from 0.

    The one path leads to the next part of the tile.
    """
    names = part_names(game)
    if not names:
        return {}
    key = np.zeros((1, 3), np.int64)
    (outline,) = outlines(game.tiling, key)
    (centre,) = game.tiling.plane(game.tiling.face_grid(key))
    fills = [CHIP if name[-1].isdigit() else LANDS[n % len(LANDS)] for n, name in enumerate(names)]
    shapes = {
        name: TileShape(outline - centre, ((0, 0, fill),), turn_unit(len(outline)), fill)
        for name, fill in zip(names, fills, strict=True)
    }
    return {n: shapes[c.name] for n, c in enumerate(game.components) if c.name in shapes}


def part_signs(game: Game) -> list[tuple[str, ...]]:
    """Return what stands on squares of large tiles by their value, a row for each component.

    It is empty for what is no such square; one text stands for all values, and values for which
    there is none are written as numbers.
    """
    names = set(part_names(game))
    crowns = tuple(CROWN * value for value in range(MAX_CROWNS + 1))
    rows: list[tuple[str, ...]] = []
    for component, item in zip(game.components, game.module.model.items, strict=True):
        if isinstance(item, Dominoes):
            rows.append(tuple(map(str, range(item.up_to + 1))))
            continue
        sign = (component.name[-1],) if component.name[-1:].isdigit() else crowns
        rows.append(sign if component.name in names else ())
    return rows


@lru_cache(8)  # pages ask at every move
def part_layouts(game: Game) -> tuple[tuple[tuple[int, int, int, int, int], ...], ...]:
    """Return how the squares of each large tile lie beside one another, a row for each component.

    They are component, value and rotation of what lies there, and its place in picture units round
    the middle of the tile, y downwards. It is empty for what is no such tile.
    """
    rows: list[tuple[tuple[int, int, int, int, int], ...]] = []
    module = game.module
    for number, item in enumerate(module.model.items, 1):
        if not covers_cells(item) or not isinstance(module.geometry, Geometry):
            rows.append(())
            continue
        squares = squares_of(number, module.model, module.geometry)
        keys = np.array([key for key, *_ in squares])
        centres = game.tiling.plane(game.tiling.face_grid(keys)) * (UNITS, -UNITS)
        places = centres - (centres.min(axis=0) + centres.max(axis=0)) / 2
        rows.append(
            tuple(
                (what, value, rotation, round(x), round(y))
                for (_, rotation, what, value), (x, y) in zip(squares, places.tolist(), strict=True)
            )
        )
    return tuple(rows)


def part_texts(state: "State", board: "Board | FixedBoard") -> list[Disc]:
    """Return what stands on the squares of large tiles that lie on the board of a state."""
    signs = part_signs(state.game)
    if not any(signs):
        return []
    values, found = state.containers[0].value.nonzero(), []
    for key, what in state.pieces.items():
        row, site = signs[what - 1], board.site(key)
        if not row:
            continue
        value = values.get(site, 0) if len(row) > 1 else 0
        if text := row[value] if value < len(row) else str(value):
            found.append(Disc(site, CHIP, INK, text))
    return found


def initials(game: Game) -> tuple[str, ...]:
    """Return what is written on the pieces of each component of a game with large tiles.

    It is the number that a name ends with, such as that of a domino, else the first letter.
    """
    names = [
        component.name.removesuffix(str(component.owner)) if component.owner else component.name
        for component in game.components
    ]
    numbers = [name[len(name.rstrip("0123456789")) :] for name in names]
    found = (number or name[0] for name, number in zip(names, numbers, strict=True))
    return tuple(found) if part_names(game) else ()
