"""Kingdomino in the engine and in the slow model of its rules."""

import pytest

from tests.conftest import THOROUGH
from tools.models.kingdomino import DOMINOES, OPTIONS, SET, Kingdom, compared, kingdomino


def test_the_set_has_the_sums_that_are_known() -> None:
    squares = [square for domino in DOMINOES.values() for square in domino]
    for terrain, count in SET["squares"].items():
        assert sum(kind == terrain for kind, _ in squares) == count
        crowns = sum(crowns for kind, crowns in squares if kind == terrain)
        assert crowns == SET["crowns"][terrain]


def test_placements_beside_the_castle() -> None:
    for number, (one, two) in DOMINOES.items():
        assert len(Kingdom(5).layings(number)) == (12 if one == two else 24)


@pytest.mark.parametrize("kind", range(len(OPTIONS)))
def test_random_games_agree(kind: int) -> None:
    game = kingdomino(OPTIONS[kind], jit=False)
    for number in range(4 if THOROUGH else 1):
        assert compared(game, number) >= 24
