"""The command that explores the positions of a game."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from boardless.cli import interruption
from boardless.cli.parameters import (
    Format,
    GameName,
    GameTiling,
    LibraryFolder,
    Options,
    check_format,
    game_of,
    whole,
)
from boardless.cli.printing import compiling_noted, print_frame, print_json

if TYPE_CHECKING:
    from boardless.store.positions import Positions


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""
    app.command()(explore)


def explore(
    game: GameName,
    tiling: GameTiling = None,
    depth: Annotated[
        int | None, typer.Option(help="Moves from the start, at most.", parser=whole)
    ] = None,
    positions: Annotated[
        int | None,
        typer.Option(help="Stop at so many; a million where no depth is given.", parser=whole),
    ] = None,
    from_: Annotated[
        str, typer.Option("--from", metavar="all|trials", help="All moves, or those of the store.")
    ] = "all",
    symmetry: Annotated[
        bool, typer.Option("--symmetry", help="Take what a symmetry maps to one another for one.")
    ] = False,
    store: Annotated[
        str | None, typer.Option(metavar="PATH", help="A store that keeps them, to go on later.")
    ] = None,
    workers: Annotated[
        int, typer.Option(help="Processes to share the work, at most four a core.", parser=whole)
    ] = 1,
    option: Options = None,
    library: LibraryFolder = None,
    format_: Format = "table",
) -> None:
    """Find a game's positions, each once, and the moves between them; see docs/positions.md."""
    from boardless.store.by_path import keeping
    from boardless.store.positions import ALL, TRIALS, explored
    from boardless.store.positions.storing import explore_into
    from boardless.store.positions.visiting import explore_trials
    from boardless.topo import InputError

    check_format(format_)
    if from_ not in (ALL, TRIALS):
        raise InputError(f"--from {from_!r}: choose {ALL} or {TRIALS}")
    if from_ == TRIALS and (store is None or depth is not None or positions is not None):
        raise InputError("--from trials: give the --store they are in, no --depth or --positions")
    played = game_of(game, option, tiling, library)
    bounds: dict[str, Any] = {"depth": depth, "positions": positions, "workers": workers}
    with (
        interruption.printing(lambda found: _print(found, format_)),
        _shown(played.name, positions) as progress,
    ):
        found: Positions
        if store is None:
            found = explored(played, symmetry=symmetry, progress=progress, **bounds)
        else:
            with keeping(store) as kept:
                if from_ == TRIALS:
                    found = explore_trials(kept, played, symmetry=symmetry, progress=progress)
                else:
                    found = explore_into(
                        kept, played, symmetry=symmetry, progress=progress, **bounds
                    )
    _print(found, format_)


def _print(found: "Positions", format_: str) -> None:
    """Print what is known of some positions in all; as CSV, of each ply."""
    from boardless.store.positions.measures import by_ply, summary

    if format_ == "json":
        print_json(summary(found))
    elif format_ == "csv":
        print_frame(by_ply(found))
    else:
        for name, value in summary(found).items():
            print(f"{name:10} {'not known' if value is None else value}")


@contextmanager
def _shown(game: str, positions: int | None) -> Iterator[Callable[[int], object] | None]:
    """Show on a terminal how many positions are known; provide what is told."""
    with compiling_noted(game):
        if not sys.stderr.isatty():
            yield None
            return
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        columns = (BarColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
        with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task("getting ready", total=positions)
            yield lambda known: bar.update(
                task, completed=known, description=f"{known:,} positions"
            )
