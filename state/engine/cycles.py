"""Cycles of positions: the keys of the last ones, in ``s.numbers`` and no part of the key."""

from boardless.jit.game_runtime import int64, kernel
from boardless.state.engine.arrays import PLIES, Arrays
from boardless.state.engine.pieces import NUMBER, note


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
