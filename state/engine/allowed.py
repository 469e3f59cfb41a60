"""Growth by the rules: cells are on the board only while a piece may be put there."""

import numpy as np

from boardless.jit.arrays import Ints
from boardless.jit.game_runtime import int64, kernel, making_entry, plain_entry
from boardless.state.engine.arrays import COUNT, Arrays
from boardless.state.engine.cells import add, drop
from boardless.state.engine.features import BY_RULE, EXTERNAL_BOARD
from boardless.state.engine.rules import relist
from boardless.state.engine.tables import NOWHERE


@plain_entry
def is_cell(s: Arrays, site: int) -> bool:
    """Tell whether a site is on a board that grows by the rules: it is taken, or on some list."""
    found = s.what[site] != 0
    for a in range(s.t.lists):
        found = found or s.where[a, site] != 0
    return bool(found)


@kernel
def admit(s: Arrays, code: int, kind: int) -> None:
    """Add an empty cell if it enters a list."""
    site = add(s, code, kind)
    relist(s, site)
    if not is_cell(s, site):
        drop(s)


@making_entry
def cells_of(s: Arrays) -> Ints:
    """Return the sites on the board, whatever the growth."""
    count = int64(s.n[COUNT])
    sites = np.empty(count - s.t.held, np.int64)
    n = 0
    for site in range(s.t.held + 1, count + 1):
        if EXTERNAL_BOARD and s.code[site] == NOWHERE:
            continue
        if not BY_RULE or is_cell(s, site):
            sites[n] = site
            n += 1
    return sites[:n]
