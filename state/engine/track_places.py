"""Places of tracks: the tables list those of all tracks, one track behind the other."""

from boardless.jit.arrays import Ints
from boardless.jit.game_runtime import int64, kernel


@kernel
def place_on_track(places: Ints, first: int, size: int, number: int, length: int) -> int:
    """Return the first place of a track that has a site, counted from 0; `length` if none has.

    The track has `size` entries of the table from `first` on, for the numbers from -1 on.
    """
    if number < -1 or number >= size - 1:
        return length
    return int64(places[first + number + 1])


@kernel
def number_ahead(numbers: Ints, first: int, length: int, loops: int, place: int) -> int:
    """Return the number of the site of a place, perhaps beyond the end; -1 where there is none."""
    if place >= length and loops != 0:
        place %= length
    if place >= length:
        return -1
    return int64(numbers[first + place])
