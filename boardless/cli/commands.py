"""All commands; each imports what it needs when it runs, so that help is there at once.

Names and numbers are checked by the library, so that its messages are the same here and in Python.
"""

from typing import Annotated

import typer

from boardless.cli import stores
from boardless.cli.agents import agents, analyse, learn_patterns, tournament
from boardless.cli.boards import board, check_boards, growth, tilings, walk
from boardless.cli.figures import extensive, figures
from boardless.cli.games import census, concepts, expand, explore, games, ludemes, perft, show
from boardless.cli.learn import learn
from boardless.cli.parameters import look_here, option
from boardless.cli.play import play, serve, uhp
from boardless.cli.playouts import check_trials, playouts, replay
from boardless.cli.printing import traceback_wanted

app = typer.Typer(help="Tabletop games whose board grows: figures, boards, games and playouts.")
for command in (
    games, agents, figures, growth, walk, board, tilings, check_boards, playouts, tournament, learn,
    learn_patterns, analyse, explore, extensive, check_trials, replay, perft, expand, show,
    concepts, ludemes, census, play, serve, uhp,
):  # fmt: skip
    # A negative dimension is a wrong dimension, and a move may begin with a minus sign.
    loose = {"ignore_unknown_options": True} if command in (board, replay) else {}
    app.command(context_settings=loose)(command)
app.add_typer(stores.app, name="store")


@app.callback(invoke_without_command=True)
def _boardless(
    context: typer.Context,
    show_version: Annotated[bool, option("Show the version and exit.", "--version")] = False,
    traceback: Annotated[
        bool, option("Show how an error came about, before its line.", "--traceback")
    ] = False,
) -> None:
    if traceback:
        traceback_wanted.set()
    look_here()
    if show_version:
        from importlib.metadata import version

        print(f"boardless {version('boardless')}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        print(context.get_help())
