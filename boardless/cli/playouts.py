"""The command that plays random playouts."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from boardless.cli import interruption
from boardless.cli.parameters import (
    Format,
    GameTiling,
    LibraryFolder,
    Options,
    Strategy,
    Technique,
    check_format,
    decimal,
    game_of,
    technique_of,
    whole,
)
from boardless.cli.printing import compiling_noted, print_csv, print_json

if TYPE_CHECKING:
    from boardless.play import Run


#: What a line of CSV has of a run; the wins are those of each player after the draws, in one field,
#: the points the mean ones of who plays alone.
_COLUMNS = (
    "game", "tiling", "technique", "seed", "start", "playouts", "moves", "seconds",
    "playouts_per_s", "moves_per_s", "wins", "points",
)  # fmt: skip


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""
    app.command()(playouts)


def playouts(
    game: Annotated[
        str | None,
        typer.Argument(metavar="[GAME]", help="A game, a path, or MODULE:NAME of your own."),
    ] = None,
    tiling: GameTiling = None,
    technique: Technique = None,
    strategy: Strategy = None,
    seconds: Annotated[float | None, typer.Option(help="For how long.", parser=decimal)] = None,
    number: Annotated[
        int | None, typer.Option("--playouts", help="How many.", parser=whole)
    ] = None,
    seed: Annotated[
        int, typer.Option(help="Where the random numbers come from.", parser=whole)
    ] = 0,
    workers: Annotated[
        int, typer.Option(help="Processes to share the work, at most four a core.", parser=whole)
    ] = 1,
    executor: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="A Dask scheduler to work on, as tcp://host:8786."),
    ] = None,
    start: Annotated[
        str, typer.Option(metavar="5.4|minimal", help="Which board growing techniques start from.")
    ] = "5.4",
    option: Options = None,
    library: LibraryFolder = None,
    all_: Annotated[
        bool, typer.Option("--all", help="Every game of the thesis in every technique.")
    ] = False,
    store: Annotated[
        str | None, typer.Option(metavar="PATH", help="A store that keeps every playout.")
    ] = None,
    format_: Format = "table",
) -> None:
    """Play random playouts, for a time or a number of them, and print how many and how fast."""
    from boardless.games.game_technique import ALL_NAMES
    from boardless.play import run_playouts
    from boardless.play.experiment import GAMES
    from boardless.topo import InputError, Interrupted

    check_format(format_)
    if (game is None) != all_:
        raise InputError("game: give one, or --all for every game of the thesis")
    if (number is None) == (seconds is None):
        raise InputError("--playouts, --seconds: choose one of the two")
    if all_ and (tiling or technique or strategy or option):
        raise InputError("--all: takes no --tiling, --technique, --strategy or --option")
    cases = (
        [(n, t, way) for n, t in GAMES for way in ALL_NAMES]
        if all_
        else [(game, tiling, technique_of(technique, strategy))]
    )

    def runs() -> Iterator[dict[str, Any]]:
        for name, shape, way in cases:
            played = game_of(name or "", option, shape, library)
            try:
                with _shown(played.name, number, seconds) as progress:
                    run = run_playouts(
                        played,
                        technique=way,
                        playouts=number,
                        seconds=seconds,
                        seed=seed,
                        start=start,
                        workers=workers,
                        executor=executor,
                        progress=progress,
                        store=store,
                    )
            except Interrupted as stopped:
                interruption.may_print()
                yield _record(stopped.found, start, played.options)
                raise
            yield _record(run, start, played.options)

    if format_ == "json":
        _print_documents(runs(), alone=not all_)
    else:
        _print_lines(runs(), format_)


def _record(run: "Run", start: str, options: Sequence[str]) -> dict[str, Any]:
    """Return all that there is to know about a run."""
    from importlib.metadata import version

    return run.record() | {
        "seed": run.seed,
        "start": start,
        "options": list(options),
        "version": version("boardless"),
        "lengths": run.tally.lengths,
        "cells": run.tally.cells,
    }


def _print_documents(runs: Iterator[dict[str, Any]], alone: bool) -> None:
    """Print the one run, or a list of all; after Ctrl-C, of those that were done."""
    records: list[dict[str, Any]] = []
    try:
        records.extend(runs)
    except KeyboardInterrupt:
        if records:
            print_json(records[0] if alone else records)
        raise
    print_json(records[0] if alone else records)


def _print_lines(runs: Iterator[dict[str, Any]], format_: str) -> None:
    """Print a line for each run as soon as it is done."""
    for number, run in enumerate(runs):
        if format_ == "csv":
            if number == 0:
                print_csv([_COLUMNS])
            points = None if run["points"] is None else run["points"]["mean"]
            said = {"wins": " ".join(map(str, run["wins"].values())), "points": points}
            print_csv([[(run | said)[name] for name in _COLUMNS]])
        else:
            print(_line(run, head=number == 0), flush=True)


@contextmanager
def _shown(
    game: str, playouts: int | None, seconds: float | None
) -> Iterator[Callable[[int], object] | None]:
    """Show a bar on a terminal; provide what tells it how many playouts are done."""
    if not sys.stderr.isatty():
        with compiling_noted(game):
            yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (BarColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        # Without a total it says that work goes on, as long as workers start and compile.
        task = bar.add_task("getting ready", total=None)

        def progress(done: int) -> None:
            if bar.tasks[0].total is None:
                bar.reset(task, total=playouts or seconds)
            spent = bar.tasks[0].elapsed or 0
            bar.update(
                task,
                completed=done if playouts else min(spent, seconds or 0),
                description=f"{done:,} playouts",
            )

        yield progress


def _line(run: dict[str, Any], head: bool) -> str:
    wins = " ".join(f"{count / run['playouts']:6.1%}" for count in run["wins"].values())
    row = (
        f"{run['game']:12} {run['tiling']:11} {run['technique']:11} {run['playouts']:12,} "
        f"{run['moves']:14,} {run['seconds']:8.2f} {run['playouts_per_s']:14,.1f} "
        f"{run['moves_per_s']:16,.1f}  {wins}"
    )
    ends = "drawn, won by player 1, 2, ..."
    if len(run["wins"]) == 2:
        # Who plays alone draws with nobody.
        ends = "lost, won"
        if (points := run["points"]) is not None:
            ends += "; points: mean, sd, least, most"
            row += "; {mean:.2f} {sd:.2f} {min} {max}".format(**points)
    names = (
        f"{'game':12} {'tiling':11} {'technique':11} {'playouts':>12} {'moves':>14} "
        f"{'seconds':>8} {'playouts/s':>14} {'moves/s':>16}  {ends}"
    )
    return f"{names}\n{row}" if head else row
