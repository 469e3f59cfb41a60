"""Deduction puzzles: the possible values of a site, as bits of a number of the state.

A set bit is a value that is ruled out. A site with one value left is settled, and the component of
this number stands there; none stands for 0.
"""

from boardless.jit.game_runtime import int64, kernel
from boardless.state.engine.arrays import Arrays
from boardless.state.engine.effects import VALUE_GIVEN, VALUE_TOGGLED, log_action
from boardless.state.engine.numbers import change_number
from boardless.state.engine.pieces import fill


@kernel
def left_at(s: Arrays, first: int, every: int, site: int) -> int:
    """Return the values that are left for a site, of those of `every` site."""
    return every & ~int64(s.numbers[first + site])


@kernel
def is_decided(s: Arrays, first: int, every: int, row: int, site: int) -> bool:
    """Tell whether a site has one value, or counts as having 0, as a row of ``s.scratch`` says."""
    left = left_at(s, first, every, site)
    return (left != 0 and left & (left - 1) == 0) or s.scratch[row, site] != 0


@kernel
def leave_at(s: Arrays, first: int, every: int, site: int, left: int) -> None:
    """Leave a site some values and no other."""
    change_number(s, first + site, every & ~left)
    value = 0
    if left != 0 and left & (left - 1) == 0:
        while left >> value != 1:
            value += 1
    fill(s, site, value, 1 if value != 0 else 0)


@kernel
def give_value(s: Arrays, first: int, every: int, site: int, value: int) -> None:
    """Give a site a value."""
    log_action(s, VALUE_GIVEN, site, value, 0)
    leave_at(s, first, every, site, 1 << value)


@kernel
def toggle_value(s: Arrays, first: int, every: int, site: int, value: int) -> None:
    """Rule out a value of a site, or readmit it."""
    log_action(s, VALUE_TOGGLED, site, value, 0)
    leave_at(s, first, every, site, left_at(s, first, every, site) ^ (1 << value))
