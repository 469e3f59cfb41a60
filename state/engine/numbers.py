"""Numbers of the state without a place: their changes, their keys, ghosts and tracks.

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
from boardless.state.engine.arrays import COUNT, NONE, UNDO, Arrays
from boardless.state.engine.cells import number_of
from boardless.state.engine.pieces import Note, height, note, term, what_at, who_at

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
