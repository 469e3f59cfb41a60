"""Tiles with paths and segments as shapes, from which every drawing of them is made."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from boardless.jit.arrays import Floats

#: Of the circle that fits into a cell: the width of a path, and of the line on each side of it.
BAND, CASING = 0.36, 0.06
#: The size of a tile in its cell.
INSET = 0.94


def rotated(points: Floats, turn: float) -> Floats:
    """Return points turned clockwise about the origin by a share of a whole turn."""
    cosine, sine = np.cos(2 * np.pi * turn), np.sin(2 * np.pi * turn)
    found: Floats = points @ np.array([(cosine, -sine), (sine, cosine)])
    return found


@dataclass(frozen=True, eq=False)
class TileShape:
    """The look of a tile with paths before it is turned."""

    #: The corners of the cell, from its centre, (n, 2), in edge lengths, y upwards.
    outline: Floats
    #: From side and to side of each path, from 0 clockwise from the top, and its colour.
    paths: tuple[tuple[int, int, str], ...]
    #: The rotation of a turn by one side.
    unit: int
    fill: str

    @cached_property
    def middles(self) -> Floats:
        """The middles of the sides, ``(n, 2)``.

        Examples
        --------
        >>> square = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
        >>> TileShape(square, (), 1, "white").middles.tolist()
        [[0.0, 0.5], [0.5, 0.0], [0.0, -0.5], [-0.5, 0.0]]
        """
        middles: Floats = (self.outline + np.roll(self.outline, -1, axis=0)) / 2
        turns = np.arctan2(middles[:, 0], middles[:, 1]) / (2 * np.pi)
        # A top that is the least bit to the left is the first side, not the last.
        return middles[np.argsort(np.round(turns, 6) % 1.0)]

    def bands(self, rotation: int = 0) -> list[tuple[str, Floats]]:
        """Return the colour and three points of each path: begin, bend and end.

        A path back to the side where it begins goes to the centre alone.
        """
        count, turns, found = len(self.middles), rotation // self.unit, []
        rest = rotation % self.unit
        for start, end, colour in self.paths:
            one, two = (self.middles[(side + turns) % count] for side in (start, end))
            points = [one, (0.0, 0.0), two] if start != end else [one, one / 2, (0.0, 0.0)]
            found.append((colour, self.turned(np.array(points), rest)))
        return found

    def turned(self, points: Floats, rotation: int) -> Floats:
        """Return points of the tile after a turn, or as they are after one by whole sides."""
        if rotation % self.unit == 0:
            return points
        return rotated(points, rotation / (self.unit * len(self.outline)))


@dataclass(frozen=True)
class PathTile:
    """A tile with paths in a picture; a tile of the last move is fresh."""

    site: int
    shape: TileShape
    rotation: int = 0
    fresh: bool = False


def curve(points: Floats, steps: int = 12) -> Floats:
    """Return points along the quadratic Bézier curve of three points, shape ``(steps + 1, 2)``."""
    begin, bend, end = points
    t = np.linspace(0, 1, steps + 1)[:, None]
    along: Floats = (1 - t) ** 2 * begin + 2 * t * (1 - t) * bend + t**2 * end
    return along


def ribbon(along: Floats, half: float) -> Floats:
    """Return the outline of all that is at most so far from a line of points."""
    tangents = np.gradient(along, axis=0)
    normals = tangents[:, ::-1] * (-1, 1) / np.hypot(*tangents.T)[:, None]
    outline: Floats = np.concatenate((along + half * normals, (along - half * normals)[::-1]))
    return outline


#: Of an edge: the width of a road, and of the lines around areas; and the distance from the centre
#: of the ends of roads that lead nowhere.
ROAD, THIN, STUMP = 0.15, 0.025, 0.12
#: Of an edge: the radius of a piece that stands on a segment, and of a mark.
STANDING, MARK = 0.15, 0.08


@dataclass(frozen=True, eq=False)
class Layer:
    """A polygon: its corners, from the centre of a cell in edge lengths, and its fill."""

    points: Floats
    fill: str


@dataclass(frozen=True, eq=False)
class SegmentShape:
    """The look of a tile with segments before it is turned."""

    #: The lowest first.
    layers: tuple[Layer, ...]
    #: The place of a piece on each segment, (segments, 2).
    anchors: Floats
    #: The number of sides, and the rotation of a turn by one.
    sides: int
    unit: int

    def turned(self, points: Floats, rotation: int) -> Floats:
        """Return points of the tile after a turn."""
        return rotated(points, (rotation // self.unit) / self.sides)


@dataclass(frozen=True)
class SegmentTile:
    """A tile with segments in a picture, and the piece that stands on it.

    The segment on which a piece stands is counted from 0; without a piece its fill is empty. A tile
    of the last move is fresh.
    """

    site: int
    shape: SegmentShape
    rotation: int = 0
    segment: int = 0
    piece: str = ""
    fresh: bool = False

    def polygons(self) -> list[tuple[Floats, str, float]]:
        """Return the polygons, the lowest first: corners, fill, and width of the line around."""
        shape = self.shape
        found = [
            (INSET * shape.turned(layer.points, self.rotation), layer.fill, THIN)
            for layer in shape.layers
        ]
        if self.fresh:
            ground, fill, _ = found[0]
            found[0] = (ground, fill, 4 * THIN)
        if self.piece:
            at = INSET * shape.turned(shape.anchors[[self.segment]], self.rotation)
            found.append((regular(24, STANDING, at[0]), self.piece, THIN))
        return found


@dataclass(frozen=True, eq=False)
class TileCell:
    """The cell of a tile: its corners, from its centre, in edge lengths, y upwards."""

    outline: Floats

    @cached_property
    def corners(self) -> Floats:
        """The corners clockwise, side n from corner n on; side 0 is at the top.

        Examples
        --------
        >>> square = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
        >>> TileCell(square).corners.tolist()
        [[-0.5, 0.5], [0.5, 0.5], [0.5, -0.5], [-0.5, -0.5]]
        """
        turns = np.arctan2(self.outline[:, 0], self.outline[:, 1]) / (2 * np.pi)
        half = 0.5 / len(self.outline)
        return self.outline[np.argsort(np.round(turns + half, 6) % 1.0)]

    def along(self, side: int, share: float) -> Floats:
        """Return the point on a side that is a share of it from its first corner."""
        count = len(self.corners)
        begin, end = self.corners[side % count], self.corners[(side + 1) % count]
        point: Floats = begin + share * (end - begin)
        return point

    def area(self, sides: Sequence[int]) -> Floats:
        """Return the outline of an area along some sides, curved inwards between them."""
        points = []
        for side, other in zip(sides, [*sides[1:], sides[0]], strict=True):
            end = self.along(side, 1)
            points += [self.along(side, 0), end]
            if other != (side + 1) % len(self.corners) or len(sides) == 1:
                bend = np.array([end, (0.0, 0.0), self.along(other, 0)])
                points += list(curve(bend)[1:-1])
        return np.array(points)

    def road(self, sides: Sequence[int]) -> list[Floats]:
        """Return the outlines of roads from sides to one another, or of one that ends soon."""
        middles = [self.along(side, 0.5) for side in sides]
        if len(middles) == 1:
            (begin,) = middles
            end = begin * STUMP / np.hypot(*begin)
            return [ribbon(np.linspace(begin, end, 4), ROAD / 2)]
        bends = [np.array([a, (0.0, 0.0), b]) for a, b in pairwise(middles)]
        return [ribbon(curve(bend), ROAD / 2) for bend in bends]


def regular(corners: int, radius: float, centre: Floats, turn: float = 0.0) -> Floats:
    """Return a regular polygon, turned so that a corner is at the top, or by a share of a turn.

    Examples
    --------
    >>> np.round(regular(4, 1.0, np.zeros(2)), 6).tolist()
    [[0.0, 1.0], [1.0, 0.0], [0.0, -1.0], [-1.0, -0.0]]
    """
    angles = 2 * np.pi * (np.arange(corners) / corners + turn)
    return centre + radius * np.stack((np.sin(angles), np.cos(angles)), axis=1)
