"""The position after each of the legal moves."""

from boardless.jit.arrays import Ints
from boardless.jit.game_runtime import entry, int64, mix
from boardless.state.engine.arrays import MOVER, NAMED, Arrays
from boardless.state.engine.chance import ASKS, FOUND, SETTLED, seed_chance
from boardless.state.engine.moves import choices, fits, has_room, is_lost, move
from boardless.state.engine.undo import undo

#: Columns of what a move leads to: the transposition key, who moves then, and who has won.
LED_KEY, LED_MOVER, LED_WINNER, LEADS = range(4)


@entry
def try_all(s: Arrays, moves: Ints, leads: Ints) -> bool:
    """Make each of the `moves`, take it back, and write its row of `leads`; False without room.

    What chance decides comes from the same random numbers for each of them, so that moves to which
    the same happens lead to the same position.
    """
    if not fits(s, choices(s)):
        return False
    for m in range(moves.shape[0]):
        if s.rules.chances:
            s.chance[ASKS] = 0
            s.chance[SETTLED] = s.chance[FOUND]
            seed_chance(s, mix(int64(s.key[0]), 1))
        for column in range(NAMED, NAMED + s.rules.bound):
            s.queue[0, column] = moves[m, column]
        winner = move(s, int64(moves[m, 0]), int64(moves[m, 1]), int64(moves[m, 2]))
        if is_lost(s) or not has_room(s):
            return False
        leads[m, LED_KEY] = s.key[0]
        leads[m, LED_MOVER] = s.n[MOVER]
        leads[m, LED_WINNER] = winner
        undo(s)
    return True
