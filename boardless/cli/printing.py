"""Standard output and standard error: results in a format, progress, and closed streams."""

import codecs
import csv
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from functools import partial
from io import TextIOWrapper
from threading import Event
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

if TYPE_CHECKING:
    import pandas as pd

T = TypeVar("T")


def print_as(format_: str, record: Any, rows: Any, text: Any) -> None:
    """Print a result: `record` as JSON, `rows` as CSV, or else a text.

    A function among these is called only for its format. None means that the result is printed
    already.

    Parameters
    ----------
    format_ : str
        "json", "csv", or any other for the text.
    record : object
        A value that JSON can represent.
    rows : DataFrame or iterable of iterables
        The first row has the names; unknown values are empty.
    text : object
        Printed unchanged; a DataFrame with three decimal places.
    """
    result = {"json": record, "csv": rows}.get(format_, text)
    result = result() if callable(result) else result
    if result is None:
        return
    if format_ == "json":
        print(json.dumps(result))
    elif format_ == "csv" and not hasattr(result, "to_csv"):
        csv.writer(sys.stdout, lineterminator="\n").writerows(result)
        sys.stdout.flush()
    elif format_ == "csv":
        print(result.to_csv(index=False, lineterminator="\n"), end="")
    else:
        print(aligned(result) if hasattr(result, "to_string") else result)


def print_each(
    format_: str,
    results: Iterable[T],
    record: Callable[[list[T]], Any],
    rows: Callable[[T, bool], Iterable[Iterable[object]]],
    text: Callable[[T, bool], str],
) -> list[T]:
    """Print results as they come, and return them; see `print_as`.

    `rows` and `text` are called with True for the first result, which has the names above it. JSON
    is one document of all results at the end, or at Ctrl-C.
    """
    shown: list[T] = []
    try:
        for result in results:
            shown.append(result)
            first = len(shown) == 1
            print_as(format_, None, partial(rows, result, first), partial(text, result, first))
            sys.stdout.flush()
    except KeyboardInterrupt:
        if shown:
            print_as(format_, record(shown), None, None)
        raise
    print_as(format_, record(shown), None, None)
    return shown


def aligned(table: "pd.DataFrame", places: int = 3) -> str:
    """Return a table as text, with some decimal places."""
    return table.to_string(index=False, float_format=f"{{:.{places}f}}".format)


def print_table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print rows of texts as a table of the terminal's width, with long texts wrapped."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(*heads, box=SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for row in rows:
        table.add_row(*map(Text, row))
    # Texts in a file or a pipe are not wrapped.
    Console(width=None if sys.stdout.isatty() else 10_000, highlight=False).print(table)


def note(text: str) -> None:
    """Print a line on standard error."""
    print(text, file=sys.stderr, flush=True)


@contextmanager
def compiling_noted(game: str) -> Iterator[None]:
    """Note on standard error that a game is being compiled, because it takes a while."""
    from boardless.jit.compilations import when_compiling

    said: list[str] = []

    def say() -> None:
        if not said:
            said.append(f"compiling {game}, which takes a while the first time")
            note(said[0])

    with when_compiling(say):
        yield


@contextmanager
def bar_shown(
    *columns: str,
    text: str = "",
    game: str = "",
    total: float | None = None,
    fields: Callable[..., dict[str, Any]] = lambda done, total: {"completed": done, "total": total},
) -> Iterator[Callable[..., None]]:
    """Show a bar on a terminal; yield the function that advances it.

    Parameters
    ----------
    *columns : str
        Rich's columns after the bar; "Text" is the description.
    text : str
        The description at first.
    game : str
        Without a terminal, compiling of this game is noted.
    total : float, optional
        The end of the bar; without one it shows only activity.
    fields : callable
        The fields of the bar's task, from the function's arguments.
    """
    if not sys.stderr.isatty():
        with compiling_noted(game) if game else nullcontext():
            yield lambda *_: None
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
        task = bar.add_task(text, total=total)
        yield lambda *done: bar.update(task, **fields(*done))


def games_of(game: str) -> Callable[[int, int], dict[str, Any]]:
    """Return fields of `bar_shown` for a number of games of all."""
    return lambda done, total: {
        "completed": done,
        "total": total,
        "description": f"{game}: {done:,} of {total:,} games",
    }


#: Set if errors are shown with their tracebacks; see `commands`.
traceback_wanted = Event()

_ERRORS = "boardless"


def prepare() -> None:
    """Let the standard streams accept all text, and raise an OSError for errors."""
    # In the order of their numbers, because the next opened file gets the lowest free one.
    if sys.stdin is None:
        sys.stdin = open(os.devnull)  # noqa: SIM115
    if sys.stdout is None:
        # A stream that raises at any output, but not without output.
        sys.stdout = open(os.open(os.devnull, os.O_RDONLY), "w")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    codecs.register_error(_ERRORS, _spelled)
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=_ERRORS)


def _spelled(error: UnicodeError) -> tuple[str | bytes, int]:
    """Return the replacement of text that the encoding of a stream lacks.

    Bytes from input are written unchanged, as in file names; other text is escaped.
    """
    try:
        return codecs.lookup_error("surrogateescape")(error)
    except UnicodeError:
        return codecs.lookup_error("backslashreplace")(error)


def say(message: str, status: int) -> int:
    """Print one line on standard error; return the given exit status."""
    try:
        print("boardless:", " ".join(message.split()), file=sys.stderr, flush=True)
    except OSError:
        discard(sys.stderr)
    return status


def warn(message: Warning | str, *_: Any, **__: Any) -> None:
    """Show a warning in one line on standard error."""
    say(f"warning: {message}", 0)


def discard(stream: TextIO) -> None:
    """Discard all pending output of a stream, so that Python does not complain at exit."""
    with suppress(OSError, ValueError):
        stream.flush()
        return
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
