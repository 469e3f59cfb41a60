"""Repetition: earlier positions by the keys before every move."""

from boardless.jit.game_runtime import int64, kernel, routine
from boardless.state.engine.arrays import MET_WORDS, MOVER, NEXT, PLIES, PREVIOUS, Arrays
from boardless.state.engine.keys import turn_term
from boardless.state.engine.numbers import uncompared_term
from boardless.state.engine.pieces import NUMBER, note


@kernel
def compared_key(s: Arrays) -> int:
    """Return the key without the numbers that repeated positions may differ in."""
    return int64(s.key[0]) ^ uncompared_term(s)


@kernel
def mark_met(s: Arrays, key: int, mover: int) -> None:
    """Set the bits of a position, with and without its mover."""
    alone = key ^ turn_term(mover)
    s.met[(key >> 5) % MET_WORDS] |= 1 << (key & 31)
    s.met[(alone >> 5) % MET_WORDS] |= 1 << (alone & 31)


@kernel
def may_have_met(s: Arrays, key: int) -> bool:
    """Tell whether the bit of a key is set; bits outlive moves that are taken back."""
    return (int64(s.met[(key >> 5) % MET_WORDS]) >> (key & 31)) & 1 != 0


@routine
def is_repeated(s: Arrays, times: int) -> bool:
    """Tell whether a move has led to a position that has come up so many times, now included."""
    key = compared_key(s) ^ turn_term(int64(s.n[MOVER])) ^ turn_term(int64(s.n[NEXT]))
    last = s.n.shape[0]
    count = 1
    for ply in range(s.n[PLIES]):
        if s.marks[ply, last] == key:
            count += 1
    return count >= times


@routine
def is_unmet(s: Arrays, situational: bool, in_turn: bool) -> bool:
    """Tell whether no turn, or move of it, began from the position that a tried move leads to."""
    key = compared_key(s) ^ turn_term(int64(s.n[MOVER]))
    if situational:
        key ^= turn_term(int64(s.n[NEXT]))
    if not may_have_met(s, key):
        return True
    last = s.n.shape[0]
    for ply in range(int64(s.n[PLIES]) - 1, -1, -1):
        # As in Ludii a turn lasts until another player has moved, and that move belongs to none.
        begins = ply == 0 or s.marks[ply, PREVIOUS] != s.marks[ply - 1, PREVIOUS]
        before = int64(s.marks[ply, last])
        if not situational:
            before ^= turn_term(int64(s.marks[ply, MOVER]))
        if (begins or in_turn) and before == key:
            return False
        if begins and in_turn:
            return True
    return True


@kernel
def record_key(s: Arrays, first: int, room: int) -> None:
    """Put the key in front of those of the last positions, at most `room`, from ply 2 on."""
    if s.n[PLIES] < 2:
        return
    for at in range(first + room - 1, first - 1, -1):
        before = int64(s.numbers[at])
        note(s, NUMBER, at, before >> 31, before & 0x7FFFFFFF)
        s.numbers[at] = s.numbers[at - 1] if at > first else int64(s.key[0])


@kernel
def key_before(s: Arrays, first: int, back: int, now: bool) -> int:
    """Return the key of so many positions ago, `now` counting as one."""
    if now and back == 0:
        return int64(s.key[0])
    return int64(s.numbers[first + back - now])


@kernel
def is_cycle(s: Arrays, first: int, length: int, now: bool) -> bool:
    """Tell whether the last positions are three times the same `length` ones."""
    if s.numbers[first + 3 * length - 1 - now] == 0:
        return False
    same = True
    for back in range(2 * length):
        later = key_before(s, first, back, now)
        same = same and later == key_before(s, first, back + length, now)
    return same
