"""Decorators and random numbers of compiled games.

Random numbers are counter-based (SplitMix64): a number depends on a stream and on the number of
samples before it, so the generator needs no state. `translation` writes `mix`, `below`,
`lowest_bit`, `bits_set`, `rotated` and `int64` as machine code, which wraps products of two 64-bit
numbers by itself. Bits are numbers from 0 to 2**64 - 1 in Python, and the same 64 bits in machine
code.

Source: G. L. Steele, D. Lea, C. H. Flood, Fast splittable pseudorandom number generators, 2014.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from boardless.jit.instructions import GAMMA, MIXING
from boardless.jit.native import jit

MASK = 2**64 - 1
(_FIRST, _A), (_SECOND, _B) = MIXING

F = TypeVar("F", bound=Callable[..., Any])
#: The modules of the engine's own functions, which positions without rules call.
_PACKAGE = "boardless."


def kernel(function: F) -> F:
    """Mark a function of compiled code, inlined into each caller at full effort."""
    return function


def routine(function: F) -> F:
    """Mark a function that compiled code calls; LLVM decides whether to inline it."""
    return function


def making(function: F) -> F:
    """Mark a function that compiled code calls and that makes arrays."""
    return function


def plain_entry(function: F) -> F:
    """Mark a function that Python calls only while it stays plain Python; see `kernel`."""
    return function


def entry(function: F) -> F:
    """Mark a function that Python also calls: compiled, without Python's lock; see `kernel`."""
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

    By multiplication and shift: the bias to any number is at most ``end / 2**32``.
    """
    return (int(number) >> 32) * int(end) >> 32


def lowest_bit(bits: int) -> int:
    """Return the place of the lowest set bit, counted from 0; `bits` must not be 0."""
    return (int(bits) & -int(bits)).bit_length() - 1


def bits_set(bits: int) -> int:
    """Return the number of set bits among 64."""
    return (int(bits) & MASK).bit_count()


def rotated(bits: int, by: int) -> int:
    """Return 64 bits rotated right by `by` places, 0 to 63."""
    low, by = int(bits) & MASK, int(by)
    return (low >> by | low << (64 - by)) & MASK


def int64(number: int) -> int:
    """Return a number of an array as a signed 64-bit integer."""
    return int(number)
