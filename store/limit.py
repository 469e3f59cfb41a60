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
#: How long work that was told to stop is waited for, and how often it is told, in seconds.
PATIENCE, AGAIN = 5.0, 0.05

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


def too_many(rows: str) -> InputError:
    """Return what is said about an answer that has too many rows."""
    return InputError(f"{rows} rows, and {ROWS:,} fit: count or group them, or add LIMIT")


def within(seconds: float | None, work: Callable[[], T], stop: Callable[[], object]) -> T:
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
        finished = _waited(done, seconds)
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


def _waited(done: Event, seconds: float | None) -> bool:
    """Wait until something is done, at most for a time; return whether it is."""
    end = None if seconds is None else monotonic() + seconds
    # In steps, because a wait on Windows does not notice Ctrl-C.
    while not done.wait(0.2 if end is None else max(0, min(0.2, end - monotonic()))):
        if end is not None and monotonic() >= end:
            return False
    return True


def _stop(done: Event, stop: Callable[[], object]) -> None:
    end = monotonic() + PATIENCE
    while not done.is_set() and monotonic() < end:
        stop()
        done.wait(AGAIN)
