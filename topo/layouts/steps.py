"""The steps from site to site of a board, and the directions in which they lead."""

from dataclasses import dataclass
from math import pi, tau
from typing import Self

import numpy as np

from boardless.topo.kernels.arrays import Bools, Floats, Ints
from boardless.topo.layouts.angles import angles
from boardless.topo.layouts.beside import neighbours
from boardless.topo.layouts.layout import Layout
from boardless.topo.layouts.links import CELL, EDGE, VERTEX, Links
from boardless.topo.layouts.ragged import Ragged
from boardless.topo.tilings.compass import COMPASS

#: Directions by number: the compass, clockwise; straight up and down, and up and down along the
#: eight main points; around a pivot.
DIRECTIONS = (
    *COMPASS,
    *("U" + point for point in ("", *COMPASS[::2])),
    *("D" + point for point in ("", *COMPASS[::2])),
    "Out", "CW", "In", "CCW",
)  # fmt: skip
UP, DOWN, ROUND = 16, 25, 34
OUT, CLOCKWISE, IN, COUNTER = range(ROUND, ROUND + 4)

#: What part of an edge's mean length two points must differ by to lie above one another or apart.
LEVEL = 0.1

#: The cosine from which on a step leads straight in or out.
STRAIGHT = 0.9


@dataclass(frozen=True, eq=False)
class Steps:
    """The steps from each site of one type to others of it, clockwise from north.

    Attributes
    ----------
    to : Ragged
        The sites that each site has a step to.
    relation : uint8 array of shape (steps,)
        ORTHOGONAL, DIAGONAL or OFF, and ADJACENT; bits as those of `topo.tilings.slots.Slots`.
    direction : int8 array of shape (steps,)
        The number of the direction of each step in `DIRECTIONS`.
    circular : int8 array of shape (steps,)
        On boards with pivots: the direction around the pivot, or -1 for none.
    """

    to: Ragged
    relation: Ints
    direction: Ints
    circular: Ints

    @classmethod
    def of(cls, links: Links, layout: Layout, kind: str) -> Self:
        """Find the steps between the sites of a type."""
        to, relation, shared = neighbours(links, kind)
        points, source = links.points[kind], to.owners
        by_angle = _clockwise(points, source, to.items)
        to, source = Ragged(to.start, to.items[by_angle]), source[by_angle]
        relation, shared = relation[by_angle], shared[by_angle]
        direction = _directions(links, kind, source, to.items)
        circular = _circular(links, layout, kind, source, to.items, shared)
        return cls(to, relation.astype(np.uint8), direction.astype(np.int8), circular)


def _clockwise(points: Floats, source: Ints, target: Ints) -> Ints:
    """Return the order of the steps by site and clockwise from north.

    What leads a little to the left of north still comes first; ties stay as they are.
    """
    bearing = pi / 2 - angles(points[target] - points[source]) + 0.0001
    bearing = np.where(bearing < 0, bearing + tau, bearing)
    order: Ints = np.lexsort((np.arange(len(source)), bearing, source))
    return order


def _directions(links: Links, kind: str, source: Ints, target: Ints) -> Ints:
    """Return the direction of each step: one of 8 a level or, where two steps share one, of 16.

    The steps that count include those to sites of the other types that touch a site.
    """
    points = links.points[kind]
    ends = links.points[VERTEX][links.ends]
    unit = float(np.sqrt(((ends[:, 0] - ends[:, 1]) ** 2).sum(axis=1)).mean()) if len(ends) else 0.0
    owners = [source]
    codes = [_named(points[target] - points[source], unit, 8)]
    for other, touching in _touching(links, kind).items():
        owners.append(touching.owners)
        step = links.points[other][touching.items] - points[touching.owners]
        codes.append(_named(step, unit, 8))
    pairs = np.concatenate(owners).astype(np.int64) * len(DIRECTIONS) + np.concatenate(codes)
    pairs.sort()
    crowded = np.zeros(len(points), dtype=np.bool_)
    crowded[pairs[1:][pairs[1:] == pairs[:-1]] // len(DIRECTIONS)] = True
    fine = _named(points[target] - points[source], unit, 16)
    return np.where(crowded[source], fine, codes[0])


def _touching(links: Links, kind: str) -> dict[str, Ragged]:
    """Return the sites of the two other types that touch each site of a type."""
    if kind == VERTEX:
        return {EDGE: links.spokes, CELL: links.around}
    if kind == CELL:
        return {VERTEX: links.corners, EDGE: links.sides}
    count, cells = len(links.ends), max(links.count(CELL), 1)
    ends = Ragged(np.arange(0, 2 * count + 1, 2), links.ends.ravel())
    at_ends = links.around.take(ends.items)
    edges = np.concatenate([at_ends.owners // 2, np.arange(count), np.arange(count)])
    beside = np.concatenate([at_ends.items, links.left, links.right])
    pairs = np.unique((edges * np.int64(cells) + beside)[beside >= 0])
    return {VERTEX: ends, CELL: Ragged.grouped(pairs // cells, pairs % cells, count)}


def _named(steps: Floats, unit: float, points: int) -> Ints:
    """Return the direction of each step ``(dx, dy, dz)`` among 8 or 16 points of the compass."""
    dx, dy, dz = steps.T
    angle = angles(steps)
    angle = np.where(angle < 0, angle + tau, angle)
    edges = pi / points + np.arange(points) * (tau / points)
    counter = np.searchsorted(edges, angle, side="right") % points
    clockwise = (points // 4 - counter) % points
    flat = clockwise * (16 // points)
    # Up and down there are eight points, and those between count as the inner ones.
    main = flat // 2 if points == 8 else np.where(flat % 4, flat // 4 * 2 + 1, flat // 2)
    upright = np.sqrt(dx * dx + dy * dy) < LEVEL * unit
    lifted = np.where(dz > 0, UP, DOWN) + np.where(upright, 0, main + 1)
    return np.where(np.abs(dz) > LEVEL * unit, lifted, flat)


def _circular(
    links: Links, layout: Layout, kind: str, source: Ints, target: Ints, diagonal: Bools
) -> Ints:
    """Return the direction of each step around the pivot of its site, or -1."""
    around = np.full(len(source), -1, dtype=np.int8)
    if layout.pivots is None:
        return around
    pivots = np.asarray(layout.pivots, dtype=np.int64)
    own = _pivot_of(links, kind, pivots)[source]
    at, to = links.points[kind][source], links.points[kind][target]
    centre = links.points[VERTEX][own]
    cosine = (_unit(to - at) * _unit(centre - at)).sum(axis=1)
    (x, y), (ax, ay), (bx, by) = at[:, :2].T, centre[:, :2].T, to[:, :2].T
    left = (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 1e-7
    curved = {tuple(sorted(links.ends[edge].tolist())) for edge in layout.curved}
    # Sites of every type are looked up among the vertices that a curved edge joins.
    bent = np.array(
        [
            (min(a, b), max(a, b)) in curved
            for a, b in zip(source.tolist(), target.tolist(), strict=True)
        ],
        dtype=np.bool_,
    )
    turning = np.where(bent, np.where(left, CLOCKWISE, COUNTER), -1)
    found = np.where(cosine > STRAIGHT, IN, np.where(cosine < -STRAIGHT, OUT, turning))
    around[:] = np.where((own >= 0) & ~diagonal, found, -1)
    if kind == VERTEX:
        around[np.isin(source, pivots[pivots >= 0])] = OUT
    return around


def _pivot_of(links: Links, kind: str, pivots: Ints) -> Ints:
    """Return the pivot of each site: the first that one of its vertices has, or -1."""
    if kind == VERTEX:
        return pivots
    if kind == EDGE:
        first, second = pivots[links.ends].T
        either: Ints = np.where(first >= 0, first, second)
        return either
    own = pivots[links.corners.items]
    found = np.full(links.count(CELL), -1, dtype=np.int64)
    named = np.flatnonzero(own >= 0)[::-1]
    found[links.corners.owners[named]] = own[named]
    return found


def _unit(vectors: Floats) -> Floats:
    length = np.sqrt((vectors * vectors).sum(axis=1, keepdims=True))
    return np.where(length < 1e-7, vectors, vectors / np.where(length == 0, 1, length))
