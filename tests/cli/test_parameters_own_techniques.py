"""Techniques and strategies of a user's own on the command line, by the module they stand in."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from boardless.games import Game, load
from tests.cli.running import Answer
from tests.conftest import GOLDENS

OWN = "tests.strategies.own"
RECORDED = str(GOLDENS / "recorded" / "bravalath-square.jsonl")


@pytest.fixture(autouse=True)
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    def game_of(name: str, options: Any, tiling: str | None, library: Any = None) -> Game:
        return load(name, options or [], tiling=tiling, jit=False)

    for command in ("games", "playouts"):
        monkeypatch.setattr(f"boardless.cli.{command}.game_of", game_of)


@pytest.mark.parametrize(
    ("option", "name"),
    [
        (f"--technique {OWN}:OWN_MAP", "OWN-MAP"),
        (f"--strategy {OWN}:Around", "AROUND-APPEND"),
        ("--strategy zone-shrink", "ZONE-SHRINK"),
        ("--technique zone-shrink", "ZONE-SHRINK"),
        ("--strategy zone", "ZONE-APPEND"),
        ("--strategy rule", "RULE-APPEND"),
    ],
)
def test_commands_that_play_games(boardless: Callable[..., Answer], option: str, name: str) -> None:
    counts = json.loads(boardless(f"perft Andantino 3 --tiling square --format json {option}").out)
    assert (counts["technique"], counts["counts"]) == (name, [1, 4, 20, 120])
    run = "playouts Bravalath --playouts 3 --seed 2 --format json"
    found = json.loads(boardless(f"{run} {option}").out)
    expected = json.loads(boardless(run).out)
    assert (found["technique"], found["lengths"]) == (name, expected["lengths"])
    replayed = boardless(f"replay Bravalath --format json {option}", "+1@-1,1 +2@2,0")
    assert json.loads(replayed.out)["plies"] == 2
    checked = boardless(f"check-trials --no-jit {option} {RECORDED}")
    assert (checked.status, "2 trials" in checked.out, "0 differences" in checked.out) == (
        0, True, True,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("perft Andantino 1 --strategy zone --technique BASE", "choose one of the two"),
        ("perft Andantino 1 --strategy nowhere:Mine", "'nowhere:Mine' cannot be imported"),
        ("perft Andantino 1 --technique nowhere:Mine", "'nowhere:Mine' cannot be imported"),
        (f"perft Andantino 1 --technique {OWN}:RECORDED", "cannot be imported"),
        (f"perft Hex 1 --strategy {OWN}:Around", "Hex has a fixed board"),
        (f"playouts Andantino --playouts 1 --technique {OWN}:OWN --start minimal", "of its own"),
        (f"playouts --all --playouts 1 --strategy {OWN}:Around", "--all: takes no"),
    ],
)
def test_what_cannot_be_played_is_one_line(
    boardless: Callable[..., Answer], line: str, message: str
) -> None:
    answer = boardless(line)
    assert (answer.status, answer.out) == (2, "")
    assert message in answer.err
    assert answer.err.count("\n") == 1
