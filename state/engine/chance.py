"""Chance: outcomes that are sampled while moves are found and while one is made.

The outcomes since the last move stay in their order, so that repeated work comes out alike. In
playouts they are random numbers. With ``s.chance[ASKS]`` they come from outside, and the first one
that is missing is asked for: results are void then.
"""

from boardless.jit.game_runtime import below, int64, kernel, mix
from boardless.state.engine.arrays import LOST, Arrays

# Places of `Arrays.chance`: how many outcomes are settled, how many have been used, and how many
# had been when the legal moves were found; whether outcomes are asked for, how many may come about
# of the one that is (0: none is), whether their odds are in `Arrays.odds`, and of which site it is.
SETTLED, SAMPLED, FOUND, ASKS, ASKED, WEIGHTED, ASKED_SITE = range(7)


@kernel
def begin_chance(s: Arrays) -> None:
    """Go back to the first outcome since the last move; playouts sample all anew."""
    s.chance[SAMPLED] = 0
    if s.chance[ASKS] == 0:
        s.chance[SETTLED] = 0


@kernel
def seed_chance(s: Arrays, number: int) -> None:
    """Let the outcomes of a playout's next move come from a random number."""
    s.stream[0] = mix(number, 1)


@kernel
def settled_outcome(s: Arrays, options: int, weighted: bool, site: int) -> int:
    """Return the next outcome if it is settled, else -1, or 0 where it is asked for."""
    row = int64(s.chance[SAMPLED])
    if row == s.outcomes.shape[0]:
        s.n[LOST] = 1
        return 0
    s.chance[SAMPLED] = row + 1
    if row < s.chance[SETTLED]:
        return min(int64(s.outcomes[row]), options - 1)
    if s.chance[ASKS] == 0:
        return -1
    s.outcomes[row] = 0
    if s.chance[ASKED] == 0:
        s.chance[ASKED] = options
        s.chance[WEIGHTED] = weighted
        s.chance[ASKED_SITE] = site
        if weighted:
            for n in range(options):
                s.odds[1, n] = s.odds[0, n]
    return 0


@kernel
def settle_outcome(s: Arrays, outcome: int) -> int:
    """Settle the outcome that has just been sampled, and return it."""
    s.outcomes[int64(s.chance[SAMPLED]) - 1] = outcome
    s.chance[SETTLED] = s.chance[SAMPLED]
    return outcome


@kernel
def random_below(s: Arrays, end: int) -> int:
    """Return a random number from 0 to `end` - 1."""
    s.stream[0] = mix(s.stream[0], 1)
    return below(s.stream[0], end)


@kernel
def sample_of(s: Arrays, options: int, site: int) -> int:
    """Return one of so many outcomes from 0 on, all equally likely, for a `site`."""
    if options <= 1:
        return 0
    outcome = settled_outcome(s, options, False, site)
    if outcome >= 0:
        return outcome
    return settle_outcome(s, random_below(s, options))


@kernel
def sample_by_odds(s: Arrays, options: int) -> int:
    """Return one of so many outcomes, as likely as ``s.odds[0]`` says of each."""
    outcome = settled_outcome(s, options, True, 0)
    if outcome >= 0:
        return outcome
    total = 0
    for n in range(options):
        total += int64(s.odds[0, n])
    left = random_below(s, total)
    outcome = 0
    while outcome < options - 1 and left >= s.odds[0, outcome]:
        left -= int64(s.odds[0, outcome])
        outcome += 1
    return settle_outcome(s, outcome)


@kernel
def sample_some(s: Arrays, row: int, count: int, number: int) -> None:
    """Mark `number` of the first `count` places of a row of ``s.scratch``, sampled one by one."""
    if count > s.scratch.shape[1]:
        s.n[LOST] = 1
        count = s.scratch.shape[1]
    for n in range(count):
        s.scratch[row, n] = 0
    for taken in range(min(max(number, 0), count)):
        left = sample_of(s, count - taken, 0)
        at = 0
        while s.scratch[row, at] != 0 or left > 0:
            if s.scratch[row, at] == 0:
                left -= 1
            at += 1
        s.scratch[row, at] = 1


@kernel
def place_in_plane(s: Arrays, site: int) -> int:
    """Return the rank of a site in the plane, in any numbering."""
    return site - 2**62 if site <= s.kit.held else int64(s.code[site])


@kernel
def sort_in_plane(s: Arrays, row: int, count: int) -> None:
    """Sort the first `count` sites of a row of ``s.scratch``, hands first (D. Shell, 1959)."""
    end = min(count, s.scratch.shape[1])
    gap = end // 2
    while gap > 0:
        for at in range(gap, end):
            site, to = int64(s.scratch[row, at]), at
            place = place_in_plane(s, site)
            while to >= gap and place_in_plane(s, int64(s.scratch[row, to - gap])) > place:
                s.scratch[row, to] = s.scratch[row, to - gap]
                to -= gap
            s.scratch[row, to] = site
        gap //= 2
