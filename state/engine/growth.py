"""Growth of the board with a move, and of the state where sites are numbered row by row."""

from boardless.jit.game_runtime import int64, kernel, making
from boardless.state.engine.arrays import (
    APPEND,
    CONTOUR,
    COUNT,
    EXTERNAL,
    FIXED,
    GROWTH,
    NOTED,
    NOTING,
    PLIES,
    REPLAY,
    UPDATE,
    Arrays,
)
from boardless.state.engine.cells import grow_contour, on_perimeter, surround
from boardless.state.engine.features import UNDO
from boardless.state.engine.ordering import reorder, row_by_row
from boardless.state.engine.pieces import RENUMBERED, note
from boardless.state.engine.rules import perform, relist
from boardless.state.engine.starting import clear, place


@kernel
def grow_after_move(s: Arrays, site: int) -> int:
    """Grow the board for a piece about to come to `site`; return its number then."""
    growth = s.n[GROWTH]
    # Nothing grows around a hand.
    if growth in (FIXED, EXTERNAL) or site <= s.t.held or not on_perimeter(s, site):
        return site
    before = int64(s.n[COUNT])
    if growth == CONTOUR:
        grow_contour(s)
    else:
        surround(s, site)
    for new in range(before + 1, s.n[COUNT] + 1):
        relist(s, new)
    if s.n[UPDATE] != APPEND:
        site = number_anew(s, site)
    if s.n[UPDATE] == REPLAY:
        replay(s)
    return site


@making
def number_anew(s: Arrays, site: int) -> int:
    """Renumber the sites row by row, map all that names one, and return the new `site`."""
    order = row_by_row(s)
    if UNDO and s.n[NOTING] != 0:
        cells = order.shape[0] - 1 - s.t.held
        for n in range(cells):
            s.notes[int64(s.n[NOTED]) + n, 2] = order[s.t.held + 1 + n]
        s.n[NOTED] += cells
        note(s, RENUMBERED, 0, cells, 0)
    return int64(reorder(s, order)[site])


@kernel
def replay(s: Arrays) -> None:
    """Play the game again on the grown board, up to the move that is being made."""
    clear(s)
    place(s)
    for ply in range(s.n[PLIES] - 1):
        if s.history[ply, 0] >= 0:
            perform(s, int64(s.history[ply, 0]), int64(s.history[ply, 1]), int64(s.history[ply, 2]))
