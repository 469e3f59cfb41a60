"""Games made at random from the grammar: each is refused in one line, or it can be played."""

from random import Random

import pytest

from boardless.games import compile
from boardless.play import State
from boardless.topo import InputError
from tests.conftest import THOROUGH
from tests.games.language.made import made_game

#: How many games one test makes, how many tests there are, and the longest game.
GAMES, TESTS, PLIES = 50, 200 if THOROUGH else 8, 20


def play(seed: int) -> bool:
    """Make a game, play it if it compiles, and tell whether it does."""
    random = Random(seed)
    try:
        go(State(compile(made_game(seed), jit=False)), random)
    except InputError as error:
        complaint = str(error)
    else:
        return True
    assert "\n" not in complaint
    assert len(complaint) < 500
    return False


def go(state: State, random: Random) -> None:
    """Play some moves, and take them back."""
    keys = []
    while state.ply < PLIES and state.legal_moves:
        keys.append(state.key)
        state.push(random.choice(list(state.legal_moves)))
    while state.ply:
        state.pop()
        assert state.key == keys.pop()


@pytest.mark.filterwarnings("ignore::boardless.games.LudemeWarning")
@pytest.mark.parametrize("first", range(0, GAMES * TESTS, GAMES))
def test_a_made_game_is_refused_in_one_line_or_played(first: int) -> None:
    assert sum(play(seed) for seed in range(first, first + GAMES)) >= GAMES // 20
