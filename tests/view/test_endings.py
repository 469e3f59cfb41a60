"""Reasons for results, from the rules for the end."""

import pytest

from boardless.play import State
from boardless.play.playing import move_of_chance, random_at
from boardless.view.endings import reason_of
from tests.view.games import SCORING, uncompiled

#: How random games of a seed end, and why.
ENDS = (
    ("Tic-Tac-Toe", 1, "3 in a line"),
    ("Hex", 1, "a connection is complete"),
    (SCORING, 1, "by points"),
    ("Minesweeper", 2, ""),
)


def over(text: str, seed: int) -> State:
    """Return the end of a random game."""
    state = State(uncompiled(text))
    while state.outcome() is None:
        if chances := state.chances():
            state.push(move_of_chance(chances, random_at(seed, state.ply)))
        else:
            state.push(random_at(seed, state.ply).choice(list(state.legal_moves)))
    return state


@pytest.mark.parametrize(("text", "seed", "reason"), ENDS)
def test_reasons(text: str, seed: int, reason: str) -> None:
    assert reason_of(over(text, seed)) == reason


def test_a_game_that_goes_on_has_none() -> None:
    assert reason_of(State(uncompiled("Tic-Tac-Toe"))) == ""
