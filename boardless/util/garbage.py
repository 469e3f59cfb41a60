"""Rare garbage collection, for code that makes very many permanent objects."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

#: The number of new objects between two collections. While games are compiled, Python's
#: own number, 700, takes a part of the time.
_SELDOM = 200_000

# The number is the process's: of threads that overlap the first sets it, the last puts it back.
_lock = Lock()
_users = 0
_before = (0, 0, 0)


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Raise the threshold of Python's garbage collector in a ``with`` block."""
    global _users, _before
    with _lock:
        if not _users:
            _before = gc.get_threshold()
            if _before[0]:  # 0 is never
                gc.set_threshold(max(_before[0], _SELDOM), *_before[1:])
        _users += 1
    try:
        yield
    finally:
        with _lock:
            _users -= 1
            if not _users:
                gc.set_threshold(*_before)
