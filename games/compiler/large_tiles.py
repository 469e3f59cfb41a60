"""Tiles that cover several cells, and several boards: tables for the engine, and source."""

from typing import TypeAlias, TypeGuard

import numpy as np

from boardless.games.compiler.generic import board_site, integer
from boardless.games.compiler.model import Model
from boardless.games.compiler.scope import Scope
from boardless.games.compiler.tile_tables import turn_unit
from boardless.games.language.ludeme import Ludeme
from boardless.games.ludemes import large_tiles as t
from boardless.games.ludemes.accessories import Dominoes
from boardless.games.ludemes.equipment import Tile
from boardless.games.ludemes.kinds import Compass
from boardless.games.ludemes.pieces import PartOfTile, Stride, WalkOfSteps
from boardless.state.engine.geometry import Geometry
from boardless.state.engine.layout_geometry import LayoutGeometry
from boardless.state.engine.piece_tables import LargeTables
from boardless.state.engine.tables import ROW
from boardless.topo.tilings.compass import COMPASS

#: What lies on the cells of a tile, component and value.
Parts: TypeAlias = list[tuple[int, int]]
#: The cells of a tile with what lies there.
Look: TypeAlias = frozenset[tuple[int, int, int, int, int]]
#: The key of a cell, and the direction in which what lies there looks.
Step: TypeAlias = tuple[tuple[int, int, int], int]
#: The key of a cell, and rotation, component and value of what lies there.
Square: TypeAlias = tuple[tuple[int, int, int], int, int, int]

#: How the squares of a domino lie, two beside each other and four behind one another.
DOMINO = tuple(map(Stride, "FRFRFLFLFRFRF"))
SQUARES_OF_A_HALF = 4
#: Where large tiles can lie.
PLAIN_TILINGS = ("square", "hexagonal", "triangular")


def large_tables(model: Model, geometry: Geometry | LayoutGeometry) -> LargeTables:
    """Return the tables of the tiles of a game that cover several cells."""
    tiles = [item for item in model.items if covers_cells(item)]
    if not tiles:
        return LargeTables()
    if isinstance(geometry, LayoutGeometry) or geometry.tiling.name not in PLAIN_TILINGS:
        tiles[0].reject("tiles with parts need a board that grows by squares, hexagons, triangles")
    compass = _compass(geometry)
    most = max(_steps(tile).count(Stride.F) + 1 for tile in tiles)
    counts, components, values, turns = [0], [0] * most, [0] * most, [0]
    none = [(0, 0, 0)] * most * len(compass)
    ways = list(none)
    for number, item in enumerate(model.items, 1):
        parts: Parts = []
        walks: list[list[Step]] = [[] for _ in compass]
        if covers_cells(item):
            parts = _parts(item, model, number)
            walks = [_walk(item, way, geometry) for way in range(len(compass))]
        rest = [0] * (most - len(parts))
        counts.append(len(parts))
        components += [what for what, _ in parts] + rest
        values += [value for _, value in parts] + rest
        ways += [row for walk in walks for row in _rows(walk, geometry, most)]
        looks = [_look(walk, parts) for walk in walks]
        turns.append(sum(1 << n for n, look in enumerate(looks) if look not in looks[:n]))
    codes, kinds, rotations = np.array(ways, np.int64).T.copy()
    return LargeTables(
        most,
        np.array(counts, np.int64),
        np.array(components, np.int64),
        np.array(values, np.int64),
        len(compass),
        codes,
        kinds,
        rotations,
        np.array(turns, np.int64),
    )


def _compass(geometry: Geometry) -> list[tuple[int, int]]:
    """Return kind of cell and slot of each direction across an edge, clockwise from the top."""
    across = geometry.of_class("Orthogonal")
    found = [(kind, slot) for kind in range(geometry.kinds) for slot in across[kind].nonzero()[0]]
    return sorted(found, key=lambda each: COMPASS.index(geometry.labels(each[0])[each[1]]))


def covers_cells(item: object) -> TypeGuard[Tile | Dominoes]:
    """Tell whether an item of the equipment covers several cells of a board that grows."""
    return isinstance(item, Dominoes) or (isinstance(item, Tile) and bool(item.parts))


def _steps(item: Tile | Dominoes) -> tuple[Stride, ...]:
    """Return the walk from cell to cell of what covers several."""
    if isinstance(item, Dominoes):
        return DOMINO
    if not isinstance(item.walk, WalkOfSteps):
        item.reject("expected one walk where a tile has parts")
    cells = item.walk.steps.count(Stride.F) + 1
    parts = len(item.parts or ())
    if cells != parts:
        item.reject(f"expected {cells} parts, one for each cell of the walk, not {parts}")
    return item.walk.steps


def _walk(tile: Tile | Dominoes, way: int, geometry: Geometry) -> list[Step]:
    """Return the cells of a tile that looks in a direction, each with that to the next.

    The last one looks back. Each way across an edge is a direction; over triangles every other one
    leads out of a cell.
    """
    compass, links = _compass(geometry), geometry.tiling.slots.link[:, list(geometry.used)]
    half = len(compass) // 2
    cells, ways, heading = [(0, 0, compass[way][0])], list[int](), way
    for stride in _steps(tile):
        if stride is not Stride.F:
            heading += 1 if stride is Stride.R else -1
            continue
        kind, slot = compass[heading % len(compass)]
        i, j, k = cells[-1]
        if kind != k:
            tile.reject("expected a turn to the left or right between steps over triangles")
        di, dj, beyond = (int(each) for each in links[kind, slot, :3])
        if ways and (heading - ways[-1]) % len(compass) == half:
            tile.reject("expected a walk that does not turn back")
        cells.append((i + di, j + dj, beyond))
        ways.append(heading % len(compass))
    back = [(ways[-1] + half) % len(compass)] if ways else [way]
    return list(zip(cells, ways + back, strict=True))


def _rows(walk: list[Step], geometry: Geometry, most: int) -> list[tuple[int, int, int]]:
    """Return code, kind and rotation of each part of a tile in one way.

    What is not turned looks in the first direction out of a cell of the first kind.
    """
    ways = [kind for kind, _ in _compass(geometry)]
    unit = 1 if geometry.kinds > 1 else turn_unit(len(ways))
    rows = [
        (
            i * geometry.kinds + k - walk[0][0][2] + j * ROW,
            k,
            (way - ways.index(0)) % len(ways) * unit,
        )
        for (i, j, k), way in walk
    ]
    return rows + [(0, 0, 0)] * (most - len(rows))


def squares_of(number: int, model: Model, geometry: Geometry) -> list[Square]:
    """Return the cells of a component that looks in the second direction, such as E on squares.

    It covers several cells. Each is the key of a cell, the rotation of what lies there, and its
    component and value.
    """
    item = model.items[number - 1]
    assert covers_cells(item)
    walk = _walk(item, 1, geometry)
    rows, parts = _rows(walk, geometry, len(walk)), _parts(item, model, number)
    return [
        (key, rotation, *part)
        for (key, _), (_, _, rotation), part in zip(walk, rows, parts, strict=True)
    ]


def _look(walk: list[Step], parts: Parts) -> Look:
    """Return what a tile looks like in one way, wherever it lies."""
    low_i = min((i for (i, _, _), _ in walk), default=0)
    low_j = min((j for (_, j, _), _ in walk), default=0)
    laid = zip(walk, parts, strict=True)
    return frozenset((i - low_i, j - low_j, k, *part) for ((i, j, k), _), part in laid)


def _parts(tile: Tile | Dominoes, model: Model, number: int) -> Parts:
    """Return component and value of each part of a component that is a tile.

    A domino is itself on each square, and the value is a number of it.
    """
    if isinstance(tile, Dominoes):
        halves = tile.pairs[number - 1 - model.items.index(tile)]
        return [(number, pips) for pips in halves for _ in range(SQUARES_OF_A_HALF)]
    found = []
    for part in tile.parts or ():
        assert isinstance(part, PartOfTile)
        found.append((model.component(part.component, part, 0), part.value))
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
