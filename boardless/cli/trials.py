"""The command that checks the compiled games against recorded ones."""

from pathlib import Path
from typing import Annotated

import typer

from boardless.cli.parameters import Options, Technique
from boardless.cli.printing import compiling_noted


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""
    app.command("check-trials")(check_trials)


def check_trials(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...")],
    game: Annotated[str | None, typer.Option(help="Instead of the file's own.")] = None,
    tiling: Annotated[str | None, typer.Option(help="Instead of the file's own.")] = None,
    option: Options = None,
    technique: Technique = None,
    jit: Annotated[bool, typer.Option("--jit/--no-jit", help="Run compiled.")] = True,
) -> None:
    """Replay recorded trials: compare legal moves, movers and winners."""
    from boardless.games.game import default_way
    from boardless.games.ways import way_named
    from boardless.play import check_trials
    from boardless.play.check import game_of
    from boardless.play.recorded import read_header

    failed = False
    for path in files:
        played = game_of(read_header(path), game, option or (), tiling=tiling, jit=jit)
        way = default_way(played) if technique is None else way_named(technique)
        with compiling_noted(played.name):
            check = check_trials(path, played, way)
        print(check, flush=True)
        if check.first and not failed:
            print(check.first, flush=True)
        failed = failed or check.differences > 0
    if failed:
        raise typer.Exit(1)
