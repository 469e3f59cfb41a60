"""For the time of the change: old and new forms of rules and loops meet here."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any

from greenlet import getcurrent, greenlet  # type: ignore[import-untyped]

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from boardless.ir.expressions import Site

_DONE = object()


def bridged(write: Callable[[Callable[[Any], object]], object]) -> Iterator[Any]:
    """Yield each move that `write` hands to the callback that it gets, while it is there."""
    child = greenlet(lambda: (write(lambda move: child.parent.switch(move)), _DONE)[1])
    while True:
        child.parent = getcurrent()
        move = child.switch()
        if move is _DONE:
            return
        yield move


class Loop:
    """A loop of the program: gone through by ``for``, or opened by ``with``, which gives text."""

    def __init__(self, sites: Iterator[Site]) -> None:
        self._sites = sites

    def __iter__(self) -> Iterator[Site]:
        return self._sites

    def __next__(self) -> Any:
        return next(self._sites)

    def __enter__(self) -> Any:
        found = next(self._sites)
        return tuple(map(str, found)) if isinstance(found, tuple) else str(found)

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is None:
            assert next(self._sites, None) is None


def opening(loop: Callable[..., Iterator[Any]]) -> Callable[..., Any]:
    """Let a generator of a loop be opened by ``with``, too."""

    @wraps(loop)
    def opened(*given: Any, **named: Any) -> Loop:
        return Loop(loop(*given, **named))

    return opened


def gone_through(loop: Any) -> Iterator[Site]:
    """Go through a loop, of the new form or opened by ``with``."""
    from boardless.ir.expressions import Site, lifted

    if hasattr(loop, "__iter__"):
        yield from loop
    else:
        with loop as at:
            yield lifted(at, Site)
