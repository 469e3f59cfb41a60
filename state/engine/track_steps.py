"""Progress along tracks that meet a site more than once, as Ludii counts it.

For each component and each place of every track a number of the state counts the pieces there.
"""

from boardless.jit.arrays import Ints
from boardless.jit.game_runtime import int64, kernel, routine
from boardless.state.engine.arrays import NONE, Arrays
from boardless.state.engine.cells import number_of
from boardless.state.engine.levels import height, what_at, who_at
from boardless.state.engine.numbers import change_number


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
    """Return the first place from one on that has the site of a number; `end` if none has."""
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
