"""The command that plays random playouts."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from boardless.cli.games import LibraryFolder, Options, Technique, Tiling, check_format, whole

if TYPE_CHECKING:
    from boardless.play import Run

FORMATS = "table|json"


def decimal(text: str) -> float:
    """Return a number from the command line."""
    try:
        return float(text)
    except ValueError:
        raise typer.BadParameter(f"{text!r} is not a number") from None


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""
    app.command()(playouts)


def playouts(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="A game, or the path of a file.")
    ] = None,
    tiling: Tiling = None,
    technique: Technique = None,
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
    format_: Annotated[str, typer.Option("--format", metavar=FORMATS)] = "table",
) -> None:
    """Play random playouts, for a time or a number of them, and print how many and how fast."""
    from boardless.games import load
    from boardless.games.ways import ALL_NAMES
    from boardless.play import run_playouts
    from boardless.play.experiment import GAMES
    from boardless.topo import InputError

    check_format(format_, FORMATS)
    if (game is None) != all_:
        raise InputError("game: give one, or --all for every game of the thesis")
    if all_ and (tiling or technique or option):
        raise InputError("--all: takes no --tiling, --technique or --option")
    runs = []
    cases = (
        [(n, t, way) for n, t in GAMES for way in ALL_NAMES]
        if all_
        else [(game, tiling, technique)]
    )
    for name, shape, way in cases:
        played = load(name or "", option or [], tiling=shape, library=library)
        with _bar(number, seconds) as progress:
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
        runs.append(run)
        if all_ and format_ == "table":
            print(_line(run, head=len(runs) == 1), flush=True)
    if format_ == "json":
        records = [run.record() for run in runs]
        print(json.dumps(records if all_ else records[0]))
    elif not all_:
        print(_line(runs[0], head=True))


@contextmanager
def _bar(playouts: int | None, seconds: float | None) -> Iterator[Callable[[int], object] | None]:
    """Show a bar on a terminal; provide what tells it how many playouts are done."""
    if not sys.stderr.isatty():
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


def _line(run: "Run", head: bool) -> str:
    tally = run.tally
    wins = " ".join(f"{count / tally.playouts:6.1%}" for count in tally.wins)
    row = (
        f"{run.game:12} {run.tiling:11} {run.technique:11} {tally.playouts:12,} {tally.moves:14,} "
        f"{run.seconds:8.2f} {run.playouts_per_s:14,.1f} {run.moves_per_s:16,.1f}  {wins}"
    )
    names = (
        f"{'game':12} {'tiling':11} {'technique':11} {'playouts':>12} {'moves':>14} "
        f"{'seconds':>8} {'playouts/s':>14} {'moves/s':>16}  drawn, won by player 1, 2, ..."
    )
    return f"{names}\n{row}" if head else row
