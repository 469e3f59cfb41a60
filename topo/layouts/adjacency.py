"""Adjacency of sites: relations between sites of a type, and phases (a colouring)."""

from collections import deque
from collections.abc import Iterator
from math import sqrt

import numpy as np

from boardless.jit.arrays import Bools, Ints
from boardless.topo.layouts.csr import Ragged
from boardless.topo.layouts.incidence import CELL, EDGE, VERTEX, Links
from boardless.topo.layouts.places import off_line
from boardless.topo.tilings.slots import ADJACENT, DIAGONAL, OFF, ORTHOGONAL

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
