"""Tiles with paths in pictures of games: a path has the colour of the player of its number."""

from typing import TYPE_CHECKING

import numpy as np

from boardless.games import Game
from boardless.games.compiler.tile_tables import turn_unit
from boardless.games.ludemes.equipment import Tile
from boardless.games.ludemes.pieces import Path
from boardless.topo.boards.outlines import outlines
from boardless.topo.drawing.palette import CHIP, PLAYERS, SEQUENCE
from boardless.topo.drawing.path_tiles import PathTile, TileShape

if TYPE_CHECKING:
    from boardless.play.state import State
    from boardless.topo import Board

#: The colours of paths 1, 2, ...; from there on they repeat. They differ in lightness, too.
_PATHS = (*PLAYERS, SEQUENCE[2], SEQUENCE[0])


def shapes_of(game: Game) -> list[TileShape | None]:
    """Return how each component is drawn whose paths are; None for what is drawn as a disc."""
    items = game.module.model.items
    if not any(isinstance(item, Tile) and item.paths for item in items):
        return [None for _ in items]
    key = np.zeros((1, 3), np.int64)
    (outline,) = outlines(game.tiling, key)
    (centre,) = game.tiling.plane(game.tiling.face_grid(key))
    return [
        TileShape(
            outline - centre,
            tuple(
                (path.from_, path.to, _PATHS[(path.colour - 1) % len(_PATHS)])
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
        if shape is not None:
            found.append(PathTile(site, shape, turned.get(site, 0), key in laid))
    return found
