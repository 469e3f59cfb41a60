"""Ctrl-C: the command ends soon, whatever it is doing."""

import atexit
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread, current_thread, main_thread
from time import sleep
from types import FrameType
from typing import Any, NoReturn

from boardless.cli import streams

#: The exit status of a command that was stopped.
STATUS = 130
STOPPED = "stopped by Ctrl-C"
#: Seconds that a command has to end by itself, before the process ends in the middle of it.
GRACE_SECONDS = 3.0
#: And as many more for one that prints what it has done so far: tables take a while.
PRINTING_SECONDS = 60.0

#: Whether the command that was stopped does.
_prints = Event()


@contextmanager
def heard() -> Iterator[Event]:
    """Raise KeyboardInterrupt at Ctrl-C, and end the process if that does not end the command.

    Python hears of signals between two of its own instructions only, so never in a compiled loop
    that does not end; a thread hears of them there. Afterwards the event that is provided says
    whether there was a Ctrl-C.
    """
    event = Event()
    _prints.clear()
    if current_thread() is not main_thread() or signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        yield event
        return

    def stop(_signal: int, _frame: FrameType | None) -> None:
        # What ends is not to be interrupted once more.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        event.set()
        raise KeyboardInterrupt

    def unraisable(error: "sys.UnraisableHookArgs", /) -> None:
        # An interrupt that came where Python can raise nothing; the thread ends the process.
        if not (error.exc_type and issubclass(error.exc_type, KeyboardInterrupt)):
            sys.__unraisablehook__(error)

    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    before: Any = signal.signal(signal.SIGINT, stop)
    wakeup = signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    hook, sys.unraisablehook = sys.unraisablehook, unraisable
    Thread(target=_watch, args=(reader,), daemon=True).start()
    try:
        yield event
    finally:
        sys.unraisablehook = hook
        signal.set_wakeup_fd(wakeup)
        os.close(writer)
        if not event.is_set():
            signal.signal(signal.SIGINT, before)


def may_print() -> None:
    """Give a command that was stopped the time to print what it has done so far."""
    _prints.set()


@contextmanager
def printing(show: Callable[[Any], object]) -> Iterator[None]:
    """Show what has been done so far if the command is stopped inside."""
    # Only commands that work on boards come here; the others start without them.
    from boardless.topo import Interrupted

    try:
        yield
    except Interrupted as stopped:
        may_print()
        show(stopped.found)
        raise


def end() -> NoReturn:
    """Say that the command was stopped, and end the process."""
    streams.discard(sys.stdout)
    streams.say(STOPPED, STATUS)
    # Python's own end would send itself the signal once more where that came at a bad moment.
    atexit._run_exitfuncs()
    os._exit(STATUS)


def _watch(reader: int) -> None:
    """End the process some time after Ctrl-C, if it has not ended by then."""
    while numbers := os.read(reader, 64):
        if signal.SIGINT in numbers:
            sleep(GRACE_SECONDS)
            if _prints.is_set():
                sleep(PRINTING_SECONDS)
            streams.say(STOPPED, STATUS)
            os._exit(STATUS)
    os.close(reader)
