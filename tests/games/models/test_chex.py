"""Chex in the engine and in the slow model of its rules."""

import pytest

from boardless.games import load
from tests.games.models.compare_chex import chex


@pytest.mark.parametrize("technique", ["ZONE-APPEND", "BASE-KEPT"])
def test_random_games_agree(technique: str) -> None:
    game = load("Chex", jit=False)
    assert chex(game, 4, 36, technique) == 36
