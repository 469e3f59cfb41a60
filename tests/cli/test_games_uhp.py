"""The command that speaks the Universal Hive Protocol: lines in, lines out."""

import sys
from io import BytesIO, StringIO, TextIOWrapper

import pytest

from boardless.cli.games import uhp
from boardless.cli.printing import prepare


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


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_bytes_that_are_no_text_are_an_unknown_command(
    encoding: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = BytesIO(b"newgame\nplay \xff\nplay wS1\n\xff\xfe\n")
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(lines, encoding=encoding))
    prepare()
    uhp(no_jit=True)
    _, _, *answers = capsys.readouterr().out.split("ok\n")
    assert answers[0].startswith("invalidmove move ")
    assert answers[1] == "Base;InProgress;Black[1];wS1\n"
    assert answers[2].startswith("err unknown command ")
