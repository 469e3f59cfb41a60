"""Ringo in the engine and in the slow model of its rules."""

import pytest

from boardless.games import load
from tools.models.ringo import compared


@pytest.mark.parametrize(
    "technique", ["ZONE-SHRINK", pytest.param("ZONE-APPEND", marks=pytest.mark.slow)]
)
def test_random_games_agree(technique: str) -> None:
    game = load("Ringo", jit=False)
    plies = [compared(game, number, 70, technique) for number in (1, 4)]
    # Discs have been taken up in some of them.
    assert max(plies) > 45
