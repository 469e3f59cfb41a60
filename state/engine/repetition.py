"""Repetition: how often a position has come up, by the keys that stand before every move."""

from boardless.state.engine.arrays import MOVER, NEXT, PLIES, Arrays
from boardless.state.engine.keys import turn_term
from boardless.state.engine.runtime import routine, whole


@routine
def is_repeated(s: Arrays, times: int) -> bool:
    """Tell whether a move has led to a position that has come up so many times, now included."""
    key = whole(s.key[0]) ^ turn_term(whole(s.n[MOVER])) ^ turn_term(whole(s.n[NEXT]))
    last = s.n.shape[0]
    count = 1
    for ply in range(s.n[PLIES]):
        if s.marks[ply, last] == key:
            count += 1
    return count >= times
