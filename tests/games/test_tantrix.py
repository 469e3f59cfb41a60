"""Tantrix: techniques, moves taken back, moves as text, and how it is drawn."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardless.games import compile, description_text, load
from boardless.play import State
from boardless.view import scene_of

GAME = load("Tantrix", jit=False)


def random_game(technique: str, plies: int) -> State:
    state, random = State(GAME, technique), Random(3)
    while state.ply < plies or state.chances():
        state.push(random.choice(list(state.legal_moves)))
    return state


def arrays_of(state: State) -> list[object]:
    """Return what a position holds: cells, tiles, how they are turned, numbers, legal moves."""
    arrays, kernels = state.position.arrays, state.game.kernels
    count = int(arrays.n[kernels.COUNT]) + 1
    rows = [arrays.code, arrays.what, *arrays.fields]
    return [
        state.key,
        *(row[:count].tolist() for row in rows),
        arrays.numbers.tolist(),
        [str(move) for move in state.legal_moves],
        int(arrays.n[kernels.MOVER]),
    ]


@settings(max_examples=5, deadline=None)
@given(st.lists(st.integers(0, 1000), min_size=1, max_size=8), st.data())
def test_moves_and_draws_are_taken_back_exactly(choices: list[int], data: st.DataObject) -> None:
    state, seen = random_game("ZONE-APPEND", 24), []
    for choice in choices:
        seen.append(arrays_of(state))
        legal = list(state.legal_moves)
        state.push(legal[choice % len(legal)])
    for before in reversed(seen[len(seen) - data.draw(st.integers(0, len(seen))) :]):
        state.pop()
        assert arrays_of(state) == before


def test_moves_are_read_back_from_text() -> None:
    state, again = random_game("ZONE-APPEND", 30), State(GAME)
    for move in state.move_stack:
        again.push(again.parse(str(move)))
    assert again.key == state.key


def test_four_players_have_hands_of_their_own() -> None:
    state = State(load("Tantrix", ["Players/4"], jit=False))
    while len(state.pieces) < 5:
        state.push(next(iter(state.legal_moves)))
    held = [len(hand.what.nonzero()) for hand in state.containers[1:]]
    assert sum(held) == 56 - 5


@pytest.mark.parametrize("players", [2, 3])
def test_a_game_is_drawn_if_somebody_has_tiles_and_no_place(players: int) -> None:
    text = description_text("Tantrix").replace('(define "IsOpen" (or', '(define "IsOpen" (and')
    state = State(compile(text, [f"Players/{players}"], jit=False))
    while state.legal_moves and state.outcome() is None:
        (*_, last) = state.legal_moves
        state.push(last)
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.winner, len(state.pieces)) == (0, 1)
    assert not state.move_stack[-1].actions


def test_lines_are_drawn_in_the_colours_of_the_players() -> None:
    state = random_game("ZONE-APPEND", 24)
    shown = scene_of(state).picture
    shapes = [one for item in shown.layers["tiles"].values() for one in shown.shapes_of(item)]
    assert sum("cap" in shape for shape in shapes) == 2 * 3 * len(state.pieces)
