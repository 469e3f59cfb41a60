"""What commands print: rows as CSV or JSON, and on standard error what takes a while."""

import csv
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd


def print_json(value: Any) -> None:
    """Print one document of JSON."""
    print(json.dumps(value))


def print_csv(rows: Iterable[Iterable[object]]) -> None:
    """Print rows, of which the first has the names; what is not known is empty."""
    csv.writer(sys.stdout, lineterminator="\n").writerows(rows)
    sys.stdout.flush()


def print_frame(table: "pd.DataFrame") -> None:
    """Print a table as CSV."""
    print(table.to_csv(index=False, lineterminator="\n"), end="")


def print_sizes(table: "pd.DataFrame", settings: dict[str, Any], format_: str) -> None:
    """Print a table of the sizes of a board after every move."""
    if format_ == "json":
        print_json(settings | table.drop(columns="move").to_dict("list"))
    elif format_ == "csv":
        print_frame(table)
    else:
        print(table.to_string(index=False, formatters={"unused": "{:.1%}".format}))


def note(text: str) -> None:
    """Say on standard error what goes on."""
    print(text, file=sys.stderr, flush=True)


@contextmanager
def compiling_noted(game: str) -> Iterator[None]:
    """Say so on standard error when something is compiled inside: that takes a while, once.

    Parameters
    ----------
    game : str
        What is played.
    """
    events = import_module("numba.core.event")

    class Note(events.Listener):  # type: ignore[name-defined, misc]
        said = False

        def on_start(self, event: Any) -> None:
            if not self.said:
                self.said = True
                note(f"compiling {game}, which takes a while the first time")

        def on_end(self, event: Any) -> None:
            pass

    with events.install_listener("numba:compile", Note()):
        yield


@contextmanager
def games_shown(game: str) -> Iterator[Callable[[int, int], object] | None]:
    """Show a bar with the remaining time on a terminal; provide what moves it on.

    Parameters
    ----------
    game : str
        What is played.
    """
    if not sys.stderr.isatty():
        with compiling_noted(game):
            yield None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns: tuple[Any, ...] = (
        BarColumn(), TextColumn("{task.description}"), TimeElapsedColumn(), TimeRemainingColumn(),
    )  # fmt: skip
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(f"{game}: getting ready", total=None)

        def progress(done: int, all_: int) -> None:
            said = f"{game}: {done:,} of {all_:,} games"
            bar.update(task, total=all_, completed=done, description=said)

        yield progress
