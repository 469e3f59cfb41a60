"""The slow model of Hive counts as published, and the engine plays the same games as the model."""

import json
from pathlib import Path

import pytest

from boardless.games import load
from boardless.play import State
from tests.conftest import THOROUGH
from tools.models.hive import Hive, compared

_FILE = Path(__file__).parents[2] / "goldens" / "hive_perft.json"
COUNTS: dict[str, list[int]] = json.loads(_FILE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("pieces", COUNTS)
def test_counts(pieces: str) -> None:
    model = Hive.start(pieces.removeprefix("Base").removeprefix("+"))
    assert [model.perft(depth) for depth in range(4)] == COUNTS[pieces][:4]
    state = State(load("Hive", [f"Pieces/{pieces}"], jit=False))
    assert [state.perft(depth) for depth in range(4)] == COUNTS[pieces][:4]


@pytest.mark.parametrize("number", range(8) if THOROUGH else range(0, 8, 2))
def test_games_of_all_sets_of_pieces(number: int) -> None:
    pieces = list(COUNTS)[number]
    compared(load("Hive", [f"Pieces/{pieces}"], jit=False), number, 40)


@pytest.mark.parametrize(
    "technique", ["ZONE-SHRINK", pytest.param("ZONE-APPEND", marks=pytest.mark.slow)]
)
def test_games_with_all_pieces(technique: str) -> None:
    game = load("Hive", ["Pieces/Base+MLP"], jit=False)
    compared(game, 100, 110, technique)
