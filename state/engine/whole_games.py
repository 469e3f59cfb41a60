"""Whole games: random playouts, and perft.

A move is sampled by rejection where it has to be made and taken back to know whether it is legal:
each candidate left is equally likely, so each legal move is as likely as if all had been asked
before (J. von Neumann, 1951). Where one piece may go to many sites the site is sampled as well: see
`sample_candidates`.
"""

from typing import NamedTuple

import numpy as np

from boardless.jit.arrays import Ints
from boardless.jit.game_runtime import entry, int64, kernel, making_entry, mix
from boardless.jit.named_tuples import by_address
from boardless.state.engine.arrays import (
    COUNT,
    GONE,
    MOVER,
    NAMED,
    NEED_ROOM,
    NONE,
    NOTED,
    NOTING,
    OPEN,
    PASS,
    Arrays,
)
from boardless.state.engine.chance import FOUND, SAMPLED, begin_chance, seed_chance
from boardless.state.engine.choosing import choose
from boardless.state.engine.features import UNDO
from boardless.state.engine.moves import choice_at, choices, fits, has_room, is_lost, move
from boardless.state.engine.rules import (
    ASKS_LATE,
    SAMPLES_SITES,
    count_candidates,
    may_be,
    pick,
    sample_candidates,
)
from boardless.state.engine.starting import StartBoard, begin_playout, restore
from boardless.state.engine.undo import undo


@by_address
class Results(NamedTuple):
    """Results of n playouts."""

    winners: Ints  # int8 (n,)
    plies: Ints  # int32 (n,)
    cells: Ints  # int32 (n,): of the board at the end


@kernel
def sample_size(s: Arrays, number: int) -> int:
    """Return the number of moves that `sampled` chooses from, by the same random number."""
    if ASKS_LATE:
        return count_candidates(s, int64(s.n[MOVER]))
    if SAMPLES_SITES:
        if s.rules.chances:
            begin_chance(s)
        count = sample_candidates(s, int64(s.n[MOVER]), int64(number))
        if s.rules.chances:
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
        for column in range(NAMED + s.rules.bound):
            s.found[choice, column] = s.found[left, column]
    return PASS, NONE, NONE


@making_entry
def sample_move(s: Arrays, number: int) -> Ints:
    """Return a sampled move as a row of `list_moves`; no row without room."""
    count = sample_size(s, number)
    moves = np.zeros((1, NAMED + s.rules.bound), np.int64)
    if fits(s, count):
        moves[0, 0], moves[0, 1], moves[0, 2] = sampled(s, count, number)
    if not fits(s, count):
        return np.zeros((0, NAMED + s.rules.bound), np.int64)
    for m in range(NAMED, NAMED + s.rules.bound):
        moves[0, m] = s.queue[0, m]
    return moves


@kernel
def played(s: Arrays, results: Results, seed: int, number: int, place: int) -> bool:
    """Play a playout from its start and write its results to a place; False without room."""
    stream = mix(mix(seed, 0), number)
    winner = OPEN
    ply = 0
    while winner == OPEN:
        if not has_room(s):
            return False
        if UNDO:
            # Moves of a playout are never taken back.
            s.n[NOTED] = 0
        if s.rules.chances:
            seed_chance(s, mix(stream, ply + 1))
        ply += 1
        count = sample_size(s, mix(stream, ply))
        if not fits(s, count):
            return False
        rule, origin, site = sampled(s, count, mix(stream, ply))
        winner = move(s, rule, origin, site)
        if is_lost(s):
            return False
    results.winners[place] = winner
    results.plies[place] = ply
    results.cells[place] = int64(s.n[COUNT]) - s.kit.held - int64(s.n[GONE])
    return True


@entry
def playouts(
    s: Arrays, start: Arrays, board: StartBoard, results: Results, seed: int, first: int, last: int
) -> int:
    """Play playouts `first` to `last` - 1, results from place 0 on; return the first not played."""
    for number in range(first, last):
        begin_playout(s, start, board, False)
        if not played(s, results, seed, number, number - first):
            return number
    return last


@entry
def record(s: Arrays, start: Arrays, seed: int, number: int, moves: Ints) -> int:
    """Play a random playout and write its moves down; return their number, or NEED_ROOM.

    A row of `moves` has mover, rule, from, to, the component on the origin, and cells afterwards;
    the winner is in row 0, column 6. Techniques that number sites anew are not recorded.
    """
    restore(s, start)
    stream = mix(mix(seed, 0), number)
    winner = OPEN
    ply = 0
    while winner == OPEN:
        if s.rules.chances:
            seed_chance(s, mix(stream, ply + 1))
        count = sample_size(s, mix(stream, ply + 1))
        if not has_room(s) or not fits(s, count) or ply == moves.shape[0]:
            return NEED_ROOM
        rule, origin, site = sampled(s, count, mix(stream, ply + 1))
        moves[ply, 0] = s.n[MOVER]
        moves[ply, 1] = rule
        moves[ply, 2] = origin
        moves[ply, 3] = site
        moves[ply, 4] = s.what[origin]
        winner = move(s, rule, origin, site)
        if is_lost(s):
            return NEED_ROOM
        moves[ply, 5] = int64(s.n[COUNT]) - s.kit.held - int64(s.n[GONE])
        ply += 1
    moves[0, 6] = winner
    return ply


@making_entry
def perft(s: Arrays, start: Arrays, depth: int) -> int:
    """Return the number of games of `depth` moves, or NEED_ROOM."""
    index = np.zeros(depth, np.int64)
    width = np.zeros(depth, np.int64)
    restore(s, start)
    width[0] = choices(s)
    if not fits(s, width[0]):
        return NEED_ROOM
    level = 0
    games = 0
    open_ = True
    while level >= 0:
        # Without a move to make the mover passes, unless the game is over.
        most = max(width[level], 1) if open_ else 0
        if level == depth - 1 or index[level] == most:
            if level == depth - 1:
                games += most
            level -= 1
            open_ = True
            if level >= 0:
                _step_back(s, start, index, width, level)
            continue
        if not has_room(s):
            return NEED_ROOM
        rule, origin, site = choice_at(s, index[level], width[level])
        open_ = move(s, rule, origin, site) == OPEN
        index[level] += 1
        level += 1
        index[level] = 0
        width[level] = choices(s) if open_ else 0
        if not fits(s, width[level]):
            return NEED_ROOM
    return games


@kernel
def _step_back(s: Arrays, start: Arrays, index: Ints, width: Ints, level: int) -> None:
    """Take the last move of a search back; where that is not noted, make the others again."""
    if UNDO and s.n[NOTING] != 0:
        undo(s)
    else:
        restore(s, start)
        for above in range(level):
            choices(s)
            rule, origin, site = choice_at(s, index[above] - 1, width[above])
            move(s, rule, origin, site)
    # Later searches have overwritten the moves found.
    choices(s)
