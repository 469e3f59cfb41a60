"""Decorators and random numbers of compiled games.

Random numbers are counter-based (SplitMix64): a number depends on a stream and on how many were
sampled before it, so there is no state to carry. `mix` and `below` stand here twice, for plain
Python and for Numba, since only machine code wraps products of two 64-bit numbers.

Source: G. L. Steele, D. Lea, C. H. Flood, Fast splittable pseudorandom number generators, 2014.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import numpy as np
from numba import extending
from numba.core import types
from numba.extending import overload

from boardless.jit.dispatch import Kernel, PromptKernel
from boardless.jit.kernel import compiled

MASK = 2**64 - 1
GAMMA = 0x9E3779B97F4A7C15
_A, _B = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB

F = TypeVar("F", bound=Callable[..., object])


#: Numba's own, without types.
_types: Any = types
_extending: Any = extending
_plain = False
#: Modules of the engine itself, which Python calls move by move: they answer at once, and keep
#: their calls, because to put every function in place of them takes longer than it ever saves.
_UNBOUND = f"{__package__}."


def kernel(function: F) -> F:
    """Compile `function` at its first call, without reference counts: it makes no arrays."""
    return _compiled(function, makes_arrays=False, called=False)


def routine(function: F) -> F:
    """Compile a function that is not put in place of its calls; see `kernel`."""
    return _compiled(function, makes_arrays=False, called=False, inlined=False)


def making(function: F) -> F:
    """Compile a function that makes arrays; see `kernel`."""
    return _compiled(function, makes_arrays=True, called=False)


def plain_entry(function: F) -> F:
    """Compile a function that Python calls only where it stays plain Python; see `kernel`."""
    return _compiled(function, makes_arrays=False, called=False)


def entry(function: F) -> F:
    """Compile a function that Python calls, too, without its lock; see `kernel`."""
    return _compiled(function, makes_arrays=False, called=True)


def making_entry(function: F) -> F:
    """Compile a function that makes arrays and that Python calls; see `entry`."""
    return _compiled(function, makes_arrays=True, called=True)


def _compiled(function: F, makes_arrays: bool, called: bool, inlined: bool = True) -> F:
    if _plain:
        return function
    unbound = function.__module__.startswith(_UNBOUND)
    return compiled(
        function,
        PromptKernel if unbound else Kernel,
        nogil=True,
        forceinline=inlined and not makes_arrays and not unbound,
        # Numba has no public name for leaving its reference counts out.
        _nrt=makes_arrays,
        # Inner kernels need no wrapper for C or Python, which takes time to compile.
        no_cfunc_wrapper=True,
        no_cpython_wrapper=not called,
    )


@contextmanager
def uncompiled() -> Iterator[None]:
    """Leave the kernels that are defined inside plain Python."""
    global _plain
    before, _plain = _plain, True
    try:
        yield
    finally:
        _plain = before


def mix(number: int, times: int) -> int:
    """Return the bits of ``number + times * GAMMA`` mixed, from 0 to 2**64 - 1."""
    z = (int(number) + int(times) * GAMMA) & MASK
    z = ((z ^ (z >> 30)) * _A) & MASK
    z = ((z ^ (z >> 27)) * _B) & MASK
    return z ^ (z >> 31)


def below(number: int, end: int) -> int:
    """Return an integer from 0 to `end` - 1 from the upper half of a mixed `number`.

    By multiplication and shift: no number is preferred by more than ``end / 2**32``.
    """
    return (int(number) >> 32) * int(end) >> 32


def lowest_bit(bits: int) -> int:
    """Return the place of the lowest bit that is set, counted from 0; there is one."""
    return (int(bits) & -int(bits)).bit_length() - 1


def int64(number: int) -> int:
    """Return a number of an array as int64: Numba's ``int`` keeps unsigned integers unsigned."""
    return int(number)


# Written by hand: it stands everywhere, and an overload takes long to choose.
def _int64_typed(context: Any) -> Callable[..., Any]:
    def typed(number: Any) -> Any:
        return _types.int64 if isinstance(number, _types.Integer | _types.Boolean) else None

    return typed


def _int64_compiled(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return context.cast(builder, args[0], sig.args[0], sig.return_type)


_extending.type_callable(int64)(_int64_typed)
_extending.lower_builtin(int64, _types.Any)(_int64_compiled)


def _lowest_bit_typed(context: Any) -> Callable[..., Any]:
    def typed(bits: Any) -> Any:
        return _types.int64 if isinstance(bits, _types.Integer) else None

    return typed


def _lowest_bit_compiled(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    bits = context.cast(builder, args[0], sig.args[0], sig.return_type)
    return builder.cttz(bits, context.get_constant(_types.boolean, True))


_extending.type_callable(lowest_bit)(_lowest_bit_typed)
_extending.lower_builtin(lowest_bit, _types.Any)(_lowest_bit_compiled)


@overload(mix)
def _mix_compiled(number: Any, times: Any) -> Callable[..., Any]:
    gamma, a, b = np.uint64(GAMMA), np.uint64(_A), np.uint64(_B)
    s30, s27, s31 = np.uint64(30), np.uint64(27), np.uint64(31)

    def compiled(number: Any, times: Any) -> Any:
        z = np.uint64(number) + np.uint64(times) * gamma
        z = (z ^ (z >> s30)) * a
        z = (z ^ (z >> s27)) * b
        return z ^ (z >> s31)

    return compiled


@overload(below)
def _below_compiled(number: Any, end: Any) -> Callable[..., Any]:
    half = np.uint64(32)

    def compiled(number: Any, end: Any) -> Any:
        return np.int64((np.uint64(number) >> half) * np.uint64(end) >> half)

    return compiled
