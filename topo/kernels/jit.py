"""How kernels are compiled: one decorator, so that it is decided in one place.

Kernels keep to a subset that plain Python runs the same way: set ``NUMBA_DISABLE_JIT=1`` to debug
them. Whole numbers are computed in 64 bits and narrowed only when stored.
"""

from collections.abc import Callable
from typing import TypeVar

from boardless.topo.kernels.machine_code import compiled
from boardless.topo.kernels.prompt import PromptKernel

F = TypeVar("F", bound=Callable[..., object])


def jit(function: F) -> F:
    """Compile `function` once it is worth it, and keep the result on disk; see `prompt`."""
    return compiled(function, PromptKernel, no_cfunc_wrapper=True)  # C calls none of them
