"""The command that trains a network."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.running import Answer

LINE = (
    "learn Tic-Tac-Toe --out {} --steps 3 --set width=8 --set layers=1 --set games=2"
    " --set simulations=4 --seed 5"
)


def test_a_run_prints_its_curve_and_goes_on(
    boardless: Callable[..., Answer], tmp_path: Path
) -> None:
    pytest.importorskip("torch", reason="boardless[learn] is not installed")
    first = boardless(LINE.format(tmp_path))
    assert first.status == 0
    assert first.out.splitlines()[0].startswith("iteration,seconds,games")
    assert first.out.splitlines()[1].startswith("1,")
    again = boardless(LINE.format(tmp_path).replace("--steps 3", "--steps 6"))
    assert int(again.out.splitlines()[1].partition(",")[0]) == len(first.out.splitlines())
    other = boardless(LINE.format(tmp_path).replace("--seed 5", "--seed 6"))
    assert (other.status, other.out.count("\n")) == (2, 1)
    assert "a run with other settings" in other.err


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ("--set width", "give NAME=VALUE"),
        ("--set colour=3", "give NAME=VALUE with one of"),
        ("--set width=x", "not a whole number"),
        ("--set rate=7", "rate"),
    ],
)
def test_bad_settings_are_one_line(
    boardless: Callable[..., Answer], tmp_path: Path, more: str, message: str
) -> None:
    pytest.importorskip("torch", reason="boardless[learn] is not installed")
    answer = boardless(f"{LINE.format(tmp_path)} {more}")
    assert (answer.status, answer.out) == (2, "")
    assert message in answer.err
    assert answer.err.count("\n") == 1
