"""The commands that make and balance games."""

import json
from collections.abc import Callable
from pathlib import Path

from tests.cli.running import Answer


def test_design_prints_its_numbers(boardless: Callable[..., Answer], tmp_path: Path) -> None:
    line = f"design --from Tic-Tac-Toe --candidates 2 --seed 1 --out {tmp_path}"
    found = boardless(line)
    assert found.status == 0, found.err
    said = json.loads(found.out)
    assert said["candidates"] == 2
    assert set(said) >= {"candidates", "read", "played", "archive", "best"}
    assert (tmp_path / "archive.json").is_file()
    assert boardless(line).out == found.out
    other = boardless(line.replace("--seed 1", "--seed 2"))
    assert (other.status, other.err.count("\n")) == (2, 1)
    assert "another search" in other.err
    assert boardless(f"design --from , --out {tmp_path}").status == 2


def test_tune_game_prints_variants(boardless: Callable[..., Answer]) -> None:
    line = "tune-game Tic-Tac-Toe --agents random --games 2"
    found = boardless(f"{line} --format csv").out.splitlines()
    assert found[0] == "variant,games,wins,draws,losses,score,verdict"
    assert any(row.startswith("swap,2,") for row in found)
    said = json.loads(boardless(f"{line} --format json").out)
    assert {row["variant"] for row in said["variants"]} >= {"as it is", "swap", "side 4"}
    refused = boardless(f"{line} --unfair 2")
    assert (refused.status, refused.err.count("\n")) == (2, 1)
