"""Libraries, expansion and the census on the command line."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import typer

from boardless.cli import games as cli_census
from boardless.conformance.census import Census, Examination
from boardless.games import description_text
from tests.cli.running import Answer


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("show Plotto --library nowhere", "nowhere: no such folder"),
        ("census nowhere", "nowhere: no such folder"),
        ("census --library nowhere", "nowhere: no such folder"),
        ("census", "census: give a folder, --library DIR, or set BOARDLESS_LIBRARY"),
        ("census . --list none.txt", "none.txt: no such file"),
        ("census . --workers 0", "workers 0: choose a whole number from 1 to"),
        ("census . --format xml", "unknown format 'xml'"),
    ],
)
def test_bad_input_is_one_line_and_exit_status_2(
    boardless: Callable[..., Answer], line: str, message: str
) -> None:
    done = boardless(line)
    assert (done.status, done.out) == (2, "")
    assert message in done.err
    assert done.err.count("\n") == 1


def test_a_library_of_ones_own(boardless: Callable[..., Answer], tmp_path: Path) -> None:
    text = description_text("Tic-Tac-Toe").replace("(square 3)", '("Size" 3)')
    (tmp_path / "Own.lud").write_text(text)
    (tmp_path / "Size.def").write_text('(define "Size" (square #1))')
    shown = boardless("show own --library", str(tmp_path)).out
    assert "(board (square 3))" in shown
    (tmp_path / "Open.lud").write_text('(game "Open" {(unknown "Size" [5 | 6])})')
    assert boardless("expand Open --library", str(tmp_path)).out == (
        '// line 1, column 31: [5 | 6]: 5 is taken\n(game "Open" {(unknown (square) 5)})\n'
    )


def test_a_census_as_json(boardless: Callable[..., Answer], tmp_path: Path) -> None:
    (tmp_path / "A.lud").write_text('(game "A" (nothing))')
    (tmp_path / "list.txt").write_text("A.lud\n\nB.lud\n")
    listed = ("--list", str(tmp_path / "list.txt"))
    done = boardless("census --no-jit --format json", str(tmp_path), *listed)
    assert (done.status, done.err) == (0, "")
    again = boardless("census --no-jit --format json --library", str(tmp_path), *listed)
    assert json.loads(again.out)["totals"] == json.loads(done.out)["totals"]
    record = json.loads(done.out)
    assert [(game["file"], game["expanded"]) for game in record["games"]] == [
        ("A.lud", True),
        ("B.lud", False),
    ]
    assert "no board of fixed size" in record["games"][0]["error"]
    assert record["totals"]["games"] == 2


@pytest.mark.parametrize("format_", ["table", "csv", "json"])
def test_an_interrupted_census_prints_what_it_has(
    format_: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object, census: Census, **__: object) -> None:
        census.found[0] = Examination("A.lud", ("read",), error="(a b): unknown")
        raise KeyboardInterrupt

    monkeypatch.setattr("boardless.conformance.census.take_census", interrupted)
    with pytest.raises(typer.Exit) as exited:
        cli_census.census(Path(), format_=format_)
    assert exited.value.exit_code == 130
    printed = capsys.readouterr().out
    assert "A.lud" in printed
    assert ("(a ...): unknown" in printed) == (format_ != "csv")
