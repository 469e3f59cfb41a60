"""Stacks, ghosts and tracks: pieces on any level, and how Ludii's lists count pieces.

Every change below the top is noted number by number, and a key has a term for each level, so both
cost the levels that change.

Ghosts are entries of Ludii's lists of pieces without a piece, or for a piece a second time. Ludii
goes through a list for each component (`other.state.owned`), and some of its actions leave entries
behind. A number of the state counts them for each component, site and level if rules can tell the
difference.

Progress along tracks that meet a site more than once is counted as in Ludii: for each component and
each place of every track a number of the state counts the pieces there. The tables list the places
of all tracks, one track behind the other.
"""

from boardless.jit.arrays import Ints
from boardless.jit.game_runtime import int64, kernel, routine
from boardless.state.engine.arrays import COUNT, LOST, NONE, Arrays
from boardless.state.engine.cells import number_of
from boardless.state.engine.pieces import (
    Note,
    become,
    fill,
    height,
    level_of,
    note,
    note_field,
    number_at,
    set_field,
    toggle,
    toggle_level,
    what_at,
    who_at,
)
from boardless.state.engine.undo import change_number


@kernel
def set_under(s: Arrays, row: int, site: int, value: int) -> None:
    """Set a number of a piece under the top of a site, or the height of the pile."""
    before = int64(s.under[row, site])
    if before != value:
        note(s, Note.UNDER, row, site, before)
        s.under[row, site] = value


@kernel
def copy_level(s: Arrays, site: int, source: int, level: int) -> None:
    """Make a level below the top what another one is."""
    first = 1 + level * (1 + s.sites.fields)
    set_under(s, first, site, what_at(s, site, source))
    for f in range(s.sites.fields):
        set_under(s, first + 1 + f, site, number_at(s, f, site, source))


@kernel
def toggle_from(s: Arrays, site: int, level: int) -> None:
    """Take the terms of all levels of a site from one on out of the key, or put them in."""
    for each in range(level, height(s, site)):
        toggle_level(s, site, each)


@kernel
def leave_on(s: Arrays, site: int, level: int, stays: bool) -> None:
    """Keep or clear the numbers of the top on a level: a piece from a named one leaves them."""
    if s.sites.leaves:
        for f in (s.sites.states, s.sites.rotations, s.sites.values):
            if f >= 0:
                left = int64(s.fields[f, site]) if stays else 0
                set_under(s, 2 + f + level * (1 + s.sites.fields), site, left)


@kernel
def leave_nothing(s: Arrays, site: int) -> None:
    """Clear the numbers that were left on all levels of an empty site."""
    if s.sites.leaves:
        for row in range(1, s.under.shape[0]):
            set_under(s, row, site, 0)


@routine
def push(s: Arrays, site: int, component: int) -> None:
    """Put a piece on top of a site; component 0 does nothing."""
    if component == 0:
        return
    count = height(s, site)
    if count == s.sites.levels:
        s.n[LOST] = 1
        return
    if count > 0:
        copy_level(s, site, count - 1, count - 1)
    set_under(s, 0, site, count + 1)
    if count > 0:
        # The old top is there twice, until the piece takes the place of the upper one.
        for f in range(s.sites.fields):
            note_field(s, f, site, 0)
        toggle(s, site)
    fill(s, site, component, 1)
    if s.sites.leaves:
        # The new top takes over the numbers that were left on its level.
        for f in (s.sites.states, s.sites.rotations, s.sites.values):
            row = 2 + f + count * (1 + s.sites.fields)
            if f >= 0 and s.under[row, site] != 0:
                set_field(s, f, site, int64(s.under[row, site]))


@routine
def pop(s: Arrays, site: int, stays: bool) -> None:
    """Take the top off a site; its numbers may stay."""
    count = height(s, site) - 1
    leave_on(s, site, count, stays)
    if count == 0:
        fill(s, site, 0, 0)
        set_under(s, 0, site, 0)
        return
    toggle(s, site)
    become(s, site, what_at(s, site, count - 1))
    for f in range(s.sites.fields):
        note_field(s, f, site, number_at(s, f, site, count - 1))
    set_under(s, 0, site, count)


@routine
def extract(s: Arrays, site: int, level: int) -> None:
    """Take the piece on a level, -1 for the top, out of a pile; pieces above come down."""
    top = height(s, site) - 1
    if level > top or top < 0:
        return
    named = level >= 0
    if not named:
        level = top
    if s.rules.ghosts >= 0:
        forget_ghosts(s, what_at(s, site, level), site, level)
    if level == top:
        pop(s, site, named)
        return
    leave_on(s, site, top, True)
    toggle_from(s, site, level)
    for each in range(level, top - 1):
        copy_level(s, site, each + 1, each)
    set_under(s, 0, site, top)
    toggle_from(s, site, level)


@routine
def insert(s: Arrays, site: int, level: int, component: int) -> None:
    """Put a piece with numbers 0 on a level of a pile; pieces from there on go up by one.

    If the pile is not as high as that, the piece is put on top.
    """
    count = height(s, site)
    if level < 0 or level >= count:
        leave_on(s, site, count, False)
        push(s, site, component)
        return
    if count == s.sites.levels:
        s.n[LOST] = 1
        return
    toggle_from(s, site, level)
    # The uppermost one stays so; what lies below it and from the level on goes up.
    for each in range(count - 2, level - 1, -1):
        copy_level(s, site, each, each + 1)
    set_under(s, 0, site, count + 1)
    first = 1 + level * (1 + s.sites.fields)
    set_under(s, first, site, component)
    for f in range(s.sites.fields):
        set_under(s, first + 1 + f, site, 0)
    toggle_from(s, site, level)


@routine
def set_number_at(s: Arrays, field: int, site: int, level: int, value: int) -> None:
    """Set a number of the piece on a level of a site."""
    top = height(s, site) - 1
    if level < 0 or level > top:
        return
    if level == top:
        set_field(s, field, site, value)
        return
    toggle_level(s, site, level)
    set_under(s, 2 + field + level * (1 + s.sites.fields), site, value)
    toggle_level(s, site, level)


@kernel
def copy_onto(s: Arrays, origin: int, level: int, site: int) -> None:
    """Put a copy of a piece on a level of a site, with its numbers, on top of another site."""
    push(s, site, what_at(s, origin, level))
    for f in range(s.sites.fields):
        if f != s.sites.counts:
            set_field(s, f, site, number_at(s, f, origin, level))


@kernel
def move_onto(s: Arrays, origin: int, level: int, site: int) -> None:
    """Move the piece on a level onto another site, with its numbers; -1, the top, leaves them."""
    what = what_at(s, origin, level_of(s, origin, level))
    if origin == site or what == 0:
        return
    if level >= 0:
        copy_onto(s, origin, level, site)
    else:
        push(s, site, what)
    extract(s, origin, level)


@kernel
def move_upper(s: Arrays, origin: int, site: int, count: int) -> None:
    """Move the `count` uppermost pieces, if the pile has them, in order onto another site."""
    first = height(s, origin) - count
    if origin == site or first < 0:
        return
    if s.rules.ghosts >= 0 and first == 0:
        forget_pile(s, origin)
    for level in range(first, first + count):
        copy_onto(s, origin, level, site)
    for _ in range(count):
        pop(s, origin, False)
    if first == 0:
        leave_nothing(s, origin)


@kernel
def insert_pile(s: Arrays, origin: int, site: int, level: int) -> None:
    """Move all pieces of a site, one after another, to a level of another, without numbers."""
    if origin == site:
        return
    for each in range(height(s, origin)):
        insert(s, site, level, what_at(s, origin, each))
    for _ in range(height(s, origin)):
        pop(s, origin, False)
    leave_nothing(s, origin)


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
