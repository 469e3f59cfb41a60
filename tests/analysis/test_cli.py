"""The command line: its forms, which other tools read, and what it says to bad input."""

import csv
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

import pytest

from boardless.analysis.sequences import SEQUENCES
from boardless.cli import app as cli
from boardless.strategies import STRATEGIES, Zone
from boardless.topo import TILINGS, Board, board_record


class Answer(NamedTuple):
    """What a command printed, and its exit status."""

    status: int
    out: str
    err: str


@pytest.fixture
def boardless(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Answer]:
    def run(line: str, *more: str) -> Answer:
        monkeypatch.setattr(sys, "argv", ["boardless", *line.split(), *more])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        printed = capsys.readouterr()
        return Answer(ended.value.code or 0, printed.out, printed.err)

    return run


GROWTH = "growth --tiling triangular --strategy zone --sequence best --moves 3"


def test_growth_as_json(boardless: Callable[..., Answer]) -> None:
    answer = boardless(f"{GROWTH} --format json")
    assert (answer.status, answer.err) == (0, "")
    assert json.loads(answer.out) == {
        "tiling": "triangular",
        "strategy": "zone",
        "sequence": "best",
        "cells": [1, 13, 16, 19],
        "unused": [1, 12 / 13, 14 / 16, 16 / 19],
    }


def test_growth_as_csv(boardless: Callable[..., Answer]) -> None:
    rows = list(csv.reader(io.StringIO(boardless(f"{GROWTH} --format csv").out)))
    assert rows[0] == ["move", "cells", "unused"]
    assert [row[:2] for row in rows[1:]] == [["0", "1"], ["1", "13"], ["2", "16"], ["3", "19"]]
    assert float(rows[4][2]) == 16 / 19


def test_growth_as_a_table(boardless: Callable[..., Answer]) -> None:
    assert boardless(GROWTH) == boardless(f"{GROWTH} --format table")
    assert [line.split() for line in boardless(GROWTH).out.splitlines()] == [
        ["move", "cells", "unused"],
        ["0", "1", "100.0%"],
        ["1", "13", "92.3%"],
        ["2", "16", "87.5%"],
        ["3", "19", "84.2%"],
    ]


def test_growth_of_every_kind(boardless: Callable[..., Answer]) -> None:
    for tiling in TILINGS:
        for strategy in STRATEGIES:
            for sequence in ("best", "worst"):
                answer = boardless(
                    f"growth --tiling {tiling} --strategy {strategy} --sequence {sequence} "
                    "--moves 5 --format json"
                )
                assert len(json.loads(answer.out)["cells"]) == 6


def test_a_strategy_of_ones_own(
    boardless: Callable[..., Answer], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "my_growth.py").write_text(
        "from boardless.strategies import Zone\n\nclass Mine(Zone):\n    law = None\n", "utf-8"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", sys.path.copy())
    growth = "growth --tiling square --sequence worst --moves 3 --format json --strategy"
    assert json.loads(boardless(f"{growth} my_growth:Mine").out)["cells"] == [1, 9, 14, 19]
    walk = "walk --tiling hexagonal --moves 3 --format json --strategy"
    assert json.loads(boardless(f"{walk} my_growth:Mine").out)["cells"] == [30, 32, 34, 36]
    for name, reason in (("my_growth:Yours", "'Yours'"), ("no_growth:Mine", "'no_growth'")):
        answer = boardless(f"{growth} {name}")
        assert (answer.status, answer.out, answer.err.count("\n")) == (2, "", 1)
        assert reason in answer.err


def test_a_walk(boardless: Callable[..., Answer]) -> None:
    walk = "walk --tiling hexagonal --strategy zone-shrink --moves 3 --tiles 8 --format"
    assert json.loads(boardless(f"{walk} json").out) == {
        "tiling": "hexagonal",
        "strategy": "zone-shrink",
        "tiles": 8,
        "cells": [22] * 4,
        "sites": [22, 24, 24, 24],
        "unused": [14 / 22] * 4,
    }
    assert boardless(f"{walk} csv").out.splitlines()[:2] == ["move,cells,sites,unused", ZEROTH]
    assert boardless(f"{walk} table").out.split()[:4] == ["move", "cells", "sites", "unused"]


ZEROTH = f"0,22,22,{14 / 22}"


def test_board_as_json(boardless: Callable[..., Answer]) -> None:
    for name in TILINGS:
        answer = boardless(f"board {name} 3 --format json")
        expected = board_record(Board.regular(TILINGS[name], 3), f"{name}-3")
        assert json.loads(answer.out) == expected


def test_tables_in_files(boardless: Callable[..., Answer], tmp_path: Path) -> None:
    bricks = {
        "periods": [[2, 0], [1, 1]],
        "vertices": [[0, 0], [1, 0]],
        "faces": [[[0, 0, 0], [0, 0, 1], [1, 0, 0], [0, 1, 1], [0, 1, 0], [-1, 1, 1]]],
    }
    path = tmp_path / "bricks.json"
    path.write_text(json.dumps(bricks))
    board = ("board", str(path), "2", "--format", "json")
    assert json.loads(boardless(*board).out)["cells"]["n"] == 7
    zone = ["--strategy", "zone", "--sequence", "best", "--moves", "2", "--format", "json"]
    cells = json.loads(boardless("growth --tiling", str(path), *zone).out)["cells"]
    assert cells == [1, 7, 10]
    for bad, message in (
        ({"periods": [[2, 0], [4, 0]]}, "parallel"),
        ({"periods": [[0, 0], [4, 0]]}, "period 1 is zero"),
        ({"vertices": [[0, 0], [1, 3]]}, "cross"),
        ({"faces": [bricks["faces"][0][:5]]}, "matches no other face"),
        ({"faces": bricks["faces"] * 1000}, "1,000 faces: give at most 250"),
        ({"colour": 1}, "give an object"),
    ):
        path.write_text(json.dumps(bricks | bad))
        answer = boardless(*board)
        assert (answer.status, answer.out) == (2, "")
        assert message in answer.err
        assert answer.err.count("\n") == 1


def test_tilings(boardless: Callable[..., Answer]) -> None:
    lines = boardless("tilings").out.splitlines()
    assert [line.split()[0] for line in lines] == list(TILINGS)
    assert any("octagon-square" in line for line in lines)


def test_board_as_text(boardless: Callable[..., Answer]) -> None:
    golden = Path(__file__).parents[1] / "goldens" / "board-hexagonal-3.txt"
    answer = boardless("board hexagonal 3")
    assert answer == (0, golden.read_text(), "")
    assert boardless("board hexagonal 3 --format text") == answer


def test_figures(boardless: Callable[..., Answer], tmp_path: Path) -> None:
    answer = boardless("figures 6.9 6.10 --out", str(tmp_path))
    assert (answer.status, answer.err) == (0, "")
    assert answer.out == f"wrote 6 files to {tmp_path}\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(
        f"figure-{name}.{kind}" for name in ("6.9", "6.10") for kind in ("png", "svg", "csv")
    )


def test_help(boardless: Callable[..., Answer]) -> None:
    assert boardless("") == boardless("--help")
    for command in ("figures", "growth", "walk", "board"):
        assert command in boardless("--help").out
        assert f"boardless {command}" in boardless(f"{command} --help").out


def test_help_names_what_may_be_chosen() -> None:
    assert cli.TILINGS.split("|") == list(TILINGS)
    assert cli.STRATEGIES.split("|") == [*STRATEGIES, "rule"]
    assert cli.ZONES.split("|") == [n for n, s in STRATEGIES.items() if isinstance(s, Zone)]
    assert cli.SEQUENCES.split("|") == list(SEQUENCES)


def test_version(boardless: Callable[..., Answer]) -> None:
    assert boardless("--version") == (0, f"boardless {version('boardless')}\n", "")


ZONE = "--strategy zone --sequence best"


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("board round 3", ["'round'", "square, hexagonal, triangular"]),
        ("board square 0", ["dimension 0", "from 1"]),
        ("board missing.json 2", ["missing.json", "no such file"]),
        ("board floret 9999", ["dimension 9999", "to 2048"]),
        ("board square -3", ["dimension -3", "from 1"]),
        ("board square 99999", ["dimension 99999", "to 2048"]),
        ("board square abc", ["DIMENSION", "'abc'", "whole number"]),
        ("board square 1.5", ["DIMENSION", "'1.5'", "whole number"]),
        ("board square -1.5", ["DIMENSION", "'-1.5'", "whole number"]),
        ("board square", ["DIMENSION"]),
        ("board", ["TILING"]),
        ("board square 3 4", ["4"]),
        ("board square 3 --format xml", ["'xml'", "text, json"]),
        ("board square 3 --loud", ["--loud", "--format"]),
        (f"growth --tiling round {ZONE} --moves 3", ["'round'", "square, hexagonal"]),
        ("growth --tiling square --strategy wild --sequence best --moves 3", ["'wild'", "zone"]),
        ("growth --tiling square --strategy zone --sequence bad --moves 3", ["'bad'", "worst"]),
        (f"growth --tiling square {ZONE} --moves -1", ["moves -1", "0 to"]),
        (f"growth --tiling square {ZONE} --moves many", ["'many'", "whole number"]),
        (f"growth --tiling square {ZONE} --moves 3 --format xml", ["'xml'", "table, csv, json"]),
        (f"growth --tiling square {ZONE}", ["--moves"]),
        (f"growth --tiling square {ZONE} --moves", ["--moves"]),
        (f"growth --tiling square {ZONE} --moves 3 --loud", ["--loud", "--format"]),
        (
            "growth --tiling hexagonal --strategy fixed --sequence worst --moves 1262",
            ["moves 1262", "0 to 1261"],
        ),
        ("walk --tiling square --strategy fixed --moves 3", ["'fixed'", "zone, zone-shrink"]),
        ("walk --tiling square --strategy zone --moves -3", ["moves -3", "from 0"]),
        ("walk --tiling square --strategy zone --moves 3 --tiles 1", ["tiles 1", "from 2"]),
        ("walk --tiling square --strategy zone --moves 3 --tiles 100000", ["tiles 100000", "1000"]),
        ("walk --tiling square --strategy zone --moves 99999", ["moves 99999", "to 10000"]),
        ("walk --tiling square --strategy zone --moves 3 --format xml", ["'xml'", "table, csv"]),
        ("figures 9.9", ["'9.9'", "6.7"]),
        ("figures 6.9 --out /dev/null/deep", ["'/dev/null/deep'", "folder"]),
        ("dance", ["'dance'", "figures", "growth", "board"]),
        ("--loud", ["--loud", "--version"]),
    ],
)
def test_bad_input_is_one_line(
    boardless: Callable[..., Answer], line: str, named: list[str]
) -> None:
    answer = boardless(line)
    assert (answer.status, answer.out) == (2, "")
    assert answer.err.startswith("boardless: ")
    assert answer.err.count("\n") == 1
    assert answer.err == answer.err.rstrip() + "\n"
    for part in named:
        assert part in answer.err


@pytest.mark.parametrize("moves", [3, 20000])
def test_nobody_reads(moves: int) -> None:
    read, write = os.pipe()
    os.close(read)
    run = _run_to(write, f"growth --tiling square {ZONE} --moves {moves}")
    assert (run.returncode, run.stderr) == (1, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_is_one_line() -> None:
    run = _run_to(os.open("/dev/full", os.O_WRONLY), "board square 3")
    assert run.returncode == 2
    assert run.stderr.startswith("boardless: cannot write")
    assert run.stderr.count("\n") == 1


def _run_to(output: int, line: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from boardless.cli.app import main; main()", *line.split()]
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONUNBUFFERED"}
    try:
        return subprocess.run(
            command, stdout=output, stderr=subprocess.PIPE, env=environment, text=True, check=False
        )
    finally:
        os.close(output)


def test_a_line_break_in_an_argument(boardless: Callable[..., Answer]) -> None:
    answer = boardless("board square 3 --format", "te\nxt")
    assert answer.err == "boardless: unknown format 'te\\nxt': choose one of text, json\n"
    assert boardless("growth", "--lo\nud").err.count("\n") == 1


def test_completion() -> None:
    # What bash asks for when a word of the command line is to be completed.
    def completed(words: str) -> list[str]:
        command = "from boardless.cli.app import main; main()"
        environment = os.environ | {
            "_BOARDLESS_COMPLETE": "complete_bash",
            "COMP_WORDS": words,
            "COMP_CWORD": str(len(words.split())),
        }
        return subprocess.run(
            [sys.executable, "-c", command],
            env=environment, capture_output=True, text=True, check=False,
        ).stdout.split()  # fmt: skip

    assert {"figures", "growth", "board", "playouts"} < set(completed("boardless"))
    assert completed("boardless growth --tiling") == list(TILINGS)
    assert "6.7" in completed("boardless figures")


def test_help_imports_nothing_heavy() -> None:
    command = (
        "import sys; from boardless.cli.app import app; "
        "print(sorted({'numba', 'pandas', 'matplotlib', 'networkx', 'topo'} & set(sys.modules)))"
    )
    run = subprocess.run(
        [sys.executable, "-c", command], capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == "[]"
