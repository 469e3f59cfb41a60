"""Users' own code on the command line: players and games in modules, and errors in them."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.running import Answer

OWN = "tests.own_code"
COMMANDS = (
    "playouts {} --playouts 1", "tournament {} --agents random --agents first",
    "analyse {}", "play {}", "serve {}", "explore {}", "perft {} 1", "show {}", "expand {}",
    "replay {} +1@0,0", "board {}",
)  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS)
def test_a_game_that_is_nearly_named(boardless: Callable[..., Answer], command: str) -> None:
    answer = boardless(command.format("Andantin"))
    assert (answer.status, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert "did you mean Andantino?" in answer.err


@pytest.mark.parametrize(
    "command", [it for it in COMMANDS if not it.startswith(("play ", "serve"))]
)
def test_every_command_takes_a_game_of_a_module(
    boardless: Callable[..., Answer], command: str, uncompiled: None
) -> None:
    answer = boardless(command.format(f"{OWN}:TEXT").replace("+1@0,0", "+1@0,0,0"))
    assert (answer.status, answer.err) == (0, "")
    assert answer.out


def test_people_and_own_agents_play_an_own_game(boardless: Callable[..., Answer]) -> None:
    seats = f"--seat 1={OWN}:Last --seat 2={OWN}:last --seed 1"
    answer = boardless(f"play {OWN}:TIC_TAC_TOE {seats}")
    assert (answer.status, answer.err) == (0, "")
    assert answer.out.endswith("player 1 has won, 7 moves\n")


def test_a_module_of_the_current_folder_is_found(
    boardless: Callable[..., Answer], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    text = "def beyond(state):\n    moves = list(state.legal_moves)\n    return moves[len(moves)]\n"
    Path("mine_in_here.py").write_text(text)
    line = f"tournament {OWN}:TakeAway --agents mine_in_here:beyond --agents first --games 1"
    answer = boardless(line)
    assert (answer.status, answer.out) == (2, "")
    assert answer.err == (
        "boardless: agent mine_in_here:beyond: mine_in_here.py, line 3: IndexError: list "
        "index out of range (boardless --traceback COMMAND shows how it came about)\n"
    )


def test_the_traceback_on_request(boardless: Callable[..., Answer]) -> None:
    line = f"tournament {OWN}:TakeAway --agents {OWN}:bad --agents first --games 1"
    plain, whole = boardless(line), boardless(f"--traceback {line}")
    assert (plain.status, whole.status) == (2, 2)
    assert (plain.err.count("\n"), "Traceback" in plain.err) == (1, False)
    assert "Traceback" in whole.err
    assert "return 1 // 0" in whole.err
    assert whole.err.splitlines()[-1] in plain.err
    # It is asked for each time.
    assert boardless(line) == plain


@pytest.mark.parametrize("command", ["perft {} 1", "playouts {} --playouts 1", "explore {}"])
def test_a_game_written_in_python_is_refused_where_it_cannot_be_played(
    boardless: Callable[..., Answer], command: str
) -> None:
    answer = boardless(command.format(f"{OWN}:TakeAway"))
    assert (answer.status, answer.err.count("\n")) == (2, 1)
    assert "written in Python" in answer.err


def test_a_game_written_in_python_has_no_options(boardless: Callable[..., Answer]) -> None:
    answer = boardless(f"analyse {OWN}:TakeAway --option A/B")
    assert (answer.status, "takes no options" in answer.err) == (2, True)
