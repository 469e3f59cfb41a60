"""Proposals and votes: lists of the numbers of names, and the decision, in ``s.numbers``."""

from boardless.jit.game_runtime import int64, kernel
from boardless.state.engine.arrays import Arrays
from boardless.state.engine.effects import PROPOSED, VOTED, log_action
from boardless.state.engine.memory import append_value, forget_all, has_value
from boardless.state.engine.numbers import change_number


@kernel
def propose(s: Arrays, proposals: int, room: int, name: int) -> None:
    """Propose a name, by its number."""
    log_action(s, PROPOSED, name, 0, 0)
    if not has_value(s, proposals, name):
        append_value(s, proposals, room, name)


@kernel
def vote(s: Arrays, votes: int, proposals: int, decided: int, name: int) -> None:
    """Vote for a name; the last vote decides if more than half of the players agree."""
    log_action(s, VOTED, name, 0, 0)
    append_value(s, votes, s.t.players, name)
    if s.numbers[votes] == s.t.players:
        for player in range(1, s.t.players + 1):
            count = 0
            for other in range(1, s.t.players + 1):
                if s.numbers[votes + other] == s.numbers[votes + player]:
                    count += 1
            if 2 * count > s.t.players:
                change_number(s, decided, int64(s.numbers[votes + player]))
        forget_all(s, proposals)
        forget_all(s, votes)
