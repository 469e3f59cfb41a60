"""Drawing a move: what is drawn from, and which one is drawn.

Where moves have to be made and taken back to find out whether they may be, candidates are drawn,
and asked then: of those that are left when others were refused, each is equally likely, so each
legal move is as likely as if all had been asked before. Where one thing may be laid on many sites a
site is drawn with it, and drawn again if that is no move: see `draw_candidates`.
"""

import numpy as np

from boardless.jit.arrays import Ints
from boardless.jit.game_runtime import kernel, making_entry, mix, whole
from boardless.state.engine.arrays import MOVER, NAMED, NONE, PASS, Arrays
from boardless.state.engine.chance import DRAWN, FOUND, begin_chance
from boardless.state.engine.choosing import choose
from boardless.state.engine.moves import choice_at, choices
from boardless.state.engine.room import fits
from boardless.state.engine.rules import (
    ASKS_LATE,
    DRAWS_SITES,
    count_candidates,
    draw_candidates,
    may_be,
    pick,
)


@kernel
def to_draw_from(s: Arrays, number: int) -> int:
    """Return the number of moves that `drawn` draws from: legal ones, or candidates.

    It is given the same random number of 64 bits.
    """
    if ASKS_LATE:
        return count_candidates(s, whole(s.n[MOVER]))
    if DRAWS_SITES:
        if s.t.chances:
            begin_chance(s)
        count = draw_candidates(s, whole(s.n[MOVER]), whole(number))
        if s.t.chances:
            s.lot[FOUND] = s.lot[DRAWN]
        return count
    return choices(s)


@kernel
def drawn(s: Arrays, count: int, number: int) -> tuple[int, int, int]:
    """Return rule, from and to of a legal move, drawn from the `count` that were just found.

    `number` is a random number of 64 bits, for this move alone. Without any the mover passes.
    """
    if not ASKS_LATE:
        return choice_at(s, choose(s, count, number), count)
    mover = whole(s.n[MOVER])
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
def draw_move(s: Arrays, number: int) -> Ints:
    """Return the numbers of a legal move that is drawn, as a row of `list_moves` has them.

    No row means that there was no room to find all that is drawn from, or to try it.
    """
    count = to_draw_from(s, number)
    moves = np.zeros((1, NAMED + s.t.bound), np.int64)
    if fits(s, count):
        moves[0, 0], moves[0, 1], moves[0, 2] = drawn(s, count, number)
    if not fits(s, count):
        return np.zeros((0, NAMED + s.t.bound), np.int64)
    for m in range(NAMED, NAMED + s.t.bound):
        moves[0, m] = s.queue[0, m]
    return moves
