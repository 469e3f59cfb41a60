"""Memory of rules: values, tried moves, values of puzzles, and the visibility of sites.

Variables, the counter, lists of values, scores and teams are in ``s.numbers``. A list is its length
and the values behind it; rows of players begin with a place for nobody.

Tried moves are remembered to be made again. A row of ``s.tried`` has four numbers and then a row
of the queue. The numbers are its list, the next row, LOGGED before it, and the number of its move
within the list, from 1. Row 0 ends a list. The first row of a list has its last row in place of
LOGGED, and the number of placed moves. Remembered values are lists as well.

In deduction puzzles a number of the state has the possible values of a site as bits. A set bit is a
value that is ruled out. A site with one value left is settled, and the component of this number
stands there; 0 leaves it empty.
"""

from boardless.jit.game_runtime import int64, kernel, lowest_bit, routine
from boardless.state.engine.arrays import (
    COUNT,
    COUNTER,
    LOG,
    LOGGED,
    LOGS,
    LOST,
    MOVER,
    NEXT,
    QUEUED,
    TRIED,
    TRIED_LIST,
    TRIED_ROW,
    Arrays,
)
from boardless.state.engine.bits import is_single, turn_term
from boardless.state.engine.effects import (
    COUNTER_SET,
    FORGOTTEN,
    HIDDEN_SET,
    MESSAGE_SENT,
    PENDING_SET,
    PROPOSED,
    REMEMBERED,
    SCORE_ADDED,
    SCORE_SET,
    STATE_STORED,
    TRIGGERED,
    VALUE_GIVEN,
    VALUE_TOGGLED,
    VOTED,
    log_action,
    log_at,
    log_levels,
    move_action,
)
from boardless.state.engine.pieces import (
    fill,
    height,
    level_of,
    number_at,
    set_field,
)
from boardless.state.engine.stacks import set_number_at
from boardless.state.engine.undo import change_number, compared_key


@kernel
def set_number_of_game(s: Arrays, kind: int, name: int, place: int, value: int) -> None:
    """Set a variable, by its name and its `kind` in the log."""
    log_action(s, kind, name, value, 0)
    change_number(s, place, value)


@kernel
def set_counter(s: Arrays, value: int) -> None:
    """Set the counter, which goes up after every move."""
    log_action(s, COUNTER_SET, value, 0, 0)
    s.n[COUNTER] = max(value + 1, 0)


@routine
def store_state(s: Arrays, place: int) -> None:
    """Remember the key of the position, without the mover."""
    log_action(s, STATE_STORED, 0, 0, 0)
    change_number(s, place, compared_key(s) ^ turn_term(int64(s.n[MOVER])))


@routine
def is_stored(s: Arrays, place: int) -> bool:
    """Return True if the position, without its mover, has the key stored at `place`."""
    return bool(s.numbers[place] == compared_key(s) ^ turn_term(int64(s.n[MOVER])))


@kernel
def seat(s: Arrays, player: int) -> int:
    """Return a player's place in a row of places, 0 (nobody) if there is no such player."""
    return int64(player) if 0 < player <= s.kit.players else 0


@kernel
def set_number_of_player(s: Arrays, kind: int, place: int, player: int, value: int) -> None:
    """Set a number of a player, by its `kind` in the log."""
    log_action(s, kind, player, value, 0)
    change_number(s, place + seat(s, player), value)


@kernel
def set_score(s: Arrays, place: int, player: int, value: int, adds: bool) -> None:
    """Set a score, or add to it."""
    at = place + seat(s, player)
    if adds:
        log_action(s, SCORE_ADDED, player, value, 0)
        change_number(s, at, int64(s.numbers[at]) + value)
    else:
        log_action(s, SCORE_SET, player, value, 0)
        change_number(s, at, value)


@kernel
def has_value(s: Arrays, place: int, value: int) -> bool:
    """Return True if a value is in a list."""
    end = place + 1 + int64(s.numbers[place])
    at = place + 1
    while at < end and s.numbers[at] != value:
        at += 1
    return at < end


@kernel
def append_value(s: Arrays, place: int, room: int, value: int) -> None:
    """Append a value to a list with room for `room` values."""
    count = int64(s.numbers[place])
    if count == room:
        s.n[LOST] = 1
        return
    change_number(s, place + 1 + count, value)
    change_number(s, place, count + 1)


@kernel
def remember(s: Arrays, place: int, room: int, name: int, value: int) -> None:
    """Remember a value under the name of a number."""
    log_action(s, REMEMBERED, name, value, 0)
    append_value(s, place, room, value)


@kernel
def forget_value(s: Arrays, place: int, name: int, value: int) -> None:
    """Forget a value, once."""
    log_action(s, FORGOTTEN, name, value, 0)
    end = place + int64(s.numbers[place])
    at = place + 1
    while at <= end and s.numbers[at] != value:
        at += 1
    if at <= end:
        for n in range(at, end):
            change_number(s, n, int64(s.numbers[n + 1]))
        change_number(s, end, 0)
        change_number(s, place, end - place - 1)


@kernel
def forget_first(s: Arrays, place: int, name: int, count: int, first: int) -> None:
    """Forget the first `count` values; in an empty list, try to forget `first` instead."""
    for _ in range(count):
        left = s.numbers[place] > 0
        forget_value(s, place, name, int64(s.numbers[place + 1]) if left else first)


@kernel
def forget_all(s: Arrays, place: int) -> None:
    """Empty a list."""
    for n in range(place, place + 1 + int64(s.numbers[place])):
        change_number(s, n, 0)


@kernel
def set_pending(s: Arrays, place: int, room: int, value: int) -> None:
    """Make a value pending until after the next move; -1 stands for 1."""
    log_action(s, PENDING_SET, value, 0, 0)
    if value == -1:
        value = 1
    if not has_value(s, place, value):
        append_value(s, place, room, value)


@kernel
def trigger(s: Arrays, place: int, name: int, player: int) -> None:
    """Record that an event, by its number, has happened to a player."""
    log_action(s, TRIGGERED, name, player, 0)
    change_number(s, place + seat(s, player), 1)


@kernel
def send_message(s: Arrays, name: int, about: int, player: int) -> None:
    """Send a player a message, by its number, about another player or no one."""
    log_action(s, MESSAGE_SENT, name, about, player)


@kernel
def send_value(s: Arrays, value: int, about: int, player: int) -> None:
    """Send a number to a player as a message."""
    send_message(s, -1, about, player)
    if LOGS:
        s.log[int64(s.n[LOGGED]) - 1, LOG - 1] = value


@kernel
def propose(s: Arrays, proposals: int, room: int, name: int) -> None:
    """Propose a name, by its number."""
    log_action(s, PROPOSED, name, 0, 0)
    if not has_value(s, proposals, name):
        append_value(s, proposals, room, name)


@kernel
def vote(s: Arrays, votes: int, proposals: int, decided: int, name: int) -> None:
    """Vote for a name; the last vote decides if more than half of the players agree."""
    log_action(s, VOTED, name, 0, 0)
    append_value(s, votes, s.kit.players, name)
    if s.numbers[votes] == s.kit.players:
        for player in range(1, s.kit.players + 1):
            count = 0
            for other in range(1, s.kit.players + 1):
                if s.numbers[votes + other] == s.numbers[votes + player]:
                    count += 1
            if 2 * count > s.kit.players:
                change_number(s, decided, int64(s.numbers[votes + player]))
        forget_all(s, proposals)
        forget_all(s, votes)


@kernel
def visit(s: Arrays, first: int, site: int, visited: int) -> None:
    """Record that a site of the board is visited (1), or not (0)."""
    if site > s.kit.held and s.numbers[first + site] != visited:
        change_number(s, first + site, visited)


@kernel
def end_visits(s: Arrays, first: int, mover: int, origin: int, site: int) -> None:
    """Record the visits of a move; clear them when the turn goes to another player."""
    if s.n[NEXT] == mover:
        visit(s, first, origin, 1)
        visit(s, first, site, 1)
    else:
        for at in range(s.kit.held + 1, s.n[COUNT] + 1):
            visit(s, first, at, 0)


_LIST, _NEXT, _DONE, _MOVE = 0, 1, 2, 3


@kernel
def tried_row(s: Arrays, which: int) -> int:
    """Return a new row of a list, 0 without room."""
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
    """Insert the last added move, with consequences, after `before` actions; count its actions."""
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
    """Return the number of a row's move; for the first row of a list, its number of moves."""
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
    """Remove the moves from a row of the queue on, and return a list of them."""
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
    """Give the number `move` to the log from `row` on; return the log's end, and `move` - 1."""
    if LOGS:
        for n in range(row, s.n[LOGGED]):
            s.log[n, LOG - 1] = move
    return int64(s.n[LOGGED]), move - 1


@routine
def interleave_actions(s: Arrays, first: int, moves: int) -> None:
    """Put the numbered rows of the log in Ludii's order.

    Each move is inserted behind the number of actions of the move before (`Do.prependPreMoves`).
    """
    if LOGS:
        before, filled = 0, first
        for move in range(1, moves + 1):
            place, count = first + before, 0
            for row in range(filled, s.n[LOGGED]):
                if s.log[row, LOG - 1] == move:
                    move_action(s, row, place + count)
                    count += 1
            before = count
            filled += count


@kernel
def left_at(s: Arrays, first: int, every: int, site: int) -> int:
    """Return the values that are left for a site, out of the values of `every` site."""
    return every & ~int64(s.numbers[first + site])


@kernel
def is_decided(s: Arrays, first: int, every: int, row: int, site: int) -> bool:
    """Return True if a site has one value, or 0 by a row of ``s.scratch``."""
    left = left_at(s, first, every, site)
    return is_single(left) or bool(s.scratch[row, site] != 0)


@kernel
def leave_at(s: Arrays, first: int, every: int, site: int, left: int) -> None:
    """Leave a site only some values."""
    change_number(s, first + site, every & ~left)
    value = lowest_bit(left) if is_single(left) else 0
    fill(s, site, value, 1 if value != 0 else 0)


@kernel
def give_value(s: Arrays, first: int, every: int, site: int, value: int) -> None:
    """Give a site a value."""
    log_action(s, VALUE_GIVEN, site, value, 0)
    leave_at(s, first, every, site, 1 << value)


@kernel
def toggle_value(s: Arrays, first: int, every: int, site: int, value: int) -> None:
    """Rule out a value of a site, or readmit it."""
    log_action(s, VALUE_TOGGLED, site, value, 0)
    leave_at(s, first, every, site, left_at(s, first, every, site) ^ (1 << value))


@kernel
def bit_of(s: Arrays, player: int) -> int:
    """Return the bit of a player in the numbers that hide, 0 for nobody."""
    return 1 << (player - 1) if 0 < player <= s.kit.players else 0


@kernel
def hide(s: Arrays, field: int, sort: int, site: int, player: int, hidden: bool) -> None:
    """Hide or show a site, or its part `field`; `sort` is the part's number in the log."""
    log_at(s, site, HIDDEN_SET, site, player, 2 * sort + hidden)
    bit = bit_of(s, player)
    before = int64(s.fields[field, site])
    set_field(s, field, site, before | bit if hidden else before & ~bit)


@kernel
def hide_at(
    s: Arrays, field: int, sort: int, site: int, level: int, player: int, hidden: bool
) -> None:
    """Hide a level of a site from a player, -1 for the uppermost; see `hide`."""
    at = level_of(s, site, level)
    log_at(s, site, HIDDEN_SET, site, player, 2 * sort + hidden)
    log_levels(s, -1, at)
    bit = bit_of(s, player)
    before = number_at(s, field, site, at)
    set_veil(s, field, site, at, before | bit if hidden else before & ~bit)


@kernel
def set_veil(s: Arrays, field: int, site: int, level: int, value: int) -> None:
    """Set the players who do not see a level; above the pieces a level is the place itself."""
    if s.sites.levels > 0 and level < height(s, site) - 1:
        set_number_at(s, field, site, level, value)
    else:
        set_field(s, field, site, value)
