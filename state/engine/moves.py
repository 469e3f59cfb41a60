"""Moves: legal ones, making one, and its consequences."""

import numpy as np

from boardless.jit.arrays import Ints
from boardless.jit.game_runtime import entry, int64, kernel, making_entry
from boardless.state.engine.arrays import (
    AGAIN,
    APPEND,
    CONTOUR,
    COUNTER,
    FULL,
    GROWTH,
    ILLEGAL,
    LAST,
    LOGGED,
    MOVER,
    NAMED,
    NEXT,
    NONE,
    OPEN,
    PASS,
    PASSED,
    PLIES,
    PREVIOUS,
    SWAP,
    SWAPPED,
    TURNS,
    UPDATE,
    Arrays,
)
from boardless.state.engine.cells import find
from boardless.state.engine.chance import FOUND, SAMPLED, begin_chance
from boardless.state.engine.features import GROWTH_STEP
from boardless.state.engine.growth import grow_after_move
from boardless.state.engine.results import following, in_seats, set_mover, set_stuck
from boardless.state.engine.room import fits, has_room
from boardless.state.engine.rules import (
    MAY_SWAP,
    act_alone,
    count_moves,
    is_listed,
    outcome,
    perform,
    pick,
)
from boardless.state.engine.tables import NOWHERE
from boardless.state.engine.undo import mark


@kernel
def has_swap(s: Arrays) -> bool:
    """Tell whether the mover may take over the first move."""
    return MAY_SWAP and s.n[PLIES] == 1 and s.n[SWAPPED] == 0


@kernel
def choices(s: Arrays) -> int:
    """Return the number of legal moves of the mover; 0 when he can only pass."""
    if s.t.chances:
        begin_chance(s)
    count = count_moves(s, int64(s.n[MOVER]))
    if s.t.chances:
        s.chance[FOUND] = s.chance[SAMPLED]
    if has_swap(s):
        count += 1
    return count


@kernel
def choice_at(s: Arrays, choice: int, count: int) -> tuple[int, int, int]:
    """Return rule, from and to of one of `count` moves: a pass without any, a swap as the last."""
    swap = has_swap(s)
    if choice < count - swap:
        return pick(s, int64(s.n[MOVER]), choice)
    return (SWAP if swap else PASS), NONE, NONE


@kernel
def move(s: Arrays, rule: int, origin: int, site: int) -> int:
    """Make a move, grow the board, and return the winner, 0 for a draw, or OPEN."""
    mover = int64(s.n[MOVER])
    begin_move(s, rule, origin, site)
    return end_move(s, rule, mover)


@kernel
def begin_move(s: Arrays, rule: int, origin: int, site: int) -> None:
    """Grow the board for a move, and do it to the pieces."""
    mark(s)
    mover = int64(s.n[MOVER])
    ply = int64(s.n[PLIES])
    s.n[PLIES] = ply + 1
    if GROWTH_STEP and s.n[UPDATE] != APPEND:
        s.history[ply, 0] = rule
        s.history[ply, 1] = origin
        s.history[ply, 2] = site
    if rule == SWAP:
        # The players trade places: the second now owns the first move, and it is the first's turn
        # with the other pieces.
        s.n[SWAPPED] = 1
        return
    s.n[NEXT] = following(s, mover)
    if s.t.effects:
        set_stuck(s, mover, rule == PASS)
        s.n[PASSED] = 0
    if s.t.chances:
        s.chance[SAMPLED] = s.chance[FOUND]
    if rule != PASS and GROWTH_STEP and (s.n[UPDATE] != APPEND or s.n[GROWTH] == CONTOUR):
        site = grow_after_move(s, site)
        if s.n[UPDATE] != APPEND:
            origin = int64(s.history[ply, 1])
    perform(s, rule, origin, site)


@kernel
def end_move(s: Arrays, rule: int, mover: int) -> int:
    """End a player's move; return the winner, 0 for a draw, or OPEN."""
    if rule == SWAP:
        return OPEN
    winner = outcome(s, mover, int64(s.n[LAST]))
    player = int64(s.n[NEXT])
    set_mover(s, player)
    if s.t.effects:
        s.n[COUNTER] += 1
        s.n[PREVIOUS] = mover
        s.n[NEXT] = following(s, player)
        if player == mover:
            s.n[AGAIN] += 1
        else:
            s.n[AGAIN] = 0
            s.n[TURNS] += 1
    return in_seats(s, winner)


@making_entry
def list_moves(s: Arrays) -> Ints:
    """Return the legal moves, (n, NAMED + bound), or one pass; no row if there was no room."""
    count = choices(s)
    if not fits(s, count):
        return np.zeros((0, NAMED + s.t.bound), np.int64)
    moves = np.zeros((max(count, 1), NAMED + s.t.bound), np.int64)
    for choice in range(max(count, 1)):
        moves[choice, 0], moves[choice, 1], moves[choice, 2] = choice_at(s, choice, count)
        for m in range(NAMED, NAMED + s.t.bound):
            moves[choice, m] = s.queue[0, m]
    return moves


@kernel
def is_legal(s: Arrays, rule: int, origin: int, site: int) -> bool:
    """Tell whether a move may be made."""
    count = choices(s)
    if rule == PASS:
        return count == 0
    if rule == SWAP:
        return has_swap(s)
    if site == NONE:
        return False
    return is_listed(s, int64(s.n[MOVER]), count - has_swap(s), rule, origin, site)


@entry
def make_move(s: Arrays, rule: int, origin: int, site: int) -> int:
    """Make a move that is legal and return the winner, 0 for a draw, or OPEN."""
    return move(s, rule, origin, site)


@entry
def find_move(
    s: Arrays, rule: int, held: int, origin: int, target: int, piece: int
) -> tuple[int, int]:
    """Return from and to of a move if it is legal, else ILLEGAL twice.

    Its origin is site `held` of a hand, else the cell of code `origin`, else nothing (NONE,
    NOWHERE); its target is the cell of code `target`. A `piece` stands on its origin.
    """
    start = held
    if origin != NOWHERE:
        start = find(s, origin)
        if start == NONE:
            return ILLEGAL, ILLEGAL
    if start != NONE and s.what[start] != piece:
        return ILLEGAL, ILLEGAL
    site = find(s, target) if target != NOWHERE else NONE
    if not is_legal(s, rule, start, site):
        return ILLEGAL, ILLEGAL
    return start, site


@entry
def try_move(s: Arrays, rule: int, held: int, origin: int, target: int, piece: int) -> int:
    """Make a move of `find_move`; return the winner as `make_move`, else ILLEGAL or FULL."""
    if not has_room(s):
        return FULL
    start, site = find_move(s, rule, held, origin, target, piece)
    if start == ILLEGAL:
        return ILLEGAL
    return move(s, rule, start, site)


@entry
def act_for_now(s: Arrays, rule: int, origin: int, site: int) -> int:
    """Do a move without consequences until `undo`; return the rows of the log."""
    mark(s)
    s.n[PLIES] += 1
    s.n[LOGGED] = 0
    if s.t.chances:
        s.chance[SAMPLED] = s.chance[FOUND]
    act_alone(s, rule, origin, site)
    return int64(s.n[LOGGED])
