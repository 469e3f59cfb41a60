"""Block in the engine and in the slow model of its rules."""

from boardless.games import load
from tests.games.models.compare_block import compared


def test_random_games_agree() -> None:
    game = load("Block", jit=False)
    assert sum(compared(game, number) for number in range(10)) > 100
