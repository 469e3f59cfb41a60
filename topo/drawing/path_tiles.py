"""Tiles with coloured paths, as shapes: what every drawing of them is made from."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from boardless.topo.kernels.arrays import Floats

#: Of the circle that fits into a cell: the width of a path, and of the line on each side of it.
BAND, CASING = 0.36, 0.06
#: How large a tile is drawn in its cell.
INSET = 0.94


@dataclass(frozen=True, eq=False)
class TileShape:
    """What a tile looks like before it is turned.

    Attributes
    ----------
    outline : float array of shape (n, 2)
        The corners of the cell, from its centre, in edge lengths, y upwards.
    paths : tuple of (int, int, str)
        From side and to side of each path, and its colour; sides are counted from 0, clockwise from
        the top.
    unit : int
        What turning the tile by one side adds to its rotation.
    fill : str
        Its colour.
    """

    outline: Floats
    paths: tuple[tuple[int, int, str], ...]
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
        """Return the colour and three points of each path: where it begins, bends and ends.

        One that comes back to the side where it begins goes to the centre alone.
        """
        count, turns, found = len(self.middles), rotation // self.unit, []
        rest = rotation % self.unit
        for start, end, colour in self.paths:
            one, two = (self.middles[(side + turns) % count] for side in (start, end))
            points = [one, (0.0, 0.0), two] if start != end else [one, one / 2, (0.0, 0.0)]
            found.append((colour, self.turned(np.array(points), rest)))
        return found

    def turned(self, points: Floats, rotation: int) -> Floats:
        """Return points of the tile after a turn, or as they are where it is one by whole sides."""
        if rotation % self.unit == 0:
            return points
        angle = 2 * np.pi * rotation / (self.unit * len(self.outline))
        cosine, sine = np.cos(angle), np.sin(angle)
        found: Floats = points @ np.array([(cosine, -sine), (sine, cosine)])
        return found


@dataclass(frozen=True)
class PathTile:
    """A tile in a picture.

    Attributes
    ----------
    site : int
        Where it lies.
    shape : TileShape
        What it looks like.
    rotation : int
        How it is turned.
    fresh : bool
        Whether the last move laid it.
    """

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
