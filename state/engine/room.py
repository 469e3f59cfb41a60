"""Room in the arrays: for any move, and for its notes."""

from boardless.jit.game_runtime import entry, int64, kernel
from boardless.state.engine.arrays import (
    CONTOUR,
    COUNT,
    GROWTH,
    LOST,
    NOTED,
    NOTING,
    PLIES,
    UPDATE,
    Arrays,
)
from boardless.state.engine.features import GROWTH_STEP, UNDO


@entry
def has_room(s: Arrays) -> bool:
    """Tell whether any move has room for cells, moves (which end endless games) and notes."""
    count = int64(s.n[COUNT])
    more = s.t.slots * max(s.t.most_parts, 1)
    if GROWTH_STEP and s.n[GROWTH] == CONTOUR:
        # A contour is no larger than its perimeter twice over, and some corners.
        more = 2 * count + 32
    # Moves are also made to be taken back, a few within one another.
    deep = 4 if s.t.effects else 0
    room = count + more < s.code.shape[0] and s.n[PLIES] + deep < s.history.shape[0]
    if UNDO and s.n[NOTING] != 0:
        # Two places change, what lies around them is listed anew, and so are all new cells, which
        # where sites are numbered row by row give every cell another number.
        followed = s.t.lists if s.t.owned < 0 else s.t.owned
        rows = 2 * (2 + s.t.fields) + s.t.players + followed * (2 * s.t.slots + 2 + more)
        if GROWTH_STEP and s.n[UPDATE] != 0:
            rows += count + more + 2
        if s.t.effects:
            # Consequences may change every place, some of them several times.
            rows += 16 * count + 512
        # So many numbers may change when a pile moves.
        rows += 8 * s.t.levels * (1 + s.t.fields)
        room = room and int64(s.n[NOTED]) + rows < s.notes.shape[0]
    return bool(room)


@kernel
def is_lost(s: Arrays) -> bool:
    """Tell whether a move with effects found no room to write; results since then are void."""
    return bool(s.t.effects and s.n[LOST] != 0)


@kernel
def fits(s: Arrays, count: int) -> bool:
    """Tell whether there was room to find so many moves."""
    return bool(count <= s.found.shape[0] and not is_lost(s))
