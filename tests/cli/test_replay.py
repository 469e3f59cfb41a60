"""Moves in their short text on the command line."""

import json
import subprocess
import sys

import pytest


def replay(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "boardless", "replay", *words]
    environment = {"NUMBA_DISABLE_JIT": "1", "PATH": "", "HOME": "/nonexistent"}
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=False)


@pytest.mark.parametrize(
    ("moves", "found"),
    [
        ("", (True, 0, None, None, None)),
        ("+1@0,0 +2@1,0 +1@0,1 +2@1,1", (True, 4, None, None, None)),
        ("+1@0,0 +2@1,0 +1@0,1 +2@1,1 +1@0,-1", (True, 5, None, 1, [1, 2])),
        ("+1@0,0 +2@0,0 +1@0,1", (False, 1, 2, None, None)),
        ("+1@0,0 pass", (False, 1, 2, None, None)),
        ("+2@0,0", (False, 0, 1, None, None)),
    ],
)
def test_moves_are_made_until_one_is_not_legal(moves: str, found: tuple[object, ...]) -> None:
    done = replay("Tic-Tac-Toe", moves, "--format", "json")
    assert (done.returncode, done.stderr) == (0, "")
    names = ("legal", "plies", "illegal_at", "winner", "ranks")
    assert json.loads(done.stdout) == dict(zip(names, found, strict=True))


def test_in_words_and_as_csv() -> None:
    assert replay("Tic-Tac-Toe", "+1@0,0").stdout == (
        "<State Tic-Tac-Toe, ply 1, player 2 to move>\n"
    )
    assert "move 1 is not legal" in replay("Tic-Tac-Toe", "-1@0,0").stdout
    assert replay("Tic-Tac-Toe", "", "--format", "csv").stdout.splitlines()[1] == "True,0,,,"


def test_what_is_no_move_is_one_line() -> None:
    done = replay("Tic-Tac-Toe", "+1@0,0 e4")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("boardless: move 'e4': give actions such as")
    assert done.stderr.count("\n") == 1
