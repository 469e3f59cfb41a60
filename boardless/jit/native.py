"""Kernels: plain Python at first, and machine code once compiling is worth the time.

A function is compiled after a second of total running time; a function that plays many moves in one
call is compiled at once.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from functools import cached_property, partial, update_wrapper
from time import thread_time
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numpy as np

from boardless.jit.compilations import compilers, getting_ready
from boardless.jit.disk import sources_hash

# LLVM is imported by the functions that need it.
if TYPE_CHECKING:
    import ast
    from types import ModuleType

    from boardless.jit.compiled import Compiled
    from boardless.jit.sources import NamedFunction, Names

#: Seconds that a module runs as plain Python before its functions are compiled.
PATIENCE = 1.0
#: The most numbers in the arrays of a call in plain Python.
SMALL = 20_000

F = TypeVar("F", bound=Callable[..., Any])


#: The thread that lets code be compiled while others continue in plain Python, if there is one.
_aside: list[Executor] = []


@contextmanager
def compiled_aside() -> Iterator[None]:
    """In a ``with`` block, let only calls that play many moves wait for machine code.

    Kernels go on in plain Python while other processes compile, and switch when it is done.
    """
    thread = ThreadPoolExecutor(1, "compiling")
    _aside.append(thread)
    try:
        with compilers():
            yield
    finally:
        _aside.remove(thread)
        thread.shutdown(wait=False, cancel_futures=True)


def compiles() -> bool:
    """Return True if anything is compiled: not with ``NUMBA_DISABLE_JIT=1``, as for Numba."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")


class NativeKernel:
    """A function: plain Python until it has run long enough, or its machine code is on disk.

    `spent` has the seconds so far, which functions may share. A kernel of this program switches to
    machine code for large data, too; one of a game's module is replaced by it through `replace`.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        compiled: Callable[[], Compiled],
        spent: list[float],
        replace: Callable[[Callable[..., Any]], None] | None = None,
    ) -> None:
        update_wrapper(self, function)
        self.py_func = function
        self._make, self._spent, self._replace = compiled, spent, replace
        self._is_new, self._is_ready, self._is_underway = True, False, False

    @cached_property
    def _compiled(self) -> Compiled:
        with getting_ready():
            return self._make()

    def __call__(self, *arguments: Any) -> Any:
        """Call the function, compiled or not."""
        if self._is_ready:
            return self._compiled(*arguments)
        is_new, self._is_new = self._is_new, False
        if (
            self._spent[0] > PATIENCE
            or (self._replace is None and not is_small(arguments))
            or (is_new and self._compiled.is_on_disk(arguments))
        ):
            if _aside and (self._replace is not None or is_small(arguments)):
                self._begin(arguments)
                return self.py_func(*arguments)
            result = self._compiled(*arguments)
            self._go_over()
            return result
        begin = thread_time()
        try:
            return self.py_func(*arguments)
        finally:
            self._spent[0] += thread_time() - begin

    def _go_over(self) -> None:
        """Replace the function by its existing machine code."""
        self._is_ready = True
        if self._replace is not None:
            self._replace(self._compiled)

    def _begin(self, arguments: tuple[Any, ...]) -> None:
        """Let another thread make the machine code for such arguments, or load it."""
        if self._is_underway:
            return
        self._is_underway = True

        def make() -> None:
            self._compiled.function_for(arguments)
            self._go_over()

        _aside[-1].submit(make)


def hurry(thing: Any) -> None:
    """Let a kernel or a module be compiled at its next call, which is then slower.

    Functions that are never compiled stay unchanged.
    """
    if isinstance(thing, NativeKernel | NativeModule):
        thing._spent[0] = 2 * PATIENCE


def is_small(arguments: tuple[Any, ...]) -> bool:
    """Return True if all arrays of arguments are small, by themselves or in tuples."""
    things = (part for each in arguments for part in (each if isinstance(each, tuple) else (each,)))
    return sum(thing.size for thing in things if isinstance(thing, np.ndarray)) <= SMALL


class NativeModule:
    """A module of kernels, as Python sees it; its entries are compiled.

    `tree` returns its syntax tree if something is compiled. `digest` is a hash of its source and
    tables and of all that it calls. The functions in `bulk`, by default all, are compiled at once.
    """

    def __init__(
        self,
        plain: ModuleType,
        tree: Callable[[], ast.Module],
        digest: str,
        bulk: Collection[str] | None = None,
    ) -> None:
        self._plain, self._tree, self._digest = plain, tree, digest
        self._bulk = bulk
        self._names: Names | None = None
        self._spent = [0.0]

    def __getattr__(self, name: str) -> Any:
        """Return a member of the module."""
        thing = getattr(self._plain, name)
        if getattr(thing, "is_entry", False):
            at_once = self._bulk is None or name in self._bulk
            compiled = partial(self._compiled, name, thing, at_once)
            thing = (
                compiled()
                if at_once
                else NativeKernel(thing, compiled, self._spent, partial(setattr, self, name))
            )
        setattr(self, name, thing)
        return thing

    def _compiled(self, name: str, function: Callable[..., Any], at_once: bool) -> Compiled:
        from boardless.jit.compiled import FULL, QUICK, Compiled

        effort = FULL if at_once else QUICK
        named = partial(self._named, name)
        replace = partial(setattr, self, name)
        return Compiled(function, named, lambda: self._digest, effort, replace)

    def _named(self, name: str) -> NamedFunction:
        from boardless.jit.sources import NamedFunction, Names

        if self._names is None:
            self._names = Names.of(self._tree(), vars(self._plain))
        return NamedFunction(self._names, self._names.functions[name])


def jit(function: F) -> F:
    """Compile `function` as soon as that is worth it, with a disk cache; see `NativeKernel`."""

    def compiled() -> Compiled:
        from boardless.jit.compiled import QUICK, Compiled
        from boardless.jit.sources import named_of

        digest = partial(sources_hash, function.__module__)
        return Compiled(function, partial(named_of, function), digest, QUICK)

    return cast("F", NativeKernel(function, compiled, [0.0])) if compiles() else function
