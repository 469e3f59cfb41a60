"""The command that says what games are like."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from boardless.games import Game, load


def test_the_command_prints_what_was_promised(
    boardless: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def game_of(name: str, *rest: Any) -> Game:
        return load(name, jit=False)

    monkeypatch.setattr("boardless.cli.agents.any_game_of", game_of)
    line = "analyse Tic-Tac-Toe Bravalath --playouts 5"
    (first, second) = json.loads(boardless(f"{line} --format json").out)["games"]
    assert (first["game"], second["game"], first["agent"]) == ("Tic-Tac-Toe", "Bravalath", "random")
    assert {"plies", "actions", "branching", "state_size", "hidden", "rewards"} < set(first)
    assert set(first["calls_per_s"]) == {"setup", "next", "actions", "copy"}
    line = "analyse Tic-Tac-Toe Tic-Tac-Toe --playouts 2"
    assert boardless(f"{line} --format html").out.startswith("<!DOCTYPE html>")
    assert boardless(f"{line} --format csv").out.count("\n") == 3
    assert "Tic-Tac-Toe" in boardless(line).out
    refused = boardless(f"{line} --format pdf")
    assert (refused.status, refused.err.count("\n")) == (2, 1)


@pytest.mark.parametrize("form", ["table", "csv"])
@pytest.mark.parametrize("words", ["Nope", "Tic-Tac-Toe Nope", "Tic-Tac-Toe --onlooker nobody"])
def test_what_is_refused_prints_nothing_else(
    words: str, form: str, boardless: Callable[..., Any]
) -> None:
    answer = boardless(f"analyse {words} --format {form}")
    assert (answer.status, answer.out, answer.err.count("\n")) == (2, "", 1)
