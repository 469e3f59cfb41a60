"""The commands about games: check-trials, perft, show and ludemes."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from boardless.games import Game


def whole(text: str) -> int:
    """Return a whole number from the command line."""
    try:
        return int(text)
    except ValueError:
        raise typer.BadParameter(f"{text!r} is not a whole number") from None


def check_format(name: str, names: str) -> None:
    """Raise InputError unless a format is one of those in `names`, which bars divide."""
    if name not in names.split("|"):
        from boardless.topo import InputError

        raise InputError(f"unknown format {name!r}: choose one of {names.replace('|', ', ')}")


GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game, or the path of a file.")]
Tiling = Annotated[str | None, typer.Option(help="Short for the option of the tiling.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="CATEGORY/ITEM", help="An option to choose; repeatable."),
]
LibraryFolder = Annotated[
    str | None,
    typer.Option(
        "--library",
        metavar="DIR",
        help="A folder of descriptions, such as Ludii's resources; else BOARDLESS_LIBRARY.",
    ),
]
Technique = Annotated[
    str | None, typer.Option(help="By default ZONE-APPEND, or BASE-KEPT on a fixed board.")
]


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    app.command("check-trials")(check_trials)
    app.command()(perft)
    app.command()(show)
    app.command()(ludemes)


def _game(name: str, options: list[str] | None, tiling: str | None, library: str | None) -> "Game":
    from boardless.games import load

    return load(name, options or [], tiling=tiling, library=library)


def check_trials(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...")],
    game: Annotated[str | None, typer.Option(help="Instead of the file's own.")] = None,
    tiling: Annotated[str | None, typer.Option(help="Instead of the file's own.")] = None,
    option: Options = None,
    technique: Technique = None,
    jit: Annotated[bool, typer.Option("--jit/--no-jit", help="Run compiled.")] = True,
    library: LibraryFolder = None,
) -> None:
    """Replay recorded trials: compare legal moves, movers and winners."""
    from boardless.games.game import default_way
    from boardless.games.ways import way_named
    from boardless.play import check_trials
    from boardless.play.check import game_of
    from boardless.play.recorded import read_header

    failed = False
    for path in files:
        header = read_header(path)
        played = game_of(header, game, option or (), tiling=tiling, jit=jit, library=library)
        way = default_way(played) if technique is None else way_named(technique)
        check = check_trials(path, played, way)
        print(check, flush=True)
        if check.first and not failed:
            print(check.first, flush=True)
        failed = failed or check.differences > 0
    if failed:
        raise typer.Exit(1)


def perft(
    game: GameName,
    depth: Annotated[
        int, typer.Argument(metavar="DEPTH", help="Moves to look ahead.", parser=whole)
    ],
    tiling: Tiling = None,
    technique: Technique = None,
    option: Options = None,
    library: LibraryFolder = None,
) -> None:
    """Print the number of games of 1, 2, ... DEPTH moves."""
    from boardless.play import State
    from boardless.play.state import MAX_DEPTH
    from boardless.topo import whole_number

    depth = whole_number(depth, "depth", 1, MAX_DEPTH)
    state = State(_game(game, option, tiling, library), technique)
    for moves in range(1, depth + 1):
        print(moves, state.perft(moves), flush=True)


def show(
    game: GameName,
    tiling: Tiling = None,
    option: Options = None,
    library: LibraryFolder = None,
) -> None:
    """Print a game's description, how its moves are found, and the source it is compiled to."""
    shown = _game(game, option, tiling, library)
    print(shown.description.tree)
    for line in shown.report.splitlines():
        print(f"// {line}")
    print(f"\n{shown.source}", end="")


def ludemes() -> None:
    """Print the reference of the language, derived from the ludemes themselves."""
    from boardless.games import GameTree, reference

    print(reference(GameTree))
