"""Adjacency of sites on a board: relations between sites of a type, and phases (a colouring)."""

import numpy as np

from boardless.jit.arrays import Bools, Floats, Ints
from boardless.jit.native import jit
from boardless.topo.layouts.csr import Ragged
from boardless.topo.layouts.incidence import CELL, EDGE, VERTEX, Links
from boardless.topo.tilings.slots import ADJACENT, DIAGONAL, OFF, ORTHOGONAL

#: Four phases, and one more for sites that have neighbours of all four.
PHASES = 5


def sharing(links: Links, kind: str) -> Ragged:
    """Return the sites that share an edge with each, or of edges an end; two if they share both."""
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
    """Return the sites of each phase by greedy colouring, those beside two colours first."""
    bits = _coloured(neighbours.start, neighbours.items)
    return [np.flatnonzero(bits & (1 << phase)).astype(np.int32) for phase in range(PHASES)]


@jit
def _coloured(start: Ints, items: Ints) -> Ints:
    """Return the phases of each site as bits."""
    count = len(start) - 1
    bits = np.zeros(count, dtype=np.int64)
    done = np.zeros(count, dtype=np.bool_)
    # The queue grows at both ends, at each by no more than there are neighbours.
    queue = np.empty(2 * len(items) + 3, dtype=np.int32)
    for first in range(count):
        if bits[first] != 0:
            continue
        bits[first] = 1
        head = len(items) + 1
        tail = head + 1
        queue[head] = first
        while head < tail:
            site = queue[head]
            head += 1
            if done[site]:
                continue
            done[site] = True
            phase = 0
            taken = _taken(start, items, bits, site)
            while phase < 4 and taken >> phase & 1:
                phase += 1
            bits[site] |= 1 << phase
            for n in range(start[site], start[site + 1]):
                other = items[n]
                if done[other]:
                    continue
                taken = _taken(start, items, bits, other)
                if taken & (taken - 1):
                    head -= 1
                    queue[head] = other
                else:
                    queue[tail] = other
                    tail += 1
    return bits


@jit
def _taken(start: Ints, items: Ints, bits: Ints, site: int) -> int:
    """Return the phases of the neighbours of a site as bits, of each its lowest."""
    taken = 0
    for n in range(start[site], start[site + 1]):
        taken |= bits[items[n]] & -bits[items[n]]
    return taken


#: The largest distance of an edge, both ends together, from the line between two cells that are
#: diagonal across it, as a part of the distance of the cells.
ACROSS = 0.1

#: Points nearer than this are one.
EPSILON = 1e-7


def neighbours(links: Links, kind: str) -> tuple[Ragged, Ints, Bools]:
    """Return the neighbours of each site, their relation bits, and which steps are diagonal.

    Cells are orthogonal across an edge. At each corner, of the cells that share it and are not
    neighbours yet, the one straightest across is diagonal; the others are off. Where three edges
    meet at a corner, the cells at the far end of the outward one are diagonal, without being
    adjacent, if that edge lies on the line between the two centres. Vertices are orthogonal along
    an edge and diagonal across a cell of four corners or more, to the corner whose line passes
    nearest to its centre (a step along an edge may be diagonal as well). Edges are orthogonal when
    they share an end.
    """
    if kind == EDGE:
        to = _once(sharing(links, EDGE))
        relation = np.full(len(to.items), ORTHOGONAL | ADJACENT, dtype=np.int64)
        return to, relation, np.zeros(len(to.items), dtype=np.bool_)
    if kind == CELL:
        room = _room_of_cells(links)
        found = _adjacent_cells(
            *(_flat(links.corners), links.sides.items, links.left, links.right),
            *(_flat(links.around), _flat(links.spokes), links.ends),
            *(links.points[VERTEX][:, :2], links.points[CELL][:, :2], room),
        )
    else:
        room = np.concatenate(([0], np.cumsum(links.spokes.lengths + links.around.lengths)))
        found = _adjacent_vertices(
            *(_flat(links.spokes), links.ends, _flat(links.around), _flat(links.corners)),
            *(links.points[VERTEX][:, :2], links.points[CELL][:, :2], room),
        )
    lengths, items, bits, diagonal = found
    used = np.arange(len(items)) - np.repeat(room[:-1], np.diff(room)) < np.repeat(
        lengths, np.diff(room)
    )
    to = Ragged(np.concatenate(([0], np.cumsum(lengths))), items[used])
    return to, bits[used], diagonal[used]


def _flat(lists: Ragged) -> tuple[Ints, Ints]:
    return lists.start, lists.items


def _once(lists: Ragged) -> Ragged:
    """Return the lists without repetitions within a list."""
    keys = lists.owners.astype(np.int64) * (int(lists.items.max(initial=0)) + 1) + lists.items
    first = np.zeros(len(keys), dtype=np.bool_)
    first[np.unique(keys, return_index=True)[1]] = True
    return lists.where(first)


def _room_of_cells(links: Links) -> Ints:
    """Return the bounds of the rooms for the neighbours of each cell."""
    around, spokes = links.around.lengths, links.spokes.lengths
    beyond = np.zeros(len(around), dtype=np.int64)
    first, second = links.ends.T
    np.add.at(beyond, first, around[second])
    np.add.at(beyond, second, around[first])
    most = around + np.where(spokes == 3, beyond, 0)
    total = np.concatenate(([0], np.cumsum(most[links.corners.items] + 1)))
    bound: Ints = total[links.corners.start]
    return bound


@jit
def _off_line(x: float, y: float, ax: float, ay: float, bx: float, by: float) -> float:
    """Return the distance of (x, y) to the line through a and b."""
    dx, dy = bx - ax, by - ay
    if abs(dx) + abs(dy) < EPSILON:
        return float(np.sqrt((x - ax) * (x - ax) + (y - ay) * (y - ay)))
    across = (y - ay) * dx - (x - ax) * dy
    return float(np.sqrt(across * across / (dx * dx + dy * dy)))


@jit
def _adjacent_vertices(
    spokes: tuple[Ints, Ints], ends: Ints, around: tuple[Ints, Ints], corners: tuple[Ints, Ints],
    places: Floats, centres: Floats, room: Ints,
) -> tuple[Ints, Ints, Ints, Bools]:  # fmt: skip
    count = len(room) - 1
    lengths = np.zeros(count, dtype=np.int64)
    items = np.zeros(room[count], dtype=np.int32)
    bits = np.zeros(room[count], dtype=np.int64)
    diagonal = np.zeros(room[count], dtype=np.bool_)
    for vertex in range(count):
        first = last = room[vertex]
        for n in range(spokes[0][vertex], spokes[0][vertex + 1]):
            edge = spokes[1][n]
            other = ends[edge, 0] + ends[edge, 1] - vertex
            listed = False
            for m in range(first, last):
                listed = listed or items[m] == other
            if not listed:
                items[last] = other
                bits[last] = ORTHOGONAL | ADJACENT
                last += 1
        for n in range(around[0][vertex], around[0][vertex + 1]):
            cell = around[1][n]
            if corners[0][cell + 1] - corners[0][cell] < 4:
                continue
            best, least = -1, 1e6
            for m in range(corners[0][cell], corners[0][cell + 1]):
                other = corners[1][m]
                if other == vertex:
                    continue
                off = _off_line(
                    centres[cell, 0], centres[cell, 1], places[vertex, 0], places[vertex, 1],
                    places[other, 0], places[other, 1],
                )  # fmt: skip
                if off < least:
                    best, least = other, off
            if best < 0:
                continue
            listed = False
            for m in range(first, last):
                if items[m] == best:
                    listed = True
                    diagonal[m] = True
            if not listed:
                items[last] = best
                bits[last] = DIAGONAL
                diagonal[last] = True
                last += 1
        lengths[vertex] = last - first
    return lengths, items, bits, diagonal


@jit
def _adjacent_cells(
    corners: tuple[Ints, Ints], sides: Ints, left: Ints, right: Ints,
    around: tuple[Ints, Ints], spokes: tuple[Ints, Ints], ends: Ints,
    places: Floats, centres: Floats, room: Ints,
) -> tuple[Ints, Ints, Ints, Bools]:  # fmt: skip
    count = len(room) - 1
    lengths = np.zeros(count, dtype=np.int64)
    items = np.zeros(room[count], dtype=np.int32)
    bits = np.zeros(room[count], dtype=np.int64)
    seen = np.full(count, -1, dtype=np.int64)
    for cell in range(count):
        last = room[cell]
        begin, end = corners[0][cell], corners[0][cell + 1]
        seen[cell] = cell
        for n in range(begin, end):
            edge = sides[n]
            other = -1
            if left[edge] == cell:
                other = right[edge]
            elif right[edge] == cell:
                other = left[edge]
            if other >= 0 and seen[other] != cell:
                last = _noted(seen, items, bits, cell, other, ORTHOGONAL | ADJACENT, last)
        x, y = centres[cell]
        for n in range(begin, end):
            vertex = corners[1][n]
            best, least = -1, 1e6
            for m in range(around[0][vertex], around[0][vertex + 1]):
                other = around[1][m]
                if seen[other] == cell:
                    continue
                off = _off_line(
                    places[vertex, 0], places[vertex, 1], x, y, centres[other, 0], centres[other, 1]
                )
                if off < least:
                    best, least = other, off
            if best >= 0:
                last = _noted(seen, items, bits, cell, best, DIAGONAL | ADJACENT, last)
        for n in range(begin, end):
            vertex = corners[1][n]
            for m in range(around[0][vertex], around[0][vertex + 1]):
                other = around[1][m]
                if seen[other] != cell:
                    last = _noted(seen, items, bits, cell, other, OFF | ADJACENT, last)
        for n in range(begin, end):
            vertex = corners[1][n]
            if spokes[0][vertex + 1] - spokes[0][vertex] != 3:
                continue
            beyond = _outward(spokes, ends, sides, begin, end, vertex)
            if beyond < 0:
                continue
            for m in range(around[0][beyond], around[0][beyond + 1]):
                other = around[1][m]
                if seen[other] == cell:
                    continue
                to_x, to_y = centres[other]
                off = _off_line(places[vertex, 0], places[vertex, 1], x, y, to_x, to_y)
                off += _off_line(places[beyond, 0], places[beyond, 1], x, y, to_x, to_y)
                if off <= ACROSS * np.sqrt((to_x - x) ** 2 + (to_y - y) ** 2):
                    last = _noted(seen, items, bits, cell, other, DIAGONAL, last)
        lengths[cell] = last - room[cell]
    diagonal = np.zeros(len(bits), dtype=np.bool_)
    for n in range(len(bits)):
        diagonal[n] = bits[n] & DIAGONAL != 0
    return lengths, items, bits, diagonal


@jit
def _noted(
    seen: Ints, items: Ints, bits: Ints, cell: int, other: int, relation: int, last: int
) -> int:
    """Write a neighbour of a cell; return the index of the next one."""
    seen[other] = cell
    items[last] = other
    bits[last] = relation
    return last + 1


@jit
def _outward(
    spokes: tuple[Ints, Ints], ends: Ints, sides: Ints, begin: int, end: int, vertex: int
) -> int:
    """Return the far end of the first edge at a vertex that is no side of a cell, or -1."""
    for n in range(spokes[0][vertex], spokes[0][vertex + 1]):
        edge = spokes[1][n]
        own = False
        for m in range(begin, end):
            own = own or sides[m] == edge
        if not own:
            return int(ends[edge, 0] + ends[edge, 1] - vertex)
    return -1
