"""Repetition: how often a position has come up, by the keys that stand before every move."""

from boardless.state.engine.arrays import MOVER, NEXT, PLIES, PREVIOUS, Arrays
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


@routine
def is_new(s: Arrays, situational: bool, in_turn: bool) -> bool:
    """Tell whether a move that is tried leads to a position from which no turn has begun yet.

    In a turn no move of it may have begun there. Situations differ by whose turn it is, too.
    """
    key = whole(s.key[0]) ^ turn_term(whole(s.n[MOVER]))
    if situational:
        key ^= turn_term(whole(s.n[NEXT]))
    last = s.n.shape[0]
    for ply in range(whole(s.n[PLIES]) - 1, -1, -1):
        begins = s.marks[ply, MOVER] != s.marks[ply, PREVIOUS]
        before = whole(s.marks[ply, last])
        if not situational:
            before ^= turn_term(whole(s.marks[ply, MOVER]))
        if (begins or in_turn) and before == key:
            return False
        if begins and in_turn:
            return True
    return True
