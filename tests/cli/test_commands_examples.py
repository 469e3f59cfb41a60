"""Examples of commands: each command has some, they are understood, and help shows them."""

import ast
import inspect
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from boardless.cli import stores
from boardless.cli.app import first_of
from boardless.cli.commands import HEADINGS, app
from boardless.cli.parameters import agents_from, declared, games_from
from tests.cli.running import Answer

#: The most lines of a command's body.
BODY = 30
#: Columns of a terminal, less what help puts around an example.
ROOM = 67


def commands() -> dict[str, Any]:
    """Return all commands by their words."""
    found = dict(typer.main.get_command(app).commands)
    return found | {f"store {name}": it for name, it in found["store"].commands.items()}


def lines() -> Iterator[str]:
    for command in commands().values():
        for line in command.epilog.splitlines()[1:]:
            yield line.strip().removeprefix("boardless ")


def test_every_command_has_an_example() -> None:
    for words, command in commands().items():
        title, *examples = command.epilog.splitlines()
        assert title == ("Examples:" if len(examples) > 1 else "Example:")
        assert any(f"boardless {words}" in example for example in examples)


@pytest.mark.parametrize("line", list(lines()))
def test_examples_are_understood(line: str) -> None:
    assert len(line) <= ROOM
    assert "[" not in line  # which help would take for a style
    command = typer.main.get_command(app)
    words = shlex.split(line, comments=True)
    with command.make_context("boardless", words.copy()) as context:
        inner, rest = context.command.commands[words[0]], words[1:]
        if hasattr(inner, "commands"):
            inner, rest = inner.commands[rest[0]], rest[1:]
        inner.make_context(words[0], rest, parent=context)


def test_help_shows_examples_and_headings(boardless: Callable[..., Answer]) -> None:
    assert "boardless perft Andantino 5" in boardless("perft --help").out
    assert "boardless store stats runs.lbug" in boardless("store stats --help").out
    shown = boardless("--help").out
    assert all(f"─ {heading} ─" in shown for heading in HEADINGS)
    assert declared(shown_once)["epilog"] == "Example:\n  boardless x"


def test_bodies_of_commands_are_short() -> None:
    functions = [it for of in HEADINGS.values() for it in of if not isinstance(it, typer.Typer)]
    functions += [command.callback for command in stores.app.registered_commands]
    assert len(functions) == 42
    lengths = {}
    for function in functions:
        (tree,) = ast.parse(inspect.getsource(function)).body
        body = tree.body[1:]  # without the docstring
        lengths[function.__name__] = body[-1].end_lineno - body[0].lineno + 1
    assert {name: lines for name, lines in lengths.items() if lines > BODY} == {}


def shown_once() -> None:
    """Do nothing.

    Examples
    --------
    boardless x
    """


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("shwo Hex", "No such command 'shwo'. Did you mean 'show'? boardless --help lists all."),
        ("store quary a b", "Did you mean 'query'? boardless store --help lists all."),
        ("show Hex --optoin x", "(Possible options: --option, --tiling). boardless show --help"),
        ("show Hex 3", "unexpected extra argument(s) (3). Choose from --tiling, --option"),
        ("show", "Missing argument 'GAME'. For example: boardless show Hex"),
        ("store query a", "For example: boardless store query runs.lbug 'MATCH"),
        ("board squre 3", "unknown tiling 'squre': did you mean square? choose one of square, hex"),
        ("show Hex --option Swap/Onn", "'Swap/Onn': did you mean On? choose Board Size/7x7, Board"),
        ("show Andantino --tiling Sqare", "Sqare: did you mean Square? choose Hexagonal, Square"),
        (
            "tournament Hex --agents mtcs --agents random",
            "unknown agent 'mtcs': did you mean mcts? choose one of random, first",
        ),
        (
            "tournament Hex --agents mcts:10,itrations=3 --agents random",
            "unknown parameter 'itrations', did you mean iterations? choose from bias",
        ),
    ],
)
def test_near_misses_are_answered(
    line: str, message: str, boardless: Callable[..., Answer]
) -> None:
    answer = boardless(line)
    assert answer.status == 2
    assert message in answer.err


def test_first_examples_stand_without_their_comments() -> None:
    first = {words: first_of(command.epilog) for words, command in commands().items()}
    assert first["serve"] == "boardless serve"
    assert first["games"] == "boardless games"
    assert first["store ask"] == "boardless store ask runs.lbug"


def test_names_are_completed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert games_from("ca") == ["Can't Stop", "Carcassonne"]
    assert agents_from("r") == ["random", "rmhc", "rhea"]
    monkeypatch.setenv("BOARDLESS_LIBRARY", str(Path(__file__).parents[2] / "examples"))
    assert games_from("Co") == ["Colt Express", "Connect Four", "Corridor"]
