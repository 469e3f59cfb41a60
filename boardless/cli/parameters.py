"""Parameters of several commands, and their values."""

import os
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from boardless.games import Game
    from boardless.state import AnyTechnique
    from boardless.topo import Tiling

TILINGS = (
    "square|hexagonal|triangular|3.3.3.3.6|3.3.3.4.4|3.3.4.3.4|3.4.6.4|3.6.3.6|3.12.12|4.6.12|4.8.8|"
    "floret|prismatic|cairo|deltoidal|rhombille|triakis|kisrhombille|tetrakis|brick"
)
#: The formats in which a command prints its results.
FORMATS = "table|csv|json"


def integer(text: str) -> int:
    """Return a whole number from the command line."""
    try:
        return int(text)
    except ValueError:
        raise typer.BadParameter(f"{text!r} is not a whole number") from None


def decimal(text: str) -> float:
    """Return a number from the command line."""
    try:
        return float(text)
    except ValueError:
        raise typer.BadParameter(f"{text!r} is not a number") from None


def one_of(names: str) -> dict[str, Any]:
    """Return the settings that show `names`, which bars divide, in help and complete them."""
    return {"metavar": names, "autocompletion": lambda: names.split("|")}


def check_format(name: str, names: str = FORMATS) -> None:
    """Raise InputError unless a format is one of those in `names`."""
    if name not in names.split("|"):
        from boardless.topo import InputError

        raise InputError(f"unknown format {name!r}: choose one of {names.replace('|', ', ')}")


def tiling_of(name: str) -> "Tiling":
    """Return the tiling of a name, or of the table in a file."""
    from boardless.topo import read_tiling, tiling_named

    return read_tiling(name) if name.casefold().endswith(".json") else tiling_named(name)


def look_here() -> None:
    """Let modules of the current folder be imported: last, so that none stands in for another."""
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())


def technique_of(technique: str | None, strategy: str | None) -> "AnyTechnique | str | None":
    """Return the technique of a name or of a module, or the one that keeps sites for a strategy."""
    if technique is None and strategy is None:
        return None
    from boardless.strategies import appending, strategy_of
    from boardless.topo import InputError

    if technique is not None and strategy is not None:
        raise InputError("--technique, --strategy: choose one of the two")
    if strategy is None:
        return technique
    if strategy.casefold() == "rule":
        return "RULE-APPEND"
    return appending(strategy_of(strategy))


def game_of(
    name: str, options: list[str] | None, tiling: str | None, library: str | None = None
) -> "Game":
    """Return a game in L-GDL with its options; see `games.load`."""
    from boardless.games import load

    return load(name, options or [], tiling=tiling, library=library)


def any_game_of(
    name: str, options: list[str] | None, tiling: str | None, library: str | None = None
) -> Any:
    """Return a game with its options, or one written in Python, which has none."""
    from boardless.games.in_python import in_module, is_written, made_in_python
    from boardless.topo import InputError

    if in_module(name) and is_written(found := made_in_python(name)):
        if options or tiling:
            raise InputError(f"game {name!r}: it is written in Python and takes no options")
        return found
    return game_of(name, options, tiling, library)


Format = Annotated[str, typer.Option("--format", help="How to print it.", **one_of(FORMATS))]
TilingName = Annotated[
    str,
    typer.Option(
        "--tiling",
        metavar="TILING",
        help="Its name (boardless tilings lists them), or the path of a table (.json).",
        autocompletion=lambda: TILINGS.split("|"),
    ),
]
GameName = Annotated[
    str,
    typer.Argument(metavar="GAME", help="A game, the path of a file, or MODULE:NAME of your own."),
]
GameTiling = Annotated[
    str | None, typer.Option("--tiling", help="Short for the option of the tiling.")
]
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
    str | None,
    typer.Option(
        help="By default ZONE-APPEND, or BASE-KEPT on a fixed board; or MODULE:NAME of your own."
    ),
]
Strategy = Annotated[
    str | None,
    typer.Option(
        help="Instead: how the board answers a move, cells keeping their sites; or MODULE:NAME.",
        **one_of("fixed|perimeter|zone|zone-shrink|rule"),
    ),
]
Seed = Annotated[int, typer.Option(help="Where the random numbers come from.", parser=integer)]
Workers = Annotated[
    int, typer.Option(help="Processes to share the work, at most four a core.", parser=integer)
]
Executor = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="A Dask scheduler to work on, as tcp://host:8786."),
]
