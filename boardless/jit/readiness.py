"""A clock that stops while code is compiled or loaded, and callbacks at the start."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import local
from time import perf_counter

#: Less code tells nothing about the speed of a machine.
SMALL_CODE = 100_000


class _Spent(local):
    """The seconds of a thread spent in `getting_ready`, and the depth of nesting."""

    depth = 0
    seconds = 0.0


_spent = _Spent()


@contextmanager
def getting_ready() -> Iterator[None]:
    """Stop the clock of this thread in a ``with`` block."""
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
    """Return the seconds on the clock of this thread; only differences have a meaning."""
    return perf_counter() - _spent.seconds


_listeners: list[Callable[[], object]] = []


@contextmanager
def when_compiling(call: Callable[[], object]) -> Iterator[None]:
    """In a ``with`` block, call a function before anything is compiled."""
    _listeners.append(call)
    try:
        yield
    finally:
        _listeners.remove(call)


@dataclass(frozen=True)
class Compilation:
    """A running compilation of a function, with the number of characters of its LLVM code."""

    function: str
    #: 0 while it is unknown.
    characters: int
    #: When it began, on the clock of `time.perf_counter`.
    begun: float

    @property
    def usual(self) -> float:
        """The usual duration in seconds, by the speed of this machine so far."""
        return self.characters * _speed[0] / 1e6


#: Milliseconds of compilation for a thousand characters: at first of the machine on which
#: they were measured (searches of Carcassonne, Hive and Kingdomino: 1.3 to 4.1), then of this one.
_speed = [2.0]
_now: list[Compilation] = []


@contextmanager
def compilation(function: str) -> Iterator[Callable[[int], None]]:
    """Announce a compilation inside; the yielded function takes the characters of its code."""
    for call in _listeners:
        call()
    begun = perf_counter()
    done = Compilation(function, 0, begun)
    _now.append(done)

    def known(characters: int) -> None:
        nonlocal done
        _now.remove(done)
        done = Compilation(function, characters, begun)
        _now.append(done)

    try:
        yield known
    finally:
        _now.remove(done)
        if done.characters > SMALL_CODE:
            spent = 1e6 * (perf_counter() - begun) / done.characters
            _speed[0] = (_speed[0] + spent) / 2


def compilation_now() -> Compilation | None:
    """Return the running compilation, the longest one of several, or None."""
    return max(_now, key=lambda each: each.characters, default=None)
