"""Village in the engine and in the slow model of its rules."""

from collections import Counter

import pytest

from boardless.games import Game, load
from tests.games.models.compare_village import compared, short, tiles_of
from tests.games.models.village import landscapes, tasks


@pytest.fixture(scope="module")
def game() -> Game:
    return short()


def test_the_text_has_the_tiles_of_the_rule() -> None:
    assert (len(landscapes()), len(tasks())) == (48, 25)
    assert Counter(tiles_of(load("Village", jit=False))) == Counter(landscapes() + tasks())


def test_short_games_agree(game: Game) -> None:
    """Tasks are done in them, and fail."""
    ended = [compared(game, number) for number in range(10)]
    assert min(len(one.tiles) for one in ended) > 8
    assert sum(one.done for one in ended) > 10
    assert sum(one.failed for one in ended) > 2
