"""The commands about games, run as a user runs them."""

import pytest

from tests.cli.running import boardless
from tests.conftest import GOLDENS

RECORDED = GOLDENS / "recorded"


def test_recorded_games_are_checked() -> None:
    files = [str(path) for path in sorted(RECORDED.glob("*.jsonl"))]
    done = boardless("check-trials", "--no-jit", *files)
    lines = done.stdout.splitlines()
    assert done.returncode == 0
    assert len(lines) == len(files) == 7
    assert all(line.endswith(" plies, 0 differences") for line in lines)
    assert lines[0].startswith("andantino-hexagonal: 2 trials, ")


def test_another_game_keeps_the_tiling_of_the_file() -> None:
    path = str(RECORDED / "andantino-square.jsonl")
    words = ("check-trials", "--no-jit", "--game")
    same = boardless(*words, "Andantino", path)
    assert (same.returncode, same.stderr) == (0, "")
    assert same.stdout.startswith("andantino-square: 2 trials, ")
    other = boardless(*words, "Andantino", "--option", "Tiling/Triangular", path)
    assert other.returncode == 1
    none = boardless(*words, "Plotto", path)
    assert (none.returncode, none.stdout) == (2, "")
    assert "no step leads NNE on this board" in none.stderr


def test_a_difference_is_told_and_the_exit_status_is_1() -> None:
    path = str(RECORDED / "andantino-hexagonal.jsonl")
    done = boardless("check-trials", "--no-jit", "--game", "Bravalath", path)
    assert done.returncode == 1
    assert "2 trials" in done.stdout
    assert "ply 0: legal only here" in done.stdout


def test_perft_show_and_ludemes() -> None:
    assert boardless("perft", "Tic-Tac-Toe", "3").stdout == "1 9\n2 72\n3 504\n"
    shown = boardless("show", "Plotto").stdout
    assert '(game "Plotto"' in shown
    assert "// keeps 4 list(s) of legal moves" in shown
    assert "def playouts(" in shown
    assert "(is Line" in boardless("ludemes").stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("playouts", "Nonsense", "--playouts", "1"), "Nonsense: no such file"),
        (("perft", "Plotto", "0"), "depth 0: choose 1 or more"),
        (("check-trials", "missing.jsonl"), "cannot be read: No such file"),
        (("show", "Plotto", "--tiling", "round"), "round"),
    ],
)
def test_bad_input_is_one_line_and_exit_status_2(words: tuple[str, ...], message: str) -> None:
    done = boardless(*words)
    assert done.returncode == 2
    assert message.lower() in done.stderr.lower()
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("boardless: ")
