"""Parameters of several commands, and their values."""

import os
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from boardless.util.inputs import InputError, refuse

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


def argument(metavar: str, text: str | None = None, **settings: Any) -> Any:
    """Return an argument, with its help."""
    return typer.Argument(metavar=metavar, help=text, **settings)


def option(text: str, *names: str, **settings: Any) -> Any:
    """Return an option of some names, by default that of its parameter, with its help."""
    return typer.Option(*names, help=text, **settings)


def flag(text: str, *names: str) -> Any:
    """Return an option that is given or not."""
    return option(text, *names, metavar="")


def whole(text: str, *names: str, metavar: str = "N", **settings: Any) -> Any:
    """Return an option that is a whole number."""
    return option(text, *names, metavar=metavar, parser=integer, **settings)


def real(text: str, *names: str, metavar: str = "NUMBER", **settings: Any) -> Any:
    """Return an option that is a number."""
    return option(text, *names, metavar=metavar, parser=decimal, **settings)


def choice(text: str, choices: str, *names: str) -> Any:
    """Return an option that is one of `choices`, which bars divide; other values may be, too."""
    return option(text, *names, metavar=choices, autocompletion=lambda: choices.split("|"))


def check_format(name: str, names: str = FORMATS) -> None:
    """Raise InputError unless a format is one of those in `names`."""
    if name not in names.split("|"):
        refuse("unknown format", name, f"choose one of {names.replace('|', ', ')}")


def games_from(start: str) -> list[str]:
    """Return the games of the package, and of the library of the environment, that begin so."""
    from boardless.games import library
    from boardless.games.library import chosen_library

    chosen = chosen_library(None)
    names = {*library(), *(chosen.names if chosen is not None else ())}
    return sorted(name for name in names if name.casefold().startswith(start.casefold()))


def agents_from(start: str) -> list[str]:
    """Return the names of agents that begin so."""
    from boardless.agents import AGENTS

    return [name for name in AGENTS if name.startswith(start)]


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

    if in_module(name) and is_written(found := made_in_python(name)):
        if options or tiling:
            refuse("game", name, "it is written in Python and takes no options")
        return found
    return game_of(name, options, tiling, library)


Format = Annotated[str, choice("How to print it.", FORMATS, "--format")]
TilingName = Annotated[
    str,
    option(
        "Its name (boardless tilings lists them), or the path of a table (.json).",
        "--tiling",
        metavar="TILING",
        autocompletion=lambda: TILINGS.split("|"),
    ),
]
GameName = Annotated[
    str,
    argument(
        "GAME",
        "A game (boardless games lists them), the path of its description, or MODULE:NAME of your "
        "own.",
        autocompletion=games_from,
    ),
]
GameTiling = Annotated[
    str | None,
    option(
        "What to play it on: a tiling of its options, or if its board grows any, by its name or "
        "the path of a table (.json).",
        "--tiling",
        metavar="TILING",
    ),
]
Options = Annotated[
    list[str] | None,
    option(
        "An option of the game, such as 'Board Size/7x7'; repeatable.",
        "--option",
        metavar="CATEGORY/ITEM",
    ),
]
LibraryFolder = Annotated[
    str | None,
    option(
        "A folder of descriptions, such as Ludii's resources; else BOARDLESS_LIBRARY.",
        "--library",
        metavar="DIR",
    ),
]
Technique = Annotated[
    str | None,
    option(
        "How the board grows and the state follows; by default ZONE-APPEND, or BASE-KEPT on a "
        "fixed board; or MODULE:NAME of your own.",
        metavar="NAME",
    ),
]
Strategy = Annotated[
    str | None,
    choice(
        "Instead: how the board answers a move, cells keeping their sites; or MODULE:NAME.",
        "fixed|perimeter|zone|zone-shrink|rule",
    ),
]
Seed = Annotated[int, whole("Seed of the random numbers: the same seed, the same result.")]
Workers = Annotated[int, whole("Processes to share the work, at most four a core.")]
Executor = Annotated[
    str | None,
    option("A Dask scheduler to work on, as tcp://host:8786.", metavar="ADDRESS"),
]
