"""Tiles with paths in pictures of games: a path has the colour of the player of its number."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from boardless.games import Game
from boardless.games.compiler.tile_tables import turn_unit
from boardless.games.ludemes.pieces import Path, Tile
from boardless.play.large_pictures import part_shapes
from boardless.play.segment_pictures import segment_shapes
from boardless.topo.boards.outlines import outlines
from boardless.topo.drawing.palette import CHIP, PLAYERS, SEQUENCE
from boardless.topo.drawing.path_tiles import BAND, CASING, INSET, PathTile, TileShape
from boardless.topo.drawing.segment_tiles import STANDING, SegmentShape
from boardless.topo.drawing.svg import UNITS
from boardless.topo.kernels.arrays import Floats

if TYPE_CHECKING:
    from boardless.play.state import State
    from boardless.topo import Board

#: What a tile looks like.
Shape: TypeAlias = TileShape | SegmentShape

#: The colours of paths 1, 2, ...; from there on they repeat. They differ in lightness, too.
_PATHS = (*PLAYERS, SEQUENCE[2], SEQUENCE[0])


def path_colours(game: Game) -> dict[int, str]:
    """Return the colours in which paths are drawn, by their numbers in the description."""
    items = (item for item in game.module.model.items if isinstance(item, Tile))
    numbers = {path.colour for item in items for path in item.paths if isinstance(path, Path)}
    return {number: _PATHS[(number - 1) % len(_PATHS)] for number in sorted(numbers)}


def shapes_of(game: Game) -> Sequence[Shape | None]:
    """Return how each component is drawn that has paths or segments; None for discs."""
    items = game.module.model.items
    if not any(isinstance(item, Tile) and item.paths for item in items):
        parts = part_shapes(game)
        return [parts.get(n) for n in range(len(items))] if parts else segment_shapes(game)
    key, colours = np.zeros((1, 3), np.int64), path_colours(game)
    (outline,) = outlines(game.tiling, key)
    (centre,) = game.tiling.plane(game.tiling.face_grid(key))
    return [
        TileShape(
            outline - centre,
            tuple(
                (path.from_, path.to, colours[path.colour])
                for path in item.paths
                if isinstance(path, Path)
            ),
            turn_unit(len(outline)),
            CHIP,
        )
        if isinstance(item, Tile) and item.paths
        else None
        for item in items
    ]


def path_tiles(state: "State", board: "Board") -> list[PathTile]:
    """Return the tiles with paths that lie on the board of a state, by the sites of `board`."""
    shapes = shapes_of(state.game)
    laid = {action.site for action in state.move_stack[-1].actions} if state.ply else set()
    turned = state.containers[0].chunk("rotation").nonzero()
    found = []
    for key, what in state.pieces.items():
        shape, site = shapes[what - 1], board.site(key)
        if isinstance(shape, TileShape):
            found.append(PathTile(site, shape, turned.get(site, 0), key in laid))
    return found


def page_tile(shape: Shape | None) -> dict[str, object] | None:
    """Return what a page draws of a tile: in picture units, y downwards, as it lies at first.

    It has the corners, the degrees of one step of rotation, the widths of paths and of the lines
    around them in shares of the circle that fits into a cell, and each path: its colour, and where
    it begins, bends and ends. A tile with segments has polygons in place of paths, and where pieces
    stand on the segments, and how large these are.
    """
    if shape is None:
        return None

    def units(points: Floats) -> list[int]:
        placed: list[int] = np.rint(INSET * points * (UNITS, -UNITS)).astype(int).ravel().tolist()
        return placed

    if isinstance(shape, SegmentShape):
        ground, *layers = shape.layers
        return {
            "outline": units(ground.points),
            "fill": ground.fill,
            "degrees": 360 / (shape.sides * shape.unit),
            "paths": [],
            "layers": [(layer.fill, units(layer.points)) for layer in layers],
            "anchors": [units(anchor) for anchor in shape.anchors],
            "standing": round(UNITS * STANDING),
        }
    return {
        "outline": units(shape.outline),
        "fill": shape.fill,
        "degrees": 360 / (len(shape.outline) * shape.unit),
        "band": BAND,
        "casing": CASING,
        "paths": [(colour, units(points)) for colour, points in shape.bands()],
        "layers": [],
        "anchors": [],
    }
