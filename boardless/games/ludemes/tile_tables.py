"""The engine's tables of tiles with paths or segments: side colours, layings, fits."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from boardless.games.kit import Directions, Ludeme, Model, Scope
from boardless.state.engine.geometry import LayoutGeometry
from boardless.state.engine.tables import SegmentTables, TileTables

if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from boardless.games.ludemes.moves import Rotations
    from boardless.games.ludemes.pieces import Path, Segment
    from boardless.jit.arrays import Ints
    from boardless.state.engine.geometry import Geometry

#: The largest table of fitting tiles, and the most layings of a game.
MAX_FITTING, MAX_LAYINGS = 100_000, 62
#: A number for each side.
Row: TypeAlias = tuple[int, ...]


def tile_tables(model: Model, geometry: Geometry | LayoutGeometry) -> TileTables:
    """Return the tables of a game's tiles; sides without a path have one colour more."""
    paths = [getattr(item, "paths", ()) for item in model.items]
    if not any(paths):
        return TileTables()
    tile: Any = next(item for item in model.items if getattr(item, "paths", ()))
    sides = sides_of(tile, geometry)
    colours = 2 + max(path.colour for each in paths for path in each)
    rows = [(0,) * sides, *(_colours(each, sides, colours - 1) for each in paths)]
    joined = [(sides,) * sides, *(_joined(each, sides) for each in paths)]
    turned = [[turned_row(row, turns) for turns in range(sides)] for row in rows]
    led = [[_led(row, turns, sides) for turns in range(sides)] for row in joined]
    both = map(_flat, (turned, led))
    if not model.facts.grows:
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
    return TileTables(colours, turn_unit(sides), *both, *map(_flat, (layings, fitting, showing)))


def looks(tiles: TileTables, components: int) -> list[int]:
    """Return the number of distinct rotations of each component (0 without paths), from 0 on."""
    shape = (1 + components, -1, round((len(tiles.side_colours) / (1 + components)) ** 0.5))
    colours, joined = tiles.side_colours.reshape(shape), tiles.side_joined.reshape(shape)
    rows = np.concatenate((colours, joined), axis=2).tolist()
    plain = tiles.side_colours.max(initial=0)
    return [
        len({tuple(row) for row in each}) if what and min(each[0]) < plain else 0
        for what, each in enumerate(rows)
    ]


def sides_of(tile: Ludeme, geometry: Geometry | LayoutGeometry) -> int:
    """Return the number of sides of tiles; raise if the board does not consist of such cells."""
    if isinstance(geometry, LayoutGeometry) or geometry.kinds > 1:
        tile.reject("tiles with paths or segments need a board that grows by squares or hexagons")
    return int(geometry.of_class("Orthogonal")[0].sum())


def _bits(
    turned: list[list[Row]], layings: list[tuple[int, int]], wanted: Callable[[Row], bool]
) -> int:
    """Return a bit for each laying with wanted colours."""
    return sum(1 << n for n, (what, turns) in enumerate(layings) if wanted(turned[what][turns]))


def fits(beside: Row, row: Row) -> bool:
    """Return True if sides match the colours next to them; 0 matches anything."""
    return all(there in (0, own) for own, there in zip(row, beside, strict=True))


def _shows(side: int, colour: int, row: Row) -> bool:
    return row[side] == colour


def _colours(paths: tuple[Path, ...], sides: int, blank: int) -> Row:
    """Return the colour of each side of a tile."""
    colours = [blank] * sides
    for path in paths:
        for side in (path.from_, path.to):
            if side >= sides or path.slots_from or path.slots_to or path.colour < 1:
                path.reject(f"expected sides 0 to {sides - 1}, one slot each, and colours from 1")
            colours[side] = path.colour
    return tuple(colours)


def _joined(paths: tuple[Path, ...], sides: int) -> Row:
    """Return the side that each side of a tile is joined with."""
    partners = [sides] * sides
    for path in paths:
        if path.from_ == path.to or {partners[path.from_], partners[path.to]} != {sides}:
            path.reject("expected at most one path from each side")
        partners[path.from_], partners[path.to] = path.to, path.from_
    return tuple(partners)


def turned_row(row: Row, turns: int) -> Row:
    """Return a row of sides after a clockwise turn."""
    return row[-turns:] + row[:-turns] if turns else row


def _led(row: Row, turns: int, sides: int) -> Row:
    """Return the joined sides after a rotation."""
    return turned_row(tuple((to + turns) % sides if to < sides else sides for to in row), turns)


def _layings(
    turned: list[list[Row]], led: list[list[Row]], tiles: list[bool]
) -> list[tuple[int, int]]:
    """Return component and rotation of each way to lay a tile that looks different."""
    layings = []
    for what, is_tile in enumerate(tiles, 1):
        looks = list(zip(turned[what], led[what], strict=True))
        layings += [
            (what, turns)
            for turns, look in enumerate(looks)
            if is_tile and look not in looks[:turns]
        ]
    return layings


def rotations(node: Rotations, scope: Scope) -> list[int]:
    """Return the rotations (Ludii's numbers) of pieces with their top in some directions."""
    geometry = scope.geometry
    if isinstance(geometry, LayoutGeometry) or geometry.kinds > 1:
        node.reject("needs a board that grows by squares or hexagons")
    across = geometry.of_class("Orthogonal")[0]
    labels = [label for label, is_side in zip(geometry.labels(), across, strict=True) if is_side]
    numbers: list[int] = []
    for word in node.directions:
        named = labels if word is Directions.ORTHOGONAL else [str(word)]
        for label in named:
            if label not in labels:
                node.reject(f"expected Orthogonal, or some of {', '.join(labels)}")
            numbers.append(labels.index(label) * turn_unit(len(labels)))
    return list(dict.fromkeys(numbers))


def turn_unit(sides: int) -> int:
    """Return the rotation of a turn by one side: 2 on squares and triangles, as in Ludii."""
    return 2 if sides < 6 else 1


#: The most segments of a tile, and kinds of segments.
MAX_SEGMENTS, MAX_KINDS = 32, 62


def kinds_of(model: Model) -> dict[str, int]:
    """Return the numbers of the kinds of segments, from 1 on; kinds with ends come first."""
    named = [part for segments in _segments(model) for part in segments]
    ending = [part.name for part in named if part.sides or part.halves]
    names = dict.fromkeys([*ending, *(part.name for part in named)])
    return {name: number for number, name in enumerate(names, 1)}


def kind_bits(names: Iterable[str], model: Model, ludeme: Ludeme) -> int:
    """Return the bit mask of some kinds of segments."""
    kinds = kinds_of(model)
    for name in names:
        if name not in kinds:
            ludeme.reject(f"no segment is called {name!r}: choose from {', '.join(kinds)}")
    return sum(1 << kinds[name] for name in dict.fromkeys(names))


def meeting_kinds(model: Model) -> set[str]:
    """Return the kinds of segments that fit next to each other."""
    items, kinds = [item for item in model.game.equipment.items if item.meets()], kinds_of(model)
    for item in items:
        kind_bits(item.meets(), model, item)
    if len(items) > 1:
        items[1].reject("expected one (meeting ...), as one kind cannot meet some and not others")
    return {name for item in items for name in item.meets() if name in kinds}


def _segments(model: Model) -> list[list[Segment]]:
    """Return the segments of each component."""
    return [[*getattr(item, "segments", ())] for item in model.items]


def segment_tables(
    model: Model, geometry: Geometry | LayoutGeometry
) -> tuple[TileTables, SegmentTables]:
    """Return the tables of a game's tiles, empty without segments."""
    tiles = _segments(model)
    if not any(tiles):
        return TileTables(), SegmentTables()
    item: Any = next(item for item in model.items if getattr(item, "segments", ()))
    sides, width, kinds = sides_of(item, geometry), max(map(len, tiles)), kinds_of(model)
    if width > MAX_SEGMENTS or len(kinds) > MAX_KINDS or 3 * sides > MAX_KINDS:
        item.reject(f"expected at most {MAX_SEGMENTS} segments, and {MAX_KINDS} kinds of them")
    if any(getattr(other, "paths", ()) for other in model.items):
        item.reject("expected tiles with paths or with segments, not with both")
    # Component 0 does not exist.
    tiles = [[], *tiles]
    parts = [_parts(tile, sides) for tile in tiles]
    colour_of = _segment_colours(model)
    rows = [_colours_at_sides(tile, own, colour_of) for tile, own in zip(tiles, parts, strict=True)]
    looks = list(dict.fromkeys(rows))
    colours = 1 + max(max(row) for row in looks)
    if colours**sides > MAX_FITTING:
        item.reject("expected fewer kinds of segments")
    turned = [[turned_row(own, 3 * turns) for turns in range(sides)] for own in parts]
    numbers = range(1, width + 1)
    return TileTables(
        colours,
        turn_unit(sides),
        _flat([[turned_row(row, turns) for turns in range(sides)] for row in rows]),
    ), SegmentTables(
        width,
        part_segments=_flat(turned),
        part_masks=_flat([[[_mask(row, n) for n in numbers] for row in each] for each in turned]),
        segment_kinds=_of_each(tiles, width, lambda part, _: kinds[part.name]),
        segment_ends=_flat([[own.count(n) for n in numbers] for own in parts]),
        segment_marks=_of_each(tiles, width, lambda part, _: part.marks),
        segment_touches=_of_each(tiles, width, _touched),
        segment_looks=_flat([looks.index(row) for row in rows]),
        fitting_looks=len(looks),
        fitting_turns=_flat([_fitting(look, colours) for look in looks]),
    )


def _flat(table: object) -> Ints:
    return np.array(table, np.int64).ravel()


def _of_each(
    tiles: list[list[Segment]], width: int, value: Callable[[Segment, list[Segment]], int]
) -> Ints:
    """Return a number for each segment of each tile, or 0 for a missing one."""
    rows = [[value(part, tile) for part in tile] for tile in tiles]
    return _flat([row + [0] * (width - len(row)) for row in rows])


def _fitting(row: Row, colours: int) -> list[int]:
    """Return a bit for each rotation of a tile that fits, by the kinds at the adjacent sides."""
    sides = range(len(row))
    return [
        sum(1 << turns for turns in sides if all(row) and fits(beside, turned_row(row, turns)))
        for beside in product(range(colours), repeat=len(row))
    ]


def _parts(tile: list[Segment], sides: int) -> Row:
    """Return one more than the segment at each part of each side of a tile, or 0."""
    numbers = [0] * (3 * sides)
    for number, segment in enumerate(tile, 1):
        halves = [3 * (half // 2) + 2 * (half % 2) for half in segment.halves]
        for part in [3 * side + 1 for side in segment.sides] + halves:
            if part >= len(numbers) or numbers[part]:
                segment.reject(f"expected sides 0 to {sides - 1} that no other segment ends at")
            numbers[part] = number
        if any(side >= sides for side in segment.beside):
            segment.reject(f"expected sides 0 to {sides - 1}")
    return tuple(numbers)


def _segment_colours(model: Model) -> dict[str, int]:
    """Return a number from 1 on for each kind of segments; kinds that fit share a number."""
    meeting, numbers = meeting_kinds(model), dict[str, int]()
    names = {name: "" if name in meeting else name for name in kinds_of(model)}
    return {name: numbers.setdefault(own, 1 + len(numbers)) for name, own in names.items()}


def _colours_at_sides(tile: list[Segment], parts: Row, colours: dict[str, int]) -> Row:
    """Return the colour of a tile at each side: of its middle, else of its halves."""
    shown = []
    for first in range(0, len(parts), 3):
        at = parts[first + 1] or parts[first] or parts[first + 2]
        if tile and not at:
            tile[0].reject("expected that a segment ends at each side of the tile")
        shown.append(colours[tile[at - 1].name] if at else 0)
    return tuple(shown)


def _mask(row: Row, number: int) -> int:
    return sum(1 << part for part, at in enumerate(row) if at == number)


def _touched(segment: Segment, tile: list[Segment]) -> int:
    """Return a bit for each segment of a tile that one of them touches."""
    beside = set(segment.beside)
    return sum(1 << n for n, other in enumerate(tile) if beside & set(other.sides))
