"""The command line: its forms, which other tools read, and what it says to bad input."""

import csv
import io
import json
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import version
from itertools import product
from pathlib import Path

import pytest
import typer

from boardless.analysis.figures import FIGURES
from boardless.analysis.sequences import SEQUENCES
from boardless.cli import parameters
from boardless.cli.commands import app
from boardless.strategies import STRATEGIES, Zone
from boardless.topo import REGULAR, TILINGS, Board, board_record
from tests.cli.running import Answer

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
    # Of each tiling growth is tested where it is worked out.
    kinds = [(tiling, "zone", "best") for tiling in (*REGULAR, "cairo", "kisrhombille")]
    kinds += product(["square"], STRATEGIES, ["best", "worst"])
    for tiling, strategy, sequence in kinds:
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
    assert boardless("board hexagonal 3 --format table") == answer


def test_board_as_csv(boardless: Callable[..., Answer]) -> None:
    rows = list(csv.DictReader(io.StringIO(boardless("board hexagonal 3 --format csv").out)))
    sites = board_record(Board.regular(TILINGS["hexagonal"], 3), "hexagonal-3")["cells"]["sites"]
    assert [int(row["site"]) for row in rows] == list(range(len(sites)))
    for row, site in zip(rows, sites, strict=True):
        assert [float(row["x"]), float(row["y"]), int(row["row"])] == [*site["pt"], site["row"]]
        for name in ("vertices", "orthogonal", "diagonal", "off", "adjacent", "all"):
            assert [int(number) for number in row[name].split()] == site[name]


def test_figures(boardless: Callable[..., Answer], tmp_path: Path) -> None:
    answer = boardless("figures 6.1 6.2 --out", str(tmp_path))
    assert (answer.status, answer.out) == (0, f"wrote 6 files to {tmp_path}\n")
    # Off a terminal each figure is a plain line.
    assert answer.err == "".join(f"{name} {FIGURES[name].title}\n" for name in ("6.1", "6.2"))
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(
        f"figure-{name}.{kind}" for name in ("6.1", "6.2") for kind in ("png", "svg", "csv")
    )


def test_help(boardless: Callable[..., Answer]) -> None:
    assert boardless("") == boardless("--help")
    for command in ("figures", "growth", "walk", "board"):
        assert command in boardless("--help").out
        assert f"boardless {command}" in boardless(f"{command} --help").out


def test_help_names_what_may_be_chosen() -> None:
    command = typer.main.get_command(app)
    values = {
        (name, option.name): (option.metavar or "").split("|")
        for name in ("growth", "walk")
        for option in command.commands[name].params
    }
    assert parameters.TILINGS.split("|") == list(TILINGS)
    assert values["growth", "strategy"] == [*STRATEGIES, "rule"]
    assert values["walk", "strategy"] == [n for n, s in STRATEGIES.items() if isinstance(s, Zone)]
    assert values["growth", "sequence"] == list(SEQUENCES)


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
        ("board square 3 --format xml", ["'xml'", "table, csv, text, json"]),
        ("board square 3 --loud", ["--loud", "--format"]),
        (f"growth --tiling round {ZONE} --moves 3", ["'round'", "square, hexagonal"]),
        (
            "growth --tiling square --strategy wild --sequence best --moves 3",
            ["'wild'", "zone-shrink", ", rule"],
        ),
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
        ("walk --tiling square --strategy wild --moves 3", ["'wild'", "one of zone, zone-shrink"]),
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


def test_a_line_break_in_an_argument(boardless: Callable[..., Answer]) -> None:
    answer = boardless("board square 3 --format", "te\nxt")
    assert (
        answer.err == "boardless: unknown format 'te\\nxt': choose one of table, csv, text, json\n"
    )
    assert boardless("growth", "--lo\nud").err.count("\n") == 1


def test_completion(boardless: Callable[..., Answer], monkeypatch: pytest.MonkeyPatch) -> None:
    # What bash asks for when a word of the command line is to be completed.
    def completed(words: str) -> list[str]:
        monkeypatch.setenv("_BOARDLESS_COMPLETE", "complete_bash")
        monkeypatch.setenv("COMP_WORDS", words)
        monkeypatch.setenv("COMP_CWORD", str(len(words.split())))
        return boardless("").out.split()

    assert {"figures", "growth", "board", "playouts"} < set(completed("boardless"))
    assert completed("boardless growth --tiling") == list(TILINGS)
    assert "6.7" in completed("boardless figures")


def test_help_imports_nothing_heavy() -> None:
    command = (
        "import sys; from boardless.cli.commands import app; "
        "heavy = {'numba', 'pandas', 'matplotlib', 'networkx', 'boardless.topo'}; "
        "print(sorted(heavy & set(sys.modules)))"
    )
    run = subprocess.run(
        [sys.executable, "-c", command], capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == "[]"
