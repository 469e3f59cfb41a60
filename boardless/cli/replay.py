"""The command that plays moves given as text."""

from typing import Annotated

import typer

from boardless.cli.parameters import (
    Format,
    GameName,
    GameTiling,
    LibraryFolder,
    Options,
    Strategy,
    Technique,
    check_format,
    game_of,
    technique_of,
)
from boardless.cli.printing import print_csv, print_json


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""
    # A move may begin with a minus sign, which is no option.
    app.command(context_settings={"ignore_unknown_options": True})(replay)


def replay(
    game: GameName,
    moves: Annotated[
        str,
        typer.Argument(
            metavar="MOVES",
            help="Apart by spaces, such as '+1@0,0 +2@1,0', or in a notation of the game's own.",
        ),
    ],
    tiling: GameTiling = None,
    technique: Technique = None,
    strategy: Strategy = None,
    option: Options = None,
    format_: Format = "table",
    library: LibraryFolder = None,
) -> None:
    """Play moves from the start: say whether they are legal, and how the game stands."""
    from boardless.play import State
    from boardless.play.notations import AbsentPieceError, notation_of
    from boardless.topo import InputError

    check_format(format_)
    state = State(game_of(game, option, tiling, library), technique_of(technique, strategy))
    notation = notation_of(state.game)
    illegal_at = None
    for number, text in enumerate(notation.split(moves), 1):
        try:
            move = notation.read(state, text)
        except AbsentPieceError:
            illegal_at = number
            break
        try:
            state.push(move)
        except InputError:
            illegal_at = number
            break
    ended = state.outcome()
    found = {
        "legal": illegal_at is None,
        "plies": state.ply,
        "illegal_at": illegal_at,
        "winner": None if ended is None else ended.winner,
        "ranks": None if ended is None else list(ended.ranks),
    }
    if format_ == "json":
        print_json(found)
    elif format_ == "csv":
        print_csv([found.keys(), found.values()])
    else:
        print(state if illegal_at is None else f"move {illegal_at} is not legal in {state}")
