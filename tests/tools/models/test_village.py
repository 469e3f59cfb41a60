"""Village in the engine and in the slow model of its rules."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from boardless.games import load
from boardless.play import State
from tools.models.village import compared, landscapes, short, tasks, tiles_of

GAME = short()


def test_the_text_has_the_tiles_of_the_rule() -> None:
    assert (len(landscapes()), len(tasks())) == (48, 25)
    assert Counter(tiles_of(load("Village", jit=False))) == Counter(landscapes() + tasks())


def test_short_games_agree() -> None:
    """Tasks are done in them, and fail."""
    ended = [compared(GAME, number) for number in range(10)]
    assert min(len(one.tiles) for one in ended) > 8
    assert sum(one.done for one in ended) > 10
    assert sum(one.failed for one in ended) > 2


@settings(max_examples=5, deadline=None)
@given(st.lists(st.integers(-2, 1000), min_size=4, max_size=20))
def test_moves_are_taken_back_exactly(choices: list[int]) -> None:
    state, before = State(GAME), []
    for choice in choices:
        if choice < 0 and before:
            state.pop()
            assert seen(state) == before.pop()
        elif state.outcome() is None:
            before.append(seen(state))
            state.push(list(state.legal_moves)[choice % len(state.legal_moves)])


def seen(state: State) -> list[object]:
    """Return what a position holds: key, legal moves, what is joined, tasks, scores."""
    arrays, kernels = state.position.arrays, state.game.kernels
    count = int(arrays.n[kernels.COUNT]) + 1
    rows = [arrays.what, *arrays.fields, *arrays.joined]
    moves = [str(move) for move in state.legal_moves]
    return [state.key, moves, state.scores, *(row[:count].tolist() for row in rows)]
