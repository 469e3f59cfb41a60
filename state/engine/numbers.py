"""Numbers of the state that belong to no place: their changes, and their terms in the key."""

from boardless.jit.game_runtime import int64, kernel
from boardless.state.engine.arrays import Arrays
from boardless.state.engine.features import UNDO
from boardless.state.engine.keys import term
from boardless.state.engine.pieces import NUMBER, note

#: Stands for a container in the terms of numbers in a key.
_NUMBERS = 251


@kernel
def number_term(s: Arrays, which: int) -> int:
    """Return the term of a number of the state; 0 for 0."""
    value = int64(s.numbers[which])
    if value == 0:
        return 0
    return term(which, value >> 31, 0, _NUMBERS, value & 0x7FFFFFFF)


@kernel
def uncompared_term(s: Arrays) -> int:
    """Return the terms of the numbers that repeated positions may differ in."""
    key = 0
    for m in range(s.rules.uncompared.shape[0]):
        key ^= number_term(s, int64(s.rules.uncompared[m]))
    return key


@kernel
def change_number(s: Arrays, which: int, value: int) -> None:
    """Set a number of the state."""
    before = int64(s.numbers[which])
    note(s, NUMBER, which, before >> 31, before & 0x7FFFFFFF)
    if UNDO:
        s.key[0] ^= number_term(s, which)
    s.numbers[which] = value
    if UNDO:
        s.key[0] ^= number_term(s, which)
