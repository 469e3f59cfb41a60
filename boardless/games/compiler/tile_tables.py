"""The engine's tables of tiles with paths: colours of sides, layings, what fits."""

from __future__ import annotations

from functools import partial
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from boardless.games.ludemes.kinds import Directions
from boardless.games.ludemes.pieces import Path, Tile
from boardless.state.engine.layout_geometry import LayoutGeometry
from boardless.state.engine.piece_tables import TileTables

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from boardless.games.compiler.model import Model
    from boardless.games.compiler.scope import Scope
    from boardless.games.language.ludeme import Ludeme
    from boardless.games.ludemes.moves import Rotations
    from boardless.state.engine.geometry import Geometry

#: The largest table of what fits, and the most layings of a game.
MAX_FITTING, MAX_LAYINGS = 100_000, 62
#: A number for each side.
Row: TypeAlias = tuple[int, ...]


def tile_tables(model: Model, geometry: Geometry | LayoutGeometry) -> TileTables:
    """Return the tables of a game's tiles; sides without a path have one colour more."""
    from boardless.games.ludemes.path_tiles import Lay

    paths = [getattr(item, "paths", ()) for item in model.items]
    if not any(paths):
        return TileTables()
    tile = next(item for item in model.items if getattr(item, "paths", ()))
    assert isinstance(tile, Tile)
    sides = sides_of(tile, geometry)
    colours = 2 + max(path.colour for each in paths for path in each)
    rows = [(0,) * sides, *(_colours(each, sides, colours - 1) for each in paths)]
    joined = [(sides,) * sides, *(_joined(each, sides) for each in paths)]
    turned = [[turned_row(row, turns) for turns in range(sides)] for row in rows]
    led = [[_led(row, turns, sides) for turns in range(sides)] for row in joined]
    both = (np.array(table, np.int64).ravel() for table in (turned, led))
    if not model.uses(Lay):
        return TileTables(colours, turn_unit(sides), *both)
    layings = _layings(turned, led, [bool(each) for each in paths])
    if colours**sides > MAX_FITTING or len(layings) > MAX_LAYINGS:
        tile.reject(f"expected fewer colours, and at most {MAX_LAYINGS} ways to lay a tile")
    fitting = [
        _bits(turned, layings, partial(fits, beside))
        for beside in product(range(colours), repeat=sides)
    ]
    showing = [
        _bits(turned, layings, partial(_shows, side, colour))
        for side in range(sides)
        for colour in range(colours)
    ]
    tables = (np.array(table, np.int64).ravel() for table in (layings, fitting, showing))
    return TileTables(colours, turn_unit(sides), *both, *tables)


def looks(tiles: TileTables, components: int) -> list[int]:
    """Return the number of distinct turns of each component (0 without paths), from 0 on."""
    shape = (1 + components, -1, round((len(tiles.side_colours) / (1 + components)) ** 0.5))
    colours, joined = tiles.side_colours.reshape(shape), tiles.side_joined.reshape(shape)
    rows = np.concatenate((colours, joined), axis=2).tolist()
    plain = tiles.side_colours.max(initial=0)
    return [
        len({tuple(row) for row in each}) if what and min(each[0]) < plain else 0
        for what, each in enumerate(rows)
    ]


def sides_of(tile: Ludeme, geometry: Geometry | LayoutGeometry) -> int:
    """Return how many sides tiles have, or complain that the board is not made of them."""
    if isinstance(geometry, LayoutGeometry) or geometry.kinds > 1:
        tile.reject("tiles with paths or segments need a board that grows by squares or hexagons")
    return int(geometry.of_class("Orthogonal")[0].sum())


def _bits(
    turned: list[list[Row]], layings: list[tuple[int, int]], wanted: Callable[[Row], bool]
) -> int:
    """Return a bit for each laying whose colours are wanted."""
    return sum(1 << n for n, (what, turns) in enumerate(layings) if wanted(turned[what][turns]))


def fits(beside: Row, row: Row) -> bool:
    """Tell whether sides have the colours beside them, 0 where there is none."""
    return all(there in (0, own) for own, there in zip(row, beside, strict=True))


def _shows(side: int, colour: int, row: Row) -> bool:
    return row[side] == colour


def _colours(paths: tuple[object, ...], sides: int, blank: int) -> Row:
    """Return the colour of each side of a tile."""
    found = [blank] * sides
    for path in paths:
        assert isinstance(path, Path)
        for side in (path.from_, path.to):
            if side >= sides or path.slots_from or path.slots_to or path.colour < 1:
                path.reject(f"expected sides 0 to {sides - 1}, one slot each, and colours from 1")
            found[side] = path.colour
    return tuple(found)


def _joined(paths: tuple[object, ...], sides: int) -> Row:
    """Return the side that each side of a tile is joined with."""
    found = [sides] * sides
    for path in paths:
        assert isinstance(path, Path)
        if path.from_ == path.to or {found[path.from_], found[path.to]} != {sides}:
            path.reject("expected paths between sides that have no other")
        found[path.from_], found[path.to] = path.to, path.from_
    return tuple(found)


def turned_row(row: Row, turns: int) -> Row:
    """Return what the sides have after a turn, clockwise."""
    return row[-turns:] + row[:-turns] if turns else row


def _led(row: Row, turns: int, sides: int) -> Row:
    """Return the sides that are joined after a turn."""
    return turned_row(tuple((to + turns) % sides if to < sides else sides for to in row), turns)


def _layings(
    turned: list[list[Row]], led: list[list[Row]], tiles: list[bool]
) -> list[tuple[int, int]]:
    """Return component and turns of each way to lay a tile that looks different."""
    found = []
    for what, is_tile in enumerate(tiles, 1):
        looks = list(zip(turned[what], led[what], strict=True))
        found += [
            (what, turns)
            for turns, look in enumerate(looks)
            if is_tile and look not in looks[:turns]
        ]
    return found


def rotations(node: Rotations, scope: Scope) -> list[int]:
    """Return the rotations (Ludii's numbers) of pieces whose top looks in some directions."""
    geometry = scope.geometry
    if isinstance(geometry, LayoutGeometry) or geometry.kinds > 1:
        node.reject("needs a board that grows by squares or hexagons")
    across = geometry.of_class("Orthogonal")[0]
    labels = [label for label, is_side in zip(geometry.labels(), across, strict=True) if is_side]
    found: list[int] = []
    for word in node.directions:
        named = labels if word is Directions.ORTHOGONAL else [str(word)]
        for label in named:
            if label not in labels:
                node.reject(f"expected Orthogonal, or some of {', '.join(labels)}")
            found.append(labels.index(label) * turn_unit(len(labels)))
    return list(dict.fromkeys(found))


def turn_unit(sides: int) -> int:
    """Return the rotation of a turn by one side: 2 on squares and triangles, as in Ludii."""
    return 2 if sides < 6 else 1
