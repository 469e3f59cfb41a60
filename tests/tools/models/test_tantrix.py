"""Tantrix in the engine and in the slow model of its printed rules."""

from collections import Counter

import pytest

from tools.models.tantrix import compared, tantrix, tile_set


def test_the_tiles_are_derived() -> None:
    names = [component.name for component in tantrix(2, jit=False).module.model.components]
    assert names == ["T" + "".join(map(str, tile)) for tile in tile_set()]
    assert len(names) == 56
    assert set(Counter(frozenset(name[1:]) for name in names).values()) == {14}


@pytest.mark.parametrize("players", [2, pytest.param(3, marks=pytest.mark.slow), 4])
def test_random_games_agree(players: int) -> None:
    game = tantrix(players, jit=False)
    assert compared(game, players, 300) > 100
