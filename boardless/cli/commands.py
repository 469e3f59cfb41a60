"""All commands; each imports what it needs when it runs, so that help is there at once.

Names and numbers are checked by the library, so that its messages are the same here and in Python.
"""

from typing import Annotated

import typer

from boardless.cli import stores
from boardless.cli.agents import agents, analyse, learn_patterns, tournament, tune
from boardless.cli.boards import board, check_boards, growth, tilings, walk
from boardless.cli.concepts import concepts, map_games, similar
from boardless.cli.design import design, tune_game
from boardless.cli.examples import EXAMPLES, said
from boardless.cli.figures import extensive, figures
from boardless.cli.games import census, expand, explore, games, ludemes, perft, show
from boardless.cli.learn import learn
from boardless.cli.parameters import flag, look_here
from boardless.cli.play import play, serve, uhp
from boardless.cli.playouts import check_trials, playouts, replay
from boardless.cli.printing import traceback_wanted

app = typer.Typer(
    help="Tabletop games whose board grows: to play, to measure, to write.\n\n"
    "Begin with `boardless games`, then `boardless play Andantino`. `boardless COMMAND --help` has "
    "examples of each command."
)
_COMMANDS = {
    command.__name__.replace("_", "-"): command
    for command in (
        games, agents, figures, growth, walk, board, tilings, check_boards, playouts, tournament,
        learn, learn_patterns, analyse, explore, extensive, check_trials, replay, perft, expand,
        show, concepts, similar, ludemes, census, design, tune, tune_game, play, serve, uhp,
    )
} | {"map": map_games}  # fmt: skip
for _heading, _named in EXAMPLES.items():
    for _name, _lines in _named.items():
        _more = said(_lines)
        if _name == "store":
            app.add_typer(stores.app, name="store", rich_help_panel=_heading, epilog=_more)
        else:
            # A negative dimension is a wrong dimension, and a move may begin with a minus sign.
            _loose = {"ignore_unknown_options": True} if _name in ("board", "replay") else {}
            _added = app.command(
                _name, context_settings=_loose, rich_help_panel=_heading, epilog=_more
            )
            _added(_COMMANDS[_name])


@app.callback(invoke_without_command=True)
def _boardless(
    context: typer.Context,
    show_version: Annotated[bool, flag("Show the version and exit.", "--version")] = False,
    traceback: Annotated[
        bool, flag("Show how an error came about, before its line.", "--traceback")
    ] = False,
) -> None:
    if traceback:
        traceback_wanted.set()
    look_here()
    if show_version:
        from boardless import __version__

        print(f"boardless {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        print(context.get_help())
