"""Tiles that cover several cells, and several boards: tables for the engine, and source."""

from itertools import pairwise
from typing import TypeAlias

import numpy as np

from boardless.games.compiler.generic import board_site, integer
from boardless.games.compiler.model import Model
from boardless.games.compiler.scope import Scope
from boardless.games.language.ludeme import Ludeme
from boardless.games.ludemes import large_tiles as t
from boardless.games.ludemes.equipment import Tile
from boardless.games.ludemes.kinds import Compass
from boardless.games.ludemes.pieces import PartOfTile, Stride, WalkOfSteps
from boardless.state.engine.geometry import Geometry
from boardless.state.engine.layout_geometry import LayoutGeometry
from boardless.state.engine.piece_tables import LargeTables

#: What lies on the cells of a tile, component and value.
Parts: TypeAlias = list[tuple[int, int]]
#: The cells of a tile with what lies there.
Look: TypeAlias = frozenset[tuple[int, int, int, int]]


def large_tables(model: Model, geometry: Geometry | LayoutGeometry) -> LargeTables:
    """Return the tables of the tiles of a game that cover several cells."""
    tiles = [item for item in model.items if isinstance(item, Tile) and item.parts]
    if not tiles:
        return LargeTables()
    if isinstance(geometry, LayoutGeometry) or geometry.kinds > 1:
        tiles[0].reject("tiles with parts need a board that grows by squares or hexagons")
    steps = _steps(geometry)
    most = max(len(tile.parts or ()) for tile in tiles)
    counts, components, values, strides, turns = [0], [0] * most, [0] * most, [0] * most, [0]
    for item in model.items:
        parts: Parts = []
        walk: list[int] = []
        if isinstance(item, Tile) and item.parts:
            parts, walk = _parts(item, model), _strides(item, len(steps))
        rest = [0] * (most - len(parts))
        counts.append(len(parts))
        components += [what for what, _ in parts] + rest
        values += [value for _, value in parts] + rest
        strides += walk + rest
        looks = [_look(walk, parts, turned, steps) for turned in range(len(steps))]
        turns.append(sum(1 << n for n, look in enumerate(looks) if look not in looks[:n]))
    tables = (counts, components, values, strides, turns)
    return LargeTables(most, *(np.array(table, np.int64) for table in tables))


def _steps(geometry: Geometry) -> list[tuple[int, int]]:
    """Return what a step across each side adds to a lattice key."""
    slots = geometry.of_class("Orthogonal")[0].nonzero()[0]
    links = geometry.tiling.slots.link[0, list(geometry.used)]
    return [(int(links[slot, 0]), int(links[slot, 1])) for slot in slots]


def _look(walk: list[int], parts: Parts, turned: int, steps: list[tuple[int, int]]) -> Look:
    """Return what a tile that is turned looks like, wherever it lies."""
    cells = [(0, 0)]
    for stride in walk[1:]:
        (i, j), (di, dj) = cells[-1], steps[(stride + turned) % len(steps)]
        cells.append((i + di, j + dj))
    low_i, low_j = min(i for i, _ in cells), min(j for _, j in cells)
    laid = zip(cells, parts, strict=False)
    return frozenset((i - low_i, j - low_j, *part) for (i, j), part in laid)


def _parts(tile: Tile, model: Model) -> Parts:
    """Return component and value of each part of a tile."""
    found = []
    for part in tile.parts or ():
        assert isinstance(part, PartOfTile)
        found.append((model.component(part.component, part, 0), part.value))
    return found


def _strides(tile: Tile, sides: int) -> list[int]:
    """Return the side at which each part of a tile lies of the part before; 0 for the first."""
    if not isinstance(tile.walk, WalkOfSteps):
        tile.reject("expected one walk where a tile has parts")
    found, side = [0], 0
    for step in tile.walk.steps:
        if step is Stride.F:
            found.append(side)
        else:
            side = (side + (1 if step is Stride.R else -1)) % sides
    if len(found) != len(tile.parts or ()):
        tile.reject(f"expected {len(found)} parts, one for each cell of the walk")
    if any((one + sides // 2) % sides == two for one, two in pairwise(found[1:])):
        tile.reject("expected a walk that does not turn back")
    return found


@integer.register
def _(node: t.PartInQuestion, scope: Scope) -> str:
    return scope.bound("part", node)


@integer.register
def _(node: t.BoardOf, scope: Scope) -> str:
    check_squares(node, scope)
    return f"board_of(s, {board_site(node.of, scope)})"


@integer.register
def _(node: t.Beyond, scope: Scope) -> str:
    check_squares(node, scope)
    axis = int(node.direction in (Compass.N, Compass.S))
    sign = 1 if node.direction in (Compass.N, Compass.E) else -1
    at = scope.out.name("x")
    scope.out.add(f"{at} = {board_site(node.site, scope)}")
    return f"(0 if {at} == NONE else reach(s, {at}, {axis}, {sign}))"


def check_squares(node: Ludeme, scope: Scope) -> None:
    """Complain where the board does not grow by squares."""
    if not (isinstance(scope.geometry, Geometry) and scope.geometry.tiling.name == "square"):
        node.reject("needs a board that grows by squares")
