"""All commands; each imports what it needs when it runs, so that help is there at once.

Names and numbers are checked by the library, so that its messages are the same here and in Python.
"""

from typing import Annotated

import typer

from boardless.cli import (
    analyse,
    boards,
    census,
    exploring,
    extensive,
    figures,
    game_boards,
    games,
    growth,
    pages,
    playouts,
    replay,
    stores,
    streams,
    tournament,
    trials,
    uhp,
)
from boardless.cli.parameters import look_here

app = typer.Typer(help="Tabletop games whose board grows: figures, boards, games and playouts.")
GROUPS = (
    figures, growth, boards, game_boards, playouts, tournament, analyse, exploring, extensive,
    trials, replay, games, census, stores, pages, uhp,
)  # fmt: skip
for group in GROUPS:
    group.register(app)


@app.callback(invoke_without_command=True)
def _boardless(
    context: typer.Context,
    show_version: Annotated[
        bool, typer.Option("--version", help="Show the version and exit.")
    ] = False,
    traceback: Annotated[
        bool, typer.Option("--traceback", help="Show how an error came about, before its line.")
    ] = False,
) -> None:
    if traceback:
        streams.traceback_wanted.set()
    look_here()
    if show_version:
        from importlib.metadata import version

        print(f"boardless {version('boardless')}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        print(context.get_help())
