"""Block in the engine and in the slow models of its rules, as printed and as in Ludii."""

from boardless.games import load
from tools.models import block, block_ludii


def test_random_games_agree() -> None:
    game = load("Block", jit=False)
    assert sum(block.compared(game, number) for number in range(10)) > 100


def test_random_games_with_ludii_s_rules_agree() -> None:
    game = load("Block", ["Rules/Ludii"], jit=False)
    assert sum(block_ludii.compared(game, number, plies=6) for number in (1, 2)) == 12
