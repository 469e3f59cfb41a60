"""All commands; each imports its needs when it runs, so that help appears at once."""

import os
import sys
from typing import Annotated

import typer

from boardless.cli import agents, boards, design, games, playouts, stores
from boardless.cli.parameters import declared
from boardless.cli.printing import traceback_wanted

#: Commands by purpose, in the order of the help.
HEADINGS = {
    "Play": (games.games, games.play, games.serve, playouts.replay, games.uhp),
    "Measure": (
        playouts.playouts, agents.agents, agents.tournament, agents.tune, agents.analyse,
        design.concepts, design.similar, design.map_, games.perft, games.explore,
        design.extensive,
    ),
    "Make games": (games.show, games.ludemes, games.expand, design.design, design.tune_game),
    "Train agents": (agents.learn, agents.learn_patterns),
    "Keep and check games": (
        stores.app, playouts.check_trials, games.census, boards.check_boards,
    ),
    "Tilings and boards": (
        boards.tilings, boards.board, boards.growth, boards.walk, boards.figures,
    ),
}  # fmt: skip
#: A negative dimension is a wrong dimension, and a move may begin with a minus sign.
LOOSE = (boards.board, playouts.replay)

app = typer.Typer(
    help="Play, measure and write tabletop games whose boards may grow.\n\n"
    "Begin with `boardless games`, then `boardless play Andantino`. `boardless COMMAND --help` has "
    "examples of each command."
)
for _heading, _commands in HEADINGS.items():
    for _command in _commands:
        if isinstance(_command, typer.Typer):
            app.add_typer(_command, rich_help_panel=_heading)
            continue
        _loose = {"ignore_unknown_options": _command in LOOSE}
        app.command(**declared(_command), context_settings=_loose, rich_help_panel=_heading)(
            _command
        )


@app.callback(invoke_without_command=True)
def _boardless(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and exit.", metavar="")
    ] = False,
    traceback: Annotated[
        bool,
        typer.Option("--traceback", help="Show the Python traceback of an error, too.", metavar=""),
    ] = False,
) -> None:
    if traceback:
        traceback_wanted.set()
    # Modules of the current folder can be imported: last, so that they hide no other module.
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    if version:
        from boardless import __version__

        print(f"boardless {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        print(context.get_help())
