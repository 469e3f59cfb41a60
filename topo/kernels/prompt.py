"""Kernels that answer at once: plain Python while that is quicker than to compile them."""

from collections.abc import Callable
from time import perf_counter
from typing import Any

import numpy as np

from boardless.topo.kernels.kernel import Kernel

#: How long a kernel runs as plain Python before it is compiled, in seconds.
PATIENCE = 1.0
#: How many numbers the arrays may have that plain Python is given.
SMALL = 20_000


class PromptKernel(Kernel):
    """A compiled function that is plain Python where it is called with little, at first.

    What is kept on disk is used from the first call on.
    """

    _spent = 0.0
    _is_ready: bool | None = None

    def __call__(self, *args: Any) -> Any:
        """Return what the function does, compiled or not."""
        if self._is_ready is None:
            self._is_ready = is_kept(self, args)
        if self._is_ready or self._spent > PATIENCE or not is_small(args):
            self._is_ready = True
            return super().__call__(*args)
        begin = perf_counter()
        try:
            return self.py_func(*args)
        finally:
            self._spent += perf_counter() - begin


def is_small(args: tuple[Any, ...]) -> bool:
    """Tell whether plain Python is given only small arrays, by themselves or in tuples."""
    things = (it for arg in args for it in (arg if isinstance(arg, tuple) else (arg,)))
    return sum(it.size for it in things if isinstance(it, np.ndarray)) <= SMALL


def is_kept(kernel: Any, args: tuple[Any, ...]) -> bool:
    """Tell whether there is machine code for arguments: made already, or on disk."""
    types = tuple(map(kernel.typeof_pyval, args))
    return types in kernel.overloads or kernel._cache.has(types, kernel.targetctx)


class PromptModule:
    """A module of kernels, as Python sees it: each runs plain until all have taken long.

    Parameters
    ----------
    module : module
        Compiled.
    plain : callable
        Returns the same module as plain Python.
    bulk : tuple of str
        The names of those that are compiled when they are first called.
    """

    def __init__(self, module: Any, plain: Callable[[], Any], bulk: tuple[str, ...]) -> None:
        self._module, self._plain, self._bulk = module, plain, bulk
        self._spent = 0.0

    def __getattr__(self, name: str) -> Any:
        """Return what the module calls so."""
        thing = getattr(self._module, name)
        if isinstance(thing, Kernel) and name not in self._bulk:
            thing = self._prompt(name, thing)
        setattr(self, name, thing)
        return thing

    def _prompt(self, name: str, kernel: Any) -> Callable[..., Any]:
        plain: Any = None

        def run(*args: Any) -> Any:
            nonlocal plain
            if self._spent > PATIENCE or (plain is None and is_kept(kernel, args)):
                setattr(self, name, kernel)
                return kernel(*args)
            plain = plain or getattr(self._plain(), name)
            begin = perf_counter()
            try:
                return plain(*args)
            finally:
                self._spent += perf_counter() - begin

        return run
