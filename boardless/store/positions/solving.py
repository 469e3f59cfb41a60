"""Retrograde analysis: values of positions under best play, from the ends backwards.

The winner minimises the number of moves, the loser maximises it. A result that nobody can force,
such as a game that may go on for ever, is a draw. Source: K. Thompson, Retrograde analysis of
certain endgames, ICCA Journal 9 (3), 1986.
"""

from dataclasses import replace

import numpy as np

from boardless.jit.arrays import Ints
from boardless.jit.native import jit
from boardless.store.positions.found import Found
from boardless.store.positions.positions import Positions
from boardless.topo import InputError

#: The value of an unsolved position.
UNKNOWN = -1


def solved(positions: Positions) -> tuple[Ints, Ints]:
    """Return the winner of every position under best play, and the number of moves until then.

    Returns
    -------
    values, distances : int16 and int32 arrays of shape (n,)
        The player who wins, 0 for a draw; -1 is the distance of a draw.

    Raises
    ------
    InputError
        If these are not all positions, or the game is not one of two players.
    """
    game = positions.explored.game
    if not positions.complete:
        raise InputError(f"positions of {game}: they are not complete, so they cannot be solved")
    if positions.players != 2:
        raise InputError(
            f"positions of {game}: {positions.players} players, but only games of two players "
            "can be solved"
        )
    return forced(positions, complete=True)


def forced(positions: Positions, complete: bool = False) -> tuple[Ints, Ints]:
    """Return the values of positions, complete or not; see `solved`.

    Without `complete`, a result that the known moves do not force is UNKNOWN, not a draw.
    """
    count = len(positions)
    sources = positions.sources
    order, ends = positions.by_target
    open_ = np.bincount(sources, minlength=count).astype(np.int64)
    # Positions with unknown moves are never known losses.
    open_[positions.expanded :] += 1
    values = np.full(count, UNKNOWN, np.int16)
    distances = np.full(count, -1, np.int32)
    _go_back(
        positions.movers, positions.winners, sources[order].astype(np.int64), ends, open_, values,
        distances,
    )  # fmt: skip
    if complete:
        values[values == UNKNOWN] = 0
    return values, distances


@jit
def _go_back(
    movers: Ints, winners: Ints, before: Ints, ends: Ints, open_: Ints, values: Ints,
    distances: Ints,
) -> None:  # fmt: skip
    """Write forced values backwards from the ends, the nearest first.

    ``before[ends[n] : ends[n + 1]]`` are the positions before n; `open_` counts the links from each
    position to positions without a known loss for its mover.
    """
    count = movers.shape[0]
    queue = np.empty(count, np.int64)
    read = written = 0
    for n in range(count):
        if winners[n] >= 0:
            values[n] = winners[n]
            if winners[n] > 0:
                distances[n] = 0
                queue[written] = n
                written += 1
    while read < written:
        n = queue[read]
        read += 1
        for m in range(ends[n], ends[n + 1]):
            other = before[m]
            if values[other] >= 0:
                continue
            if values[n] != movers[other]:
                # One way less not to lose. What is left last is the longest way.
                open_[other] -= 1
                if open_[other] > 0:
                    continue
            values[other] = values[n]
            distances[other] = distances[n] + 1
            queue[written] = other
            written += 1


def with_values(positions: Positions) -> Found:
    """Return the part of an exploration that has the values of complete positions."""
    values, distances = solved(positions)
    return replace(
        Found(positions.explored, len(positions), positions.expanded, True, ()),
        values=values,
        distances=distances,
    )


def games(positions: Positions) -> int | None:
    """Return the number of games from the start to an end, None if it is infinite."""
    if not positions.complete:
        raise InputError(
            f"positions of {positions.explored.game}: they are not complete, so games from them "
            "cannot be counted"
        )
    ways = ways_to(positions)
    if ways is None:
        return None
    return sum(ways[number] for number in np.flatnonzero(positions.winners >= 0).tolist())


def ways_to(positions: Positions) -> list[int] | None:
    """Return the number of lines from the start to each position; None if there are cycles."""
    count = len(positions)
    targets = positions.targets
    left = np.bincount(targets, minlength=count).tolist()
    ways = [0] * count
    ready = [0] if count and not left[0] else []
    if ready:
        ways[0] = 1
    done = 0
    while ready:
        number = ready.pop()
        done += 1
        for target in targets[positions.after(number)].tolist():
            ways[target] += ways[number]
            left[target] -= 1
            if not left[target]:
                ready.append(target)
    return ways if done == count else None
