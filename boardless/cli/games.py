"""The commands about games: perft, expand, show and ludemes."""

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
    whole,
)
from boardless.cli.printing import compiling_noted, print_csv, print_json


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    app.command()(perft)
    app.command()(expand)
    app.command()(show)
    app.command()(ludemes)


def perft(
    game: GameName,
    depth: Annotated[
        int, typer.Argument(metavar="DEPTH", help="Moves to look ahead.", parser=whole)
    ],
    tiling: GameTiling = None,
    technique: Technique = None,
    strategy: Strategy = None,
    option: Options = None,
    format_: Format = "table",
    library: LibraryFolder = None,
) -> None:
    """Print the number of sequences of 1, 2, ... DEPTH moves."""
    from boardless.play import State
    from boardless.play.counting import MAX_DEPTH
    from boardless.topo import whole_number

    check_format(format_)
    depth = whole_number(depth, "depth", 1, MAX_DEPTH)
    played = game_of(game, option, tiling, library)
    state = State(played, technique_of(technique, strategy))
    counts = [1]
    found = {"game": played.name, "technique": state.technique, "counts": counts}
    try:
        with compiling_noted(played.name):
            for moves in range(1, depth + 1):
                counts.append(state.perft(moves))
                if format_ == "csv" and moves == 1:
                    print_csv([("depth", "count"), (0, 1)])
                if format_ != "json":
                    print(moves, counts[-1], sep="," if format_ == "csv" else " ", flush=True)
    except KeyboardInterrupt:
        if format_ == "json":
            print_json(found)
        raise
    if format_ == "json":
        print_json(found)


def show(
    game: GameName,
    tiling: GameTiling = None,
    option: Options = None,
    library: LibraryFolder = None,
) -> None:
    """Print a game's description, how its moves are found, and the source it is compiled to."""
    shown = game_of(game, option, tiling, library)
    print(shown.description.tree)
    for line in shown.report.splitlines():
        print(f"// {line}")
    print(f"\n{shown.source}", end="")


def expand(game: GameName, option: Options = None, library: LibraryFolder = None) -> None:
    """Print a description with definitions, options and ranges in place; known ludemes or not."""
    from boardless.games import description_text
    from boardless.games import expand as expanded

    expansion = expanded(description_text(game, library=library), option or ())
    for choice in expansion.choices:
        print(f"// {choice}")
    print(expansion)


def ludemes() -> None:
    """Print the reference of the language, derived from the ludemes themselves."""
    from boardless.games import GameTree, reference

    print(reference(GameTree))
