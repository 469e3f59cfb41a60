"""Cells that are on the board only while a piece may be put there: growth by the rules."""

import numpy as np

from boardless.games.compiler.template.board import add
from boardless.games.compiler.template.constants import BACK, BY_RULE, KINDS, LISTS, SLOTS
from boardless.games.compiler.template.rules import relist
from boardless.games.compiler.template.state import COUNT, NONE, State
from boardless.games.runtime import kernel, making, whole
from boardless.topo.kernels.arrays import Ints


@kernel
def is_cell(s: State, site: int) -> bool:
    """Tell whether a site is on a board that grows by the rules: it is taken, or on some list."""
    found = s.what[site] != 0
    for a in range(LISTS):
        found = found or s.where[a, site] != 0
    return bool(found)


@kernel
def admit(s: State, code: int, kind: int) -> None:
    """Add an empty cell if it enters a list."""
    site = add(s, code, kind)
    relist(s, site)
    if not is_cell(s, site):
        drop(s, site)


@kernel
def drop(s: State, site: int) -> None:
    """Take the cell away that was added last; nothing has been entered in the table since."""
    s.table[s.place[site]] = NONE
    kind = whole(s.kind[site]) if KINDS > 1 else 0
    for t in range(SLOTS):
        other = whole(s.step[site * SLOTS + t])
        if other != NONE:
            s.step[other * SLOTS + whole(BACK[kind * SLOTS + t])] = NONE
    s.n[COUNT] = site - 1


@making
def cells_of(s: State) -> Ints:
    """Return the sites on the board, whatever the growth."""
    count = whole(s.n[COUNT])
    sites = np.empty(count, np.int64)
    n = 0
    for site in range(1, count + 1):
        if not BY_RULE or is_cell(s, site):
            sites[n] = site
            n += 1
    return sites[:n]
