"""The actions of a move of a game with effects, without consequences."""

from boardless.jit.game_runtime import entry, int64
from boardless.state.engine.arrays import LOGGED, PLIES, Arrays
from boardless.state.engine.chance import FOUND, SAMPLED
from boardless.state.engine.rules import act_alone
from boardless.state.engine.undo import mark


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
