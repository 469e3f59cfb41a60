"""Steps from site to site, their directions, and radials: the straight walks along them.

Steps follow from adjacency: the relations between sites of a type. Phases are a colouring by it.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import pi, sqrt, tan, tau
from typing import Self

import numpy as np

from boardless.jit.arrays import Bools, Floats, Ints
from boardless.jit.native import jit
from boardless.topo.layouts.incidence import CELL, EDGE, VERTEX, Links, Ragged
from boardless.topo.layouts.layout import Layout, angles
from boardless.topo.layouts.places import off_line
from boardless.topo.tilings.incidence import ADJACENT, COMPASS, DIAGONAL, MAX_BEND, OFF, ORTHOGONAL

#: Phases, the last for sites that have neighbours of the four others.
PHASES = 5

#: The largest distance of an edge, both ends together, from the line between two cells that are
#: diagonal across it, as a part of the distance of the cells.
ACROSS = 0.1


def sharing(links: Links, kind: str) -> Ragged:
    """Return the sites that share an edge (edges: an end) with each, twice if they share two."""
    if kind == CELL:
        cells = links.sides.owners
        other = links.other_cell(cells, links.sides.items)
        return Ragged(links.sides.start, other).where(other >= 0)
    if kind == EDGE:
        others = links.spokes.take(links.ends.ravel())
        both = Ragged(others.start[::2], others.items)
        return both.where(both.items != both.owners)
    vertices = links.spokes.owners
    return Ragged(links.spokes.start, links.other_end(vertices, links.spokes.items))


def phases(neighbours: Ragged) -> list[Ints]:
    """Return the sites of each phase by greedy colouring, sites next to two colours first."""
    lists = neighbours.lists()
    own: list[set[int]] = [set() for _ in lists]
    done: set[int] = set()

    def taken(site: int) -> set[int]:
        return {min(own[other]) for other in lists[site] if own[other]}

    for first in range(len(lists)):
        if own[first]:
            continue
        own[first].add(0)
        queue = deque([first])
        while queue:
            site = queue.popleft()
            if site in done:
                continue
            done.add(site)
            own[site].add(min(set(range(4)) - taken(site), default=4))
            for other in lists[site]:
                if other not in done:
                    if len(taken(other)) > 1:
                        queue.appendleft(other)
                    else:
                        queue.append(other)
    return [
        np.array([site for site, of_site in enumerate(own) if phase in of_site], dtype=np.int32)
        for phase in range(PHASES)
    ]


def neighbours(links: Links, kind: str) -> tuple[Ragged, Ints, Bools]:
    """Return the neighbours of each site, their relation bits, and which steps are diagonal.

    Cells are orthogonal across an edge. At each corner, of the cells that share it and are not
    neighbours so far, the one straightest across is diagonal; the others are off. If three edges
    meet at a corner, the cells at the far end of the outward one are diagonal, without being
    adjacent, if that edge lies on the line between the two centres. Vertices are orthogonal along
    an edge and diagonal across a cell of four corners or more, to the corner with the line that
    passes nearest to its centre (a step along an edge may be diagonal as well). Edges are
    orthogonal when they share an end.
    """
    adjacent = [
        dict.fromkeys(others, ORTHOGONAL | ADJACENT) for others in sharing(links, kind).lists()
    ]
    if kind == CELL:
        _add_cells(links, adjacent)
    across = [set[int]() for _ in adjacent]
    if kind == VERTEX:
        for vertex, other in _across_cells(links):
            adjacent[vertex].setdefault(other, DIAGONAL)
            across[vertex].add(other)
    relation = np.array([bits for own in adjacent for bits in own.values()], dtype=np.int64)
    also = [n in others for own, others in zip(adjacent, across, strict=True) for n in own]
    diagonal: Bools = (relation & DIAGONAL > 0) | np.array(also, dtype=np.bool_)
    return Ragged.of([list(own) for own in adjacent]), relation, diagonal


def _add_cells(links: Links, adjacent: list[dict[int, int]]) -> None:
    """Add the cells that are diagonal or off to those across an edge of each cell."""
    places, centres = (links.points[kind][:, :2].tolist() for kind in (VERTEX, CELL))
    around, spokes = links.around.lists(), links.spokes.lists()
    ends = links.ends.tolist()
    rows = zip(links.corners.lists(), links.sides.lists(), strict=True)
    for cell, (corners, sides) in enumerate(rows):
        relations, centre = adjacent[cell], centres[cell]
        # It is none of its own neighbours.
        relations[cell] = 0
        for vertex in corners:
            left = [other for other in around[vertex] if other not in relations]
            if left:
                off = [off_line(places[vertex], centre, centres[other]) for other in left]
                relations[left[off.index(min(off))]] = DIAGONAL | ADJACENT
        for vertex in corners:
            for other in around[vertex]:
                relations.setdefault(other, OFF | ADJACENT)
        for vertex in corners:
            outward = [edge for edge in spokes[vertex] if edge not in sides]
            if len(spokes[vertex]) != 3 or not outward:
                continue
            beyond = sum(ends[outward[0]]) - vertex
            for other in around[beyond]:
                if other not in relations:
                    to = centres[other]
                    off_both = sum(off_line(places[end], centre, to) for end in (vertex, beyond))
                    # Bricks lie on the limit, where the last bit of a distance decides.
                    x, y = to[0] - centre[0], to[1] - centre[1]
                    if off_both <= ACROSS * sqrt(x * x + y * y):
                        relations[other] = DIAGONAL
        del relations[cell]


def _across_cells(links: Links) -> Iterator[tuple[int, int]]:
    """Yield each vertex with the corners across cells of four or more that are diagonal to it."""
    places, centres = (links.points[kind][:, :2].tolist() for kind in (VERTEX, CELL))
    corners = links.corners.lists()
    for vertex, cells in enumerate(links.around.lists()):
        for cell in cells:
            others = [other for other in corners[cell] if other != vertex]
            if len(corners[cell]) > 3:
                off = [off_line(centres[cell], places[vertex], places[n]) for n in others]
                yield vertex, others[off.index(min(off))]


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

#: The difference of two points that lie above one another or apart, in mean lengths of an edge.
LEVEL = 0.1

#: The cosine from which on a step leads straight in or out.
STRAIGHT = 0.9


@dataclass(frozen=True, eq=False)
class SiteSteps:
    """The steps from each site of one type to others of it, clockwise from north."""

    to: Ragged
    #: ORTHOGONAL, DIAGONAL or OFF, and ADJACENT, as in `topo.tilings.incidence.Slots`.
    relation: Ints
    #: The number of the direction of each step in `DIRECTIONS`.
    direction: Ints
    #: On boards with pivots: the direction around the pivot, or -1 for none.
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
    """Return the order of steps by site, clockwise from a little left of north; ties stay."""
    bearing = pi / 2 - angles(points[target] - points[source]) + 0.0001
    bearing = np.where(bearing < 0, bearing + tau, bearing)
    order: Ints = np.lexsort((np.arange(len(source)), bearing, source))
    return order


def _directions(links: Links, kind: str, source: Ints, target: Ints) -> Ints:
    """Return the direction of steps: one of 8 a level or, where two share one, of 16."""
    points = links.points[kind]
    ends = links.points[VERTEX][links.ends]
    unit = float(np.sqrt(((ends[:, 0] - ends[:, 1]) ** 2).sum(axis=1)).mean()) if len(ends) else 0.0
    # Steps to sites of the other types that touch a site count, too.
    owners = [source]
    codes = [_compass(points[target] - points[source], unit, 8)]
    for other, touching in _touching(links, kind).items():
        owners.append(touching.owners)
        step = links.points[other][touching.items] - points[touching.owners]
        codes.append(_compass(step, unit, 8))
    pairs = np.concatenate(owners).astype(np.int64) * len(DIRECTIONS) + np.concatenate(codes)
    pairs.sort()
    crowded = np.zeros(len(points), dtype=np.bool_)
    crowded[pairs[1:][pairs[1:] == pairs[:-1]] // len(DIRECTIONS)] = True
    fine = _compass(points[target] - points[source], unit, 16)
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
    touching = np.concatenate([at_ends.items, links.left, links.right])
    pairs = np.unique((edges * np.int64(cells) + touching)[touching >= 0])
    return {VERTEX: ends, CELL: Ragged.grouped(pairs // cells, pairs % cells, count)}


def _compass(steps: Floats, unit: float, points: int) -> Ints:
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
    ends = zip(source.tolist(), target.tolist(), strict=True)
    bent = np.array([(min(a, b), max(a, b)) in curved for a, b in ends], dtype=np.bool_)
    turning = np.where(bent, np.where(left, CLOCKWISE, COUNTER), -1)
    labels = np.where(cosine > STRAIGHT, IN, np.where(cosine < -STRAIGHT, OUT, turning))
    around[:] = np.where((own >= 0) & ~diagonal, labels, -1)
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
    of_cell = np.full(links.count(CELL), -1, dtype=np.int64)
    named = np.flatnonzero(own >= 0)[::-1]
    of_cell[links.corners.owners[named]] = own[named]
    return of_cell


def _unit(vectors: Floats) -> Floats:
    length = np.sqrt((vectors * vectors).sum(axis=1, keepdims=True))
    return np.where(length < 1e-7, vectors, vectors / np.where(length == 0, 1, length))


#: Two radials are opposite when together they bend by less (radians).
OPPOSITE = 0.1


class StepWalks:
    """Walks of one sort along the steps of a board.

    A walk goes on with the step of the same label that bends least, by less than `MAX_BEND`; around
    a pivot (`bending`), with the first of the same label. It ends without such a step, or at a site
    that it visited before. Steps of label -1 belong to no walk.
    """

    def __init__(
        self, points: Floats, steps: SiteSteps, labels: Ints, bending: bool = False
    ) -> None:
        self._points = points
        self._steps = steps
        #: The direction of each step, or 0 for all steps in a relation; -1 for steps of no walk.
        self.labels = labels
        self._bending = bending

    @cached_property
    def onward(self) -> Ints:
        """The step that follows each step on a walk, or -1; int32, shape ``(steps,)``."""
        to = self._steps.to
        most = np.inf if self._bending else tan(MAX_BEND)
        return _onward(to.start, to.owners, to.items, self.labels, self._points[:, :2], most)

    def first_steps(self, site: int) -> Ints:
        """Return the first steps of the walks from a site, clockwise from north."""
        start = self._steps.to.start
        first = np.arange(start[site], start[site + 1])
        return first[self.labels[first] >= 0]

    def along(self, step: int) -> Ints:
        """Return the sites of the walk that begins with a step, its source included."""
        to = self._steps.to
        source = np.searchsorted(to.start, step, side="right") - 1
        return _walks(to.items, self.onward, np.array([step]), np.array([source]), len(to))[1]

    def all(self) -> tuple[Ints, Ragged]:
        """Return the first step of every walk of the board, and the sites along each."""
        to = self._steps.to
        first = np.flatnonzero(self.labels >= 0)
        start, sites = _walks(to.items, self.onward, first, to.owners[first], len(to))
        return first, Ragged(start, sites)

    def distinct(self, site: int) -> list[int]:
        """Return the numbers of the walks from a site without the second of two opposite ones."""
        return [first for first, _ in self.axes(site)]

    def axes(self, site: int) -> list[tuple[int, list[int]]]:
        """Return the distinct walks from a site, each with its opposite walks."""
        first = self.first_steps(site)
        to = self._steps.to.items[first]
        away = self._points[to, :2] - self._points[site, :2]
        before = -away
        (ux, uy), (vx, vy) = away.T[:, None, :], before.T[:, :, None]
        ahead = ux * vx + uy * vy
        across = np.abs(uy * vx - ux * vy)
        opposite = (ahead > 0) & (across < tan(OPPOSITE) * ahead)
        np.fill_diagonal(opposite, False)
        axes: list[tuple[int, list[int]]] = []
        dropped: set[int] = set()
        for n in range(len(first)):
            if n not in dropped:
                axes.append((n, np.flatnonzero(opposite[n]).tolist()))
                dropped |= {int(opposite[n].argmax())} if opposite[n].any() else set()
        return axes


@jit
def _onward(start: Ints, source: Ints, to: Ints, labels: Ints, points: Floats, most: float) -> Ints:
    onward = np.full(len(to), -1, dtype=np.int32)
    for step in range(len(to)):
        if labels[step] < 0:
            continue
        a, b = source[step], to[step]
        vx, vy = points[b, 0] - points[a, 0], points[b, 1] - points[a, 1]
        least = most
        for follow in range(start[b], start[b + 1]):
            if labels[follow] != labels[step]:
                continue
            if least == np.inf:
                onward[step] = follow
                break
            c = to[follow]
            ux, uy = points[c, 0] - points[b, 0], points[c, 1] - points[b, 1]
            ahead = ux * vx + uy * vy
            if ahead > 0:
                bend = abs((ux * -vy + uy * vx) / ahead)
                if bend < least:
                    least = bend
                    onward[step] = follow
                    if bend == 0.0:
                        break
    return onward


@jit
def _walks(to: Ints, onward: Ints, first: Ints, source: Ints, sites: int) -> tuple[Ints, Ints]:
    """Return the index of each walk in the second array: the sites along all walks."""
    start = np.zeros(len(first) + 1, dtype=np.int64)
    met = np.full(sites, -1, dtype=np.int64)
    for n in range(len(first)):
        length = 1
        met[source[n]] = n
        step = first[n]
        while step >= 0 and met[to[step]] != n:
            met[to[step]] = n
            length += 1
            step = onward[step]
        start[n + 1] = start[n] + length
    along = np.empty(start[len(first)], dtype=np.int32)
    for n in range(len(first)):
        along[start[n]] = source[n]
        step = first[n]
        for place in range(start[n] + 1, start[n + 1]):
            along[place] = to[step]
            step = onward[step]
    return start, along
