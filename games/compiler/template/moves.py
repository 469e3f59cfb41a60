"""Moves: those that are legal, and making one."""

import numpy as np

from boardless.games.compiler.template.constants import PLAYERS
from boardless.games.compiler.template.rules import MAY_SWAP, count_moves, outcome, perform, pick
from boardless.games.compiler.template.state import (
    APPEND,
    CONTOUR,
    FROM,
    GROWTH,
    HANDS,
    LAST,
    MOVER,
    NONE,
    OPEN,
    PASS,
    PASSES,
    PLIES,
    SWAP,
    SWAPPED,
    UPDATE,
    State,
)
from boardless.games.compiler.template.technique import answer
from boardless.games.runtime import kernel, making, whole
from boardless.topo.kernels.arrays import Ints


@kernel
def has_swap(s: State) -> bool:
    """Tell whether the mover may take over the first move."""
    return MAY_SWAP and s.n[PLIES] == 1 and s.n[SWAPPED] == 0


@kernel
def choices(s: State) -> int:
    """Return the number of legal moves of the mover; 0 when he can only pass."""
    count = count_moves(s, whole(s.n[MOVER]))
    if has_swap(s):
        count += 1
    return count


@kernel
def choice_at(s: State, choice: int) -> tuple[int, int, int]:
    """Return rule, from and to of a move by its number; the mover passes when there is none."""
    mover = whole(s.n[MOVER])
    count = count_moves(s, mover)
    if choice < count:
        return pick(s, mover, choice)
    return (SWAP if has_swap(s) else PASS), NONE, NONE


@kernel
def move(s: State, rule: int, origin: int, site: int) -> int:
    """Make a move, let the board answer it, and return the winner, 0 for a draw, or OPEN."""
    mover = whole(s.n[MOVER])
    ply = whole(s.n[PLIES])
    s.n[PLIES] = ply + 1
    if s.n[UPDATE] != APPEND:
        s.history[ply, 0] = rule
        s.history[ply, 1] = origin
        s.history[ply, 2] = site
    if rule == SWAP:
        # The players trade places: the second now owns the first move, and it is the first's turn
        # with the other pieces.
        s.n[SWAPPED] = 1
        return OPEN
    s.n[MOVER] = mover % PLAYERS + 1
    if rule == PASS:
        s.n[PASSES] += 1
        s.n[LAST] = NONE
        s.n[FROM] = NONE
        winner = outcome(s, mover, NONE)
        if winner == OPEN and s.n[PASSES] >= PLAYERS:
            return 0
        return in_seats(s, winner)
    s.n[PASSES] = 0
    if s.n[UPDATE] != APPEND or s.n[GROWTH] == CONTOUR:
        site = answer(s, site)
        if s.n[UPDATE] != APPEND:
            origin = whole(s.history[ply, 1])
    s.n[LAST] = site
    if origin < 0:
        s.n[FROM] = HANDS - origin
    else:
        s.n[FROM] = site if origin == NONE else origin
    perform(s, rule, origin, site)
    return in_seats(s, outcome(s, mover, site))


@kernel
def in_seats(s: State, winner: int) -> int:
    """Return the player who wins, when the winner's pieces may have been taken over."""
    if MAY_SWAP and winner > 0 and s.n[SWAPPED] != 0:
        return 3 - winner
    return winner


@making
def list_moves(s: State) -> Ints:
    """Return rule, from and to of every legal move, (n, 3); one pass when there is none.

    More rows than ``s.found`` has mean that there was no room to find them all.
    """
    count = max(choices(s), 1)
    moves = np.empty((count, 3), np.int64)
    for choice in range(min(count, s.found.shape[0])):
        moves[choice, 0], moves[choice, 1], moves[choice, 2] = choice_at(s, choice)
    return moves


@kernel
def make_move(s: State, rule: int, origin: int, site: int) -> int:
    """Make a move and return the winner, 0 for a draw, or OPEN."""
    return move(s, rule, origin, site)
