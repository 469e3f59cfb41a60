"""Positions after each legal move, games counted by turns, and moves for timing.

`perft_by_turns` counts games with several moves of a player in a row. `make_rows` makes
the moves of a random game repeatedly, and `copy_often` copies a state, so that each can be timed.
"""

import numpy as np

from boardless.jit.arrays import Ints
from boardless.jit.game_runtime import entry, int64, kernel, making_entry, mix
from boardless.state.engine.arrays import MOVER, NAMED, NEED_ROOM, OPEN, SWAP, Arrays
from boardless.state.engine.chance import begin_chance, end_search, seed_chance
from boardless.state.engine.moves import (
    choices,
    fits,
    has_room,
    is_lost,
    load_move,
    move,
    sample_next,
    try_listed,
    write_choices,
    write_move,
)
from boardless.state.engine.starting import restore
from boardless.state.engine.undo import undo

#: Columns of a move's results: the transposition key, the next mover, and the winner.
LED_KEY, LED_MOVER, LED_WINNER, LED_COLUMNS = range(4)


@entry
def try_all(s: Arrays, moves: Ints, leads: Ints) -> bool:
    """Try each of the `moves` and write its row of `leads`; return False without room."""
    if not fits(s, choices(s)):
        return False
    for m in range(moves.shape[0]):
        winner = try_listed(s, moves, m)
        if is_lost(s) or not has_room(s):
            return False
        leads[m, LED_KEY] = s.key[0]
        leads[m, LED_MOVER] = s.n[MOVER]
        leads[m, LED_WINNER] = winner
        undo(s)
    return True


#: Columns of a ply of the search: the rows of its moves that are still to be made, and the number
#: of turns before it.
PLY_ROW, PLY_END, PLY_TURN, PLY_COLUMNS = range(4)


@making_entry
def perft_by_turns(s: Arrays, depth: int, several: bool, doubles: bool, room: int) -> int:
    """Return the number of games of `depth` turns from here, or NEED_ROOM.

    A turn has `several` moves, until the mover changes or the game is over, or else one. Without
    `doubles` the turns from a position that lead to the same contents count once. There is room
    for `room` moves.
    """
    moves = np.zeros((room, NAMED + s.rules.bound), np.int64)
    plies = np.zeros((s.history.shape[0], PLY_COLUMNS), np.int64)
    # The keys to which the turns of the positions on the way lead, and the first of each position.
    keys = np.zeros(room, np.int64)
    first = np.zeros(depth + 1, np.int64)
    known = 0
    ply = 0
    games = 0
    if not _list_moves(s, moves, plies, 0, 0):
        return NEED_ROOM
    while ply >= 0:
        turn = int64(plies[ply, PLY_TURN])
        row = int64(plies[ply, PLY_ROW])
        if row == plies[ply, PLY_END]:
            if ply > 0:
                undo(s)
                if plies[ply - 1, PLY_TURN] != turn:
                    known = int64(first[turn])
            ply -= 1
            continue
        plies[ply, PLY_ROW] = row + 1
        if ply + 1 == plies.shape[0] or known == room or not has_room(s):
            return NEED_ROOM
        mover = int64(s.n[MOVER])
        rule, origin, site = load_move(s, moves, row)
        is_over = move(s, rule, origin, site) != OPEN
        if is_lost(s):
            return NEED_ROOM
        # A player who takes over the first move leaves the other pieces to the first player.
        if is_over or not several or s.n[MOVER] != mover or rule == SWAP:
            is_new = doubles or known == _place(keys, int64(first[turn]), known, int64(s.key[0]))
            turn += 1
            if is_new and not doubles:
                keys[known] = s.key[0]
                known += 1
            if is_new and turn == depth:
                games += 1
            if not is_new or is_over or turn == depth:
                undo(s)
                continue
            first[turn] = known
        ply += 1
        if not _list_moves(s, moves, plies, ply, turn):
            return NEED_ROOM
    return games


@kernel
def _list_moves(s: Arrays, moves: Ints, plies: Ints, ply: int, turn: int) -> bool:
    """Write the moves of a ply behind the earlier plies' moves; return whether all fit."""
    count = choices(s)
    row = int64(plies[ply - 1, PLY_END]) if ply > 0 else 0
    # Without a move to make the mover passes.
    end = row + max(count, 1)
    if not fits(s, count) or end > moves.shape[0]:
        return False
    plies[ply, PLY_ROW] = row
    plies[ply, PLY_END] = end
    plies[ply, PLY_TURN] = turn
    write_choices(s, moves, row, count)
    return True


@kernel
def _place(keys: Ints, first: int, end: int, key: int) -> int:
    """Return the first place of a key from `first` on, `end` if it is not before that."""
    place = first
    while place < end and keys[place] != key:
        place += 1
    return place


@entry
def record_rows(s: Arrays, start: Arrays, seed: int, number: int, rows: Ints) -> int:
    """Play a random playout, and write rule, from, to and numbers of each move in a row.

    Return the number of moves, or NEED_ROOM.
    """
    restore(s, start)
    stream = mix(mix(seed, 0), number)
    winner, ply = OPEN, 0
    while winner == OPEN:
        rule, origin, site = sample_next(s, stream, ply)
        if rule == NEED_ROOM or ply == rows.shape[0]:
            return NEED_ROOM
        write_move(s, rows, ply, rule, origin, site)
        winner = move(s, rule, origin, site)
        if is_lost(s):
            return NEED_ROOM
        ply += 1
    return ply


@entry
def make_rows(
    s: Arrays, start: Arrays, seed: int, number: int, rows: Ints, plies: int, times: int
) -> int:
    """Make the moves of `record_rows` from the start, `times` times; return the last winner.

    No moves are looked for, so that a game must leave nothing to chance before its moves are made.
    """
    stream = mix(mix(seed, 0), number)
    winner = OPEN
    for _ in range(times):
        restore(s, start)
        for ply in range(plies):
            seed_chance(s, mix(stream, ply + 1))
            begin_chance(s)
            end_search(s)
            rule, origin, site = load_move(s, rows, ply)
            winner = move(s, rule, origin, site)
    return winner


@entry
def copy_often(s: Arrays, start: Arrays, times: int) -> None:
    """Go back to a state `times` times."""
    for _ in range(times):
        restore(s, start)
