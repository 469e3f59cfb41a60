"""The compiled core of a board: a hash table, and cells in flat arrays."""

from typing import NamedTuple, TypeAlias

import numpy as np

from boardless.jit.arrays import Ints, by_address
from boardless.jit.native import jit

FREE = -1
NONE = -1
GONE = -1

#: The step of a search when a place is taken: large, because cells of a row are close; odd, so that
#: it reaches every place. Times its inverse it is 1 in 31 bits.
STRIDE = 457164679
INVERSE = pow(STRIDE, -1, 2**31)


@by_address
class Keys(NamedTuple):
    """Keys by their ids, and a hash table from key to id."""

    table: Ints  # int32, as long as a power of two: the id at each place, or FREE
    keys: Ints  # int32 (room, 3), the last number GONE where no key has the id
    free: Ints  # int32 (room,): ids that no key has, of which the last one is used next


@by_address
class Cells(NamedTuple):
    """The keys of cells, see `Keys`, and their neighbours."""

    table: Ints
    keys: Ints
    free: Ints
    step: Ints  # int32 (room, S): the neighbour by site and slot, or NONE
    link: Ints  # for this and the next see `topo.tilings.incidence.Slots`
    relation: Ints


AnyKeys: TypeAlias = Keys | Cells


@jit
def _place(table: Ints, i: int, j: int, k: int) -> int:
    """Return the first index in `table` of the search for a key."""
    # Squares of 256 by 256 cells are scattered, so that keys a power of two apart are, too. In one,
    # cells of a row stay together, and the rows of a dense board hardly ever meet. Products stay
    # below 2**63 for every key a board may hold.
    h = (int(i) >> 8) * 73856093 + (int(j) >> 8) * 19349663
    h = ((h ^ (h >> 31)) & 0x7FFFFFFF) * 1540483477
    h = (h ^ (h >> 29)) + int(i) + int(j) * 541123053 + int(k) * 173967477
    return int(h & (table.shape[0] - 1))


@jit
def find(c: AnyKeys, i: int, j: int, k: int) -> int:
    """Return the id of key ``(i, j, k)``, or NONE."""
    h = _place(c.table, i, j, k)
    while True:
        s = c.table[h]
        if s == FREE:
            return NONE
        if c.keys[s, 0] == i and c.keys[s, 1] == j and c.keys[s, 2] == k:
            return int(s)
        h = (h + STRIDE) & (c.table.shape[0] - 1)


@jit
def insert(c: AnyKeys, s: int) -> None:
    """Enter the id `s` in `table`, which does not have its key."""
    h = _place(c.table, c.keys[s, 0], c.keys[s, 1], c.keys[s, 2])
    while c.table[h] != FREE:
        h = (h + STRIDE) & (c.table.shape[0] - 1)
    c.table[h] = s


@jit
def fill(c: Keys, count: int) -> None:
    """Enter the ids below `count` that are in use into an empty `table`, in order."""
    for s in range(count):
        if c.keys[s, 2] != GONE:
            insert(c, s)


@jit
def forget(c: AnyKeys, s: int) -> None:
    """Remove an id from the table, and its key; entries behind it move up where they may."""
    last = c.table.shape[0] - 1
    h = _place(c.table, c.keys[s, 0], c.keys[s, 1], c.keys[s, 2])
    while c.table[h] != s:
        h = (h + STRIDE) & last
    n = (h + STRIDE) & last
    while c.table[n] != FREE:
        other = c.table[n]
        begin = _place(c.table, c.keys[other, 0], c.keys[other, 1], c.keys[other, 2])
        # In steps: an entry moves if its search began no later than at the place that gets free.
        if (n - begin) * INVERSE & last >= (n - h) * INVERSE & last:
            c.table[h] = other
            h = n
        n = (n + STRIDE) & last
    c.table[h] = FREE
    c.keys[s, 0] = 0
    c.keys[s, 1] = 0
    c.keys[s, 2] = GONE


@jit
def next_id(c: AnyKeys, freed: int, count: int, n: int) -> int:
    """Return the id of the next new key after `n` others."""
    return int(c.free[freed - 1 - n]) if n < freed else count + n - freed


@jit
def release(c: AnyKeys, freed: int, count: int, s: int) -> tuple[int, int]:
    """Make `s` the next id; return `freed` and `count`."""
    if freed == 0 and s == count - 1:
        return freed, s
    c.free[freed] = s
    return freed + 1, count


@jit
def has_room(c: AnyKeys, count: int, more: int) -> bool:
    """Return True if `more` keys fit."""
    return bool(count + more <= c.keys.shape[0] and 2 * (count + more) <= c.table.shape[0])


@jit
def add(c: Cells, site: int, i: int, j: int, k: int) -> None:
    """Give key ``(i, j, k)`` the id `site`, and link it with its neighbours both ways."""
    c.keys[site, 0] = i
    c.keys[site, 1] = j
    c.keys[site, 2] = k
    for s in range(c.step.shape[1]):
        other = NONE
        if c.relation[k, s] != 0:
            other = find(c, i + c.link[k, s, 0], j + c.link[k, s, 1], c.link[k, s, 2])
            if other != NONE:
                c.step[other, c.link[k, s, 3]] = site
        c.step[site, s] = other
    insert(c, site)


@jit
def remove(c: Cells, site: int) -> None:
    """Remove a cell from the board; its id is for the caller to release."""
    for s in range(c.step.shape[1]):
        other = c.step[site, s]
        if other != NONE:
            c.step[other, c.link[c.keys[site, 2], s, 3]] = NONE
            c.step[site, s] = NONE
    forget(c, site)


@jit
def travel(c: Cells, count: int, freed: int, rows: Ints, back: bool) -> tuple[int, int]:
    """Make the changes `rows`, which have room, or undo them; return `freed` and `count`."""
    for n in range(rows.shape[0]):
        row = rows[rows.shape[0] - 1 - n if back else n]
        if (row[0] >= 0) != back:
            site = next_id(c, freed, count, 0)
            freed, count = (freed - 1, count) if freed > 0 else (freed, count + 1)
            add(c, site, int(row[1]), int(row[2]), int(row[3]))
        else:
            site = int(row[0]) if row[0] >= 0 else -1 - int(row[0])
            remove(c, site)
            freed, count = release(c, freed, count, site)
    return freed, count


NEED_ROOM = -1
#: Bits of `relation`; see `topo.tilings.incidence`.
ORTHOGONAL_BIT, ADJACENT_BIT = 1, 8


@jit
def grow(c: Cells, count: int, freed: int, new: Ints) -> int:
    """Add cells, (n, 3); return how many, NEED_ROOM, or ``-2 - n`` if ``new[n]`` was there."""
    if not has_room(c, count, new.shape[0]):
        return NEED_ROOM
    for n in range(new.shape[0]):
        i, j, k = int(new[n, 0]), int(new[n, 1]), int(new[n, 2])
        if find(c, i, j, k) != NONE:
            for m in range(n - 1, -1, -1):
                remove(c, next_id(c, freed, count, m))
            return -2 - n
        add(c, next_id(c, freed, count, n), i, j, k)
    return int(new.shape[0])


@jit
def _surround(c: Cells, count: int, freed: int, site: int, added: int) -> int:
    """Add the missing cells adjacent to `site`, after `added` others; return the new count."""
    i, j, k = int(c.keys[site, 0]), int(c.keys[site, 1]), int(c.keys[site, 2])
    for s in range(c.step.shape[1]):
        if c.relation[k, s] & ADJACENT_BIT and c.step[site, s] == NONE:
            new = next_id(c, freed, count, added)
            add(c, new, i + c.link[k, s, 0], j + c.link[k, s, 1], c.link[k, s, 2])
            added += 1
    return added


@jit
def grow_around(c: Cells, count: int, freed: int, site: int) -> int:
    """Add the missing cells adjacent to `site`, in slot order; return how many, or NEED_ROOM."""
    if not has_room(c, count, c.step.shape[1]):
        return NEED_ROOM
    return _surround(c, count, freed, site, 0)


@jit
def _depth(planes: Ints, h: int, i: int, j: int, k: int) -> int:
    """Return the depth of cell ``(i, j, k)`` in the direction of half-plane `h`."""
    return int(planes[h, 0] * i + planes[h, 1] * j + planes[h, 2] * k)


@jit
def _deepest(c: Cells, planes: Ints, sites: Ints) -> Ints:
    """Return the largest depth of `sites` in the direction of each half-plane."""
    limits = np.full(planes.shape[0], -(2**62), dtype=np.int64)
    for h in range(planes.shape[0]):
        for site in sites:
            depth = _depth(planes, h, c.keys[site, 0], c.keys[site, 1], c.keys[site, 2])
            limits[h] = max(limits[h], depth)
    return limits


@jit
def _within(planes: Ints, limits: Ints, i: int, j: int, k: int) -> bool:
    inside = True
    for h in range(planes.shape[0]):
        inside = inside and _depth(planes, h, i, j, k) <= limits[h]
    return inside


@jit
def grow_contour(c: Cells, count: int, freed: int, rim: Ints, planes: Ints) -> int:
    """Add the contour around a board with the perimeter `rim`; return the number of cells.

    It is the ring of cells that touch the board. A board that fills its hull, the common cells
    of half-planes parallel to `planes`, then also fills the hull of the ring: the corners of a
    triangle touch no old cell. Returns NEED_ROOM when there may not be room; then nothing has
    changed.
    """
    # A cell of the perimeter lacks fewer than S neighbours; the corners fit into the rest.
    if not has_room(c, count, (rim.shape[0] + 1) * c.step.shape[1]):
        return NEED_ROOM
    if rim.shape[0] == 0:
        return 0
    added = 0
    for site in rim:
        added = _surround(c, count, freed, int(site), added)
    limits = _deepest(c, planes, rim)
    ring = np.empty(added, dtype=np.int64)
    for n in range(added):
        ring[n] = next_id(c, freed, count, n)
        site = ring[n]
        if _within(planes, limits, c.keys[site, 0], c.keys[site, 1], c.keys[site, 2]):
            return added
    limits = _deepest(c, planes, ring)
    n = 0
    while n < added:
        site = next_id(c, freed, count, n)
        k = c.keys[site, 2]
        for s in range(c.step.shape[1]):
            if c.relation[k, s] & ORTHOGONAL_BIT and c.step[site, s] == NONE:
                i, j = c.keys[site, 0] + c.link[k, s, 0], c.keys[site, 1] + c.link[k, s, 1]
                if _within(planes, limits, i, j, c.link[k, s, 2]):
                    new = next_id(c, freed, count, added)
                    add(c, new, i, j, c.link[k, s, 2])
                    added += 1
        n += 1
    return added


@jit
def on_perimeter(c: Cells, site: int) -> bool:
    """Return True if a cell adjacent to `site` is missing: a vertex of it is on the boundary."""
    k = c.keys[site, 2]
    for s in range(c.step.shape[1]):
        if c.relation[k, s] & ADJACENT_BIT and c.step[site, s] == NONE:
            return True
    return False


@jit
def perimeter(c: Cells, sites: Ints) -> Ints:
    """Return the sites of `sites`, in order, that are on the perimeter of the board."""
    rim = np.empty(sites.shape[0], dtype=np.int64)
    n = 0
    for site in sites:
        if c.keys[site, 2] != GONE and on_perimeter(c, site):
            rim[n] = site
            n += 1
    return rim[:n].copy()


@jit
def around(c: Cells, rows: Ints) -> Ints:
    """Return the sites at and adjacent to the keys of `rows`; some may occur several times."""
    near = np.empty(rows.shape[0] * (c.link.shape[1] + 1), dtype=np.int64)
    n = 0
    for row in rows:
        i, j, k = int(row[1]), int(row[2]), int(row[3])
        for s in range(-1, c.link.shape[1]):
            site = NONE
            if s < 0:
                site = find(c, i, j, k)
            elif c.relation[k, s] & ADJACENT_BIT:
                site = find(c, i + c.link[k, s, 0], j + c.link[k, s, 1], c.link[k, s, 2])
            if site != NONE:
                near[n] = site
                n += 1
    return near[:n].copy()


@jit
def isolated(c: Cells, marked: Ints, sites: Ints) -> Ints:
    """Return the sites of `sites`, in order, that are unmarked and have no marked neighbour."""
    alone = np.empty(sites.shape[0], dtype=np.int64)
    n = 0
    for site in sites:
        touching = marked[site] != 0
        for s in range(c.step.shape[1]):
            other = c.step[site, s]
            if (
                other != NONE
                and c.relation[c.keys[site, 2], s] & ADJACENT_BIT
                and marked[other] != 0
            ):
                touching = True
        if not touching:
            alone[n] = site
            n += 1
    return alone[:n].copy()


@jit
def walk(c: Cells, turn: Ints, site: int, slot: int) -> Ints:
    """Return the sites of the straight walk from `site` through `slot`, the start included."""
    out = np.empty(8, dtype=np.int64)
    out[0] = site
    n = 1
    while slot >= 0:
        k = c.keys[site, 2]
        site = c.step[site, slot]
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
