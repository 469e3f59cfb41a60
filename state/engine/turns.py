"""Games counted by turns: perft where a player may move several times in a row."""

import numpy as np

from boardless.jit.arrays import Ints
from boardless.jit.game_runtime import int64, kernel, making_entry
from boardless.state.engine.arrays import MOVER, NAMED, NEED_ROOM, OPEN, SWAP, Arrays
from boardless.state.engine.moves import choice_at, choices, fits, has_room, is_lost, move
from boardless.state.engine.undo import undo

#: Columns of a ply of the search: the rows of its moves that are still to be made, and the number
#: of turns before it.
_ROW, _END, _TURN, _COLUMNS = range(4)


@making_entry
def perft_by_turns(s: Arrays, depth: int, several: bool, doubles: bool, room: int) -> int:
    """Return the number of games of `depth` turns from here, or NEED_ROOM.

    A turn has `several` moves, until the mover changes or the game is over, or else one. Without
    `doubles` the turns from a position that lead to the same contents count once. There is `room`
    for so many moves.
    """
    moves = np.zeros((room, NAMED + s.rules.bound), np.int64)
    plies = np.zeros((s.history.shape[0], _COLUMNS), np.int64)
    # The keys to which the turns of the positions on the way lead, and the first of each position.
    keys = np.zeros(room, np.int64)
    first = np.zeros(depth + 1, np.int64)
    known = 0
    ply = 0
    games = 0
    if not _list_moves(s, moves, plies, 0, 0):
        return NEED_ROOM
    while ply >= 0:
        turn = int64(plies[ply, _TURN])
        row = int64(plies[ply, _ROW])
        if row == plies[ply, _END]:
            if ply > 0:
                undo(s)
                if plies[ply - 1, _TURN] != turn:
                    known = int64(first[turn])
            ply -= 1
            continue
        plies[ply, _ROW] = row + 1
        if ply + 1 == plies.shape[0] or known == room or not has_room(s):
            return NEED_ROOM
        for column in range(NAMED, NAMED + s.rules.bound):
            s.queue[0, column] = moves[row, column]
        mover = int64(s.n[MOVER])
        rule = int64(moves[row, 0])
        is_over = move(s, rule, int64(moves[row, 1]), int64(moves[row, 2])) != OPEN
        if is_lost(s):
            return NEED_ROOM
        # Who takes over the first move leaves the other pieces to the first player.
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
    """Write the moves of a ply behind those of the plies before it; return whether all fit."""
    count = choices(s)
    row = int64(plies[ply - 1, _END]) if ply > 0 else 0
    # Without a move to make the mover passes.
    end = row + max(count, 1)
    if not fits(s, count) or end > moves.shape[0]:
        return False
    plies[ply, _ROW] = row
    plies[ply, _END] = end
    plies[ply, _TURN] = turn
    for choice in range(end - row):
        moves[row + choice, 0], moves[row + choice, 1], moves[row + choice, 2] = choice_at(
            s, choice, count
        )
        for column in range(NAMED, NAMED + s.rules.bound):
            moves[row + choice, column] = s.queue[0, column]
    return True


@kernel
def _place(keys: Ints, first: int, end: int, key: int) -> int:
    """Return the first place of a key from `first` on, `end` if it is none of those before."""
    place = first
    while place < end and keys[place] != key:
        place += 1
    return place
