"""The command that says how far the descriptions of a folder come."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from boardless.cli.parameters import Format, check_format, whole
from boardless.cli.printing import print_frame, print_json

if TYPE_CHECKING:
    from boardless.analysis.census import Census

#: How many obstacles the table names.
NAMED = 20


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""
    app.command()(census)


def census(
    folder: Annotated[
        Path,
        typer.Argument(metavar="FOLDER", help="Descriptions, or resources laid out like Ludii's."),
    ],
    list_: Annotated[
        Path | None,
        typer.Option("--list", metavar="FILE", help="Which files of the folder, one a line."),
    ] = None,
    workers: Annotated[
        int, typer.Option(help="Processes to share the work, at most four a core.", parser=whole)
    ] = 1,
    jit: Annotated[bool, typer.Option("--jit/--no-jit", help="Put games through Numba.")] = True,
    playouts: Annotated[
        int, typer.Option(metavar="K", help="Random games to play of each.", parser=whole)
    ] = 0,
    trials: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Games that Ludii recorded, to be played again."),
    ] = None,
    seconds: Annotated[
        int, typer.Option(help="What one description may take.", parser=whole)
    ] = 300,
    format_: Format = "table",
) -> None:
    """Say how far each description comes (read, expanded, board laid out, compiled, played)."""
    from boardless.analysis.census import Census, take_census

    check_format(format_)
    files = None if list_ is None else _listed(list_)
    taken = Census()
    interrupted = False
    try:
        with _bar() as progress:
            take_census(
                folder,
                files,
                workers=workers,
                jit=jit,
                playouts=playouts,
                trials=trials,
                seconds=seconds,
                census=taken,
                progress=progress,
            )
    except KeyboardInterrupt:
        interrupted = True
    _print(taken, format_)
    if interrupted:
        raise typer.Exit(130)


def _listed(path: Path) -> list[str]:
    from boardless.games.library import read_text

    return [line.strip() for line in read_text(path).splitlines() if line.strip()]


def _print(taken: "Census", format_: str) -> None:
    if format_ == "json":
        print_json(taken.record())
    elif format_ == "csv":
        print_frame(taken.table)
    else:
        for entry in taken.entries:
            reached = entry.reached[-1] if entry.reached else "-"
            ends = ", ".join(f"{count} {end}" for end, count in entry.ends.items())
            said = f"{entry.file}: {reached}{ends and f', played {ends}'}"
            if entry.agree or entry.differ:
                said += f", trials {entry.agree} agree {entry.differ} differ"
            print(said, end="")
            print(f"; {entry.error}" if entry.error else "")
        if taken.obstacles:
            print("\nwhat stops most descriptions first")
        for cause, count in taken.obstacles[:NAMED]:
            print(f"{count:6,}  {cause}")
        print("\n" + "  ".join(f"{name} {count:,}" for name, count in taken.totals.items()))


@contextmanager
def _bar() -> Iterator[Callable[[int, int], object] | None]:
    """Show a bar on a terminal; provide what tells it how many descriptions are done."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
