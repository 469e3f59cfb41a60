"""Standard output and standard error: rows as CSV or JSON, progress, and closed streams."""

import codecs
import csv
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from threading import Event
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    import pandas as pd
    from rich.progress import Progress


def print_json(value: Any) -> None:
    """Print one document of JSON."""
    print(json.dumps(value))


def print_csv(rows: Iterable[Iterable[object]]) -> None:
    """Print rows, of which the first has the names; unknown values are empty."""
    csv.writer(sys.stdout, lineterminator="\n").writerows(rows)
    sys.stdout.flush()


def print_frame(table: "pd.DataFrame") -> None:
    """Print a table as CSV."""
    print(table.to_csv(index=False, lineterminator="\n"), end="")


def print_table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print rows of texts as a table of the terminal's width: what is too long is wrapped."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(*heads, box=SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for row in rows:
        table.add_row(*map(Text, row))
    # In a file or a pipe nothing is wrapped.
    Console(width=None if sys.stdout.isatty() else 10_000, highlight=False).print(table)


def print_sizes(table: "pd.DataFrame", settings: dict[str, Any], format_: str) -> None:
    """Print a table of the sizes of a board after every move."""
    if format_ == "json":
        print_json(settings | table.drop(columns="move").to_dict("list"))
    elif format_ == "csv":
        print_frame(table)
    else:
        print(table.to_string(index=False, formatters={"unused": "{:.1%}".format}))


def note(text: str) -> None:
    """Print a line on standard error."""
    print(text, file=sys.stderr, flush=True)


@contextmanager
def compiling_noted(game: str) -> Iterator[None]:
    """Note on standard error that a game is compiled, if one is inside: it takes a while, once."""
    from boardless.jit.readiness import when_compiling

    said: list[str] = []

    def say() -> None:
        if not said:
            said.append(f"compiling {game}, which takes a while the first time")
            note(said[0])

    with when_compiling(say):
        yield


@contextmanager
def bar_shown(
    *columns: str, text: str = "getting ready", total: int | None = None
) -> Iterator["Progress | None"]:
    """Show a bar with Rich's columns of these names on a terminal, and provide it; else None."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich import progress
    from rich.console import Console

    shown = [
        progress.TextColumn("{task.description}")
        if name == "Text"
        else getattr(progress, f"{name}Column")()
        for name in columns
    ]
    console = Console(stderr=True)
    with progress.Progress(progress.BarColumn(), *shown, console=console, transient=True) as bar:
        bar.add_task(text, total=total)
        yield bar


@contextmanager
def counted(*columns: str, text: str = "") -> Iterator[Callable[[int, int], None]]:
    """Show a bar that counts, with other columns too; provide the function that moves it on."""
    with bar_shown("MofNComplete", *columns, text=text) as bar:

        def progress(done: int, total: int) -> None:
            if bar is not None:
                bar.update(bar.task_ids[0], completed=done, total=total)

        yield progress


@contextmanager
def games_shown(game: str) -> Iterator[Callable[[int, int], object] | None]:
    """Show a bar with the remaining time on a terminal; provide the function that moves it on."""
    text = f"{game}: getting ready"
    with bar_shown("Text", "TimeElapsed", "TimeRemaining", text=text) as bar:
        if bar is None:
            with compiling_noted(game):
                yield None
            return
        task = bar.task_ids[0]
        yield lambda done, total: bar.update(
            task, total=total, completed=done, description=f"{game}: {done:,} of {total:,} games"
        )


#: Set if errors are shown with their tracebacks; see `commands`.
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
    """Return the replacement of text that the encoding of a stream does not have.

    Bytes that were read are written as they were, as in file names; other text is escaped.
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


def warn(message: Warning | str, *_: Any, **__: Any) -> None:
    """Show a warning in one line on standard error."""
    say(f"warning: {message}", 0)


def discard(stream: TextIO) -> None:
    """Let all that is still to be written go nowhere, or Python would complain as it exits."""
    with suppress(OSError, ValueError):
        stream.flush()
        return
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
