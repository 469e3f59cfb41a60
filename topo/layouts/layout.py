"""Layouts: finite graphs in the plane or in space, with their points, angles and areas."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import atan, pi

import numpy as np

from boardless.jit.arrays import Floats, Ints
from boardless.jit.native import jit
from boardless.util.inputs import InputError


@dataclass(frozen=True, eq=False)
class Layout:
    """Points, lines and faces of a finite board, numbered as its description numbers them.

    Attributes
    ----------
    points : float64 array of shape (vertices, 3)
        The vertices, in edge lengths of the shape that made them; z is 0 on a flat board.
    edges : int32 array of shape (edges, 2)
        The two ends of each edge, in the order in which the edge was added.
    faces : tuple of tuples of int
        The vertices of each cell, clockwise from the start of its walk in `faces_of`.
    basis, shape : str or None
        The tiling and the outline, in the words of the language: ("Square", "Hexagon"); None if a
        board mixes several.
    dim : tuple of int or None
        The dimensions of the outermost shape that has any.
    pivots : tuple of int or None
        On concentric boards: for each vertex the vertex it turns about, or -1.
    curved : tuple of int
        Edges that are arcs, about their pivot if they have one, and not straight lines.
    spokes : tuple of tuples of int or None
        The edges at each vertex in turn, if their order is not counter-clockwise from west. A board
        that was turned or mirrored afterwards keeps its order.
    """

    points: Floats
    edges: Ints
    faces: tuple[tuple[int, ...], ...]
    basis: str | None = None
    shape: str | None = None
    dim: tuple[int, ...] | None = None
    pivots: tuple[int, ...] | None = None
    curved: tuple[int, ...] = ()
    spokes: tuple[tuple[int, ...], ...] | None = None

    @property
    def counts(self) -> tuple[int, int, int]:
        """The numbers of cells, vertices and edges."""
        return len(self.faces), len(self.points), len(self.edges)


#: The most vertices of a board that is laid out.
MAX_VERTICES = 200_000
#: The most edges.
MAX_EDGES = 500_000
#: The most pairs of edges that are looked at for crossings.
MAX_PAIRS = 20_000_000


def check_room(count: float, most: int, noun: str) -> None:
    """Raise InputError if a board would have too many of something."""
    if count > most:
        raise InputError(f"{count:,.0f} {noun}: a board may have {most:,} at most")


#: Two vertices with |dx| + |dy| + |dz| below this are the same vertex.
SAME = 0.001
#: The same for vertices of different parts, if boards are merged or intersected.
SAME_WHEN_MERGED = 0.01


#: The most comparisons of points before they count as heaped up.
_MAX_LOOKS = 1_500_000


class PointIndex:
    """An index of points in order: the first point at the same place, within a tolerance."""

    def __init__(self, tolerance: float = SAME) -> None:
        self.tolerance = tolerance
        self.points: list[tuple[float, float, float]] = []
        # Boxes four tolerances wide: most points touch one box, and few fit into it.
        self._width = 4 * tolerance
        self._looks = 0
        self._boxes: dict[tuple[int, int, int], list[int]] = {}

    def add(self, x: float, y: float, z: float = 0.0) -> int:
        """Add a point, whether or not there is one at the same place; return its number."""
        box = int(x // self._width), int(y // self._width), int(z // self._width)
        self._boxes.setdefault(box, []).append(len(self.points))
        self.points.append((x, y, z))
        return len(self.points) - 1

    def find(self, x: float, y: float, z: float = 0.0) -> int:
        """Return the first point at the same place, or -1."""
        return min(self.find_all(x, y, z), default=-1)

    def find_all(self, x: float, y: float, z: float = 0.0) -> list[int]:
        """Return the points at the same place."""
        numbers = []
        for i, j, k in product(*map(self._around, (x, y, z))):
            box = self._boxes.get((i, j, k), ())
            self._looks += len(box)
            for number in box:
                a, b, c = self.points[number]
                if abs(x - a) + abs(y - b) + abs(z - c) < self.tolerance:
                    numbers.append(number)
        check_room(self._looks, _MAX_LOOKS, "comparisons of vertices at one place")
        return numbers

    def find_or_add(self, x: float, y: float, z: float = 0.0) -> int:
        """Return the first point at the same place, added if it is missing."""
        number = self.find(x, y, z)
        return number if number >= 0 else self.add(x, y, z)

    def _around(self, value: float) -> range:
        low = int((value - self.tolerance) // self._width)
        return range(low, int((value + self.tolerance) // self._width) + 1)


def pairs_within(points: Floats, radius: float) -> Ints:
    """Return the pairs of points no further apart than `radius`, in order, lower number first."""
    if len(points) < 2:
        return np.zeros((0, 2), np.int32)
    # Points go into boxes a little wider than the radius, so that near points are in boxes that
    # touch. SciPy's tree finds the same pairs, but takes half a second to import.
    boxes = np.floor((points - points.min(axis=0)) / (radius * (1 + 1e-9))).astype(np.int64)
    strides = np.cumprod([1, *(boxes.max(axis=0) + 2)[:-1]])
    order = np.argsort(boxes @ strides)
    codes, places = (boxes @ strides)[order], np.arange(len(points))
    near = []
    for offset in product((0, 1, -1), repeat=boxes.shape[1]):
        if offset < (0,) * len(offset):
            continue  # the other point of a pair finds it
        other = codes + np.dot(offset, strides)
        first = np.searchsorted(codes, other) if any(offset) else places + 1
        counts = np.searchsorted(codes, other, "right") - first
        check_room(int(counts.sum()), 4 * MAX_EDGES, "pairs of vertices that are near")
        shift = np.repeat(first - np.cumsum(counts) + counts, counts)
        pairs = order[np.stack((np.repeat(places, counts), shift + np.arange(len(shift))), axis=1)]
        squares = (points[pairs[:, 0]] - points[pairs[:, 1]]) ** 2
        near.append(np.sort(pairs[squares.sum(axis=1) <= radius**2], axis=1))
    pairs = np.concatenate(near)
    return np.asarray(pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))], np.int32)


def pairs_apart(points: Floats, slack: float) -> Ints:
    """Return the pairs of points with a distance of 1, give or take `slack`, in order."""
    pairs = pairs_within(points, 1 + slack)
    lengths = np.linalg.norm(points[pairs[:, 0]] - points[pairs[:, 1]], axis=1)
    close: Ints = pairs[np.abs(lengths - 1) < slack]
    return close


#: The difference between half a turn and the float `pi`.
REST = 1.2246467991473532e-16


def angles(steps: Floats) -> Floats:
    """Return the angle of each step ``(dx, dy)`` to the east, from -pi to pi, anticlockwise.

    The last bit of an angle decides ties between steps of the same direction. So it is taken from
    the slope alone, as Ludii's Java has it, and not by NumPy, which depends on the processor.
    """
    flat = np.ascontiguousarray(steps.reshape(-1, steps.shape[-1])[:, :2], dtype=np.float64)
    return _angles(flat).reshape(steps.shape[:-1])


@jit
def _angles(steps: Floats) -> Floats:
    turns = np.empty(len(steps))
    for n in range(len(steps)):
        x, y = steps[n]
        acute = pi / 2 if y != 0 else 0.0
        if x != 0:
            acute = atan(abs(y / x))
        if x < 0 or (x == 0 and y == 0 and np.signbit(x)):
            acute = pi - (acute - REST)
        turns[n] = -acute if np.signbit(y) else acute
    return turns


#: The distance by which an area is widened before points are tested.
WIDENING = 0.1
#: Three corners with a smaller cross product bend clockwise; steps shorter than it are none.
_STRAIGHT = 1e-7

Corner = tuple[float, float]


def turned_around(corners: Sequence[Corner], turns: int) -> list[Corner]:
    """Return `turns` copies of corners turned about the origin, clockwise if negative."""
    first = list(corners[::-1] if turns < 0 else corners)
    points = list(first)
    angle = step = 2.0 * math.pi / turns if turns else 0.0
    for _ in range(1, abs(turns)):
        sine, cosine = math.sin(angle), math.cos(angle)
        points += [(x * cosine - y * sine, x * sine + y * cosine) for x, y in first]
        angle += step
    return points


def widened(corners: Sequence[Corner], amount: float = WIDENING) -> list[Corner]:
    """Return a polygon with corners moved outwards, or inwards at anticlockwise bends."""
    moved = []
    for n, (x, y) in enumerate(corners):
        before, after = corners[n - 1], corners[(n + 1) % len(corners)]
        cross = (x - before[0]) * (after[1] - before[1]) - (after[0] - before[0]) * (y - before[1])
        outwards = 1.0 if cross < _STRAIGHT else -1.0
        ax, ay = _unit((x - before[0]) * outwards, (y - before[1]) * outwards)
        bx, by = _unit((x - after[0]) * outwards, (y - after[1]) * outwards)
        moved.append((x + (ax * amount + bx * amount) * 0.5, y + (ay * amount + by * amount) * 0.5))
    return moved


def bounds(corners: Sequence[Corner]) -> tuple[float, float, float, float]:
    """Return the least x and y and the greatest x and y of some corners."""
    xs, ys = zip(*corners, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _unit(x: float, y: float) -> Corner:
    length = math.sqrt(x * x + y * y)
    return (x, y) if length < _STRAIGHT else (x / length, y / length)
