"""The command that plays games by the evaluator, too: how descriptions end."""

from pathlib import Path

import pytest

from boardless.ir.expressions import OPERATIONS
from tools.evaluated import EQUAL, REFUSED, EvaluationJob, main, outcome_of
from tools.many_games import File


def test_descriptions_are_equal_or_refused(tmp_path: Path) -> None:
    (tmp_path / "T.lud").write_text("(game)")
    assert outcome_of(EvaluationJob(File("", "Tic-Tac-Toe.lud"), 1, 3)) == EQUAL
    assert outcome_of(EvaluationJob(File(str(tmp_path), "T.lud"), 1, 3)) == REFUSED


def test_a_difference_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:

    monkeypatch.setitem(OPERATIONS, "^", OPERATIONS["|"])
    assert main(only=["Tic-Tac-Toe"], plies=2, seconds=0) == 1
    assert "Tic-Tac-Toe.lud: after 0 moves: key" in capsys.readouterr().out
