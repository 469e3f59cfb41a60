"""Phases: sites coloured so that neighbours differ, as far as four colours go."""

import numpy as np

from boardless.topo.kernels.arrays import Ints
from boardless.topo.kernels.jit import jit
from boardless.topo.layouts.links import CELL, EDGE, Links
from boardless.topo.layouts.ragged import Ragged

#: Four phases, and one more for sites that have neighbours of all four.
PHASES = 5


def sharing(links: Links, kind: str) -> Ragged:
    """Return the sites that share an edge (cells, vertices) or an end (edges) with each site.

    Edges that meet at both ends are named twice.
    """
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
    """Return the sites of each phase, in ascending order.

    Colours are given greedily from the lowest site that has none; sites whose neighbours have two
    colours or more come first.

    Parameters
    ----------
    neighbours : Ragged
        The neighbours of each site; one may be named twice.
    """
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
