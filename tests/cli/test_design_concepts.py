"""Commands about what games are like."""

import json
from collections.abc import Callable
from pathlib import Path

from tests.cli.running import Answer


def test_concepts_are_told_by_the_text(boardless: Callable[..., Answer]) -> None:
    listed = boardless("concepts Hive").out.splitlines()
    assert listed.index("Growth") < listed.index("  Walks") < listed.index("    SlidingRule")
    values = json.loads(boardless("concepts Hive --format json").out)
    assert values["game"] == "Hive"
    assert values["concepts"]["Walks"]
    assert not values["concepts"]["Dice"]
    assert "Dice,0" in boardless("concepts Hive --format csv").out.splitlines()


def test_concepts_are_measured(boardless: Callable[..., Answer]) -> None:
    found = json.loads(boardless("concepts Tic-Tac-Toe --measured 10 --seed 1 --format json").out)
    assert found["measured"]["BoardCoverageDefault"] > 0.5
    low, high = found["intervals"]["DurationTurns"]
    assert low < found["measured"]["DurationTurns"] < high
    assert "DurationTurns," in boardless("concepts Tic-Tac-Toe --measured 2 --format csv").out
    refused = boardless("concepts Tic-Tac-Toe --until 0.1")
    assert (refused.status, refused.err.count("\n")) == (2, 1)


def test_similar_games_come_nearest_first(boardless: Callable[..., Answer]) -> None:
    found = json.loads(boardless("similar Andantino --format json").out)
    assert found["game"] == "Andantino"
    assert found["similar"][0]["game"] == "Bravalath"
    far = [it["distance"] for it in found["similar"]]
    assert far == sorted(far)
    assert set(found["similar"][0]) == {"game", "distance"}
    assert len(boardless("similar Andantino --most 3 --format csv").out.splitlines()) == 4
    for words in ("similar Nothing", "similar Hive --by taste", "similar Hive --by metrics"):
        assert boardless(words).status == 2


def test_a_map_is_kept_and_drawn(boardless: Callable[..., Answer], tmp_path: Path) -> None:
    store, out = tmp_path / "map.lbug", tmp_path / "out"
    only = "--only Tic-Tac-Toe.lud --only Bravalath.lud --only Andantino.lud"
    line = f"map --store {store} {only} --playouts 2 --out {out} --format json"
    found = json.loads(boardless(line).out)
    assert (found["games"], found["failed"]) == (3, [])
    assert (out / "map-9.1.png").exists()
    assert "Bravalath" in (out / "map-9.1.html").read_text()
    near = json.loads(boardless(f"similar Andantino --store {store} --format json").out)
    assert [it["game"] for it in near["similar"]] == ["Bravalath", "Tic-Tac-Toe"]
    assert boardless(f"map --store {store} --only None").status == 2


def test_a_map_of_texts_needs_no_store(boardless: Callable[..., Answer], tmp_path: Path) -> None:
    only = "--only Tic-Tac-Toe.lud --only Bravalath.lud --only Andantino.lud"
    assert "3 games, 3 without metrics" in boardless(f"map {only} --out {tmp_path}").out
    assert "3 games by concepts;" in (tmp_path / "map-9.1.html").read_text()
    assert boardless("map --by metrics").status == 2
