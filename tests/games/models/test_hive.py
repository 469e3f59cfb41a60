"""The slow model of Hive counts as published: `tests/goldens/hive_perft.json`."""

import json
from pathlib import Path

import pytest

from tests.games.models.hive import Hive

_FILE = Path(__file__).parents[2] / "goldens" / "hive_perft.json"
COUNTS = json.loads(_FILE.read_text(encoding="utf-8"))
    (Path(__file__).parents[2] / "goldens" / "hive_perft.json").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("pieces", COUNTS)
def test_counts(pieces: str) -> None:
    start = Hive.start(pieces.removeprefix("Base+").removeprefix("Base"))
    assert [start.perft(depth) for depth in range(4)] == COUNTS[pieces][:4]
