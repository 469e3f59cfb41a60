"""Chex in the engine and in the slow model of its rules."""

import pytest

from boardless.games import load
from boardless.play import State
from boardless.topo import InputError
from tools.models.chex import compared


@pytest.mark.parametrize("technique", ["ZONE-APPEND", "BASE-KEPT"])
def test_random_games_agree(technique: str) -> None:
    game = load("Chex", jit=False)
    assert compared(game, 4, 36, technique) == 36


@pytest.mark.parametrize(
    ("technique", "why"),
    [
        ("ZONE-SHRINK", "chance needs a board of the engine"),
        ("RULE-APPEND", "it cannot grow by the rules"),
    ],
)
def test_other_boards_are_refused(technique: str, why: str) -> None:
    with pytest.raises(InputError, match=why) as refused:
        State(load("Chex", jit=False), technique)
    assert "\n" not in str(refused.value)
