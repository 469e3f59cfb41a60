"""Sampled starts: pieces with numbers of their own, and what is hidden of them."""

from typing import NamedTuple

from boardless.jit.arrays import Ints
from boardless.jit.game_runtime import below, entry, int64, mix, routine
from boardless.jit.named_tuples import by_address
from boardless.state.engine.arrays import NOTED, NOTING, Arrays
from boardless.state.engine.features import UNDO
from boardless.state.engine.levels import height
from boardless.state.engine.pieces import set_field
from boardless.state.engine.stacks import set_number_at
from boardless.state.engine.starting import begin, restore
from boardless.state.engine.whole_games import Results, played


@entry
def begin_sampled(s: Arrays, given: Ints, noting: bool) -> None:
    """Go to the first position, see `begin`, with rows `given` of field, site, level, number."""
    begin(s, False)
    for m in range(given.shape[0]):
        field, site, level = int64(given[m, 0]), int64(given[m, 1]), int64(given[m, 2])
        if s.sites.levels > 0 and level < height(s, site) - 1:
            set_number_at(s, field, site, level, int64(given[m, 3]))
        else:
            set_field(s, field, site, int64(given[m, 3]))
    if UNDO:
        s.n[NOTED] = 0
        s.n[NOTING] = 1 if noting else 0


@by_address
class StartDraw(NamedTuple):
    """A start that is drawn: n certain pieces, m steps."""

    certain: Ints  # (n, 3): rows of `Arrays.begun` that come first
    # (m, 5): component, the fewest and the most pieces of it, and the span of `places` where they
    # may lie.
    steps: Ints
    places: Ints
    taken: Ints  # int8 (room,): spare
    noting: bool  # whether moves can be taken back


@routine
def draw_start(begun: Ints, certain: Ints, steps: Ints, places: Ints, taken: Ints, key: int) -> int:
    """Draw the pieces of a start into `begun`, whose rows end with them; return how many.

    They are what `games.game_start.chance_start` draws by a stream of numbers that begins with
    `key`. The count of a step is drawn again for each piece.
    """
    for site in range(taken.shape[0]):
        taken[site] = 0
    drawn = int64(certain.shape[0])
    for m in range(drawn):
        for column in range(3):
            begun[m, column] = certain[m, column]
        taken[certain[m, 1]] = 1
    for n in range(steps.shape[0]):
        low, high = int64(steps[n, 1]), int64(steps[n, 2])
        first, end = int64(steps[n, 3]), int64(steps[n, 4])
        free = 0
        for at in range(first, end):
            free += 1 - int64(taken[places[at]])
        put = 0
        while free > 0:
            most = low
            if high > low:
                key = mix(key, 1)
                most = low + below(key, high - low + 1)
            if put >= most:
                break
            left = 0
            if free > 1:
                key = mix(key, 1)
                left = below(key, free)
            at = first
            while left > 0 or taken[places[at]] != 0:
                left -= 1 - int64(taken[places[at]])
                at += 1
            taken[places[at]] = 1
            begun[drawn, 0] = steps[n, 0]
            begun[drawn, 1] = places[at]
            begun[drawn, 2] = 1
            drawn += 1
            put += 1
            free -= 1
    # Rows that are left over come first, and put nothing anywhere.
    spare = begun.shape[0] - drawn
    if spare > 0:
        for m in range(begun.shape[0] - 1, -1, -1):
            for column in range(3):
                begun[m, column] = begun[m - spare, column] if m >= spare else 0
    return drawn


@entry
def playouts_by_chance(
    s: Arrays, start: Arrays, draw: StartDraw, results: Results, seed: int, first: int, last: int
) -> int:
    """Play playouts as `whole_games.playouts`, each from a start that is drawn for it.

    Both states have the same array `begun`.
    """
    for number in range(first, last):
        key = mix(mix(mix(seed, 0), number), 0)
        draw_start(start.begun, draw.certain, draw.steps, draw.places, draw.taken, key)
        begin(start, draw.noting)
        restore(s, start)
        if not played(s, results, seed, number, number - first):
            return number
    return last
