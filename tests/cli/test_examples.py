"""Examples of commands: each command has some, they are understood, and help shows them."""

import shlex
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import typer

from boardless.cli.commands import app
from boardless.cli.examples import EXAMPLES, OF_STORES, example_of, said
from boardless.cli.parameters import agents_from, games_from
from tests.cli.running import Answer

#: Columns of a terminal, less what help puts around an example.
ROOM = 67


def lines() -> Iterator[str]:
    for named in EXAMPLES.values():
        for examples in named.values():
            yield from examples
    for examples in OF_STORES.values():
        yield from examples


def test_every_command_has_an_example() -> None:
    command = typer.main.get_command(app)
    assert {name for named in EXAMPLES.values() for name in named} == set(command.commands)
    assert set(OF_STORES) == set(command.commands["store"].commands)


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
    assert all(f"─ {heading} ─" in shown for heading in EXAMPLES)
    assert said(("x",)) == "Example:\n  boardless x"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("shwo Hex", "No such command 'shwo'. Did you mean 'show'? boardless --help lists all."),
        ("store quary a b", "Did you mean 'query'? boardless store --help lists all."),
        ("show Hex --optoin x", "(Possible options: --option, --tiling) boardless show --help"),
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
    assert example_of("serve") == "boardless serve"
    assert example_of("games") == "boardless games"
    assert example_of("store ask") == "boardless store ask runs.lbug"
    assert example_of("nothing") == ""


def test_names_are_completed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert games_from("ca") == ["Can't Stop", "Carcassonne"]
    assert agents_from("r") == ["random", "rmhc", "rhea"]
    monkeypatch.setenv("BOARDLESS_LIBRARY", str(Path(__file__).parents[2] / "examples"))
    assert games_from("Co") == ["Colt Express", "Connect Four", "Corridor"]
