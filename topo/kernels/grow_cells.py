"""The compiled growth of a board: by given cells, around a cell, and by a contour.

The arrays are those of `topo.kernels.lookup` and `topo.kernels.change_cells`. A kernel checks for
room before it writes anything and answers NEED_ROOM; the caller makes room and calls again. Else
it answers how many cells it has added; the caller takes their ids from the stack.
"""

import numpy as np

from boardless.topo.kernels.arrays import Ints
from boardless.topo.kernels.change_cells import add, remove
from boardless.topo.kernels.jit import jit
from boardless.topo.kernels.lookup import NONE, find, has_room, next_id

NEED_ROOM = -1
#: Bits of `relation`; see `topo.tilings.slots`.
ORTHOGONAL_BIT, ADJACENT_BIT = 1, 8


@jit
def grow(
    table: Ints, keys: Ints, step: Ints, link: Ints, relation: Ints, count: int,
    free: Ints, freed: int, new: Ints,
) -> int:  # fmt: skip
    """Add the cells `new`, (n, 3), in order and return how many.

    Returns NEED_ROOM, or ``-2 - n`` when ``new[n]`` was there already; then nothing has changed.
    """
    if not has_room(table, keys, count, new.shape[0]):
        return NEED_ROOM
    for n in range(new.shape[0]):
        i, j, k = int(new[n, 0]), int(new[n, 1]), int(new[n, 2])
        if find(table, keys, i, j, k) != NONE:
            for m in range(n - 1, -1, -1):
                remove(table, keys, step, link, next_id(free, freed, count, m))
            return -2 - n
        add(table, keys, step, link, relation, next_id(free, freed, count, n), i, j, k)
    return int(new.shape[0])


@jit
def _surround(
    table: Ints, keys: Ints, step: Ints, link: Ints, relation: Ints, count: int,
    free: Ints, freed: int, site: int, added: int,
) -> int:  # fmt: skip
    """Add the cells adjacent to `site` that are missing, after `added` others; count them, too."""
    i, j, k = int(keys[site, 0]), int(keys[site, 1]), int(keys[site, 2])
    for s in range(step.shape[1]):
        if relation[k, s] & ADJACENT_BIT and step[site, s] == NONE:
            add(
                table, keys, step, link, relation, next_id(free, freed, count, added),
                i + link[k, s, 0], j + link[k, s, 1], link[k, s, 2],
            )  # fmt: skip
            added += 1
    return added


@jit
def grow_around(
    table: Ints, keys: Ints, step: Ints, link: Ints, relation: Ints, count: int,
    free: Ints, freed: int, site: int,
) -> int:  # fmt: skip
    """Add the cells adjacent to `site` that are missing, in slot order; return how many.

    Returns NEED_ROOM when there may not be room; then nothing has changed.
    """
    if not has_room(table, keys, count, step.shape[1]):
        return NEED_ROOM
    return _surround(table, keys, step, link, relation, count, free, freed, site, 0)


@jit
def _depth(planes: Ints, h: int, i: int, j: int, k: int) -> int:
    """Return how far cell ``(i, j, k)`` lies in the direction of half-plane `h`."""
    return int(planes[h, 0] * i + planes[h, 1] * j + planes[h, 2] * k)


@jit
def _deepest(planes: Ints, keys: Ints, sites: Ints) -> Ints:
    """Return the largest depth of `sites` in the direction of each half-plane."""
    limits = np.empty(planes.shape[0], dtype=np.int64)
    for h in range(planes.shape[0]):
        limits[h] = _depth(planes, h, keys[sites[0], 0], keys[sites[0], 1], keys[sites[0], 2])
        for site in sites:
            depth = _depth(planes, h, keys[site, 0], keys[site, 1], keys[site, 2])
            limits[h] = max(limits[h], depth)
    return limits


@jit
def _within(planes: Ints, limits: Ints, i: int, j: int, k: int) -> bool:
    inside = True
    for h in range(planes.shape[0]):
        inside = inside and _depth(planes, h, i, j, k) <= limits[h]
    return inside


@jit
def grow_contour(
    table: Ints, keys: Ints, step: Ints, link: Ints, relation: Ints, count: int,
    free: Ints, freed: int, rim: Ints, planes: Ints,
) -> int:  # fmt: skip
    """Add the contour around a board whose perimeter is `rim`; return how many cells that are.

    That is the ring of cells that touch the board. A board that fills its hull, the common cells
    of half-planes parallel to `planes`, is to fill the hull of the ring afterwards: the corners of
    a triangle touch no old cell. Returns NEED_ROOM when there may not be room; then nothing has
    changed.
    """
    # A cell of the perimeter lacks fewer than S neighbours; what is left over holds the corners.
    if not has_room(table, keys, count, (rim.shape[0] + 1) * step.shape[1]):
        return NEED_ROOM
    if rim.shape[0] == 0:
        return 0
    added = 0
    for site in rim:
        added = _surround(
            table, keys, step, link, relation, count, free, freed, int(site), added
        )  # fmt: skip
    limits = _deepest(planes, keys, rim)
    ring = np.empty(added, dtype=np.int64)
    for n in range(added):
        ring[n] = next_id(free, freed, count, n)
        site = ring[n]
        if _within(planes, limits, keys[site, 0], keys[site, 1], keys[site, 2]):
            return added
    limits = _deepest(planes, keys, ring)
    n = 0
    while n < added:
        site = next_id(free, freed, count, n)
        k = keys[site, 2]
        for s in range(step.shape[1]):
            if relation[k, s] & ORTHOGONAL_BIT and step[site, s] == NONE:
                i, j = keys[site, 0] + link[k, s, 0], keys[site, 1] + link[k, s, 1]
                if _within(planes, limits, i, j, link[k, s, 2]):
                    new = next_id(free, freed, count, added)
                    add(table, keys, step, link, relation, new, i, j, link[k, s, 2])
                    added += 1
        n += 1
    return added
