"""All commands; each imports what it needs when it runs, so that help is there at once.

Names and numbers are checked by the library, so that its messages are the same here and in Python.
"""

from typing import Annotated

import typer

from boardless.cli.agents import register_analyse, register_tournament
from boardless.cli.boards import register_boards, register_game_boards, register_growth
from boardless.cli.figures import register_extensive, register_figures
from boardless.cli.games import register_census, register_exploring, register_games
from boardless.cli.parameters import look_here
from boardless.cli.play import register_pages, register_uhp
from boardless.cli.playouts import register_playouts, register_replay, register_trials
from boardless.cli.printing import traceback_wanted
from boardless.cli.stores import register_stores

app = typer.Typer(help="Tabletop games whose board grows: figures, boards, games and playouts.")
for register in (
    register_figures, register_growth, register_boards, register_game_boards, register_playouts,
    register_tournament, register_analyse, register_exploring, register_extensive, register_trials,
    register_replay, register_games, register_census, register_stores, register_pages, register_uhp,
):  # fmt: skip
    register(app)


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
        traceback_wanted.set()
    look_here()
    if show_version:
        from importlib.metadata import version

        print(f"boardless {version('boardless')}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        print(context.get_help())
