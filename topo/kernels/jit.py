"""How kernels are compiled: one decorator, so that it is decided in one place.

Kernels keep to a subset that plain Python runs the same way: set ``NUMBA_DISABLE_JIT=1`` to debug
them. Whole numbers are computed in 64 bits and narrowed only when stored.

Numba's cache notices when the file of a kernel changes, but not when one does from which it takes
other kernels or constants. So a kernel is kept under a name that has a hash of the files that its
own imports.
"""

import hashlib
import inspect
import re
import sys
from collections.abc import Callable
from functools import cache
from typing import TypeVar, cast

import numba

F = TypeVar("F", bound=Callable[..., object])

#: How a file of kernels imports what its kernels use.
_IMPORT = re.compile(r"^from (boardless\.(?:topo|state)(?:\.\w+)+) import", re.MULTILINE)


def jit(function: F) -> F:
    """Compile `function` when it is first called, and keep the result on disk."""
    name_by_sources(function)
    return cast("F", numba.njit(cache=True)(function))


def name_by_sources(function: Callable[..., object]) -> None:
    """Give a kernel another name whenever a file changes that it was made from."""
    function.__qualname__ += f"_{_imported(function.__module__)}"


@cache
def _imported(module: str) -> str:
    """Return a hash of the files that a module imports, and that these import."""
    others = sorted(set(_IMPORT.findall(inspect.getsource(sys.modules[module]))))
    sources = [inspect.getsource(sys.modules[other]) + _imported(other) for other in others]
    return hashlib.sha256("\0".join(sources).encode()).hexdigest()[:16]
