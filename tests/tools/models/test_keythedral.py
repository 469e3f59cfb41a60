"""Keythedral's first phase in the engine and in the slow model."""

import pytest

from boardless.games import load
from tools.models.keythedral import compared

TECHNIQUES = ["ZONE-APPEND", "RULE-APPEND", "ZONE-SHRINK", "PERI-APPEND", "BASE"]


@pytest.mark.parametrize("technique", TECHNIQUES)
def test_random_land_of_two_shapes_agrees(technique: str) -> None:
    game = load("Keythedral", ["Tiles/12"], jit=False)
    assert [compared(game, number, 12, 20, technique) for number in range(3)] == [12] * 3
