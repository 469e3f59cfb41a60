"""Moves by their places among the legal ones: counted, written down as rows, and made.

A row is in the mover's view: sort, from, to, piece, and the numbers bound to the move, if any.
"""

from typing import NamedTuple

from boardless.jit.arrays import Ints, by_address
from boardless.jit.game_runtime import entry, int64, kernel
from boardless.state.engine.arrays import LOGGED, MOVER, NAMED, NEED_ROOM, OPEN, VOID, Arrays
from boardless.state.engine.moves import (
    choice_at,
    choices,
    fits,
    has_room,
    is_lost,
    move,
    write_move,
)
from boardless.state.engine.starting import restore
from boardless.state.engine.undo import undo

#: Columns of a row; the numbers bound to a move follow.
ROW_SORT, ROW_FROM, ROW_TO, ROW_PIECE, ROW_NUMBERS = range(5)
#: Answer of `find_win` if no move wins at once.
NO_WIN = -1
#: The place of `RowArrays.n`: the number of legal moves as they were counted last, or -1 since
#: anything has happened.
ROW_COUNT = 0


@by_address
class ViewTables(NamedTuple):
    """Constants of observations: P players, C components, H sites of hands; see `seeing`."""

    sorts: Ints  # int32 (rules, 2): of a rule its sort in the mover's view, and what it adds
    pieces: Ints  # int32 (P + 1, C + 1): the number of a component in a player's view, 0 for none
    planes: Ints  # int32 (P + 1, C + 1): where its plane begins, of no piece that of the board
    seats: Ints  # int32 (P + 1, owners): an owner in a player's view, see `NODE_OWNER`
    hands: Ints  # int32 (P + 1, H): the sites of hands in the order of a player's view
    places: Ints  # int32 (sites,): where a site of a fixed board is in a plane; none otherwise
    window: Ints  # int64 (5,): least i and j of a plane, its columns, its rows, kinds of pieces
    steps: Ints  # int32 (kinds * slots, 2): direction and relation of a slot
    payoffs: Ints  # int64 (3,): place of the payoffs or -1, the least one, the range
    scores: int  # the place of the scores, -1 without


@by_address
class RowArrays(NamedTuple):
    """A position and its rows: one argument of all entries."""

    s: Arrays
    v: ViewTables
    n: Ints  # int64 (1,): see above
    listed: Ints  # int32 (rows, ROW_NUMBERS + bound): legal moves
    made: Ints  # int32 (1, NAMED + bound): rule, from, to and numbers of the last move


@kernel
def is_seen(s: Arrays, site: int, part: int, player: int) -> bool:
    """Return True if a player sees a part of a site; part 0 is the piece, see `VEILS`."""
    if s.sites.hidden >= 0 and (int64(s.fields[s.sites.hidden, site]) >> (player - 1)) & 1 != 0:
        return False
    if part >= s.sites.veiled:
        return True
    return int64(s.fields[s.sites.veils + part, site]) >> (player - 1) & 1 == 0


@kernel
def sort_and_piece(s: Arrays, v: ViewTables, rule: int, origin: int) -> tuple[int, int]:
    """Return the sort and the piece of a move in the mover's view."""
    mover = int64(s.n[MOVER])
    what = int64(s.what[origin]) if is_seen(s, origin, 0, mover) else 0
    sort = rule
    if rule >= 0 and rule < v.sorts.shape[0]:
        sort = int64(v.sorts[rule, 0])
        if v.sorts[rule, 1] != 0:
            what = int64(v.sorts[rule, 1])
    return sort, int64(v.pieces[mover, what])


@kernel
def write_row(
    s: Arrays, v: ViewTables, rows: Ints, row: int, choice: int, count: int
) -> tuple[int, int]:
    """Write one of `count` legal moves as a row in the mover's view; return from and to."""
    rule, origin, site = choice_at(s, choice, count)
    sort, piece = sort_and_piece(s, v, rule, origin)
    rows[row, ROW_SORT] = sort
    rows[row, ROW_FROM] = origin
    rows[row, ROW_TO] = site
    rows[row, ROW_PIECE] = piece
    for m in range(s.rules.bound):
        rows[row, ROW_NUMBERS + m] = s.queue[0, NAMED + m]
    return origin, site


@kernel
def counted_rows(s: Arrays, n: Ints) -> int:
    """Return the number of legal moves, which is counted once, or VOID."""
    if n[ROW_COUNT] < 0:
        count = choices(s)
        if not fits(s, count):
            return VOID
        n[ROW_COUNT] = count
    return int64(n[ROW_COUNT])


@kernel
def made_row(s: Arrays, n: Ints, made: Ints, place: int) -> int:
    """Return the answer of `push_row`."""
    if not has_room(s):
        return NEED_ROOM
    count = counted_rows(s, n)
    if count < 0:
        return VOID
    n[ROW_COUNT] = -1
    rule, origin, site = choice_at(s, place, count)
    write_move(s, made, 0, rule, origin, site)
    s.n[LOGGED] = 0
    winner = move(s, rule, origin, site)
    if is_lost(s):
        return VOID
    if winner == OPEN and counted_rows(s, n) < 0:
        return VOID
    return winner


@kernel
def written_rows(s: Arrays, v: ViewTables, n: Ints, listed: Ints) -> int:
    """Return the answer of `legal_rows`."""
    count = counted_rows(s, n)
    if count < 0:
        return VOID
    if max(count, 1) > listed.shape[0]:
        return NEED_ROOM
    for place in range(max(count, 1)):
        write_row(s, v, listed, place, place, count)
    return count


@kernel
def winning_row(s: Arrays, count: int) -> int:
    """Return the place of the mover's first winning move, or NO_WIN."""
    mover = int64(s.n[MOVER])
    for place in range(max(count, 1)):
        rule, origin, site = choice_at(s, place, count)
        s.n[LOGGED] = 0
        winner = move(s, rule, origin, site)
        if is_lost(s):
            break
        undo(s)
        if winner == mover:
            return place
        choices(s)
    return NO_WIN


@entry
def count_rows(r: RowArrays) -> int:
    """Return the number of legal moves, 0 where the mover can only pass, or VOID."""
    return counted_rows(r.s, r.n)


@entry
def legal_rows(r: RowArrays) -> int:
    """Write the rows of the legal moves to `listed`; return their number, NEED_ROOM or VOID."""
    return written_rows(r.s, r.v, r.n, r.listed)


@entry
def push_row(r: RowArrays, place: int) -> int:
    """Make the legal move of a place and note it; return the winner, 0 for a draw, or OPEN.

    While the game is open, the legal moves are counted. NEED_ROOM if nothing has been done, VOID if
    the arrays mean nothing.
    """
    return made_row(r.s, r.n, r.made, place)


@entry
def find_win(r: RowArrays) -> int:
    """Return the place of the first move that wins at once, NO_WIN, NEED_ROOM or VOID."""
    if not has_room(r.s):
        return NEED_ROOM
    count = counted_rows(r.s, r.n)
    if count < 0:
        return VOID
    # Moves that were tried are no longer the ones that were found.
    r.n[ROW_COUNT] = -1
    place = winning_row(r.s, count)
    return VOID if is_lost(r.s) else place


@entry
def begin_again(s: Arrays, start: Arrays) -> None:
    """Go back to the start; see `restore`."""
    restore(s, start)
