"""Command lines of functions: shared parameters, their values, and their help.

A command is a function with a docstring in NumPy's form. Its parameters before ``*`` are arguments,
the others options. Types and defaults come from the function. A parameter in the docstring has its
help there, after the name of its value in capitals, or after its possible values; the others are in
`SHARED`. The library checks names and numbers, so that its messages are the same here and in
Python.
"""

import re
from collections.abc import Callable
from inspect import Parameter, getdoc, signature
from typing import TYPE_CHECKING, Annotated, Any, get_args

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

#: Parameters of several commands: the name of the value, or its possible values, and the help.
SHARED = {
    "game": (
        "GAME",
        "A game (boardless games lists them), the path of its description, or MODULE:NAME of your "
        "own.",
    ),
    "tiling": (
        "TILING",
        "The tiling: one of its options, or if its board grows any, by its name or the path of a "
        "table (.json).",
    ),
    "option": (
        "CATEGORY/ITEM", "An option of the game, such as 'Board Size/7x7'; repeatable."
    ),
    "library": (
        "DIR", "A folder of descriptions, such as Ludii's resources; else BOARDLESS_LIBRARY."
    ),
    "technique": (
        "NAME",
        "The growth technique of board and state; by default ZONE-APPEND, or BASE-KEPT on a "
        "fixed board; or MODULE:NAME of your own.",
    ),
    "strategy": (
        "fixed|perimeter|zone|zone-shrink|rule",
        "The growth strategy: the board's answer to a move. Cells keep their sites. Or "
        "MODULE:NAME.",
    ),
    "seed": ("", "Seed of the random numbers: the same seed, the same result."),
    "workers": ("", "The number of processes, at most four a core."),
    "executor": ("ADDRESS", "A Dask scheduler to work on, as tcp://host:8786."),
    "format_": ("table|csv|json", "The output format."),
    "path": ("PATH", "The file of the graph, or bolt://HOST:PORT."),
    "log": ("FILE", "The log of a graph on a server."),
    "memory": ("MB", "The engine's memory limit, in megabytes."),
}  # fmt: skip

_SECTION = re.compile(r"^(\w+)\n-+\n", re.MULTILINE)
_PARAMETER = re.compile(r"^(\w+)(?: : (.*))?\n((?:    .*\n?)*)", re.MULTILINE)


def sections_of(function: Callable[..., object]) -> dict[str, str]:
    """Return the sections of a function's docstring by their titles, "" for the first part.

    Examples
    --------
    >>> [*sections_of(sections_of)]
    ['', 'Examples']
    """
    first, *sections = _SECTION.split(getdoc(function) or "")
    return {"": first, **dict(zip(sections[::2], sections[1::2], strict=True))}


def declared(function: Callable[..., object]) -> dict[str, Any]:
    """Declare the parameters of a function; return its name and help for `typer.Typer`.

    Lines under Examples, without a prompt, are the end of the help.
    """
    sections = sections_of(function)
    told = SHARED | {
        parameter: (value, " ".join(text.split()))
        for parameter, value, text in _PARAMETER.findall(sections.get("Parameters", ""))
    }
    vars(function).pop("__signature__", None)  # from an earlier declaration
    taken = signature(function)
    vars(function)["__signature__"] = taken.replace(
        parameters=[
            each.replace(annotation=Annotated[each.annotation, _parameter(each, *told[each.name])])
            for each in taken.parameters.values()
        ]
    )
    lines = sections.get("Examples", "").splitlines()
    title = "Examples:" if len(lines) > 1 else "Example:"
    return {
        "name": function.__name__.strip("_").replace("_", "-"),
        "help": sections[""],
        "epilog": "\n  ".join([title, *lines]) if lines else None,
    }


def _parameter(parameter: Parameter, value: str, text: str) -> Any:
    """Return Typer's declaration of a parameter: its name, its value, its help."""
    name, types = parameter.name.strip("_"), {parameter.annotation, *get_args(parameter.annotation)}
    settings: dict[str, Any] = {"help": text or None, "metavar": value or None}
    kind = value.strip("[].").split("|")[0]
    if kind in COMPLETED:
        settings["autocompletion"] = COMPLETED[kind]
    elif value.islower():
        settings["autocompletion"] = lambda: value.split("|")
    if name == "format":
        settings["callback"] = _one_of(value)
    for number, parser, called in ((int, integer, "N"), (float, decimal, "NUMBER")):
        if number in types:
            settings |= {"parser": parser, "metavar": value or called}
    if parameter.kind is not Parameter.KEYWORD_ONLY:
        settings["metavar"] = value or name.upper()
        return typer.Argument(**settings)
    option = "--" + name.replace("_", "-")
    if bool in types:
        settings["metavar"] = ""
        option += "" if parameter.default is False else f"/--no-{option[2:]}"
    return typer.Option(option, **settings)


def _one_of(choices: str) -> Callable[[str], str]:
    def check(name: str) -> str:
        if name not in choices.split("|"):
            refuse("unknown format", name, f"choose one of {choices.replace('|', ', ')}")
        return name

    return check


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


def games_from(start: str) -> list[str]:
    """Return the games of the package, and of the environment's library, with a prefix."""
    from boardless.games import library
    from boardless.games.library import chosen_library

    chosen = chosen_library(None)
    names = {*library(), *(chosen.names if chosen is not None else ())}
    return sorted(name for name in names if name.casefold().startswith(start.casefold()))


def agents_from(start: str) -> list[str]:
    """Return the names of agents with a prefix."""
    from boardless.agents import AGENTS

    return [name for name in AGENTS if name.startswith(start)]


def figures_from(start: str) -> list[str]:
    """Return the names of figures with a prefix."""
    from boardless.analysis.figures import FIGURES

    return [name for name in FIGURES if name.startswith(start)]


#: Completions, by the name of the value.
COMPLETED: dict[str, Callable[..., list[str]]] = {
    "GAME": games_from,
    "SPEC": agents_from,
    "NAMES": figures_from,
    "TILING": lambda: TILINGS.split("|"),
}


def tiling_of(name: str) -> "Tiling":
    """Return the tiling of a name, or of the table in a file."""
    from boardless.topo import read_tiling, tiling_named

    return read_tiling(name) if name.casefold().endswith(".json") else tiling_named(name)


def technique_of(technique: str | None, strategy: str | None) -> "AnyTechnique | str | None":
    """Return the technique of a name or a module, or the site-keeping one for a strategy."""
    if strategy is None:
        return technique
    from boardless.strategies import appending, strategy_of

    if technique is not None:
        raise InputError("--technique, --strategy: choose one of the two")
    return "RULE-APPEND" if strategy.casefold() == "rule" else appending(strategy_of(strategy))


def game_of(
    name: str, options: list[str] | None, tiling: str | None = None, library: str | None = None
) -> "Game":
    """Return a game in L-GDL with its options; see `games.load`."""
    from boardless.games import load

    return load(name, options or [], tiling=tiling, library=library)


def any_game_of(
    name: str, options: list[str] | None, tiling: str | None, library: str | None = None
) -> Any:
    """Return a game with its options, or one written in Python, which lacks options."""
    from boardless.games.library import in_module, is_written, made_in_python

    if in_module(name) and is_written(written := made_in_python(name)):
        if options or tiling:
            refuse("game", name, "it is written in Python and takes no options")
        return written
    return game_of(name, options, tiling, library)
