"""The compiled reading of a board: what lies beside a cell, and straight on from it.

The arrays are those of `topo.kernels.lookup` and `topo.kernels.change_cells`.
"""

import numpy as np

from boardless.topo.kernels.arrays import Ints
from boardless.topo.kernels.jit import jit
from boardless.topo.kernels.lookup import GONE, NONE, find

#: A bit of `relation`; see `topo.tilings.slots`.
ADJACENT_BIT = 8


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
        near = marked[site] != 0
        for s in range(step.shape[1]):
            other = step[site, s]
            if other != NONE and relation[keys[site, 2], s] & ADJACENT_BIT and marked[other] != 0:
                near = True
        if not near:
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
