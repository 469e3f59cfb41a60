"""What the engine has to know of tiles with segments."""

from collections.abc import Iterable
from itertools import product
from typing import TypeAlias

import numpy as np

from boardless.games.compiler.model import Model
from boardless.games.compiler.tile_tables import MAX_FITTING, Row, fits, sides_of, turn_unit, turned_row
from boardless.games.language.ludeme import Ludeme
from boardless.games.ludemes.pieces import Segment
from boardless.state.engine.geometry import Geometry
from boardless.state.engine.layout_geometry import LayoutGeometry
from boardless.state.engine.tables import SegmentTables, TileTables

#: The most segments of a tile, and kinds of segments.
MAX_SEGMENTS, MAX_KINDS = 32, 62

#: By half side or middle, as `SegmentTables` counts the parts of sides.
Parts: TypeAlias = list[int]


def kinds_of(model: Model) -> dict[str, int]:
    """Return the numbers of the kinds of segments, from 1 on; those that have ends come first."""
    named = [part for segments in _segments(model) for part in segments]
    ending = [part.name for part in named if part.sides or part.halves]
    names = dict.fromkeys([*ending, *(part.name for part in named)])
    return {name: number for number, name in enumerate(names, 1)}


def kind_bits(names: Iterable[str], model: Model, ludeme: Ludeme) -> int:
    """Return a bit for each of some kinds of segments."""
    kinds = kinds_of(model)
    for name in names:
        if name not in kinds:
            ludeme.reject(f"no segment is called {name!r}: choose from {', '.join(kinds)}")
    return sum(1 << kinds[name] for name in dict.fromkeys(names))


def _segments(model: Model) -> list[list[Segment]]:
    """Return the segments of each component."""
    tiles = [getattr(item, "segments", ()) for item in model.items]
    return [[part for part in tile if isinstance(part, Segment)] for tile in tiles]


def segment_tables(
    model: Model, geometry: Geometry | LayoutGeometry
) -> tuple[TileTables, SegmentTables]:
    """Return the tables of a game's tiles; empty where they have no segments."""
    tiles = _segments(model)
    if not any(tiles):
        return TileTables(), SegmentTables()
    item = next(item for item in model.items if getattr(item, "segments", ()))
    assert isinstance(item, Ludeme)
    sides = sides_of(item, geometry)
    width = max(map(len, tiles))
    kinds = kinds_of(model)
    if width > MAX_SEGMENTS or len(kinds) > MAX_KINDS or 3 * sides > MAX_KINDS:
        item.reject(f"expected at most {MAX_SEGMENTS} segments, and {MAX_KINDS} kinds of them")
    if any(getattr(other, "paths", ()) for other in model.items):
        item.reject("expected tiles with paths or with segments, not with both")
    blank = [0] * (3 * sides)
    parts = [blank, *(_parts(tile, sides) for tile in tiles)]
    rows = [_kinds_at_sides(tile, own, kinds) for tile, own in zip([[], *tiles], parts, strict=True)]
    colours = 1 + max(max(row) for row in rows)
    if colours**sides > MAX_FITTING:
        item.reject("expected fewer kinds of segments")
    beside = list(product(range(colours), repeat=sides))
    fitting = [
        [sum(1 << n for n in range(sides) if fits(near, turned_row(row, n))) if any(row) else 0 for near in beside]
        for row in rows
    ]
    part_rows = [[own[-3 * n :] + own[: -3 * n] if n else own for n in range(sides)] for own in parts]
    masks = [[[_mask(row, n) for n in range(1, width + 1)] for row in each] for each in part_rows]
    ends = [[own.count(n) for n in range(1, width + 1)] for own in parts]
    of_tiles = [[], *tiles]
    values = [
        [[kinds[part.name] for part in tile] for tile in of_tiles],
        [[part.marks for part in tile] for tile in of_tiles],
        [[_touched(part, tile) for part in tile] for tile in of_tiles],
    ]
    kind, marks, touches = ([row + [0] * (width - len(row)) for row in table] for table in values)
    colour_rows = [[turned_row(row, n) for n in range(sides)] for row in rows]
    own = (part_rows, masks, kind, ends, marks, touches, fitting)
    return (
        TileTables(colours, turn_unit(sides), np.array(colour_rows, np.int64).ravel()),
        SegmentTables(width, *(np.array(table, np.int64).ravel() for table in own)),
    )


def _parts(tile: list[Segment], sides: int) -> Parts:
    """Return one more than the segment at each part of each side of a tile; 0 for none."""
    found = [0] * (3 * sides)
    for number, segment in enumerate(tile, 1):
        halves = [3 * (half // 2) + 2 * (half % 2) for half in segment.halves]
        for part in [3 * side + 1 for side in segment.sides] + halves:
            if part >= len(found) or found[part]:
                segment.reject(f"expected sides 0 to {sides - 1} that no other segment ends at")
            found[part] = number
        if any(side >= sides for side in segment.beside):
            segment.reject(f"expected sides 0 to {sides - 1}")
    return found


def _kinds_at_sides(tile: list[Segment], parts: Parts, kinds: dict[str, int]) -> Row:
    """Return the kind that a tile shows at each side: that of its middle, else of its halves."""
    shown = []
    for first in range(0, len(parts), 3):
        at = parts[first + 1] or parts[first] or parts[first + 2]
        if tile and not at:
            tile[0].reject("expected that a segment ends at each side of the tile")
        shown.append(kinds[tile[at - 1].name] if at else 0)
    return tuple(shown)


def _mask(row: Parts, number: int) -> int:
    return sum(1 << part for part, at in enumerate(row) if at == number)


def _touched(segment: Segment, tile: list[Segment]) -> int:
    """Return a bit for each segment of a tile that one of them touches."""
    beside = set(segment.beside)
    return sum(1 << n for n, other in enumerate(tile) if beside & set(other.sides))
