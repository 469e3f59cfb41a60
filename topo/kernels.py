"""The compiled core of a board: the lookup of keys, and growth.

Arrays, with room for more rows than are in use:

``keys``
    int32 (room, 3), the lattice key of each id; ids are given in order.
``table``
    int32 (a power of two), open addressing with linear probing: an id, or FREE. At most half full.
``step``
    int32 (room, S), the neighbouring site in each slot, or NONE.
``link``, ``relation``
    The tiling's slots; see `topo.slots.Slots`.

A kernel cannot enlarge an array. It checks for room before it writes anything and answers
NEED_ROOM; the caller makes room and calls again.
"""

import numpy as np

from topo.arrays import Ints
from topo.jit import jit

FREE = -1
NONE = -1
NEED_ROOM = -1
ORTHOGONAL_BIT, ADJACENT_BIT = 1, 8


@jit
def _place(table: Ints, i: int, j: int, k: int) -> int:
    """Return where in `table` the search for a key begins."""
    # Two by two cells stay together, so that the neighbours of a cell lie in few cache lines, and
    # a dense board still spreads. Products stay below 2**63 for every key a board may hold.
    h = (int(i) >> 1) * 73856093 + (int(j) >> 1) * 19349663 + int(k) * 83492791
    h = (h ^ (h >> 31)) & 0x7FFFFFFF
    h = h * 1540483477
    h = (h ^ (h >> 29)) << 2 | (int(j) & 1) << 1 | (int(i) & 1)
    return int(h & (table.shape[0] - 1))


@jit
def find(table: Ints, keys: Ints, i: int, j: int, k: int) -> int:
    """Return the id of key ``(i, j, k)``, or NONE."""
    h = _place(table, i, j, k)
    while True:
        s = table[h]
        if s == FREE:
            return NONE
        if keys[s, 0] == i and keys[s, 1] == j and keys[s, 2] == k:
            return int(s)
        h = (h + 1) & (table.shape[0] - 1)


@jit
def _insert(table: Ints, i: int, j: int, k: int, s: int) -> None:
    h = _place(table, i, j, k)
    while table[h] != FREE:
        h = (h + 1) & (table.shape[0] - 1)
    table[h] = s


@jit
def fill(table: Ints, keys: Ints, count: int) -> None:
    """Enter ids 0 to `count` - 1 into an empty `table`, in order."""
    for s in range(count):
        _insert(table, keys[s, 0], keys[s, 1], keys[s, 2], s)


@jit
def forget(table: Ints, keys: Ints, count: int, version: int) -> None:
    """Take the ids from `version` to `count` - 1 out of `table`.

    A search stops at the first free place. Freeing the place of the newest id can only cut off
    searches for ids entered after it, of which there are none.
    """
    for s in range(count - 1, version - 1, -1):
        h = _place(table, keys[s, 0], keys[s, 1], keys[s, 2])
        while table[h] != s:
            h = (h + 1) & (table.shape[0] - 1)
        table[h] = FREE


@jit
def _has_room(table: Ints, keys: Ints, count: int, more: int) -> bool:
    return bool(count + more <= keys.shape[0] and 2 * (count + more) <= table.shape[0])


@jit
def _add(
    table: Ints, keys: Ints, step: Ints, link: Ints, relation: Ints,
    count: int, i: int, j: int, k: int,
) -> None:  # fmt: skip
    """Give key ``(i, j, k)`` the id `count`, and link it with its neighbours both ways."""
    keys[count, 0] = i
    keys[count, 1] = j
    keys[count, 2] = k
    for s in range(step.shape[1]):
        other = NONE
        if relation[k, s] != 0:
            other = find(table, keys, i + link[k, s, 0], j + link[k, s, 1], link[k, s, 2])
            if other != NONE:
                step[other, link[k, s, 3]] = count
        step[count, s] = other
    _insert(table, i, j, k, count)


@jit
def unlink(table: Ints, keys: Ints, step: Ints, link: Ints, count: int, version: int) -> None:
    """Take the cells from `version` to `count` - 1 off the board."""
    forget(table, keys, count, version)
    for site in range(version, count):
        for s in range(step.shape[1]):
            other = step[site, s]
            if other != NONE:
                step[other, link[keys[site, 2], s, 3]] = NONE


@jit
def grow(
    table: Ints, keys: Ints, step: Ints, link: Ints, relation: Ints, count: int, new: Ints
) -> int:
    """Add the cells `new`, (n, 3), in order and return the new count.

    Returns NEED_ROOM, or ``-2 - n`` when ``new[n]`` was there already; then nothing has changed.
    """
    if not _has_room(table, keys, count, new.shape[0]):
        return NEED_ROOM
    end = count
    for n in range(new.shape[0]):
        i, j, k = int(new[n, 0]), int(new[n, 1]), int(new[n, 2])
        if find(table, keys, i, j, k) != NONE:
            unlink(table, keys, step, link, end, count)
            return -2 - n
        _add(table, keys, step, link, relation, end, i, j, k)
        end += 1
    return end


@jit
def grow_around(
    table: Ints, keys: Ints, step: Ints, link: Ints, relation: Ints, count: int, site: int
) -> int:
    """Add the cells adjacent to `site` that are missing, in slot order; return the new count.

    Returns NEED_ROOM when there may not be room; then nothing has changed.
    """
    if not _has_room(table, keys, count, step.shape[1]):
        return NEED_ROOM
    i, j, k = int(keys[site, 0]), int(keys[site, 1]), int(keys[site, 2])
    end = count
    for s in range(step.shape[1]):
        if relation[k, s] & ADJACENT_BIT and step[site, s] == NONE:
            _add(
                table, keys, step, link, relation, end,
                i + link[k, s, 0], j + link[k, s, 1], link[k, s, 2],
            )  # fmt: skip
            end += 1
    return end


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
    rim: Ints, planes: Ints,
) -> int:  # fmt: skip
    """Add the contour around a board whose perimeter is `rim`; return the new count.

    That is the ring of cells that touch the board. A board that fills its hull, the common cells
    of half-planes parallel to `planes`, is to fill the hull of the ring afterwards: the corners of
    a triangle touch no old cell. Returns NEED_ROOM when there may not be room; then nothing has
    changed.
    """
    # A cell of the perimeter lacks fewer than S neighbours; what is left over holds the corners.
    if not _has_room(table, keys, count, (rim.shape[0] + 1) * step.shape[1]):
        return NEED_ROOM
    if rim.shape[0] == 0:
        return count
    end = count
    for site in rim:
        end = grow_around(table, keys, step, link, relation, end, site)
    limits = _deepest(planes, keys, rim)
    for site in range(count, end):
        if _within(planes, limits, keys[site, 0], keys[site, 1], keys[site, 2]):
            return end
    limits = _deepest(planes, keys, np.arange(count, end))
    site = count
    while site < end:
        k = keys[site, 2]
        for s in range(step.shape[1]):
            if relation[k, s] & ORTHOGONAL_BIT and step[site, s] == NONE:
                i, j = keys[site, 0] + link[k, s, 0], keys[site, 1] + link[k, s, 1]
                if _within(planes, limits, i, j, link[k, s, 2]):
                    _add(table, keys, step, link, relation, end, i, j, link[k, s, 2])
                    end += 1
        site += 1
    return end


@jit
def on_perimeter(keys: Ints, step: Ints, relation: Ints, site: int) -> bool:
    """Tell whether a cell adjacent to `site` is missing: a vertex of it is on the boundary."""
    k = keys[site, 2]
    for s in range(step.shape[1]):
        if relation[k, s] & ADJACENT_BIT and step[site, s] == NONE:
            return True
    return False


@jit
def perimeter(keys: Ints, step: Ints, relation: Ints, sites: Ints) -> Ints:
    """Return those of `sites`, in order, that are on the perimeter."""
    found = np.empty(sites.shape[0], dtype=np.int64)
    n = 0
    for site in sites:
        if on_perimeter(keys, step, relation, site):
            found[n] = site
            n += 1
    return found[:n].copy()


@jit
def walk(keys: Ints, step: Ints, link: Ints, turn: Ints, site: int, slot: int) -> Ints:
    """Return the sites of the straight walk from `site` through `slot`, the start included."""
    out = np.empty(8, dtype=np.int64)
    out[0] = site
    n = 1
    while slot >= 0:
        k = keys[site, 2]
        site = step[site, slot]
        if site == NONE or site == out[0]:
            break
        if n == out.shape[0]:
            longer = np.empty(2 * n, dtype=np.int64)
            longer[:n] = out
            out = longer
        out[n] = site
        n += 1
        slot = turn[k, slot]
    return out[:n].copy()


@jit
def share(
    table: Ints, keys: Ints, parts: Ints, ends: Ints, cells: Ints, offsets: Ints, sizes: Ints,
    first: int, last: int, count: int,
) -> tuple[int, int]:  # fmt: skip
    """Give ids to the vertices (or edges) of cells `first` to `last` - 1.

    `cells` are the keys of the board, ``offsets[k, n]`` the key of part `n` of prototile `k`
    relative to its cell. Ids go to ``parts[site, n]``, the count of ids after each cell to
    ``ends[site]``. Returns the first cell that is left when there is no more room, and the count.
    """
    for site in range(first, last):
        k = cells[site, 2]
        if not _has_room(table, keys, count, sizes[k]):
            return site, count
        for n in range(sizes[k]):
            i = cells[site, 0] + offsets[k, n, 0]
            j = cells[site, 1] + offsets[k, n, 1]
            v = offsets[k, n, 2]
            part = find(table, keys, i, j, v)
            if part == NONE:
                part = count
                keys[part, 0] = i
                keys[part, 1] = j
                keys[part, 2] = v
                _insert(table, i, j, v, part)
                count += 1
            parts[site, n] = part
        for n in range(sizes[k], parts.shape[1]):
            parts[site, n] = NONE
        ends[site] = count
    return last, count
