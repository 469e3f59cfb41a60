"""Tiles that cover several cells, and tiles with segments, in pictures of games."""

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from boardless.games import Game
from boardless.games.compiler.tile_tables import kinds_of, meeting_kinds, turn_unit
from boardless.games.ludemes.dominoes import Dominoes
from boardless.games.ludemes.large_tiles import PartOfTile, covers_cells, squares_of
from boardless.games.ludemes.pieces import Segment, Tile
from boardless.jit.arrays import Floats
from boardless.state.engine.geometry import Geometry
from boardless.topo.boards.outlines import outlines
from boardless.topo.drawing.palette import ALONE, AREAS, CHIP, FIELD, INK, LANDS, MARKS, NAMED
from boardless.topo.drawing.svg import UNITS, Disc
from boardless.topo.drawing.tile_shapes import (
    MARK,
    Layer,
    SegmentShape,
    SegmentTile,
    TileCell,
    TileShape,
    regular,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

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


#: Of an edge: half the size of what ends nowhere. How far out of the cell's middle pieces stand
#: near a side, and nearer than what it is that they would stand in the middle of the tile.
_HOUSE, _OUT, _NEAR = 0.17, 0.76, 0.2
#: The most marks beside a side, and how far more of them lie from where a piece stands.
_FEW, _AROUND = 2, 0.26


def segment_shapes(game: Game) -> list[SegmentShape | None]:
    """Return how each component is drawn that has segments; None for others."""
    items = game.module.model.items
    if not any(isinstance(item, Tile) and item.segments for item in items):
        return [None for _ in items]
    key = np.zeros((1, 3), np.int64)
    (outline,) = outlines(game.tiling, key)
    (centre,) = game.tiling.plane(game.tiling.face_grid(key))
    cell, (whole, alone) = TileCell(outline - centre), _sorts(game)
    meeting = meeting_kinds(game.module.model)
    roads = {name for name in whole if meeting and name not in meeting}
    return [
        _shape(item, cell, (whole, alone, roads))
        if isinstance(item, Tile) and item.segments
        else None
        for item in items
    ]


def _halved(tile: Tile) -> set[int]:
    """Return the sides of a tile of which segments end at halves."""
    parts = (part for part in tile.segments if isinstance(part, Segment))
    return {half // 2 for part in parts for half in part.halves}


def _sorts(game: Game) -> tuple[list[str], list[str]]:
    """Return the kinds of segments that take up whole sides, and those that end nowhere."""
    whole, ending = set(), set()
    for tile in game.module.model.items:
        if not isinstance(tile, Tile):
            continue
        for part in tile.segments:
            if isinstance(part, Segment) and (part.sides or part.halves):
                ending.add(part.name)
                if part.sides and not _halved(tile) & set(part.sides):
                    whole.add(part.name)
    kinds = kinds_of(game.module.model)
    return [name for name in kinds if name in whole], [name for name in kinds if name not in ending]


def _shape(
    tile: Tile, cell: TileCell, sorts: tuple[list[str], list[str], set[str]]
) -> SegmentShape:
    """Return what a tile looks like: areas, then roads, then what stands on them.

    The sorts are the kinds that take up whole sides, those that end nowhere, and of the first those
    that are roads.
    """
    whole, alone, lines = sorts
    parts = [segment for segment in tile.segments if isinstance(segment, Segment)]
    areas, roads, above = [], [], []
    anchors = [_anchor(part, cell) for part in parts]
    fields = [at for part, at in zip(parts, anchors, strict=True) if part.halves]
    for part, at in zip(parts, anchors, strict=True):
        if part.name in lines:
            roads += [Layer(points, _fill(part.name, whole)) for points in cell.road(part.sides)]
        elif part.sides and not _halved(tile) & set(part.sides):
            areas.append(Layer(cell.area(sorted(part.sides)), _fill(part.name, whole)))
        elif part.sides:
            roads += [Layer(points, CHIP) for points in cell.road(part.sides)]
        elif not part.halves:
            which = alone.index(part.name)
            above.append(_alone(which, at if which == 0 else (fields or anchors)[-1]))
        above += _marks(part, cell, at)
    sides = len(cell.corners)
    layers = (Layer(cell.corners, FIELD), *areas, *roads, *above)
    return SegmentShape(layers, np.array(anchors), sides, turn_unit(sides))


def _anchor(part: Segment, cell: TileCell) -> Floats:
    """Return where a piece stands on a segment."""
    if part.halves:
        points = [cell.along(half // 2, 0.25 + half % 2 / 2) for half in part.halves]
        mean = np.mean(points, axis=0)
        at: Floats = _OUT * (mean if np.hypot(*mean) > _NEAR else points[0])
        return at
    if not part.sides:
        return np.zeros(2)
    middles = [cell.along(side, 0.5) for side in part.sides]
    inwards: Floats = np.mean(middles, axis=0) * (_OUT if len(middles) == 1 else 0.5)
    return inwards


def _fill(name: str, whole: list[str]) -> str:
    """Return the fill of what takes up whole sides."""
    return NAMED.get(name, AREAS[whole.index(name) % len(AREAS)])


def _marks(part: Segment, cell: TileCell, at: Floats) -> list[Layer]:
    """Return the marks of a segment on which a piece stands at a place."""
    if part.marks <= _FEW:
        return [Layer(regular(4, MARK, _beside(part, cell, n)), MARKS) for n in range(part.marks)]
    return [Layer(regular(4, MARK, place), CHIP) for place in regular(part.marks, _AROUND, at)]


def _beside(part: Segment, cell: TileCell, number: int) -> Floats:
    """Return where a mark of a segment is: near its sides, one after another."""
    at: Floats = _OUT * cell.along(part.sides[0], 0.3 + 0.2 * number) if part.sides else np.zeros(2)
    return at


def _alone(which: int, at: Floats) -> Layer:
    """Return what ends nowhere: a house of the first kind, else a bush."""
    fill = ALONE[which % len(ALONE)]
    if which:
        return Layer(regular(8, _HOUSE / 2, at), fill)
    roof = np.array([(-1.0, -1.0), (-1.0, 0.2), (0.0, 1.2), (1.0, 0.2), (1.0, -1.0)])
    return Layer(at + _HOUSE * roof, fill)


def segment_tiles(state: "State", board: "Board", fills: "Sequence[str]") -> list[SegmentTile]:
    """Return the tiles with segments that lie on the board of a state, by the sites of `board`.

    A piece on one of them has the fill of its player.
    """
    shapes = segment_shapes(state.game)
    if not any(shapes):
        return []
    laid = {action.site for action in state.move_stack[-1].actions} if state.ply else set()
    chunks = (state.containers[0].chunk(name) for name in ("rotation", "state", "value"))
    turned, standing, owners = (chunk.nonzero() for chunk in chunks)
    found = []
    for key, what in state.pieces.items():
        shape, site = shapes[what - 1], state.site(key)
        if shape is not None:
            piece = fills[owners[site]] if site in owners else ""
            segment = standing.get(site, 1) - 1
            rotation = turned.get(site, 0)
            found.append(SegmentTile(board.site(key), shape, rotation, segment, piece, key in laid))
    return found
