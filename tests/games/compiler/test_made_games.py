"""Games made at random from the grammar: each is refused in one line, or it can be played."""

from random import Random

import pytest

from boardless.games import compile
from boardless.games.language.errors import LudemeError
from boardless.play import State
from tests.conftest import THOROUGH
from tests.games.language.made import made_game

#: How many games one test makes, how many tests there are, and the longest game.
GAMES, TESTS, PLIES = 50, 200 if THOROUGH else 8, 20


def play(seed: int) -> bool:
    """Make a game, play it forth and back if it compiles, and tell whether it does."""
    random = Random(seed)
    try:
        game = compile(made_game(seed), jit=False)
    except LudemeError as error:
        assert "\n" not in str(error)
        assert len(str(error)) < 500
        return False
    state = State(game)
    keys = []
    while state.ply < PLIES and state.legal_moves:
        keys.append(state.key)
        state.push(random.choice(list(state.legal_moves)))
    while state.ply:
        state.pop()
        assert state.key == keys.pop()
    return True


@pytest.mark.parametrize("first", range(0, GAMES * TESTS, GAMES))
def test_a_made_game_is_refused_in_one_line_or_played(first: int) -> None:
    assert sum(play(seed) for seed in range(first, first + GAMES)) >= GAMES // 20
