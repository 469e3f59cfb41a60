"""The moves of a random game made again and again, and copies of a state: each timed by itself."""

from boardless.jit.arrays import Ints
from boardless.jit.game_runtime import entry, int64, kernel, mix
from boardless.state.engine.arrays import NAMED, NEED_ROOM, OPEN, Arrays
from boardless.state.engine.chance import FOUND, SAMPLED, begin_chance, seed_chance
from boardless.state.engine.moves import fits, has_room, is_lost, move
from boardless.state.engine.starting import restore
from boardless.state.engine.whole_games import sample_size, sampled


@kernel
def seed_ply(s: Arrays, stream: int, ply: int) -> None:
    """Let what chance decides come from the random numbers of a ply."""
    if s.rules.chances:
        seed_chance(s, mix(stream, ply + 1))


@entry
def record_rows(s: Arrays, start: Arrays, seed: int, number: int, rows: Ints) -> int:
    """Play a random playout, and write rule, from, to and numbers of each move in a row.

    Return the number of moves, or NEED_ROOM.
    """
    restore(s, start)
    stream = mix(mix(seed, 0), number)
    winner, ply = OPEN, 0
    while winner == OPEN:
        seed_ply(s, stream, ply)
        count = sample_size(s, mix(stream, ply + 1))
        if not has_room(s) or not fits(s, count) or ply == rows.shape[0]:
            return NEED_ROOM
        rule, origin, site = sampled(s, count, mix(stream, ply + 1))
        rows[ply, 0] = rule
        rows[ply, 1] = origin
        rows[ply, 2] = site
        for column in range(NAMED, NAMED + s.rules.bound):
            rows[ply, column] = s.queue[0, column]
        winner = move(s, rule, origin, site)
        if is_lost(s):
            return NEED_ROOM
        ply += 1
    return ply


@entry
def make_rows(
    s: Arrays, start: Arrays, seed: int, number: int, rows: Ints, plies: int, times: int
) -> int:
    """Make the moves of `record_rows` from the start, so many times; return the last winner.

    No moves are looked for, so that a game must leave nothing to chance before its moves are made.
    """
    stream = mix(mix(seed, 0), number)
    winner = OPEN
    for _ in range(times):
        restore(s, start)
        for ply in range(plies):
            seed_ply(s, stream, ply)
            if s.rules.chances:
                begin_chance(s)
                s.chance[FOUND] = s.chance[SAMPLED]
            for column in range(NAMED, NAMED + s.rules.bound):
                s.queue[0, column] = rows[ply, column]
            winner = move(s, int64(rows[ply, 0]), int64(rows[ply, 1]), int64(rows[ply, 2]))
    return winner


@entry
def copy_often(s: Arrays, start: Arrays, times: int) -> None:
    """Go back to a state so many times."""
    for _ in range(times):
        restore(s, start)
