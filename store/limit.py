"""Questions that come to an end: by a limit of time, a limit of rows, and by Ctrl-C."""

from collections.abc import Callable
from threading import Event, Thread
from time import monotonic
from typing import TypeVar

from boardless.topo import InputError

#: How long a question may take where no other limit is given, in seconds.
SECONDS = 60.0
#: The most rows that an answer may have: all of them are in memory.
ROWS = 10_000_000
#: Megabytes that the engine may have for a graph and an answer where nothing else is said: links of
#: some ten thousand games fit, and it leaves most of a usual machine to the games that are played.
#: They are taken when they are needed, not before.
MEMORY = 1024
#: The least and the most that may be chosen.
LEAST_MEMORY, MOST_MEMORY = 64, 2**22
#: How long work that was told to stop is waited for, and how often it is told, in seconds.
PATIENCE, AGAIN = 5.0, 0.05
#: Seconds between two looks at work that goes on.
LOOK = 0.1

T = TypeVar("T")


class StoppedError(InputError):
    """Work was given up because it took too long."""


def check_seconds(seconds: float | None) -> float | None:
    """Return a limit of time.

    Raises
    ------
    InputError
        If it is none.
    """
    number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    if seconds is not None and not (number and 0 < seconds <= 10**7):
        raise InputError(f"seconds {seconds!r}: choose more than 0, at most 10000000, or None")
    return seconds


def check_memory(memory: int) -> int:
    """Return a limit of memory, in megabytes.

    Raises
    ------
    InputError
        If it is none.
    """
    if type(memory) is not int or not LEAST_MEMORY <= memory <= MOST_MEMORY:
        allowed = f"whole megabytes from {LEAST_MEMORY} to {MOST_MEMORY}"
        raise InputError(f"memory {memory!r}: choose {allowed}")
    return memory


def too_many(rows: str) -> InputError:
    """Return what is said about an answer that has too many rows."""
    return InputError(f"{rows} rows, and {ROWS:,} fit: count or group them, or add LIMIT")


def within(
    seconds: float | None,
    work: Callable[[], T],
    stop: Callable[[], object],
    watch: Callable[[], object] = lambda: None,
) -> T:
    """Return what `work` returns; stop it when its time is over, or at Ctrl-C.

    It runs in a thread, because Python sees Ctrl-C only when an engine has come back.

    Parameters
    ----------
    seconds : float, optional
        How long it may take; None for as long as it wants.
    work : callable
        What is done.
    stop : callable
        Makes it come back with an error; called again as long as it does not.
    watch : callable, optional
        Called again and again meanwhile; the work is stopped when it raises something.

    Raises
    ------
    StoppedError
        If it took too long.
    """
    done = Event()
    results: list[T] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:
            errors.append(error)
        finally:
            done.set()

    Thread(target=run, daemon=True).start()
    try:
        finished = _waited(done, seconds, watch)
    except BaseException:
        _stop(done, stop)
        raise
    if not finished:
        _stop(done, stop)
        if not results:
            raise StoppedError(f"no answer within {seconds:g} s: ask for less, or give it longer")
    if errors:
        raise errors[0]
    return results[0]


def _waited(done: Event, seconds: float | None, watch: Callable[[], object]) -> bool:
    """Wait until something is done, at most for a time; return whether it is."""
    end = None if seconds is None else monotonic() + seconds
    # In steps, because a wait on Windows does not notice Ctrl-C.
    while not done.wait(LOOK if end is None else max(0, min(LOOK, end - monotonic()))):
        if end is not None and monotonic() >= end:
            return False
        watch()
    return True


def _stop(done: Event, stop: Callable[[], object]) -> None:
    end = monotonic() + PATIENCE
    while not done.is_set() and monotonic() < end:
        stop()
        done.wait(AGAIN)
