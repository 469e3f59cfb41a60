"""Yinsh without a board in the engine and in the slow model of its rules."""

import pytest

from boardless.games import load
from tools.models.yinsh import compared


@pytest.mark.parametrize("technique", ["ZONE-APPEND", "ZONE-SHRINK"])
def test_random_games_agree(technique: str) -> None:
    # Rows are taken off in it.
    assert compared(load("Yinsh", jit=False), 1, 400, technique) > 50
