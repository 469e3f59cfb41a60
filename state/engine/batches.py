"""Many games at once: one call makes a move of each, pays rewards and writes observations.

Random numbers belong to a game and a ply as in `moves.playouts`. If nobody chooses moves from
outside, each game of a batch is the playout of its number.
"""

from enum import IntEnum
from typing import NamedTuple

from boardless.jit.arrays import Floats, Ints, TupleRow, by_address
from boardless.jit.game_runtime import below, entry, int64, kernel, mix
from boardless.state.engine.arrays import COUNT, MOVER, NEED_ROOM, NOTED, OPEN, UNDO, Arrays
from boardless.state.engine.chance import seed_chance
from boardless.state.engine.moves import (
    choice_at,
    choices,
    fits,
    has_room,
    is_lost,
    move,
    sample_next,
)
from boardless.state.engine.results import in_seats
from boardless.state.engine.seeing import (
    GAME_AT,
    GAME_END,
    ROWS_SEEN,
    SeenArrays,
    begin_part,
    show_game,
)
from boardless.state.engine.starting import restore
from boardless.state.engine.stepping import ViewTables

#: Places of `BatchArrays.o`: the seed; the distance to the number of the next game of a place; the
#: most moves of a game, 0 for any; the treatment of finished games; whether starts are sampled.
SEED, STRIDE_OF_GAMES, LIMIT, RESETS, SAMPLED_STARTS, BATCH_SETTINGS = range(6)


class Reset(IntEnum):
    """Times at which a finished game begins again: at once, or in place of its next move."""

    NEVER = 0
    AT_ONCE = 1
    NEXT_TIME = 2


class BatchRequest(IntEnum):
    """Requests to `advance`: a move, a new game, or another try after a lack of room."""

    STEP = 0
    BEGIN = 1
    RETRY = 2


class Lack(IntEnum):
    """Reasons why a game needs another try: too little room, a start, or rows for its view."""

    NOTHING = 0
    ROOM = 1
    ROOM_AFTER = 2
    START = 3
    ROWS = 4


#: A choice of the env itself, by its random numbers.
BY_LOT = -1


@by_address
class BatchArrays(NamedTuple):
    """The state of n games of P players, except their positions."""

    o: Ints  # int64 (BATCH_SETTINGS,): see above
    stream: Ints  # uint64 (n,): where the random numbers of a game come from
    number: Ints  # int64 (n,): that of the playout whose random numbers a game has
    ply: Ints  # int64 (n,): moves made
    trail: Ints  # int32 (n, plies): the choices so far, BY_LOT where they were sampled
    choice: Ints  # int64 (n,): the place of the next move among the legal ones, or BY_LOT
    mover: Ints  # int64 (n,): the seat that chooses next
    winner: Ints  # int64 (n,): of the game that has just ended, 0 for a draw, or OPEN
    ended: Ints  # uint8 (n,): whether a game has just ended
    cut: Ints  # uint8 (n,): whether it has just been cut for its length
    over: Ints  # uint8 (n,): whether there is nothing to choose
    options: Ints  # int64 (n,): choices there are, a pass included; 0 where nothing is counted
    reward: Floats  # float64 (n, P): of each player, by the last move
    lack: Ints  # int64 (n,): see above


@kernel
def choose_and_move(
    s: Arrays, b: BatchArrays, c: SeenArrays, game: int, ply: int, choice: int
) -> int:
    """Make a chosen move of a game after counting its moves; return the winner or OPEN."""
    count = int64(c.counts[game])
    if choice == BY_LOT:
        if c.o[ROWS_SEEN] == 0:
            rule, origin, site = sample_next(s, b.stream[game], ply)
            return OPEN if rule == NEED_ROOM else move(s, rule, origin, site)
        choice = below(mix(b.stream[game], ply + 1), max(count, 1))
    rule, origin, site = choice_at(s, choice, count)
    return move(s, rule, origin, site)


@kernel
def count_next(s: Arrays, b: BatchArrays, c: SeenArrays, game: int, ply: int) -> int:
    """Count the legal moves of a game after `ply` moves; return a `Lack`."""
    if c.o[ROWS_SEEN] > 0:
        seed_chance(s, mix(b.stream[game], ply + 1))
        c.counts[game] = choices(s)
    return Lack.NOTHING if fits(s, int64(c.counts[game])) else Lack.ROOM_AFTER


@kernel
def make_again(s: Arrays, start: Arrays, b: BatchArrays, c: SeenArrays, game: int) -> bool:
    """Make the moves so far of a game in new arrays; tell whether there was room."""
    restore(s, start)
    c.counts[game] = 0
    for ply in range(int64(b.ply[game])):
        if not has_room(s):
            return False
        if UNDO:
            s.n[NOTED] = 0
        if count_next(s, b, c, game, ply) != Lack.NOTHING:
            return False
        choose_and_move(s, b, c, game, ply, int64(b.trail[game, ply]))
        if is_lost(s):
            return False
    return True


@kernel
def pay_rewards(s: Arrays, v: ViewTables, b: BatchArrays, game: int, winner: int) -> None:
    """Write the rewards at the end: from -1 to 1, of a lone player from 0 on; see `Outcome`."""
    if v.payoffs[0] >= 0:
        low, wide = float(v.payoffs[1]), float(v.payoffs[2])
        for player in range(1, s.kit.players + 1):
            paid = float(s.numbers[int64(v.payoffs[0]) + player])
            b.reward[game, player - 1] = (paid - low) / wide
    elif s.kit.players == 1:
        b.reward[game, 0] = 1.0 if winner > 0 else 0.0
    elif s.kit.players == 2:
        for player in range(1, 3):
            b.reward[game, player - 1] = 0.5
            if winner != 0:
                b.reward[game, player - 1] = 1.0 if winner == player else 0.0
    else:
        for player in range(1, s.kit.players + 1):
            better, equal = 0, 0
            for other in range(1, s.kit.players + 1):
                if s.rank[other] == s.rank[player]:
                    equal += 1
                elif s.rank[other] > 0 and s.rank[other] < s.rank[player]:
                    better += 1
            place = 1.0 + better + (equal - 1) / 2.0
            b.reward[game, player - 1] = (s.kit.players - place) / (s.kit.players - 1.0)
    if s.kit.players > 1:
        for player in range(s.kit.players):
            b.reward[game, player] = 2.0 * b.reward[game, player] - 1.0


@kernel
def begin_game(s: Arrays, start: Arrays, b: BatchArrays, c: SeenArrays, game: int) -> int:
    """Go to the start of a game; return a `Lack`."""
    restore(s, start)
    b.stream[game] = mix(mix(int64(b.o[SEED]), 0), int64(b.number[game]))
    c.known[game] = min(int64(c.known[game]), int64(start.n[COUNT]))
    b.ply[game] = 0
    b.over[game] = 0
    return count_next(s, b, c, game, 0)


@kernel
def begin_anew(s: Arrays, start: Arrays, b: BatchArrays, c: SeenArrays, game: int) -> int:
    """Begin the next game of a place; return a `Lack`."""
    b.number[game] += b.o[STRIDE_OF_GAMES]
    return ask_for_start(s, start, b, c, game)


@kernel
def ask_for_start(s: Arrays, start: Arrays, b: BatchArrays, c: SeenArrays, game: int) -> int:
    """Go to the start of a game unless Python has to sample it; return a `Lack`."""
    if b.o[SAMPLED_STARTS] == 0:
        return begin_game(s, start, b, c, game)
    b.ply[game] = 0
    b.over[game] = 0
    return Lack.START


@kernel
def step_game(
    s: Arrays, start: Arrays, v: ViewTables, b: BatchArrays, c: SeenArrays, game: int
) -> int:
    """Make the next move of a game; return a `Lack`."""
    if b.ended[game] != 0 or b.cut[game] != 0:
        b.ended[game] = 0
        b.cut[game] = 0
        b.winner[game] = OPEN
        for player in range(s.kit.players):
            b.reward[game, player] = 0.0
    if b.over[game] != 0:
        if b.o[RESETS] == Reset.NEXT_TIME:
            return begin_anew(s, start, b, c, game)
        return Lack.NOTHING
    ply = int64(b.ply[game])
    if not has_room(s) or ply == b.trail.shape[1]:
        return Lack.ROOM
    if UNDO:
        # Moves of a batch are never taken back.
        s.n[NOTED] = 0
    winner = choose_and_move(s, b, c, game, ply, int64(b.choice[game]))
    if is_lost(s):
        return Lack.ROOM
    b.trail[game, ply] = b.choice[game]
    b.ply[game] = ply + 1
    if winner == OPEN and ply + 1 != b.o[LIMIT]:
        return count_next(s, b, c, game, ply + 1)
    b.over[game] = 1
    c.counts[game] = 0
    b.winner[game] = winner
    if winner == OPEN:
        b.cut[game] = 1
    else:
        b.ended[game] = 1
        pay_rewards(s, v, b, game, winner)
    if b.o[RESETS] == Reset.AT_ONCE:
        return begin_anew(s, start, b, c, game)
    return Lack.NOTHING


@kernel
def retry_game(
    s: Arrays, start: Arrays, v: ViewTables, b: BatchArrays, c: SeenArrays, game: int
) -> int:
    """Repeat the step for which a game lacked something; return a `Lack`."""
    lack = int64(b.lack[game])
    if lack == Lack.START:
        begin_game(s, start, b, c, game)
    elif lack in (Lack.ROOM, Lack.ROOM_AFTER):
        if not make_again(s, start, b, c, game):
            return lack
        if lack == Lack.ROOM:
            if count_next(s, b, c, game, int64(b.ply[game])) != Lack.NOTHING:
                return lack
            return step_game(s, start, v, b, c, game)
    if b.over[game] == 0:
        return count_next(s, b, c, game, int64(b.ply[game]))
    return Lack.NOTHING


@kernel
def advance_game(
    s: Arrays, start: Arrays, v: ViewTables, b: BatchArrays, c: SeenArrays, game: int, part: int,
    request: int,
) -> bool:  # fmt: skip
    """Serve a request for a game and show it; return True if the game lacked nothing."""
    lack = int64(b.lack[game])
    if request == BatchRequest.STEP:
        lack = step_game(s, start, v, b, c, game)
    elif request == BatchRequest.BEGIN:
        b.ended[game] = 0
        b.cut[game] = 0
        b.winner[game] = OPEN
        lack = ask_for_start(s, start, b, c, game)
    else:
        lack = retry_game(s, start, v, b, c, game)
    b.options[game] = 0
    if b.over[game] == 0 and c.o[ROWS_SEEN] > 0:
        b.options[game] = max(int64(c.counts[game]), 1)
    if lack == Lack.NOTHING:
        b.mover[game] = in_seats(s, int64(s.n[MOVER]))
        if not show_game(s, v, c, game, part, b.over[game] == 0):
            lack = Lack.ROWS
    b.lack[game] = lack
    return lack == Lack.NOTHING


@entry
def advance(
    games: TupleRow[Arrays], starts: TupleRow[Arrays], v: ViewTables, b: BatchArrays,
    c: SeenArrays, part: int, request: int,
) -> int:  # fmt: skip
    """Serve a request for the games of a part; return how many lacked something."""
    lacking = 0
    begin_part(c, part)
    for game in range(int64(c.spans[part, GAME_AT]), int64(c.spans[part, GAME_END])):
        if not advance_game(games[game], starts[game], v, b, c, game, part, request):
            lacking += 1
    return lacking


@kernel
def skip_game(
    s: Arrays, start: Arrays, v: ViewTables, b: BatchArrays, c: SeenArrays, game: int, moves: int
) -> int:
    """Make some random moves of a game; return how many could not be made."""
    b.choice[game] = BY_LOT
    b.lack[game] = Lack.NOTHING
    while moves > 0 and b.lack[game] == Lack.NOTHING:
        b.lack[game] = step_game(s, start, v, b, c, game)
        moves -= 1
    return moves


@entry
def skip(
    games: TupleRow[Arrays], starts: TupleRow[Arrays], v: ViewTables, b: BatchArrays,
    c: SeenArrays, part: int, left: Ints,
) -> int:  # fmt: skip
    """Make the random moves `left` in each game of a part; return how many games lacked room."""
    lacking = 0
    for game in range(int64(c.spans[part, GAME_AT]), int64(c.spans[part, GAME_END])):
        left[game] = skip_game(games[game], starts[game], v, b, c, game, int64(left[game]))
        if b.lack[game] != Lack.NOTHING:
            lacking += 1
    return lacking


@entry
def find_choices(b: BatchArrays, c: SeenArrays, by_action: bool) -> int:
    """Check the choices of all games; return the first game with an illegal one, or -1.

    With `by_action` they are numbers of actions, and become the places of these.
    """
    for game in range(b.choice.shape[0]):
        choice = int64(b.choice[game])
        if choice == BY_LOT or b.over[game] != 0:
            continue
        if c.o[ROWS_SEEN] == 0 or choice < 0:
            return game
        count = max(int64(c.counts[game]), 1)
        place = choice
        if by_action:
            place = 0
            while place < count and c.actions[int64(c.first_row[game]) + place] != choice:
                place += 1
        if place >= count:
            return game
        if by_action:
            b.choice[game] = place
    return -1
