"""Time that counts for nothing: that in which what is to run is made ready.

Sources are put together, compiled, and machine code is loaded where a kernel is called first, which
may be in the middle of a search. So whoever has some seconds to think reads a clock that stands
still meanwhile.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import local
from time import perf_counter


class _Spent(local):
    """How long a thread has been getting ready, and how deep in it is now."""

    depth = 0
    seconds = 0.0


_spent = _Spent()


@contextmanager
def getting_ready() -> Iterator[None]:
    """Let the clock of this thread stand still inside."""
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
