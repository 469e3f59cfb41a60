"""Tried moves, remembered to be made again as they were found.

A row of ``s.tried`` is one of the queue behind four numbers: its list, the next row, LOGGED before
it, and which of the moves of its list it belongs to, from 1. Row 0 stands for none. The first row
of a list has its last row in place of LOGGED, and how many moves are placed. Remembered values are
lists as well.
"""

from boardless.jit.game_runtime import int64, kernel, routine
from boardless.state.engine.arrays import (
    LOG,
    LOGGED,
    LOST,
    QUEUED,
    TRIED,
    TRIED_LIST,
    TRIED_ROW,
    Arrays,
)
from boardless.state.engine.features import LOGS
from boardless.state.engine.memory import forget_value

_LIST, _NEXT, _DONE, _MOVE = 0, 1, 2, 3


@kernel
def tried_row(s: Arrays, which: int) -> int:
    """Return a new row of a list, 0 if there is no room."""
    row = int64(s.n[TRIED]) + 1
    if row >= s.tried.shape[0]:
        s.n[LOST] = 1
        return 0
    s.n[TRIED] = row
    s.tried[row, _LIST] = which
    s.tried[row, _NEXT] = 0
    s.tried[row, _DONE] = s.n[LOGGED]
    s.tried[row, _MOVE] = 0
    return row


@kernel
def begin_tried(s: Arrays) -> int:
    """Begin a list of moves, until the trial is taken back; return it."""
    row = tried_row(s, 0)
    s.tried[row, _DONE] = row
    s.n[TRIED_LIST] = row
    return row


@kernel
def remember_move(s: Arrays, row: int) -> int:
    """Add a move of the queue to the list and return the list; moves inside it are not added."""
    which = int64(s.n[TRIED_LIST])
    if which != 0:
        kept = tried_row(s, which)
        for column in range(s.queue.shape[1]):
            s.tried[kept, TRIED_ROW + column] = s.queue[row, column]
        s.n[TRIED_LIST] = 0
    return which


@kernel
def done_by(s: Arrays, row: int, which: int) -> int:
    """Return the number of actions of a remembered move."""
    for other in range(row + 1, s.n[TRIED] + 1):
        if s.tried[other, _LIST] == which:
            return int64(s.tried[other, _DONE]) - int64(s.tried[row, _DONE])
    return int64(s.n[LOGGED]) - int64(s.tried[row, _DONE])


@kernel
def place_tried(s: Arrays, which: int, before: int) -> int:
    """Insert the last added move and its consequences after `before` actions; return its own."""
    if which == 0:
        # There was no room for the list.
        return 0
    at, passed = which, 0
    while passed < before and s.tried[at, _NEXT] != 0:
        at = int64(s.tried[at, _NEXT])
        passed += done_by(s, at, which)
    behind, done = int64(s.tried[at, _NEXT]), 0
    move = int64(s.tried[which, _MOVE]) + 1
    s.tried[which, _MOVE] = move
    for row in range(s.tried[which, _DONE] + 1, s.n[TRIED] + 1):
        if s.tried[row, _LIST] == which:
            done += done_by(s, row, which)
            s.tried[at, _NEXT] = row
            s.tried[row, _MOVE] = move
            at = row
    s.tried[at, _NEXT] = behind
    s.tried[which, _DONE] = s.n[TRIED]
    return done


@kernel
def next_tried(s: Arrays, row: int) -> int:
    """Return the row behind another of a list, 0 at the end."""
    return int64(s.tried[row, _NEXT])


@kernel
def move_tried(s: Arrays, row: int) -> int:
    """Return the number of the move that a row belongs to; of a list, how many moves it has."""
    return int64(s.tried[row, _MOVE])


@kernel
def queue_tried(s: Arrays, row: int) -> int:
    """Enqueue a remembered move again, and return its row there."""
    at = int64(s.n[QUEUED])
    if at == s.queue.shape[0]:
        s.n[LOST] = 1
        return at - 1
    for column in range(s.queue.shape[1]):
        s.queue[at, column] = s.tried[row, TRIED_ROW + column]
    s.n[QUEUED] = at + 1
    return at


@kernel
def remember_rows(s: Arrays, first: int) -> int:
    """Take the moves of the queue from a row on out of it; return their list."""
    which = tried_row(s, 0)
    at = which
    for row in range(first, s.n[QUEUED]):
        kept = tried_row(s, which)
        for column in range(s.queue.shape[1]):
            s.tried[kept, TRIED_ROW + column] = s.queue[row, column]
        s.tried[at, _NEXT] = kept
        at = kept
    s.n[QUEUED] = first
    return which


@kernel
def remember_values(s: Arrays, place: int) -> int:
    """Remember the values of a place in their order; return their list."""
    which = tried_row(s, 0)
    at = which
    for n in range(place + 1, place + 1 + int64(s.numbers[place])):
        row = tried_row(s, which)
        s.tried[at, _NEXT] = row
        # It was remembered by a row of the queue, in a column as wide as this.
        s.tried[row, TRIED_ROW] = s.numbers[n]
        at = row
    return which


@kernel
def forget_tried(s: Arrays, place: int, name: int, which: int) -> None:
    """Forget the values of a list."""
    row = next_tried(s, which)
    while row != 0:
        forget_value(s, place, name, int64(s.tried[row, TRIED_ROW]))
        row = next_tried(s, row)


@kernel
def number_actions(s: Arrays, row: int, move: int) -> tuple[int, int]:
    """Give the rows of the log from one on the number of a move; return the end, and the last."""
    if LOGS:
        for n in range(row, s.n[LOGGED]):
            s.log[n, LOG - 1] = move
    return int64(s.n[LOGGED]), move - 1


@routine
def interleave_actions(s: Arrays, first: int, moves: int) -> None:
    """Put the numbered rows of the log in Ludii's order.

    Each move is inserted behind as many actions as the one before it has (`Do.prependPreMoves`).
    """
    if LOGS:
        before, filled = 0, first
        for move in range(1, moves + 1):
            place, count = first + before, 0
            for row in range(filled, s.n[LOGGED]):
                if s.log[row, LOG - 1] == move:
                    for above in range(row, place + count, -1):
                        for column in range(LOG):
                            other = s.log[above, column]
                            s.log[above, column] = s.log[above - 1, column]
                            s.log[above - 1, column] = other
                    count += 1
            before = count
            filled += count
