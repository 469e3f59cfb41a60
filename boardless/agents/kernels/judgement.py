"""Evaluation of positions by weighted features that any game has."""

from math import exp

from boardless.agents.kernels.arrays import CONNECTION, LINES, MATERIAL, MOBILITY, SCORE, WEIGHTS
from boardless.agents.kernels.features import SCORES
from boardless.jit.arrays import Floats
from boardless.jit.game_runtime import entry, int64, kernel
from boardless.state.engine.arrays import COUNT, FILL, MOVER, NEXT, NONE, PREVIOUS, Arrays
from boardless.state.engine.cells import neighbour
from boardless.state.engine.chance import ASKS, begin_chance
from boardless.state.engine.pieces import amount, height, who_at
from boardless.state.engine.results import following, in_seats
from boardless.state.engine.rules import count_moves


@kernel
def judged(s: Arrays, player: int, w: Floats) -> float:
    """Return the value of a position to a player: the logistic function of the lead.

    The lead is the player's sum of weighted features less the mean of the others'.
    """
    ahead = 0.0
    # After a swap a player has the pieces of the other; it is the same both ways.
    own = in_seats(s, player)
    for each in range(1, s.kit.players + 1):
        share = 1.0 if each == own else -1.0 / (s.kit.players - 1)
        ahead += share * weighed(s, each, w)
    return 1.0 / (1.0 + exp(-ahead))


@kernel
def weighed(s: Arrays, player: int, w: Floats) -> float:
    """Return the sum of the weighted features of a player."""
    total = 0.0
    if w[WEIGHTS + MATERIAL] != 0.0:
        total += w[WEIGHTS + MATERIAL] * material(s, player)
    if w[WEIGHTS + LINES] != 0.0:
        total += w[WEIGHTS + LINES] * lines(s, player)
    if w[WEIGHTS + MOBILITY] != 0.0:
        total += w[WEIGHTS + MOBILITY] * mobility(s, player)
    if w[WEIGHTS + CONNECTION] != 0.0:
        total += w[WEIGHTS + CONNECTION] * connection(s, player)
    if SCORES >= 0 and w[WEIGHTS + SCORE] != 0.0:
        total += w[WEIGHTS + SCORE] * s.numbers[SCORES + player]
    return total


@kernel
def material(s: Arrays, player: int) -> float:
    """Return the number of a player's pieces, on the board and in hand."""
    count = 0
    for site in range(1, s.n[COUNT] + 1):
        if s.sites.levels > 0:
            for level in range(height(s, site)):
                count += who_at(s, site, level) == player
        elif s.who[site] == player:
            count += amount(s, site)
    return float(count)


@kernel
def mobility(s: Arrays, player: int) -> float:
    """Return the number of a player's legal moves, as if it were his turn."""
    mover, then, before = int64(s.n[MOVER]), int64(s.n[NEXT]), int64(s.n[PREVIOUS])
    if s.rules.effects and player != mover:
        s.n[MOVER] = player
        s.n[NEXT] = following(s, player)
        s.n[PREVIOUS] = mover
    if s.rules.chances:
        # Sampled outcomes are written over: the simulation is over, or this is a copy.
        s.chance[ASKS] = 0
        begin_chance(s)
    count = count_moves(s, player)
    s.n[MOVER] = mover
    s.n[NEXT] = then
    s.n[PREVIOUS] = before
    return float(count)


@kernel
def lines(s: Arrays, player: int) -> float:
    """Return the sum of (n - 1)**2 over a player's straight lines of n > 1 adjacent pieces."""
    total = 0
    for site in range(s.kit.held + 1, s.n[COUNT] + 1):
        if s.who[site] == player:
            for t in range(s.plane.slots):
                if (
                    s.plane.all_adjacent
                    or s.plane.adjacent[int64(s.kind[site]) * s.plane.slots + t] != 0
                ):
                    run = run_from(s, site, t, player)
                    # The run beyond the first piece is met again from the pieces before it.
                    total += 2 * run - 1 if run > 0 else 0
    return total / 2.0


@kernel
def run_from(s: Arrays, site: int, slot: int, player: int) -> int:
    """Return how many pieces of a player follow a site in a straight line through a slot."""
    run = 0
    at = neighbour(s, site, slot)
    # On a board that is laid out the same slot of site after site may lead around.
    while at != NONE and s.who[at] == player and run < s.n[COUNT]:
        run += 1
        at = neighbour(s, at, slot)
    return run


@kernel
def connection(s: Arrays, player: int) -> float:
    """Return the number of pieces in a player's largest group of adjacent ones."""
    fill = int64(s.n[FILL]) + 1
    s.n[FILL] = fill
    most = 0
    for begin in range(s.kit.held + 1, s.n[COUNT] + 1):
        if s.who[begin] != player or s.seen[begin] == fill:
            continue
        s.stack[0] = begin
        s.seen[begin] = fill
        size = 0
        n = 1
        while n > 0:
            n -= 1
            at = int64(s.stack[n])
            size += 1
            row = int64(s.kind[at]) * s.plane.slots
            for t in range(s.plane.slots):
                other = neighbour(s, at, t)
                touches = s.plane.all_adjacent or s.plane.adjacent[row + t] != 0
                if touches and s.who[other] == player and s.seen[other] != fill:
                    s.seen[other] = fill
                    s.stack[n] = other
                    n += 1
        most = max(most, size)
    return float(most)


@entry
def value_of(s: Arrays, player: int, w: Floats) -> float:
    """Return the value of `judged`."""
    return judged(s, player, w)
