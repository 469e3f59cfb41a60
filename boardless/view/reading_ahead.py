"""Games that are read before somebody chooses them, by a process of the lowest priority.

To read the longest descriptions takes seconds; from then on they are in the disk cache. The process
of a lobby reads those of the package while people look at pictures, the longest ones first, and
those that were read before take next to no time.
"""

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from threading import Lock, Thread
from typing import Any

from boardless.games import compile
from boardless.games.library import PACKAGED
from boardless.topo import InputError

#: Calls after which a process gives way to a new one: what descriptions took goes back.
CALLS = 16


@contextmanager
def reading_ahead() -> Iterator[subprocess.Popen[bytes]]:
    """Read the games of the package in another process, which ends with what is inside."""
    # Where this process finds the package, that one does.
    path = os.pathsep.join(part or os.getcwd() for part in sys.path)
    process = subprocess.Popen(
        [sys.executable, "-m", "boardless.view.reading_ahead"],
        stdin=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": path},
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


class Elsewhere:
    """Calls of functions in another process, one after the other; a callable.

    Cards and pictures of thousands of games take memory that Python does not give back.
    """

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._calls = 0
        self._lock = Lock()

    def __call__(self, work: Callable[..., Any], *given: object) -> Any:
        """Return what a function of a module returns; InputError if the process is gone."""
        with self._lock:
            if self._pool is not None and self._calls == CALLS:
                # It ends when it has answered what it was asked.
                self._pool.shutdown(wait=False)
                self._pool = None
            if self._pool is None:
                self._pool, self._calls = ProcessPoolExecutor(1, get_context("spawn"), _begin), 0
            self._calls += 1
            pool = self._pool
        try:
            found = pool.submit(_answer, work, *given).result()
        except BrokenProcessPool:
            with self._lock:
                self._pool = None if self._pool is pool else self._pool
            raise InputError("reading it took more memory than there is") from None
        if isinstance(found, str):
            raise InputError(found)
        return found

    def close(self) -> None:
        """End the process."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)


def _begin() -> None:
    # Ctrl-C is for the process that asks, and this one ends with it however it ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _answer(work: Callable[..., Any], *given: object) -> Any:
    """Return a result, or the words of an error: not all errors can be sent."""
    try:
        return work(*given)
    except (ValueError, LookupError, RecursionError, MemoryError) as error:
        return str(error) or type(error).__name__


def main() -> None:
    """Read all games of the package, unless who asked for it ends."""
    parent = os.getppid()
    with contextlib.suppress(OSError, AttributeError):
        os.nice(19)
    for text in sorted(map(PACKAGED.text, PACKAGED), key=len, reverse=True):
        if os.getppid() != parent:
            return
        _ = compile(text).module


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        main()
