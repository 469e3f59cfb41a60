"""The compiled core of a board: a hash table, and cells added, removed and read in flat arrays."""

import numpy as np

from boardless.jit.arrays import Ints
from boardless.jit.native import jit

FREE = -1
NONE = -1
GONE = -1

#: The step of a search when a place is taken: large, because cells of a row are close; odd, so that
#: it reaches every place. Times its inverse it is 1 in 31 bits.
STRIDE = 457164679
INVERSE = pow(STRIDE, -1, 2**31)


@jit
def _place(table: Ints, i: int, j: int, k: int) -> int:
    """Return the index in `table` at which the search for a key begins."""
    # Squares of 256 by 256 cells are scattered, so that keys a power of two apart are, too. In one,
    # cells of a row stay together, and the rows of a dense board hardly ever meet. Products stay
    # below 2**63 for every key a board may hold.
    h = (int(i) >> 8) * 73856093 + (int(j) >> 8) * 19349663
    h = ((h ^ (h >> 31)) & 0x7FFFFFFF) * 1540483477
    h = (h ^ (h >> 29)) + int(i) + int(j) * 541123053 + int(k) * 173967477
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
        h = (h + STRIDE) & (table.shape[0] - 1)


@jit
def insert(table: Ints, i: int, j: int, k: int, s: int) -> None:
    """Enter the id `s` of a key that is not in `table`."""
    h = _place(table, i, j, k)
    while table[h] != FREE:
        h = (h + STRIDE) & (table.shape[0] - 1)
    table[h] = s


@jit
def fill(table: Ints, keys: Ints, count: int) -> None:
    """Enter the ids below `count` that are in use into an empty `table`, in order."""
    for s in range(count):
        if keys[s, 2] != GONE:
            insert(table, keys[s, 0], keys[s, 1], keys[s, 2], s)


@jit
def forget(table: Ints, keys: Ints, s: int) -> None:
    """Remove an id from `table`, and its key.

    A search stops at the first free place, so entries after it move up if their search began no
    later than at the place that gets free.
    """
    last = table.shape[0] - 1
    h = _place(table, keys[s, 0], keys[s, 1], keys[s, 2])
    while table[h] != s:
        h = (h + STRIDE) & last
    n = (h + STRIDE) & last
    while table[n] != FREE:
        other = table[n]
        begin = _place(table, keys[other, 0], keys[other, 1], keys[other, 2])
        # Distances in steps of a search.
        if (n - begin) * INVERSE & last >= (n - h) * INVERSE & last:
            table[h] = other
            h = n
        n = (n + STRIDE) & last
    table[h] = FREE
    keys[s, 0] = 0
    keys[s, 1] = 0
    keys[s, 2] = GONE


@jit
def next_id(free: Ints, freed: int, count: int, n: int) -> int:
    """Return the id that the key after `n` others gets."""
    return int(free[freed - 1 - n]) if n < freed else count + n - freed


@jit
def release(free: Ints, freed: int, count: int, s: int) -> tuple[int, int]:
    """Make `s` the next id; return `freed` and `count`."""
    if freed == 0 and s == count - 1:
        return freed, s
    free[freed] = s
    return freed + 1, count


@jit
def has_room(table: Ints, keys: Ints, count: int, more: int) -> bool:
    """Tell whether `more` keys fit."""
    return bool(count + more <= keys.shape[0] and 2 * (count + more) <= table.shape[0])


@jit
def add(
    table: Ints, keys: Ints, step: Ints, link: Ints, relation: Ints,
    site: int, i: int, j: int, k: int,
) -> None:  # fmt: skip
    """Give key ``(i, j, k)`` the id `site`, and link it with its neighbours both ways."""
    keys[site, 0] = i
    keys[site, 1] = j
    keys[site, 2] = k
    for s in range(step.shape[1]):
        other = NONE
        if relation[k, s] != 0:
            other = find(table, keys, i + link[k, s, 0], j + link[k, s, 1], link[k, s, 2])
            if other != NONE:
                step[other, link[k, s, 3]] = site
        step[site, s] = other
    insert(table, i, j, k, site)


@jit
def remove(table: Ints, keys: Ints, step: Ints, link: Ints, site: int) -> None:
    """Remove a cell from the board; its id is for the caller to release."""
    for s in range(step.shape[1]):
        other = step[site, s]
        if other != NONE:
            step[other, link[keys[site, 2], s, 3]] = NONE
            step[site, s] = NONE
    forget(table, keys, site)


@jit
def travel(
    table: Ints, keys: Ints, step: Ints, link: Ints, relation: Ints, count: int,
    free: Ints, freed: int, rows: Ints, back: bool,
) -> tuple[int, int]:  # fmt: skip
    """Make the changes `rows`, or with `back` undo them, last first; return `freed` and `count`.

    There has to be room for all their cells.
    """
    for n in range(rows.shape[0]):
        row = rows[rows.shape[0] - 1 - n if back else n]
        if (row[0] >= 0) != back:
            site = next_id(free, freed, count, 0)
            freed, count = (freed - 1, count) if freed > 0 else (freed, count + 1)
            add(table, keys, step, link, relation, site, int(row[1]), int(row[2]), int(row[3]))
        else:
            site = int(row[0]) if row[0] >= 0 else -1 - int(row[0])
            remove(table, keys, step, link, site)
            freed, count = release(free, freed, count, site)
    return freed, count


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
    """Return the depth of cell ``(i, j, k)`` in the direction of half-plane `h`."""
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
    """Add the contour around a board whose perimeter is `rim`; return the number of cells.

    It is the ring of cells that touch the board. A board that fills its hull, the common cells
    of half-planes parallel to `planes`, is to fill the hull of the ring afterwards: the corners of
    a triangle touch no old cell. Returns NEED_ROOM when there may not be room; then nothing has
    changed.
    """
    # A cell of the perimeter lacks fewer than S neighbours; the corners fit into the rest.
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
    """Return those of `sites`, in order, that are on the board and on its perimeter."""
    found = np.empty(sites.shape[0], dtype=np.int64)
    n = 0
    for site in sites:
        if keys[site, 2] != GONE and on_perimeter(keys, step, relation, site):
            found[n] = site
            n += 1
    return found[:n].copy()


@jit
def around(table: Ints, keys: Ints, link: Ints, relation: Ints, rows: Ints) -> Ints:
    """Return the sites at and adjacent to the keys of `rows`; some may occur several times."""
    found = np.empty(rows.shape[0] * (link.shape[1] + 1), dtype=np.int64)
    n = 0
    for row in rows:
        i, j, k = int(row[1]), int(row[2]), int(row[3])
        for s in range(-1, link.shape[1]):
            site = NONE
            if s < 0:
                site = find(table, keys, i, j, k)
            elif relation[k, s] & ADJACENT_BIT:
                site = find(table, keys, i + link[k, s, 0], j + link[k, s, 1], link[k, s, 2])
            if site != NONE:
                found[n] = site
                n += 1
    return found[:n].copy()


@jit
def isolated(keys: Ints, step: Ints, relation: Ints, marked: Ints, sites: Ints) -> Ints:
    """Return those of `sites`, in order, which neither are marked nor adjacent to a marked one."""
    found = np.empty(sites.shape[0], dtype=np.int64)
    n = 0
    for site in sites:
        touching = marked[site] != 0
        for s in range(step.shape[1]):
            other = step[site, s]
            if other != NONE and relation[keys[site, 2], s] & ADJACENT_BIT and marked[other] != 0:
                touching = True
        if not touching:
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
