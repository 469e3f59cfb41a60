"""Trax in the engine and in the slow model of its printed rules."""

import json
from pathlib import Path

import pytest

from boardless.games import load
from tools.models.trax import Trax, compared, perft

_FILE = Path(__file__).parents[2] / "goldens" / "trax_perft.json"
COUNTS = json.loads(_FILE.read_text(encoding="utf-8"))["perft"]


def test_the_model_counts_as_known() -> None:
    assert [perft(Trax(), depth) for depth in range(4)] == COUNTS[:4]


@pytest.mark.parametrize("side", [None, 8])
def test_random_games_agree(side: int | None) -> None:
    game = load("Trax", ["Area/8x8"] if side else [], jit=False)
    assert sum(compared(game, number) for number in range(2)) > 14
