"""How kernels are compiled: one decorator, so that it is decided in one place.

Kernels keep to a subset that plain Python runs the same way: set ``NUMBA_DISABLE_JIT=1`` to debug
them. Whole numbers are computed in 64 bits and narrowed only when stored. A kernel calls only
kernels of its own file, because Numba's cache does not notice that another file changed.
"""

from collections.abc import Callable
from typing import TypeVar, cast

import numba

F = TypeVar("F", bound=Callable[..., object])


def jit(function: F) -> F:
    """Compile `function` when it is first called, and keep the result on disk."""
    return cast("F", numba.njit(cache=True)(function))
