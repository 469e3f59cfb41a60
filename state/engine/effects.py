"""Actions of games with effects: the queue, the log, piles, removals at the end of a turn.

Each action on places, numbers or levels is one function. Notes undo it. With LOGS it is a row of
the log: its kind and its arguments. Level -1 is an unnamed level. Pieces that leave when the turn
is over leave as the first act of the move.
"""

from boardless.jit.game_runtime import int64, kernel, routine
from boardless.state.engine.arrays import (
    COUNT,
    LEVEL,
    LOG,
    LOGGED,
    LOGS,
    LOST,
    MOVER,
    NEXT,
    NONE,
    PASSED,
    PLIES,
    PREVIOUS,
    QUEUED,
    REPLAYED,
    TOUCHED,
    Arrays,
)
from boardless.state.engine.pieces import (
    amount,
    carry_hidden,
    fill,
    height,
    level_of,
    set_field,
    what_at,
)
from boardless.state.engine.stacks import (
    copy_onto,
    extract,
    insert,
    insert_pile,
    move_onto,
    move_upper,
    pop,
    push,
    set_number_at,
)
from boardless.state.engine.undo import (
    add_ghost,
    change_number,
    enter_tracks,
    follow_tracks,
    leave_ghosts,
    leave_tracks,
    mark,
    move_ghosts,
)

#: Kinds of actions in the log.
(
    ADDED, MOVED, REMOVED, SELECTED, PROMOTED, NEXT_SET, STATE_SET, COUNT_SET, VALUE_SET, PASS_MADE,
    VARIABLE_SET, TEMPORARY_SET, COUNTER_SET, REMEMBERED, FORGOTTEN, PENDING_SET, PLAYER_VALUE_SET,
    SCORE_SET, SCORE_ADDED, TEAM_JOINED, MOVED_SOME, REMOVED_LATER,
    HIDDEN_SET, DIE_SHOWN, DIE_USED, DICE_COMPARED, MOVED_PILE, MOVED_LEVELS, INSERTED,
    COPIED, ROTATION_SET, PROPOSED, VOTED, PLAYERS_SWAPPED, TRIGGERED,
    MESSAGE_SENT, VALUE_GIVEN, VALUE_TOGGLED, POT_SET, BET_MADE, STATE_STORED,
) = range(41)  # fmt: skip
#: Those that have an origin in Ludii: their first number is a site.
WITH_ORIGIN = (
    ADDED, MOVED, REMOVED, SELECTED, PROMOTED, STATE_SET, COUNT_SET, VALUE_SET, MOVED_SOME,
    REMOVED_LATER, HIDDEN_SET, MOVED_PILE, MOVED_LEVELS, INSERTED, COPIED, ROTATION_SET,
)  # fmt: skip
#: Actions that change stacks.
PILED = (ADDED, INSERTED, MOVED, MOVED_PILE, MOVED_LEVELS, REMOVED, REMOVED_LATER, PROMOTED)


@kernel
def log_action(s: Arrays, kind: int, a: int, b: int, c: int) -> None:
    """Write a row of the log."""
    if s.rules.origins >= 0 and kind in WITH_ORIGIN:
        change_number(s, s.rules.origins, a)
    if LOGS:
        row = int64(s.n[LOGGED])
        if row == s.log.shape[0]:
            s.n[LOST] = 1
            return
        s.log[row, 0] = kind
        s.log[row, 1] = a
        s.log[row, 2] = b
        s.log[row, 3] = c
        for column in range(4, LOG):
            s.log[row, column] = 0
    if LOGS or s.rules.keeps:
        # The order of remembered moves depends on the number of actions.
        s.n[LOGGED] += 1
    if s.rules.targets >= 0:
        note_target(s, kind, a, b)


@kernel
def log_at(s: Arrays, site: int, kind: int, a: int, b: int, c: int) -> None:
    """Write a row of the log for an action about a site."""
    s.n[TOUCHED] = site
    log_action(s, kind, a, b, c)


@kernel
def note_target(s: Arrays, kind: int, a: int, b: int) -> None:
    """Record the target of an action on the board: the second argument of some kinds."""
    site = NONE
    if kind in (MOVED, MOVED_SOME, MOVED_PILE, MOVED_LEVELS, SELECTED, COPIED):
        site = b
    elif kind in (
        ADDED, INSERTED, REMOVED, REMOVED_LATER, PROMOTED, STATE_SET, COUNT_SET, VALUE_SET,
        ROTATION_SET, HIDDEN_SET, DIE_SHOWN, VALUE_GIVEN, VALUE_TOGGLED,
    ):  # fmt: skip
        site = a
    if site > s.kit.held:
        change_number(s, s.rules.targets + site, int64(s.n[PLIES]))


@kernel
def log_levels(s: Arrays, origin_level: int, level: int) -> None:
    """Write the levels of origin and site, -1 if unnamed, to the last row of the log."""
    if LOGS:
        row = int64(s.n[LOGGED]) - 1
        s.log[row, 4] = origin_level + 1
        s.log[row, 5] = level + 1


@kernel
def log_state(s: Arrays, state: int) -> None:
    """Write the local state of the added or moved piece to the last row of the log."""
    if LOGS:
        s.log[int64(s.n[LOGGED]) - 1, 6] = state + 1


@kernel
def numbers_of(s: Arrays, site: int) -> tuple[int, int, int]:
    """Return the local state, the rotation and the value of a site; 0 for absent fields."""
    state = int64(s.fields[s.sites.states, site]) if s.sites.states >= 0 else 0
    rotation = int64(s.fields[s.sites.rotations, site]) if s.sites.rotations >= 0 else 0
    value = int64(s.fields[s.sites.values, site]) if s.sites.values >= 0 else 0
    return state, rotation, value


@kernel
def set_numbers(s: Arrays, site: int, state: int, rotation: int, value: int) -> None:
    """Set the local state, the rotation and the value of a site, as far as a game has them."""
    if s.sites.states >= 0:
        set_field(s, s.sites.states, site, state)
    if s.sites.rotations >= 0:
        set_field(s, s.sites.rotations, site, rotation)
    if s.sites.values >= 0:
        set_field(s, s.sites.values, site, value)


@kernel
def add_to(s: Arrays, site: int, component: int, count: int) -> None:
    """Add pieces to a site; present pieces keep their component, or lie below the new ones.

    Component 0 stands for nothing: as in Ludii the action is noted, and puts nothing there.
    """
    s.n[TOUCHED] = site
    if component == 0:
        log_action(s, ADDED, site, component, count)
        return
    if s.tracks.tracked >= 0:
        # Ludii counts pieces put on piles twice.
        enter_tracks(s, site, component, 2 * count if s.sites.levels > 0 else count)
    if s.sites.levels > 0:
        s.n[LEVEL] = height(s, site)
        for _ in range(count):
            log_action(s, ADDED, site, component, 1)
            push(s, site, component)
        return
    log_action(s, ADDED, site, component, count)
    if s.what[site] == 0:
        fill(s, site, component, count)
    elif s.sites.counts >= 0:
        fill(s, site, int64(s.what[site]), amount(s, site) + count)


@kernel
def move_to(s: Arrays, origin: int, site: int) -> None:
    """Move a piece with its numbers, and capture; in a stack move the top, without numbers."""
    log_at(s, site, MOVED, origin, site, 0)
    if s.tracks.tracked >= 0 and (s.sites.levels == 0 or origin != site):
        follow_tracks(s, origin, site, int64(s.what[origin]), 1)
    if s.sites.levels > 0:
        s.n[LEVEL] = 0
        move_onto(s, origin, -1, site)
        return
    what = int64(s.what[origin])
    if what == 0:
        return
    count = amount(s, origin)
    state, rotation, value = numbers_of(s, origin)
    if s.sites.hidden >= 0 and origin != site and not s.cards.keeps_secrets:
        carry_hidden(s, origin, site, count <= 1)
    if count > 1:
        fill(s, origin, what, count - 1)
    else:
        fill(s, origin, 0, 0)
    joined = s.sites.counts >= 0 and s.what[site] == what
    fill(s, site, what, amount(s, site) + 1 if joined else 1)
    set_numbers(s, site, state, rotation, value)


@kernel
def copy_to(s: Arrays, origin: int, site: int) -> None:
    """Put a copy of a site's piece, with its numbers, on another site, which is captured."""
    log_at(s, site, COPIED, origin, site, 0)
    what = int64(s.what[origin])
    if what == 0 or origin == site:
        return
    if s.sites.hidden >= 0 and not s.cards.keeps_secrets:
        carry_hidden(s, origin, site, amount(s, origin) <= 1)
    joined = s.sites.counts >= 0 and s.what[site] == what
    fill(s, site, what, amount(s, site) + 1 if joined else 1)
    state, rotation, value = numbers_of(s, origin)
    set_numbers(s, site, state, rotation, value)


@kernel
def turn(s: Arrays, site: int, rotation: int) -> None:
    """Set the rotation of a site."""
    log_at(s, site, ROTATION_SET, site, rotation, 0)
    set_field(s, s.sites.rotations, site, rotation)


@kernel
def remove_from(s: Arrays, site: int) -> None:
    """Take away all pieces on a site, or the uppermost of a pile."""
    log_at(s, site, REMOVED, site, 0, 0)
    if s.tracks.tracked >= 0:
        leave_tracks(s, site, int64(s.what[site]))
    if s.sites.levels > 0:
        s.n[LEVEL] = 0
        extract(s, site, -1)
        return
    if s.what[site] != 0:
        fill(s, site, 0, 0)


@kernel
def take_control(s: Arrays, site: int, component: int) -> None:
    """Replace the piece on a site by another component with its numbers."""
    count = 1 if s.sites.levels > 0 else max(amount(s, site), 1)
    state, rotation, value = numbers_of(s, site)
    remove_from(s, site)
    add_to(s, site, component, count)
    set_numbers(s, site, state, rotation, value)


@kernel
def select(s: Arrays, origin: int, site: int) -> None:
    """Name two sites."""
    log_at(s, site, SELECTED, origin, site, 0)


@kernel
def promote(s: Arrays, site: int, component: int) -> None:
    """Make the piece on a site another component."""
    log_at(s, site, PROMOTED, site, component, 0)
    if s.sites.levels > 0:
        s.n[LEVEL] = 0
        if s.rules.ghosts >= 0 and height(s, site) == 1:
            # Ludii removes the entry of a piece from its list only if other pieces lie below.
            add_ghost(s, int64(s.what[site]), site, 0)
            pop(s, site, False)
        else:
            extract(s, site, -1)
        push(s, site, component)
        return
    fill(s, site, component, max(amount(s, site), 1))


@kernel
def pass_turn(s: Arrays) -> None:
    """Do nothing, as a move."""
    log_action(s, PASS_MADE, 0, 0, 0)
    s.n[PASSED] = 1


@kernel
def set_state(s: Arrays, site: int, value: int) -> None:
    """Set the local state of a site."""
    log_at(s, site, STATE_SET, site, value, 0)
    set_field(s, s.sites.states, site, value)


@kernel
def set_value(s: Arrays, site: int, value: int) -> None:
    """Set the value of the piece on a site; without a site nothing is done."""
    log_at(s, site, VALUE_SET, site, value, 0)
    if site != NONE:
        set_field(s, s.sites.values, site, value)


@kernel
def set_count(s: Arrays, site: int, count: int) -> None:
    """Set the number of pieces of its component on a site."""
    s.n[TOUCHED] = site
    what = int64(s.what[site])
    log_action(s, COUNT_SET, site, what, count)
    if what != 0 and count > 0:
        fill(s, site, what, count)
    elif what != 0:
        if s.tracks.tracked >= 0:
            leave_tracks(s, site, what)
        fill(s, site, 0, 0)


@routine
def take_one(s: Arrays, site: int) -> None:
    """Take one piece from a site of a hand."""
    count = amount(s, site)
    if count > 1:
        set_count(s, site, count - 1)
    else:
        remove_from(s, site)


@kernel
def set_next(s: Arrays, player: int) -> None:
    """Set the next mover."""
    log_action(s, NEXT_SET, player, 0, 0)
    s.n[NEXT] = player
    s.n[REPLAYED] = 1


@kernel
def swap_players(s: Arrays, one: int, other: int) -> None:
    """Let two players trade places; the mover goes on."""
    log_action(s, PLAYERS_SWAPPED, one, other, 0)
    set_next(s, int64(s.n[MOVER]))


@kernel
def swap_pieces(s: Arrays, origin: int, site: int) -> None:
    """Move a piece to a site, and put what stood there where it came from."""
    other = int64(s.what[site])
    move_to(s, origin, site)
    if other != 0:
        add_to(s, origin, other, 1)
    else:
        log_action(s, ADDED, origin, 0, 1)


@kernel
def enqueue(s: Arrays, rule: int, origin: int, site: int) -> int:
    """Write a move to the queue, and return its row."""
    row = int64(s.n[QUEUED])
    if row == s.queue.shape[0]:
        s.n[LOST] = 1
        return row - 1
    s.queue[row, 0] = rule
    s.queue[row, 1] = origin
    s.queue[row, 2] = site
    s.n[QUEUED] = row + 1
    return row


@kernel
def drop_rows(s: Arrays, first: int, end: int) -> None:
    """Remove rows from the queue; the rows behind them take their places."""
    last = int64(s.n[QUEUED])
    for row in range(end, last):
        for column in range(s.queue.shape[1]):
            s.queue[row - end + first, column] = s.queue[row, column]
    s.n[QUEUED] = last - end + first


@kernel
def begin_attempt(s: Arrays) -> None:
    """Begin to make a move that `undo` will take back."""
    mark(s)
    s.n[PLIES] += 1


@kernel
def end_attempt(s: Arrays) -> None:
    """Let a move that was made for a trial end the turn, even if it keeps the mover."""
    if s.n[NEXT] == s.n[MOVER]:
        s.n[NEXT] = s.n[PREVIOUS]


@kernel
def move_some(s: Arrays, origin: int, site: int, count: int) -> None:
    """Move some pieces of a site to another that is empty or has the same component."""
    s.n[TOUCHED] = site
    if s.sites.levels > 0:
        log_action(s, MOVED_LEVELS, origin, site, count)
        s.n[LEVEL] = height(s, site)
        move_upper(s, origin, site, count)
        return
    log_action(s, MOVED_SOME, origin, site, count)
    what, there = int64(s.what[origin]), amount(s, origin)
    if what == 0 or count <= 0:
        return
    if s.tracks.tracked >= 0:
        follow_tracks(s, origin, site, what, count)
    if s.rules.ghosts >= 0 and s.what[site] != 0 and origin != site:
        add_ghost(s, what, site, 0)
    if there > count:
        fill(s, origin, what, there - count)
    else:
        fill(s, origin, 0, 0)
    if s.what[site] == 0:
        fill(s, site, what, count)
    elif s.what[site] == what:
        fill(s, site, what, amount(s, site) + count)


@kernel
def sow_to(s: Arrays, origin: int, site: int) -> None:
    """Move a piece to a site that keeps its local state, rotation and value."""
    state, rotation, value = numbers_of(s, site)
    move_to(s, origin, site)
    set_numbers(s, site, state, rotation, value)


@kernel
def show_die(s: Arrays, place: int, site: int, face: int, pips: int) -> None:
    """Turn a face of a die up, counted from 0; `place` is where its pips are kept."""
    log_action(s, DIE_SHOWN, site, face, 0)
    set_field(s, s.sites.states, site, face)
    change_number(s, place, pips)


@kernel
def use_die(s: Arrays, place: int, dice: int, die: int, site: int) -> None:
    """Use a die of a set of dice."""
    log_action(s, DIE_USED, dice, die, site)
    change_number(s, place, 0)


@kernel
def compare_dice(s: Arrays, place: int, equal: bool) -> None:
    """Record whether all dice show the same number."""
    log_action(s, DICE_COMPARED, int(equal), 0, 0)
    change_number(s, place, int(equal))


@kernel
def move_level(s: Arrays, origin: int, level: int, site: int, to_level: int) -> None:
    """Move the piece on a level of a site on top of another, or to a level of it."""
    s.n[LEVEL] = max(to_level, 0)
    log_at(s, site, MOVED, origin, site, 0)
    log_levels(s, level, to_level)
    if s.tracks.tracked >= 0 and origin != site:
        moved = what_at(s, origin, level_of(s, origin, level))
        follow_tracks(s, origin, site, moved, 1)
    if to_level < 0:
        move_onto(s, origin, level, site)
        return
    what = what_at(s, origin, level_of(s, origin, level))
    if origin != site and what != 0:
        extract(s, origin, level)
        insert(s, site, to_level, what)


@kernel
def copy_level_to(s: Arrays, origin: int, level: int, site: int) -> None:
    """Put a copy of the piece on a level of a site, with its numbers, on top of another site."""
    s.n[LEVEL] = 0
    log_at(s, site, COPIED, origin, site, 0)
    if origin == site or what_at(s, origin, level) == 0:
        return
    if s.tracks.tracked >= 0:
        enter_tracks(s, site, what_at(s, origin, level), 1)
    copy_onto(s, origin, level, site)


@kernel
def move_top(s: Arrays, origin: int, site: int) -> None:
    """Move the uppermost piece of a site, with its numbers, on top of another."""
    move_level(s, origin, height(s, origin) - 1, site, -1)


@kernel
def move_pile(s: Arrays, origin: int, site: int, to_level: int) -> None:
    """Move all pieces of a site on top of another in their order, or to a level of it."""
    s.n[LEVEL] = max(to_level, 0)
    log_at(s, site, MOVED_PILE, origin, site, 0)
    log_levels(s, -1, to_level)
    if to_level < 0:
        move_upper(s, origin, site, height(s, origin))
    else:
        insert_pile(s, origin, site, to_level)


@kernel
def select_level(s: Arrays, origin: int, site: int, level: int) -> None:
    """Name two sites, and a level of the second."""
    select(s, origin, site)
    s.n[LEVEL] = max(level, 0)


@kernel
def insert_at(s: Arrays, site: int, level: int, component: int) -> None:
    """Put a piece on a level of a site."""
    s.n[LEVEL] = max(level, 0)
    log_at(s, site, INSERTED, site, component, level)
    if s.tracks.tracked >= 0:
        enter_tracks(s, site, component, 1)
    insert(s, site, level, component)


@kernel
def remove_level(s: Arrays, site: int, level: int) -> None:
    """Take the piece on a level of a site away, -1 for the uppermost."""
    s.n[LEVEL] = max(level, 0)
    log_at(s, site, REMOVED, site, 0, 0)
    log_levels(s, -1, level)
    if s.tracks.tracked >= 0:
        leave_tracks(s, site, what_at(s, site, level_of(s, site, level)))
    extract(s, site, level)


@kernel
def set_state_at(s: Arrays, site: int, level: int, value: int) -> None:
    """Set the local state of the piece on a level of a site."""
    log_at(s, site, STATE_SET, site, value, 0)
    log_levels(s, -1, level)
    set_number_at(s, s.sites.states, site, level_of(s, site, level), value)


@kernel
def set_value_at(s: Arrays, site: int, level: int, value: int) -> None:
    """Set the value of the piece on a level of a site; without a site nothing is done."""
    log_at(s, site, VALUE_SET, site, value, 0)
    log_levels(s, -1, level)
    if site != NONE:
        set_number_at(s, s.sites.values, site, level_of(s, site, level), value)


@kernel
def remove_later(s: Arrays, site: int) -> None:
    """Have a piece removed after the turn; `removal_order` has the order, or a pile's count."""
    log_at(s, site, REMOVED_LATER, site, 0, 0)
    if s.sites.levels > 0:
        set_field(s, s.sites.removal_order, site, int64(s.fields[s.sites.removal_order, site]) + 1)
        return
    if s.fields[s.sites.removal_order, site] == 0:
        set_field(s, s.sites.removal_order, site, last_removal(s) + 1)


@kernel
def last_removal(s: Arrays) -> int:
    """Return the largest number in the order of removal, 0 if nothing will be removed."""
    last = 0
    for site in range(1, s.n[COUNT] + 1):
        last = max(last, int64(s.fields[s.sites.removal_order, site]))
    return last


@kernel
def clear_later(s: Arrays) -> None:
    """Remove the pieces that leave after the turn, unless the mover goes on."""
    if s.n[REPLAYED] != 0:
        return
    if s.sites.levels > 0:
        for site in range(1, s.n[COUNT] + 1):
            count = min(int64(s.fields[s.sites.removal_order, site]), height(s, site))
            if s.fields[s.sites.removal_order, site] != 0:
                set_field(s, s.sites.removal_order, site, 0)
            whole = count == height(s, site)
            if s.rules.ghosts >= 0 and whole:
                leave_ghosts(s, site)
                move_ghosts(s, site, NONE)
            for level in range(count - 1, -1, -1):
                remove_level(s, site, level)
                move_action(s, int64(s.n[LOGGED]) - 1, 0)
            if s.rules.ghosts >= 0 and whole:
                move_ghosts(s, NONE, site)
        return
    for order in range(1, last_removal(s) + 1):
        for site in range(1, s.n[COUNT] + 1):
            if s.fields[s.sites.removal_order, site] == order and s.what[site] != 0:
                # It is the first thing that the move does.
                remove_from(s, site)
                set_field(s, s.sites.removal_order, site, 0)
                move_action(s, int64(s.n[LOGGED]) - 1, 0)


@kernel
def move_action(s: Arrays, row: int, to: int) -> None:
    """Move a row of the log up to another place; those between come down by one."""
    if LOGS:
        for above in range(row, to, -1):
            for column in range(LOG):
                other = s.log[above, column]
                s.log[above, column] = s.log[above - 1, column]
                s.log[above - 1, column] = other
