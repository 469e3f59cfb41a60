"""Tiles as polygons and Bézier curves: with paths, with segments, and of several cells.

Shapes are in edge lengths, y upwards, around the centre of a cell, until `_units` turns them into
the picture units of scenes. Sides are counted from 0, clockwise from the top.
"""

from collections.abc import Sequence
from functools import cached_property
from itertools import combinations, pairwise
from typing import Any, TypeAlias

import numpy as np

from boardless.games import Game
from boardless.games.language.ludeme import inside
from boardless.games.ludemes.large_pieces import Dominoes
from boardless.games.ludemes.large_tiles import PartOfTile, covers_cells, squares_of
from boardless.games.ludemes.pieces import Path, Segment, Tile
from boardless.games.ludemes.segment_tiles import Settle, SettleMarked
from boardless.games.ludemes.tile_tables import kinds_of, meeting_kinds, turn_unit
from boardless.jit.arrays import Floats
from boardless.state.engine.geometry import Geometry
from boardless.topo.boards.outlines import outlines
from boardless.topo.drawing.palette import (
    ALONE,
    AREAS,
    CHIP,
    FIELD,
    LANDS,
    MARKS,
    NAMED,
    SEQUENCE,
)
from boardless.topo.drawing.picture import UNITS, in_units

#: Of the circle that fits into a cell: the width of a path, and of the line on each side of it.
BAND, CASING = 0.36, 0.06
#: Of its cell: the size of a tile.
INSET = 0.94
#: Of an edge: the width of a road, and how far from the centre a road ends that leads nowhere.
_ROAD, _STUMP = 0.15, 0.12
#: Of an edge: the radius of a piece that stands on a segment, of the ring where one may, of a mark.
_STANDING, _RING, _MARK = 0.15, 0.11, 0.08
#: Of the radius of a ring: how far the next one and the tile's edge are at least.
_CLEAR, _WITHIN, _STEPS = 2.4, 1.3, 400
#: Of an edge: how far points are moved to the side so that none are in one line.
_ASIDE = 0.03
#: Of an edge: half the size of a segment without sides. Of the cell's middle: how far out pieces
#: stand near a side, unless that is nearer than the second number.
_HOUSE, _OUT, _NEAR = 0.17, 0.76, 0.2
#: The most marks at a side, and how far more of them lie from the piece on the segment.
_FEW, _AROUND = 2, 0.26

#: The colours of paths 1, 2, ...; from there on they repeat. They differ in lightness, too.
PATHS = ("p1", "p2", SEQUENCE[2], SEQUENCE[0])
#: The sign of a value of 1, and the largest value that is shown so.
CROWN, MAX_CROWNS = "\N{BLACK CHESS QUEEN}", 3

#: A polygon: its fill and its corners.
Layer: TypeAlias = tuple[str, Floats]


def curve(points: Floats, steps: int = 12) -> Floats:
    """Return points along the quadratic Bézier curve of three points, shape ``(steps + 1, 2)``."""
    begin, bend, end = points
    t = np.linspace(0, 1, steps + 1)[:, None]
    along: Floats = (1 - t) ** 2 * begin + 2 * t * (1 - t) * bend + t**2 * end
    return along


def ribbon(along: Floats, half: float) -> Floats:
    """Return the outline of a stroke along a line of points, half its width on either side."""
    tangents = np.gradient(along, axis=0)
    normals = tangents[:, ::-1] * (-1, 1) / np.hypot(*tangents.T)[:, None]
    outline: Floats = np.concatenate((along + half * normals, (along - half * normals)[::-1]))
    return outline


def regular(corners: int, radius: float, centre: Floats) -> Floats:
    """Return a regular polygon with a corner at the top.

    >>> np.round(regular(4, 1.0, np.zeros(2)), 6).tolist()
    [[0.0, 1.0], [1.0, 0.0], [0.0, -1.0], [-1.0, -0.0]]
    """
    angles = 2 * np.pi * np.arange(corners) / corners
    return centre + radius * np.stack((np.sin(angles), np.cos(angles)), axis=1)


def spread(points: Sequence[Floats], corners: Floats) -> list[Floats]:
    """Return places for pieces near some points, without overlaps and inside of a polygon.

    Places too near each other are moved apart, half the way each, and back behind the sides, until
    nothing moves. The corners are clockwise around the origin.

    >>> square = np.array([(-0.5, 0.5), (0.5, 0.5), (0.5, -0.5), (-0.5, -0.5)])
    >>> [np.round(at, 2).tolist() for at in spread([np.zeros(2), np.array([0.1, 0.0])], square)]
    [[-0.02, 0.11], [0.12, -0.11]]
    """
    found = np.array(points, dtype=np.float64).reshape(-1, 2)
    # Points in one line make way for each other to either side.
    found += _ASIDE * (-1.0) ** np.arange(len(found))[:, None]
    sides = np.roll(corners, -1, axis=0) - corners
    inwards = sides[:, ::-1] * (1, -1) / np.hypot(*sides.T)[:, None]
    apart, within = _CLEAR * _RING, _WITHIN * _RING
    for _ in range(_STEPS):
        before = found.copy()
        for one, other in combinations(range(len(found)), 2):
            gap = found[other] - found[one]
            length = float(np.hypot(*gap))
            if length < apart:
                way = gap / length if length else np.array((1.0, 0.0))
                found[one] -= way * (apart - length) / 2
                found[other] += way * (apart - length) / 2
        for corner, inward in zip(corners, inwards, strict=True):
            depth = (found - corner) @ inward
            found += np.maximum(within - depth, 0)[:, None] * inward
        if np.abs(found - before).max(initial=0.0) < 1e-4:
            break
    return list(found)


class TileCell:
    """The cell of a tile as it lies before it is turned, from its outline around its centre."""

    def __init__(self, outline: Floats) -> None:
        self.outline = outline

    @cached_property
    def corners(self) -> Floats:
        """The corners clockwise, side n from corner n on.

        >>> square = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
        >>> TileCell(square).corners.tolist()
        [[-0.5, 0.5], [0.5, 0.5], [0.5, -0.5], [-0.5, -0.5]]
        """
        turns = np.arctan2(self.outline[:, 0], self.outline[:, 1]) / (2 * np.pi)
        # A top that is the least bit to the left is the first side, not the last.
        half = 0.5 / len(self.outline)
        return self.outline[np.argsort(np.round(turns + half, 6) % 1.0)]

    def along(self, side: int, share: float = 0.5) -> Floats:
        """Return the point on a side at a given share of its length from the first corner."""
        count = len(self.corners)
        begin, end = self.corners[side % count], self.corners[(side + 1) % count]
        point: Floats = begin + share * (end - begin)
        return point

    def path(self, start: int, end: int) -> Floats:
        """Return begin, bend and end of a path; one back to its own side ends at the centre."""
        one, two = self.along(start), self.along(end)
        return np.array([one, (0.0, 0.0), two] if start != end else [one, one / 2, (0.0, 0.0)])

    def area(self, sides: list[int]) -> Floats:
        """Return the outline of an area that takes up some sides, curved inwards between them."""
        points = []
        for side, other in zip(sides, [*sides[1:], sides[0]], strict=True):
            end = self.along(side, 1)
            points += [self.along(side, 0), end]
            if other != (side + 1) % len(self.corners) or len(sides) == 1:
                bend = np.array([end, (0.0, 0.0), self.along(other, 0)])
                points += list(curve(bend)[1:-1])
        return np.array(points)

    def roads(self, sides: tuple[int, ...]) -> list[Floats]:
        """Return the outlines of roads between sides, or of one that ends before the centre."""
        middles = [self.along(side) for side in sides]
        if len(middles) == 1:
            (begin,) = middles
            end = begin * _STUMP / np.hypot(*begin)
            return [ribbon(np.linspace(begin, end, 4), _ROAD / 2)]
        bends = [np.array([a, (0.0, 0.0), b]) for a, b in pairwise(middles)]
        return [ribbon(curve(bend), _ROAD / 2) for bend in bends]


def _units(points: Floats) -> list[int]:
    """Return points of a tile in picture units: x and y in turn, y downwards."""
    placed: list[int] = in_units(INSET * points).ravel().tolist()
    return placed


def tiles_of(game: Game) -> list[dict[str, Any] | None]:
    """Return each component as `view.scene.Scene` has tiles; None for discs.

    Points are x and y in turn in picture units, as the tile lies at rotation 0: the outline;
    ``paths``, each a colour with begin, bend and end; ``layers``, polygons with their fills;
    ``anchors``, the places of pieces on the segments, ``segments``, their names, and ``closed``,
    the names of segments that never hold a piece. ``degrees`` is one step of rotation, ``standing``
    and ``ring`` are radii.
    """
    items = game.module.model.items
    tiles = [item if isinstance(item, Tile) else None for item in items]
    parts, colours = part_fills(game), path_colours(game)
    segments = not colours and not parts and any(tile and tile.segments for tile in tiles)
    if not (colours or parts or segments):
        return [None for _ in items]
    key = np.zeros((1, 3), np.int64)
    (outline,) = outlines(game.tiling, key)
    (centre,) = game.tiling.plane(game.tiling.face_grid(key))
    cell, sides = TileCell(outline - centre), len(outline)
    common = {
        "outline": _units(cell.corners),
        "degrees": 360 / (sides * turn_unit(sides)),
        "standing": round(UNITS * _STANDING),
        "ring": round(UNITS * _RING),
        "paths": [],
        "layers": [],
        "anchors": [],
        "segments": [],
        "closed": [],
    }
    if segments:
        looks = _Segments(game, cell)
        return [common | looks.of(tile) if tile and tile.segments else None for tile in tiles]
    if colours:
        rows = [[(p.from_, p.to, colours[p.colour]) for p in _paths(tile)] for tile in tiles]
    else:  # the one path of a part leads to the next part of its large tile
        rows = [[(0, 0, parts[n])] if n in parts else [] for n in range(len(items))]
    return [
        common
        | {
            "fill": parts.get(n, CHIP),
            "paths": [(colour, _units(cell.path(start, end))) for start, end, colour in row],
        }
        if row
        else None
        for n, row in enumerate(rows)
    ]


def path_colours(game: Game) -> dict[int, str]:
    """Return the colours of paths by their numbers in the description."""
    numbers = {path.colour for item in game.module.model.items for path in _paths(item)}
    return {number: PATHS[(number - 1) % len(PATHS)] for number in sorted(numbers)}


def _paths(item: object) -> list[Path]:
    """Return the paths of a tile; empty for other components."""
    if not isinstance(item, Tile):
        return []
    return [path for path in item.paths if isinstance(path, Path)]


# -- tiles of several cells -----------------------------------------------------------------


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


def part_fills(game: Game) -> dict[int, str]:
    """Return the fills of the components that large tiles put on cells, by index from 0."""
    names = part_names(game)
    return {
        n: CHIP if one.name[-1].isdigit() else LANDS[names.index(one.name) % len(LANDS)]
        for n, one in enumerate(game.components)
        if one.name in names
    }


def part_signs(game: Game) -> list[tuple[str, ...]]:
    """Return the signs on squares of large tiles by their value, a row for each component.

    A row is empty for other components; one sign stands for all values, and values beyond the row
    are written as numbers.
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


def part_layouts(game: Game) -> list[tuple[tuple[int, int, int, int, int], ...]]:
    """Return the squares of each large tile, a row for each component, empty for others.

    A square is component, value, rotation, x and y in picture units around the middle of the tile.
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
    return rows


# -- tiles with segments --------------------------------------------------------------------


class _Segments:
    """The looks of tiles with segments that meet at sides."""

    def __init__(self, game: Game, cell: TileCell) -> None:
        self.cell = cell
        whole, ending = set(), set()
        for tile in game.module.model.items:
            if not isinstance(tile, Tile):
                continue
            for part in _segments(tile):
                if part.sides or part.halves:
                    ending.add(part.name)
                    if _is_whole(tile, part):
                        whole.add(part.name)
        kinds, meeting = kinds_of(game.module.model), meeting_kinds(game.module.model)
        #: Kinds that take up whole sides, and kinds without sides or halves.
        self.whole = [name for name in kinds if name in whole]
        self.alone = [name for name in kinds if name not in ending]
        #: Kinds that no rule allows a piece on, if rules name the allowed kinds.
        self.closed = set(kinds) - settled if (settled := _settled(game)) else set()
        #: Roads: kinds that have to meet are areas.
        self.lines = {name for name in self.whole if meeting and name not in meeting}

    def of(self, tile: Tile) -> dict[str, Any]:
        """Return fill, layers and anchors of a tile: areas, roads, then buildings and marks."""
        parts = _segments(tile)
        areas: list[Layer] = []
        roads: list[Layer] = []
        above: list[Layer] = []
        anchors = [self._anchor(part) for part in parts]
        stood = [n for n, part in enumerate(parts) if part.name not in self.closed]
        moved = spread([anchors[n] for n in stood], self.cell.corners)
        for n, at in zip(stood, moved, strict=True):
            anchors[n] = at
        fields = [at for part, at in zip(parts, anchors, strict=True) if part.halves]
        for part, at in zip(parts, anchors, strict=True):
            if part.name in self.lines:
                roads += [(self._fill(part), points) for points in self.cell.roads(part.sides)]
            elif _is_whole(tile, part):
                areas.append((self._fill(part), self.cell.area(sorted(part.sides))))
            elif part.sides:
                roads += [(CHIP, points) for points in self.cell.roads(part.sides)]
            elif not part.halves:
                which = self.alone.index(part.name)
                above.append(_house(which, at if which == 0 else (fields or anchors)[-1]))
            above += self._marks(part, at)
        return {
            "fill": FIELD,
            "layers": [(fill, _units(points)) for fill, points in (*areas, *roads, *above)],
            "anchors": [_units(at) for at in anchors],
            "segments": [part.name for part in parts],
            "closed": sorted({part.name for part in parts} & self.closed),
        }

    def _anchor(self, part: Segment) -> Floats:
        """Return the place of a piece on a segment."""
        if part.halves:
            points = [self.cell.along(half // 2, 0.25 + half % 2 / 2) for half in part.halves]
            mean = np.mean(points, axis=0)
            at: Floats = _OUT * (mean if np.hypot(*mean) > _NEAR else points[0])
            return at
        if not part.sides:
            return np.zeros(2)
        middles = [self.cell.along(side) for side in part.sides]
        inwards: Floats = np.mean(middles, axis=0) * (_OUT if len(middles) == 1 else 0.5)
        return inwards

    def _fill(self, part: Segment) -> str:
        return NAMED.get(part.name, AREAS[self.whole.index(part.name) % len(AREAS)])

    def _marks(self, part: Segment, at: Floats) -> list[Layer]:
        """Return the marks of a segment: at its first side, or many around its piece."""
        if part.marks > _FEW:
            return [(CHIP, regular(4, _MARK, place)) for place in regular(part.marks, _AROUND, at)]
        places = [
            _OUT * self.cell.along(part.sides[0], 0.3 + 0.2 * n) if part.sides else np.zeros(2)
            for n in range(part.marks)
        ]
        return [(MARKS, regular(4, _MARK, place)) for place in places]


def _settled(game: Game) -> set[str]:
    """Return the names of the segments that rules let a piece come to."""
    model = game.module.model
    if model.uses(SettleMarked):
        return set()
    return {name for node in inside(model.game) if isinstance(node, Settle) for name in node.names}


def _segments(tile: Tile) -> list[Segment]:
    return [segment for segment in tile.segments if isinstance(segment, Segment)]


def _is_whole(tile: Tile, part: Segment) -> bool:
    """Return True if a segment takes up whole sides, where no segment ends at halves."""
    halved = {half // 2 for other in _segments(tile) for half in other.halves}
    return bool(part.sides) and not halved & set(part.sides)


def _house(which: int, at: Floats) -> Layer:
    """Return the polygon of a segment without sides: a house of the first kind, else a bush."""
    fill = ALONE[which % len(ALONE)]
    if which:
        return fill, regular(8, _HOUSE / 2, at)
    roof = np.array([(-1.0, -1.0), (-1.0, 0.2), (0.0, 1.2), (1.0, 0.2), (1.0, -1.0)])
    return fill, at + _HOUSE * roof
