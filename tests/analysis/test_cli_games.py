"""The commands about games, run as a user runs them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from boardless.analysis.census import Census, Entry
from boardless.cli import census as cli_census
from boardless.games import description_text
from tests.conftest import GOLDENS

RECORDED = GOLDENS / "recorded"


def boardless(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from boardless.cli.app import main; main()", *words]
    return subprocess.run(command, capture_output=True, text=True)


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
        (("show", "Plotto", "--library", "nowhere"), "nowhere: no such folder"),
        (("census", "nowhere"), "nowhere: no such folder"),
        (("census", ".", "--list", "none.txt"), "none.txt: no such file"),
        (("census", ".", "--workers", "0"), "workers 0: choose 1 to"),
        (("census", ".", "--format", "xml"), "unknown format 'xml'"),
    ],
)
def test_bad_input_is_one_line_and_exit_status_2(words: tuple[str, ...], message: str) -> None:
    done = boardless(*words)
    assert done.returncode == 2
    assert message.lower() in done.stderr.lower()
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("boardless: ")


def test_a_library_of_ones_own(tmp_path: Path) -> None:
    text = description_text("Tic-Tac-Toe").replace("(square 3)", '("Size" 3)')
    (tmp_path / "Own.lud").write_text(text)
    (tmp_path / "Size.def").write_text('(define "Size" (square #1))')
    shown = boardless("show", "own", "--library", str(tmp_path)).stdout
    assert "(board (square 3))" in shown
    (tmp_path / "Open.lud").write_text('(game "Open" {(unknown "Size" [5 | 6])})')
    assert boardless("expand", "Open", "--library", str(tmp_path)).stdout == (
        '// line 1, column 31: [5 | 6]: 5 is taken\n(game "Open" {(unknown (square) 5)})\n'
    )


def test_a_census_as_json(tmp_path: Path) -> None:
    (tmp_path / "A.lud").write_text('(game "A" (nothing))')
    (tmp_path / "list.txt").write_text("A.lud\n\nB.lud\n")
    done = boardless(
        "census",
        str(tmp_path),
        "--list",
        str(tmp_path / "list.txt"),
        "--no-jit",
        "--format",
        "json",
    )
    assert (done.returncode, done.stderr) == (0, "")
    record = json.loads(done.stdout)
    assert [(game["file"], game["expanded"]) for game in record["games"]] == [
        ("A.lud", True),
        ("B.lud", False),
    ]
    assert "nothing: unknown ludeme" in record["games"][0]["error"]
    assert record["totals"]["games"] == 2


@pytest.mark.parametrize("format_", ["table", "csv", "json"])
def test_an_interrupted_census_prints_what_it_has(
    format_: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object, census: Census, **__: object) -> None:
        census.found[0] = Entry("A.lud", ("read",), error="(a b): unknown")
        raise KeyboardInterrupt

    monkeypatch.setattr("boardless.analysis.census.take_census", interrupted)
    with pytest.raises(typer.Exit) as exited:
        cli_census.census(Path(), format_=format_)
    assert exited.value.exit_code == 130
    printed = capsys.readouterr().out
    assert "A.lud" in printed
    assert ("(a ...): unknown" in printed) == (format_ != "csv")
