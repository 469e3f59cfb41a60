"""Tiles with segments in pictures of games.

What ends at a whole side is an area; what has others on both halves of its sides is a road, and so
is what meets its like alone where others meet any of some kinds; what ends nowhere is a house or a
bush. The rest of a tile is field. A few marks lie beside a side, more lie around the place where a
piece stands.
"""

from typing import TYPE_CHECKING

import numpy as np

from boardless.games import Game
from boardless.games.compiler.segment_tables import kinds_of, meeting_kinds
from boardless.games.compiler.tile_tables import turn_unit
from boardless.games.ludemes.pieces import Segment, Tile
from boardless.topo.boards.outlines import outlines
from boardless.topo.drawing.palette import ALONE, AREAS, CHIP, FIELD, MARKS, NAMED
from boardless.topo.drawing.segment_tiles import (
    MARK,
    Layer,
    SegmentShape,
    SegmentTile,
    TileCell,
    regular,
)
from boardless.topo.kernels.arrays import Floats

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boardless.play.state import State
    from boardless.topo import Board

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
