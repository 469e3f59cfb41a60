"""Standard output and standard error, as they may come: closed, broken, or unable to say a name."""

import codecs
import os
import sys
from contextlib import suppress
from io import TextIOWrapper
from threading import Event
from typing import TextIO

#: Whether errors are shown with the traceback of what raised them; see `commands`.
traceback_wanted = Event()

_ERRORS = "boardless"


def prepare() -> None:
    """Make the standard streams such that all text can be written, and errors are OSErrors."""
    # In the order of their numbers, because the next file that is opened gets the lowest free one.
    if sys.stdin is None:
        sys.stdin = open(os.devnull)  # noqa: SIM115
    if sys.stdout is None:
        # What cannot be written to, so that output is an error but no output is none.
        sys.stdout = open(os.open(os.devnull, os.O_RDONLY), "w")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    codecs.register_error(_ERRORS, _spelled)
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=_ERRORS)


def _spelled(error: UnicodeError) -> tuple[str | bytes, int]:
    """Return what stands for what the encoding of a stream does not have.

    Bytes that were read are kept as those of file names are, and written as they were; for
    anything else there is an escape.
    """
    try:
        return codecs.lookup_error("surrogateescape")(error)
    except UnicodeError:
        return codecs.lookup_error("backslashreplace")(error)


def say(message: str, status: int) -> int:
    """Say something in one line on standard error; return the exit status given."""
    try:
        print("boardless:", " ".join(message.split()), file=sys.stderr, flush=True)
    except OSError:
        discard(sys.stderr)
    return status


def discard(stream: TextIO) -> None:
    """Let all that is still to be written go nowhere, or Python would complain as it exits."""
    with suppress(OSError, ValueError):
        stream.flush()
        return
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
