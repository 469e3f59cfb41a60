"""The compiled core of a board: a cell comes, a cell goes, and both are undone.

Arrays beside those of `topo.kernels.lookup`, whose ids are the sites:

``step``
    int32 (room, S), the neighbouring site in each slot, or NONE.
``link``, ``relation``
    The tiling's slots; see `topo.tilings.slots.Slots`.
``rows``
    int32 (n, 4), changes: the id of a cell that was added, or ``-1 - id`` of one that was removed,
    and its key. Going back through them adds what was removed and removes what was added.
"""

from boardless.topo.kernels.arrays import Ints
from boardless.topo.kernels.jit import jit
from boardless.topo.kernels.lookup import NONE, find, forget, insert, next_id, release


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
    """Take a cell off the board; its id is for the caller to release."""
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

    There has to be room for every cell of theirs.
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
