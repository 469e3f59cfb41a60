"""The command that speaks the Universal Hive Protocol: lines in, lines out."""

import sys
from io import StringIO

import pytest

from boardless.cli.uhp import uhp


@pytest.mark.parametrize("end", ["exit\nplay bS1 wS1-\n", ""])
def test_lines_are_answered_until_the_end(
    end: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", StringIO("newgame\n\nplay wS1\nplay wS1\n" + end))
    uhp(no_jit=True)
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("id boardless ")
    assert said[2:7] == [
        "ok",
        "Base;NotStarted;White[1]",
        "ok",
        "Base;InProgress;Black[1];wS1",
        "ok",
    ]
    assert said[7].startswith("invalidmove ")
    assert said[8:] == ["ok"]
