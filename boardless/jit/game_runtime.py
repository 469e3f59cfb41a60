"""Decorators and random numbers of compiled games.

Random numbers are counter-based (SplitMix64): a number depends on a stream and on how many were
sampled before it, so there is no state to carry. `translation` writes `mix`, `below`, `lowest_bit`,
`bits_set`, `rotated` and `int64` as machine code, which wraps products of two 64-bit numbers by
itself. Bits are numbers from 0 to 2**64 - 1 in Python, and the same 64 bits in machine code.

Source: G. L. Steele, D. Lea, C. H. Flood, Fast splittable pseudorandom number generators, 2014.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from boardless.jit.instructions import GAMMA, MIXING
from boardless.jit.native import jit

MASK = 2**64 - 1
(_FIRST, _A), (_SECOND, _B) = MIXING

F = TypeVar("F", bound=Callable[..., Any])
#: Where the engine's own functions are, which positions without rules call.
_PACKAGE = "boardless."


def kernel(function: F) -> F:
    """Mark a function that compiled code calls and that is put in place of its calls."""
    return function


def routine(function: F) -> F:
    """Mark a function that compiled code calls; LLVM decides whether it takes their place."""
    return function


def making(function: F) -> F:
    """Mark a function that compiled code calls and that makes arrays."""
    return function


def plain_entry(function: F) -> F:
    """Mark a function that Python calls only where it stays plain Python; see `kernel`."""
    return function


def entry(function: F) -> F:
    """Mark a function that Python calls, too: compiled, without Python's lock; see `kernel`."""
    if function.__module__.startswith(_PACKAGE):
        return jit(function)
    # The module of a game compiles it; see `boardless.jit.native.NativeModule`.
    vars(function)["is_entry"] = True
    return function


def making_entry(function: F) -> F:
    """Mark a function that makes arrays and that Python calls; see `entry`."""
    return entry(function)


def mix(number: int, times: int) -> int:
    """Return the bits of ``number + times * GAMMA`` mixed, from 0 to 2**64 - 1."""
    z = (int(number) + int(times) * GAMMA) & MASK
    z = ((z ^ (z >> _FIRST)) * _A) & MASK
    z = ((z ^ (z >> _SECOND)) * _B) & MASK
    return z ^ (z >> 31)


def below(number: int, end: int) -> int:
    """Return an integer from 0 to `end` - 1 from the upper half of a mixed `number`.

    By multiplication and shift: no number is preferred by more than ``end / 2**32``.
    """
    return (int(number) >> 32) * int(end) >> 32


def lowest_bit(bits: int) -> int:
    """Return the place of the lowest bit that is set, counted from 0; there is one."""
    return (int(bits) & -int(bits)).bit_length() - 1


def bits_set(bits: int) -> int:
    """Return how many of 64 bits are set."""
    return (int(bits) & MASK).bit_count()


def rotated(bits: int, by: int) -> int:
    """Return 64 bits, each that which stood so many places higher, 0 to 63, around the end."""
    low, by = int(bits) & MASK, int(by)
    return (low >> by | low << (64 - by)) & MASK


def int64(number: int) -> int:
    """Return a number of an array as an integer of 64 bits with a sign."""
    return int(number)
