"""Rejection sampling of a move: candidates are sampled, and asked whether they are legal.

That pays where a move has to be made and taken back to know. Each of the candidates left is equally
likely, so each legal move is as likely as if all had been asked before (J. von Neumann, 1951).
Where one piece may go to many sites the site is sampled as well: see `sample_candidates`.
"""

import numpy as np

from boardless.jit.arrays import Ints
from boardless.jit.game_runtime import int64, kernel, making_entry, mix
from boardless.state.engine.arrays import MOVER, NAMED, NONE, PASS, Arrays
from boardless.state.engine.chance import FOUND, SAMPLED, begin_chance
from boardless.state.engine.choosing import choose
from boardless.state.engine.moves import choice_at, choices
from boardless.state.engine.room import fits
from boardless.state.engine.rules import (
    ASKS_LATE,
    SAMPLES_SITES,
    count_candidates,
    may_be,
    pick,
    sample_candidates,
)


@kernel
def sample_size(s: Arrays, number: int) -> int:
    """Return the number of moves that `sampled` chooses from, by the same random number."""
    if ASKS_LATE:
        return count_candidates(s, int64(s.n[MOVER]))
    if SAMPLES_SITES:
        if s.t.chances:
            begin_chance(s)
        count = sample_candidates(s, int64(s.n[MOVER]), int64(number))
        if s.t.chances:
            s.chance[FOUND] = s.chance[SAMPLED]
        return count
    return choices(s)


@kernel
def sampled(s: Arrays, count: int, number: int) -> tuple[int, int, int]:
    """Return rule, from and to of one of `count` moves, by a random number; else a pass."""
    if not ASKS_LATE:
        return choice_at(s, choose(s, count, number), count)
    mover = int64(s.n[MOVER])
    left = count
    while left > 0:
        choice = choose(s, left, mix(number, count - left))
        if may_be(s, mover, choice):
            return pick(s, mover, choice)
        left -= 1
        for column in range(NAMED + s.t.bound):
            s.found[choice, column] = s.found[left, column]
    return PASS, NONE, NONE


@making_entry
def sample_move(s: Arrays, number: int) -> Ints:
    """Return a sampled move as a row of `list_moves`; no row without room."""
    count = sample_size(s, number)
    moves = np.zeros((1, NAMED + s.t.bound), np.int64)
    if fits(s, count):
        moves[0, 0], moves[0, 1], moves[0, 2] = sampled(s, count, number)
    if not fits(s, count):
        return np.zeros((0, NAMED + s.t.bound), np.int64)
    for m in range(NAMED, NAMED + s.t.bound):
        moves[0, m] = s.queue[0, m]
    return moves
