"""The entry of the command line: errors in one line, exit statuses, and Ctrl-C.

The exit status is 0; 1 if a comparison found a difference, or if nobody reads the output; 2 with
one line for unusable input; 130 after Ctrl-C. Other imports come after this is set up.
"""

import atexit
import os
import signal
import sys
import traceback
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread, current_thread, main_thread
from time import sleep
from types import FrameType
from typing import Any, NoReturn

from boardless.cli.printing import discard, prepare, say, traceback_wanted, warn


def main(function: Callable[..., object] | None = None) -> None:
    """Run the command line, or a function as a command of its own, and exit.

    Parameters
    ----------
    function : callable, optional
        The only command, declared as `parameters` says. The number that it returns, if any, is the
        exit status.
    """
    prepare()
    warnings.showwarning = warn
    status: int | str | None
    with heard() as stopped:
        try:
            status = _run(function)
        except SystemExit as ended:
            status = ended.code
        except BaseException:
            # Any exception after Ctrl-C is a consequence of it.
            if not stopped.is_set():
                raise
        if stopped.is_set():
            end()
    # At the end of Python, a Ctrl-C has nothing left to stop.
    atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)
    sys.exit(status)


def _run(function: Callable[..., object] | None) -> int | None:
    """Run a command and return the exit status."""
    import typer

    if function is None:
        from boardless.cli.commands import app
    else:
        from boardless.cli.parameters import declared

        app = typer.Typer(add_completion=False)
        app.command(**declared(function))(function)
    traceback_wanted.clear()
    try:
        # The program of a function is the module that Python was told to run.
        status: int | None = typer.main.get_command(app).main(
            prog_name=None if function else "boardless", standalone_mode=False
        )
        sys.stdout.flush()
        return status
    except typer.TyperException as error:
        said, allowed = error.format_message(), _allowed(error)
        mark = "" if said.endswith((".", "?")) or not allowed else "."
        return say(f"{said}{mark} {allowed}".rstrip(), 2)
    except OSError as error:
        if (status := _refused(error)) is not None:
            return status
        # The output: its reader has seen enough, or the disk is full.
        discard(sys.stdout)
        if isinstance(error, BrokenPipeError):
            return 1
        # A library that is not loaded, as for lack of memory, has no number of the system.
        return say(f"cannot write: {error}" if error.errno else str(error), 2)
    except Exception as error:
        if (status := _refused(error)) is None:
            raise
        return status


def _refused(error: Exception) -> int | None:
    """Report an error of a user's input or code in a line; return None for our own errors."""
    if isinstance(error, MemoryError):
        # The interrupted calls hold the memory that even an import needs.
        traceback.clear_frames(error.__traceback__)
        return say("there is not enough memory for it: choose less, or fewer --workers", 2)
    from boardless.util.inputs import InputError
    from boardless.util.own_code import OwnCodeError, message_of, place_of

    place = None if isinstance(error, InputError) else place_of(error)
    if place is None and not isinstance(error, InputError):
        return None
    said = str(error) if place is None else f"{place}: {message_of(error)}"
    if traceback_wanted.is_set():
        traceback.print_exception(error)
    elif place is not None or isinstance(error, OwnCodeError):
        said += " (boardless --traceback COMMAND shows how it came about)"
    return say(said, 2)


def first_of(examples: str) -> str:
    """Return the first example of a command's help, without its comment."""
    return examples.splitlines()[1].partition("   #")[0].strip()


def _allowed(error: Exception) -> str:
    """Return help for a command line in error: an example, or the alternatives."""
    import typer

    context = getattr(error, "ctx", None)
    if context is None:
        return ""
    path, said = context.command_path, str(getattr(error, "message", ""))
    if isinstance(error, typer.BadParameter):
        lacks, examples = "Missing" in error.format_message(), context.command.epilog
        return f"For example: {first_of(examples)}" if lacks and examples else ""
    if "Did you mean" in said or getattr(error, "possibilities", None):
        return f"{path} --help lists all."
    options = [name for parameter in context.command.get_params(context) for name in parameter.opts]
    names = [*getattr(context.command, "commands", ()), *(o for o in options if o[:1] == "-")]
    return f"Choose from {', '.join(names)}."


#: The exit status of a command that was stopped.
STATUS = 130
STOPPED = "stopped by Ctrl-C"
#: Seconds that a command has to end by itself, before the process ends in the middle of it.
GRACE_SECONDS = 3.0
#: Further seconds for a command that prints its results so far: tables take a while.
PRINTING_SECONDS = 60.0

#: Set while the command that was stopped prints its results so far.
_prints = Event()


@contextmanager
def heard() -> Iterator[Event]:
    """Raise KeyboardInterrupt at Ctrl-C; end the process if the command does not stop.

    Python handles signals only between two of its own instructions, so never in an endless compiled
    loop; a thread does it there. The yielded event tells whether there was a Ctrl-C.
    """
    event = Event()
    _prints.clear()
    if current_thread() is not main_thread() or signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        yield event
        return

    def stop(_signal: int, _frame: FrameType | None) -> None:
        # A command that ends is not to be interrupted once more.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        event.set()
        raise KeyboardInterrupt

    def unraisable(error: "sys.UnraisableHookArgs", /) -> None:
        # An interrupt at a moment when Python cannot raise it; the thread ends the process.
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
    """Give a stopped command the time to print its results so far."""
    _prints.set()


@contextmanager
def printing(show: Callable[[Any], object]) -> Iterator[None]:
    """Show the results so far if the command is stopped inside."""
    # Only commands that work on boards come here; the others start without them.
    from boardless.topo import Interrupted

    try:
        yield
    except Interrupted as stopped:
        may_print()
        show(stopped.found)
        raise


def end() -> NoReturn:
    """Report that the command was stopped, and end the process."""
    discard(sys.stdout)
    say(STOPPED, STATUS)
    # After a signal at a bad moment, Python would send itself the signal again at its end.
    atexit._run_exitfuncs()
    os._exit(STATUS)


def _watch(reader: int) -> None:
    """End the process some time after Ctrl-C, if it is still running."""
    while numbers := os.read(reader, 64):
        if signal.SIGINT in numbers:
            sleep(GRACE_SECONDS)
            if _prints.is_set():
                sleep(PRINTING_SECONDS)
            say(STOPPED, STATUS)
            os._exit(STATUS)
    os.close(reader)
