"""External boards: a technique in Python grows and shrinks them, and the arrays follow.

Site n of the board is site ``held + 1 + n`` here. A cell that has left has the code NOWHERE. The
board's own history brings cells back, the notes bring pieces back.
"""

import numpy as np

from boardless.jit.arrays import Ints
from boardless.jit.game_runtime import entry, int64, kernel, making_entry
from boardless.state.engine.arrays import COUNT, FROM, LAST, NONE, NOTED, PLIES, Arrays
from boardless.state.engine.cells import forget, make_cell, neighbour, reorder
from boardless.state.engine.moves import begin_move, end_move
from boardless.state.engine.pieces import Note, delist, relist_around
from boardless.state.engine.rules import relist
from boardless.state.engine.tables import NOWHERE, ROW
from boardless.state.engine.undo import undo


@entry
def follow(s: Arrays, gone: Ints, came: Ints, keys: Ints, extent: int) -> None:
    """Follow a board: sites `gone` have left, sites `came` have cells of the `pieces`, (m, 3).

    A site that was used again is in both; new cells enter lists in `end_external_move`. `extent` is
    the number of sites, those without a cell included.
    """
    for site in gone:
        for a in range(s.kept.lists):
            if s.where[a, s.kit.held + 1 + site] != 0:
                delist(s, a, s.kit.held + 1 + site)
    exchange(s, gone, came, keys, extent)


@entry
def go_back(s: Arrays, gone: Ints, came: Ints, keys: Ints, extent: int) -> None:
    """Follow a board back to its state before the last move, and undo the move."""
    exchange(s, gone, came, keys, extent)
    undo(s)


@kernel
def exchange(s: Arrays, gone: Ints, came: Ints, keys: Ints, extent: int) -> None:
    """Take cells away and put others there."""
    for site in gone:
        leave(s, s.kit.held + 1 + site)
    for site in range(s.n[COUNT] + 1, s.kit.held + extent + 1):
        s.code[site] = NOWHERE
    s.n[COUNT] = s.kit.held + extent
    for n in range(came.shape[0]):
        i, j, k = int64(keys[n, 0]), int64(keys[n, 1]), int64(keys[n, 2])
        site = s.kit.held + 1 + came[n]
        s.kind[site] = k
        make_cell(s, site, i * s.plane.kinds + k + j * ROW, k)


@kernel
def leave(s: Arrays, site: int) -> None:
    """Take an empty cell out of the table and the rows of its neighbours."""
    for t in range(s.plane.slots):
        other = neighbour(s, site, t)
        if other != NONE:
            row = int64(s.kind[site]) * s.plane.slots + t
            s.step[other * s.plane.slots + int64(s.plane.back[row])] = NONE
            s.step[site * s.plane.slots + t] = NONE
    s.neighbours[site] = 0
    forget(s, site)
    s.code[site] = NOWHERE


@entry
def begin_external_move(s: Arrays, rule: int, origin: int, site: int) -> None:
    """Do a move to the pieces, before the board grows."""
    begin_move(s, rule, origin, site)


@entry
def end_external_move(s: Arrays, rule: int, mover: int, came: Ints) -> int:
    """Return the winner or OPEN; lists follow around pieces, then at the new cells `came`."""
    last = int64(s.n[NOTED])
    for row in range(int64(s.marks[int64(s.n[PLIES]) - 1, NOTED]), last):
        site = int64(s.notes[row, 2])
        if s.notes[row, 0] == Note.PIECE and site > s.kit.held and s.what[site] != 0:
            relist_around(s, site)
    for site in came:
        relist(s, int64(site))
    return end_move(s, rule, mover)


@making_entry
def renumber(s: Arrays, order: Ints, cells: int) -> None:
    """Renumber site ``order[n]`` of the board n, also in notes and marks; keep `cells` sites."""
    full = np.empty(s.kit.held + 1 + order.shape[0], np.int64)
    for site in range(s.kit.held + 1):
        full[site] = site
    for n in range(order.shape[0]):
        full[s.kit.held + 1 + n] = s.kit.held + 1 + order[n]
    index = reorder(s, full)
    for row in range(s.n[NOTED]):
        if s.notes[row, 0] in (Note.PIECE, Note.FIELD, Note.LISTED, Note.UNLISTED, Note.UNDER):
            s.notes[row, 2] = index[s.notes[row, 2]]
    for ply in range(s.n[PLIES]):
        for counter in (LAST, FROM):
            s.marks[ply, counter] = index[s.marks[ply, counter]]
    for n in range(cells, order.shape[0]):
        leave(s, s.kit.held + 1 + n)
    s.n[COUNT] = s.kit.held + cells
