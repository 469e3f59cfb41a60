"""Undo, numbers of the state without a place, ghosts, tracks, and repeated positions.

Notes of every change are taken back, last first. Every change of a state calls `pieces.note`, also
changes by consequences of a move. Earlier positions are known by the keys before every move.

Ghosts are entries of Ludii's lists of pieces without a piece, or for a piece a second time. Ludii
goes through a list for each component (`other.state.owned`), and some of its actions leave entries
behind. A number of the state counts them for each component, site and level if rules can tell the
difference.

Progress along tracks that meet a site more than once is counted as in Ludii: for each component and
each place of every track a number of the state counts the pieces there. The tables list the places
of all tracks, one track behind the other.
"""

import numpy as np

from boardless.jit.arrays import Ints
from boardless.jit.game_runtime import entry, int64, kernel, making, routine
from boardless.state.engine.arrays import (
    COUNT,
    EXTERNAL,
    EXTERNAL_BOARD,
    FILL,
    GROWTH,
    GROWTH_STEP,
    LOST,
    MET_WORDS,
    MOVER,
    NEXT,
    NONE,
    NOTED,
    NOTING,
    PLIES,
    PREVIOUS,
    UNDO,
    Arrays,
)
from boardless.state.engine.bits import change_bitboard, term, turn_term
from boardless.state.engine.cells import drop, number_of, reorder
from boardless.state.engine.pieces import (
    Note,
    closes_up,
    count_neighbour,
    height,
    note,
    what_at,
    who_at,
)

#: Stands for a container in the terms of numbers in a key.
_NUMBERS = 251


@kernel
def number_term(s: Arrays, which: int) -> int:
    """Return the term of a number of the state; 0 for 0."""
    value = int64(s.numbers[which])
    if value == 0:
        return 0
    return term(which, value >> 31, 0, _NUMBERS, value & 0x7FFFFFFF)


@kernel
def uncompared_term(s: Arrays) -> int:
    """Return the terms of the numbers that repeated positions may differ in."""
    key = 0
    for m in range(s.rules.uncompared.shape[0]):
        key ^= number_term(s, int64(s.rules.uncompared[m]))
    return key


@kernel
def change_number(s: Arrays, which: int, value: int) -> None:
    """Set a number of the state."""
    before = int64(s.numbers[which])
    note(s, Note.NUMBER, which, before >> 31, before & 0x7FFFFFFF)
    if UNDO:
        s.key[0] ^= number_term(s, which)
    s.numbers[which] = value
    if UNDO:
        s.key[0] ^= number_term(s, which)


@kernel
def ghost_place(s: Arrays, component: int, site: int, level: int) -> int:
    """Return the place in ``s.numbers`` for the ghosts of a component on a level of a site."""
    levels = max(s.sites.levels, 1)
    return s.rules.ghosts + (component * (int64(s.n[COUNT]) + 1) + site) * levels + level


@kernel
def ghosts_at(s: Arrays, component: int, site: int, level: int) -> int:
    """Return the number of ghosts of a component on a level of a site."""
    return int64(s.numbers[ghost_place(s, component, site, level)])


@kernel
def set_ghosts(s: Arrays, component: int, site: int, level: int, count: int) -> None:
    """Set the number of ghosts of a component on a level of a site."""
    if ghosts_at(s, component, site, level) != count:
        change_number(s, ghost_place(s, component, site, level), count)


@kernel
def add_ghost(s: Arrays, component: int, site: int, level: int) -> None:
    """Let one more entry of a component stand for a level of a site."""
    set_ghosts(s, component, site, level, ghosts_at(s, component, site, level) + 1)


@routine
def forget_ghosts(s: Arrays, component: int, site: int, level: int) -> None:
    """Take off the ghosts of a piece that leaves a level; all above come down by one."""
    set_ghosts(s, component, site, level, 0)
    for each in range(1, s.kit.owner.shape[0]):
        for above in range(level + 1, s.sites.levels):
            count = ghosts_at(s, each, site, above)
            if count != 0:
                set_ghosts(s, each, site, above - 1, ghosts_at(s, each, site, above - 1) + count)
                set_ghosts(s, each, site, above, 0)


@routine
def forget_pile(s: Arrays, site: int) -> None:
    """Take off all that stands for components of a pile that leaves a site."""
    for level in range(height(s, site)):
        for each in range(s.sites.levels):
            set_ghosts(s, what_at(s, site, level), site, each, 0)


@routine
def leave_ghosts(s: Arrays, site: int) -> None:
    """Note the entries that stay when the levels of a whole pile are taken from 0 up.

    Those above come down by one each time, so every second piece is not found where it was.
    """
    size = height(s, site)
    for level in range((size + 1) // 2):
        forget_ghosts(s, what_at(s, site, 2 * level), site, level)
    for level in range(size // 2):
        add_ghost(s, what_at(s, site, 2 * level + 1), site, level)


@routine
def move_ghosts(s: Arrays, origin: int, site: int) -> None:
    """Move the ghosts of a site to another."""
    for component in range(1, s.kit.owner.shape[0]):
        for level in range(s.sites.levels):
            set_ghosts(s, component, site, level, ghosts_at(s, component, origin, level))
            set_ghosts(s, component, origin, level, 0)


@kernel
def counted_at(s: Arrays, what: int, place: int) -> int:
    """Return the number that counts the pieces of a component at a place of the tracks."""
    return int64(s.tracks.tracked) + what * int64(s.tracks.track_sites.size) + place


@kernel
def count_on(s: Arrays, what: int, place: int, change: int) -> None:
    """Count more or fewer pieces of a component at a place of the tracks."""
    at = counted_at(s, what, place)
    change_number(s, at, int64(s.numbers[at]) + change)


@kernel
def met_from(s: Arrays, number: int, place: int, end: int) -> int:
    """Return the first place from `place` on with the site of a number, or `end`."""
    while place < end and s.tracks.track_sites[place] != number:
        place += 1
    return place


@routine
def enter_tracks(s: Arrays, site: int, what: int, count: int) -> None:
    """Let pieces that are put on a site be where each track meets it first."""
    number = number_of(s, site)
    for track in range(s.tracks.track_first.size - 1):
        end = int64(s.tracks.track_first[track + 1])
        place = met_from(s, number, int64(s.tracks.track_first[track]), end)
        if place < end:
            count_on(s, what, place, count)


@routine
def follow_tracks(s: Arrays, origin: int, site: int, what: int, count: int) -> None:
    """Let pieces that move be at the next place of each track that has their target."""
    if what == 0:
        return
    start, target = number_of(s, origin), number_of(s, site)
    for track in range(s.tracks.track_first.size - 1):
        first, end = int64(s.tracks.track_first[track]), int64(s.tracks.track_first[track + 1])
        place = met_from(s, start, first, end)
        entered = place == end
        while place < end and s.numbers[counted_at(s, what, place)] <= 0:
            place = met_from(s, start, place + 1, end)
        if place == end and not entered:
            continue
        later = end if entered else met_from(s, target, place + 1, end)
        if later == end:
            later = met_from(s, target, first, end)
        if not entered:
            count_on(s, what, place, -count)
        if later < end:
            count_on(s, what, later, 1 if entered else count)


@routine
def leave_tracks(s: Arrays, site: int, what: int) -> None:
    """Take a piece off every place of the tracks that has its site."""
    if what == 0:
        return
    number = number_of(s, site)
    for place in range(s.tracks.track_sites.size):
        if s.tracks.track_sites[place] == number:
            count_on(s, what, place, -1)


@kernel
def place_of_piece(
    s: Arrays, numbers: Ints, first: int, length: int, site: int, player: int
) -> int:
    """Return the place on a track of the piece, or a player's piece, on a site; else `length`."""
    if site == NONE:
        return length
    what = int64(s.what[site])
    for level in range(height(s, site) - 1, -1, -1):
        if what != 0 and who_at(s, site, level) == player:
            what = what_at(s, site, level)
    number = number_of(s, site)
    for place in range(length):
        here = numbers[first + place] == number
        if here and (what == 0 or s.numbers[counted_at(s, what, first + place)] > 0):
            return place
    return length


@kernel
def place_on_track(places: Ints, first: int, size: int, number: int, length: int) -> int:
    """Return the first place of a track with a site, counted from 0, or `length`.

    The track has `size` entries of the table from `first` on, for the numbers from -1 on.
    """
    if number < -1 or number >= size - 1:
        return length
    return int64(places[first + number + 1])


@kernel
def number_ahead(numbers: Ints, first: int, length: int, loops: int, place: int) -> int:
    """Return the number of the site of a place, -1 beyond the end of a track without loop."""
    if place >= length and loops != 0:
        place %= length
    if place >= length:
        return -1
    return int64(numbers[first + place])


@kernel
def compared_key(s: Arrays) -> int:
    """Return the key without the numbers that repeated positions may differ in."""
    return int64(s.key[0]) ^ uncompared_term(s)


@kernel
def mark_met(s: Arrays, key: int, mover: int) -> None:
    """Set the bits of a position, with and without its mover."""
    alone = key ^ turn_term(mover)
    s.met[(key >> 5) % MET_WORDS] |= 1 << (key & 31)
    s.met[(alone >> 5) % MET_WORDS] |= 1 << (alone & 31)


@routine
def is_repeated(s: Arrays, times: int) -> bool:
    """Return True if a move has led to a position for the `times`-th time or more."""
    key = compared_key(s) ^ turn_term(int64(s.n[MOVER])) ^ turn_term(int64(s.n[NEXT]))
    last = s.n.shape[0]
    count = 1
    for ply in range(s.n[PLIES]):
        if s.marks[ply, last] == key:
            count += 1
    return count >= times


@routine
def is_unmet(s: Arrays, situational: bool, in_turn: bool) -> bool:
    """Return True if no earlier turn, or move of it, began from the position of a tried move."""
    key = compared_key(s) ^ turn_term(int64(s.n[MOVER]))
    if situational:
        key ^= turn_term(int64(s.n[NEXT]))
    # Bits of positions outlive moves that are taken back.
    if (int64(s.met[(key >> 5) % MET_WORDS]) >> (key & 31)) & 1 == 0:
        return True
    last = s.n.shape[0]
    for ply in range(int64(s.n[PLIES]) - 1, -1, -1):
        # As in Ludii a turn lasts until another player has moved, and that move belongs to none.
        begins = ply == 0 or s.marks[ply, PREVIOUS] != s.marks[ply - 1, PREVIOUS]
        before = int64(s.marks[ply, last])
        if not situational:
            before ^= turn_term(int64(s.marks[ply, MOVER]))
        if (begins or in_turn) and before == key:
            return False
        if begins and in_turn:
            return True
    return True


@kernel
def record_key(s: Arrays, first: int, room: int) -> None:
    """Put the key in front of the last positions' keys, at most `room`, from ply 2 on."""
    if s.n[PLIES] < 2:
        return
    for at in range(first + room - 1, first - 1, -1):
        before = int64(s.numbers[at])
        note(s, Note.NUMBER, at, before >> 31, before & 0x7FFFFFFF)
        s.numbers[at] = s.numbers[at - 1] if at > first else int64(s.key[0])


@kernel
def key_before(s: Arrays, first: int, back: int, now: bool) -> int:
    """Return the key of `back` positions ago; with `now` the present one is number 0."""
    if now and back == 0:
        return int64(s.key[0])
    return int64(s.numbers[first + back - now])


@kernel
def is_cycle(s: Arrays, first: int, length: int, now: bool) -> bool:
    """Return True if the last positions are three times the same `length` ones."""
    if s.numbers[first + 3 * length - 1 - now] == 0:
        return False
    same = True
    for back in range(2 * length):
        later = key_before(s, first, back, now)
        same = same and later == key_before(s, first, back + length, now)
    return same


@kernel
def mark(s: Arrays) -> None:
    """Record the counters and the key before a move."""
    if UNDO and s.n[NOTING] != 0:
        ply = int64(s.n[PLIES])
        last = s.n.shape[0]
        for counter in range(last):
            s.marks[ply, counter] = s.n[counter]
        s.marks[ply, last] = s.key[0]
        if s.rules.repeats:
            key = compared_key(s)
            s.marks[ply, last] = key
            mark_met(s, key, int64(s.n[MOVER]))


@entry
def undo(s: Arrays) -> None:
    """Take the last move back; there must be one with notes."""
    ply = int64(s.n[PLIES]) - 1
    last = s.n.shape[0]
    row = int64(s.n[NOTED])
    while row > s.marks[ply, NOTED]:
        row -= 1
        kind = int64(s.notes[row, 0])
        which = int64(s.notes[row, 1])
        site = int64(s.notes[row, 2])
        before = int64(s.notes[row, 3])
        if kind == Note.PIECE:
            _unput(s, site, before)
        elif kind == Note.FIELD:
            s.fields[which, site] = before
        elif s.sites.levels > 0 and kind == Note.UNDER:
            s.under[which, site] = before
        elif s.segments.segments > 0 and kind == Note.JOINED:
            s.joined[which, site] = before
        elif s.kept.sets > 0 and kind == Note.UNITED:
            s.sets[which, site] = before
        elif kind == Note.LISTED:
            s.size[which] -= 1
            s.where[which, site] = 0
        elif kind == Note.UNLISTED:
            _unlisted(s, which, site, before)
        elif kind == Note.RANKED:
            s.rank[which] = before
        elif s.rules.numbers > 0 and kind == Note.NUMBER:
            # A number has 64 bits, a column of notes 32: its two halves.
            s.numbers[which] = site << 31 | before
        elif GROWTH_STEP and kind == Note.RENUMBERED:
            row -= site
            _number_back(s, row, site)
    while s.n[GROWTH] != EXTERNAL and s.n[COUNT] > s.marks[ply, COUNT]:
        drop(s)
    # A given board may have other cells by now: its owner takes them back.
    count = s.n[COUNT]
    for counter in range(last):
        # Flood fills keep counting, because their marks are not removed. LOST stays, too.
        if counter != FILL and counter != LOST:
            s.n[counter] = s.marks[ply, counter]
    s.n[COUNT] = count
    s.key[0] = s.marks[ply, last]
    if s.rules.repeats:
        # The numbers have their old values, so their terms of the key have, too.
        s.key[0] ^= uncompared_term(s)


@kernel
def _unput(s: Arrays, site: int, before: int) -> None:
    after = int64(s.what[site])
    if s.kept.bitboards > 0:
        change_bitboard(s, site, after, before)
    s.what[site] = before
    s.who[site] = s.kit.owner[before]
    follows = s.kept.local and (s.kept.around or EXTERNAL_BOARD)
    if follows and site > s.kit.held and (before == 0) != (after == 0):
        count_neighbour(s, site, -1 if before == 0 else 1)


@kernel
def _unlisted(s: Arrays, a: int, site: int, spot: int) -> None:
    """Put a site back on a list, and the entry that replaced it back to its old place."""
    size = int64(s.size[a])
    other = int64(s.legal[a, spot - 1])
    if closes_up(s, a):
        for n in range(size, spot - 1, -1):
            other = int64(s.legal[a, n - 1])
            s.legal[a, n] = other
            s.where[a, other] = n + 1
    elif spot - 1 < size:
        s.legal[a, size] = other
        s.where[a, other] = size + 1
    s.legal[a, spot - 1] = site
    s.where[a, site] = spot
    s.size[a] = size + 1


@making
def _number_back(s: Arrays, first: int, count: int) -> None:
    """Give the cells their numbers from before a renumbering, as noted from `first` on."""
    # A move may let the board grow more than once: the cells that came afterwards go first.
    while s.n[COUNT] > s.kit.held + count:
        drop(s)
    order = np.empty(s.kit.held + count + 1, np.int64)
    for site in range(s.kit.held + 1):
        order[site] = site
    for n in range(count):
        order[s.notes[first + n, 2]] = s.kit.held + 1 + n
    reorder(s, order)
