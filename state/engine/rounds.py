"""Rounds: all players choose a move before any of the chosen ones is made.

Numbers of the state are the mover of the round, in whose turn its moves are made, the number of
rounds so far, and whether it is time for what follows from all moves; and a row for each player.
"""

from boardless.jit.game_runtime import int64, kernel, routine
from boardless.state.engine.arrays import MOVER, NAMED, NEXT, PASS, QUEUED, Arrays
from boardless.state.engine.numbers import change_number
from boardless.state.engine.results import following, set_mover

#: The numbers of a round beside the rows, and how many they are.
ROUND_MOVER, ROUNDS, AFTER_ALL, ROUND = range(4)


@kernel
def is_last_to_choose(s: Arrays, player: int) -> bool:
    """Tell whether nobody chooses after a player in this round."""
    return following(s, player) <= player


@routine
def hold_choice(s: Arrays, rows: int, rule: int, origin: int, site: int) -> None:
    """Write the choice of the mover down."""
    s.queue[0, 0] = rule
    s.queue[0, 1] = origin
    s.queue[0, 2] = site
    width = NAMED + s.rules.bound
    first = rows + (int64(s.n[MOVER]) - 1) * width
    for column in range(width):
        said = rule != PASS or column == 0
        change_number(s, first + column, int64(s.queue[0, column]) if said else 0)


@routine
def open_choices(s: Arrays, place: int, rows: int) -> None:
    """Begin to make the moves that were chosen: put them in the queue, a row for each player."""
    width = NAMED + s.rules.bound
    for player in range(s.kit.players):
        for column in range(width):
            number = rows + player * width + column
            s.queue[player, column] = s.numbers[number]
            change_number(s, number, 0)
    s.n[QUEUED] = s.kit.players
    change_number(s, place + ROUNDS, int64(s.numbers[place + ROUNDS]) + 1)
    set_mover(s, int64(s.numbers[place + ROUND_MOVER]))
    s.n[NEXT] = following(s, int64(s.n[MOVER]))


@kernel
def begin_round(s: Arrays, place: int) -> None:
    """Let the first player choose in the round of the mover."""
    change_number(s, place + ROUND_MOVER, int64(s.n[MOVER]))
    set_mover(s, following(s, s.kit.players))
