"""A clock that stands still while code is compiled or loaded, and who is told that it begins."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import local
from time import perf_counter


class _Spent(local):
    """The seconds of a thread spent in `getting_ready`, and how deep it is inside."""

    depth = 0
    seconds = 0.0


_spent = _Spent()


@contextmanager
def getting_ready() -> Iterator[None]:
    """Stop the clock of this thread inside."""
    if _spent.depth:
        yield
        return
    begin = perf_counter()
    _spent.depth = 1
    try:
        yield
    finally:
        _spent.depth = 0
        _spent.seconds += perf_counter() - begin


def working_seconds() -> float:
    """Return the seconds on the clock of this thread; only differences mean something."""
    return perf_counter() - _spent.seconds


_listeners: list[Callable[[], object]] = []


@contextmanager
def when_compiling(call: Callable[[], object]) -> Iterator[None]:
    """Call a function before anything is compiled inside."""
    _listeners.append(call)
    try:
        yield
    finally:
        _listeners.remove(call)


def compilation_begins() -> None:
    """Call the functions of `when_compiling`."""
    for call in _listeners:
        call()
