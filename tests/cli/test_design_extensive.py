"""The command for games in extensive form."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.running import Answer
from tests.conftest import GOLDENS

POKER = str(GOLDENS / "efg" / "poker.efg")


def test_a_file_as_a_description(boardless: Callable[..., Answer]) -> None:
    text = boardless("extensive --format lgdl", POKER).out
    assert text.startswith("// P1: Alice\n// P2: Bob\n(game ")
    assert boardless("extensive --format efg", POKER).out.startswith("EFG 2 R")


def test_its_criteria(boardless: Callable[..., Answer]) -> None:
    answer = boardless("extensive --check", POKER)
    assert answer.status == 0
    assert [line.split(":")[0] for line in answer.out.splitlines()] == [
        "1", "2a", "2b", "2c", "2d", "2e", "3",
    ]  # fmt: skip
    assert all(line.endswith(": holds") for line in answer.out.splitlines())
    assert json.loads(boardless("extensive --check --format json", POKER).out)["holds"] is True


def test_its_solution(boardless: Callable[..., Answer]) -> None:
    found = json.loads(boardless("extensive --solve --iterations 500 --format json", POKER).out)
    assert found["value"] == pytest.approx([1 / 3, -1 / 3], abs=1e-3)
    assert 0 <= found["exploitability"] < 1e-3
    assert boardless("extensive --solve --iterations 5", POKER).out.startswith("Alice: ")
    rows = boardless("extensive --solve --iterations 5 --format csv", POKER).out.splitlines()
    assert (rows[0], len(rows)) == ("player,node,path,move,probability", 7)


def test_what_it_is(boardless: Callable[..., Answer]) -> None:
    found = json.loads(boardless("extensive --format json", POKER).out)
    assert (found["nodes"], found["information_sets"], found["perfect_recall"]) == (11, 3, True)


def test_a_single_leaf_and_a_payoff_beyond_the_limit(
    boardless: Callable[..., Answer], tmp_path: Path
) -> None:
    path = tmp_path / "leaf.efg"
    path.write_text('EFG 2 R "Leaf" { "A" "B" }\nt "" 1 "" { 3 1/2 }\n')
    found = json.loads(boardless("extensive --check --format json", str(path)).out)
    assert (found["holds"], found["not_checked"]) == (True, [])
    solved = json.loads(boardless("extensive --solve --format json", str(path)).out)
    assert (solved["value"], solved["strategy"]) == ([3.0, 0.5], [])
    path.write_text(path.read_text().replace("3 1/2", "3000000 1/2"))
    answer = boardless("extensive --check", str(path))
    assert (answer.status, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert "node 0: payoff 3000000: a description takes up to 1,000,000" in answer.err


def test_too_little_memory_is_one_line(
    boardless: Callable[..., Answer], monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(path: str) -> None:
        raise MemoryError

    monkeypatch.setattr("boardless.theory.read_efg", read)
    answer = boardless("extensive", POKER)
    assert (answer.status, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert "not enough memory" in answer.err


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--check --solve", "--check, --solve: choose one of the two"),
        ("--solve --format lgdl", "--format lgdl: leave out --check and --solve"),
        ("--format xml", "unknown format 'xml'"),
        ("--solve --iterations 0", "iterations 0: choose a whole number"),
    ],
)
def test_bad_input_is_one_line(
    boardless: Callable[..., Answer], options: str, message: str
) -> None:
    answer = boardless(f"extensive {options}", POKER)
    assert (answer.status, answer.out) == (2, "")
    assert message in answer.err
    assert answer.err.count("\n") == 1


def test_bad_files_are_one_line(boardless: Callable[..., Answer], tmp_path: Path) -> None:
    for name, text in {"empty.efg": "", "noise.efg": "\0\x01{{{"}.items():
        (tmp_path / name).write_text(text)
        answer = boardless("extensive --check", str(tmp_path / name))
        assert (answer.status, answer.out, answer.err.count("\n")) == (2, "", 1)
    answer = boardless("extensive", str(tmp_path / "none.efg"))
    assert (answer.status, answer.err.count("\n")) == (2, 1)


def test_a_figure_without_a_parameter_refuses_it(
    boardless: Callable[..., Answer], tmp_path: Path
) -> None:
    refused = boardless(f"figures 6.1 --moves 3 --out {tmp_path / 'out'}")
    assert (refused.status, refused.err.count("\n")) == (2, 1)
    assert "figure 6.1: no parameter moves" in refused.err
    assert boardless(f"figures growth-7.2 --tiling square --out {tmp_path}").status == 0
    assert (tmp_path / "growth-7.2.csv").read_text().count("\n") == 2
