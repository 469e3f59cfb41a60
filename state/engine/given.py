"""A board that is GIVEN: its owner grows and shrinks it, and the arrays follow.

Site n of the board is site ``held + 1 + n`` here. Where a cell has left, its code is NOWHERE, and
nothing lies there. The board's own history takes cells back; what lies there the notes do.
"""

import numpy as np

from boardless.state.engine.arrays import COUNT, MOVER, NONE, NOTED, NOTING, PLIES, Arrays
from boardless.state.engine.ordering import reorder
from boardless.state.engine.pieces import FIELD, PIECE
from boardless.state.engine.runtime import entry, kernel, making_entry, whole
from boardless.state.engine.starting import clear, place
from boardless.state.engine.tables import NOWHERE, ROW
from boardless.state.engine.undo import undo
from boardless.topo.kernels.arrays import Ints


@entry
def follow(s: Arrays, keys: Ints, step: Ints, gone: Ints, came: Ints) -> None:
    """Follow a board that some cells have left and others have come to.

    Parameters
    ----------
    s : Arrays
        With room for all sites of the board.
    keys, step : int32 arrays of shape (extent, 3) and (extent, slots)
        Those of the board as it is now.
    gone, came : int64 arrays
        Sites of the board. A site that was used again is in both.
    """
    for site in gone:
        leave(s, s.t.held + 1 + site)
    s.n[COUNT] = s.t.held + keys.shape[0]
    for site in came:
        i, j, k = whole(keys[site, 0]), whole(keys[site, 1]), whole(keys[site, 2])
        s.kind[s.t.held + 1 + site] = k
        s.code[s.t.held + 1 + site] = i * s.t.kinds + k + j * ROW
    for site in came:
        link(s, step, site)


@entry
def go_back(s: Arrays, keys: Ints, step: Ints, gone: Ints, came: Ints) -> None:
    """Follow a board that has gone back to what it was before the last move, and undo that."""
    follow(s, keys, step, gone, came)
    undo(s)


@kernel
def link(s: Arrays, step: Ints, cell: int) -> None:
    """Give a cell that has come its neighbours, and count the pieces on them."""
    site = s.t.held + 1 + cell
    near = 0
    for t in range(s.t.slots):
        other = NONE
        if step[cell, t] >= 0:
            other = s.t.held + 1 + whole(step[cell, t])
            row = whole(s.kind[site]) * s.t.slots + t
            s.step[other * s.t.slots + whole(s.t.back[row])] = site
            if s.what[other] != 0 and s.t.adjacent[row] != 0:
                near += 1
        s.step[site * s.t.slots + t] = other
    s.near[site] = near


@kernel
def leave(s: Arrays, site: int) -> None:
    """Take a cell out of the rows of its neighbours; nothing lies there."""
    for t in range(s.t.slots):
        other = whole(s.step[site * s.t.slots + t])
        if other != NONE:
            row = whole(s.kind[site]) * s.t.slots + t
            s.step[other * s.t.slots + whole(s.t.back[row])] = NONE
            s.step[site * s.t.slots + t] = NONE
    s.near[site] = 0
    s.code[site] = NOWHERE


@entry
def begin(s: Arrays) -> None:
    """Go to the first position on the board as it is: what `begun` says stands there, no moves."""
    s.n[NOTING] = 0
    s.n[MOVER] = 1
    clear(s)
    place(s)
    s.n[PLIES] = 0
    s.n[NOTED] = 0
    s.n[NOTING] = 1


@making_entry
def renumber(s: Arrays, order: Ints, cells: int) -> None:
    """Make site ``order[n]`` of the board site n, in the notes, too.

    The sites from `cells` on leave the board then; nothing lies there.
    """
    full = np.empty(s.t.held + 1 + order.shape[0], np.int64)
    for site in range(s.t.held + 1):
        full[site] = site
    for n in range(order.shape[0]):
        full[s.t.held + 1 + n] = s.t.held + 1 + order[n]
    index = reorder(s, full)
    for row in range(s.n[NOTED]):
        if s.notes[row, 0] == PIECE or s.notes[row, 0] == FIELD:
            s.notes[row, 2] = index[s.notes[row, 2]]
    for n in range(cells, order.shape[0]):
        leave(s, s.t.held + 1 + n)
    s.n[COUNT] = s.t.held + cells
