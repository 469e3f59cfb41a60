"""Going forth and back in a game leaves no trace; all techniques play the same game."""

from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardless.games import Game, load
from boardless.games.game_technique import NAMES
from boardless.play import State

SMALL = [
    ("Andantino", "square"), ("Andantino", "hexagonal"), ("Andantino", "triangular"),
    ("Bravalath", "square"), ("Bravalath", "hexagonal"), ("Bravalath", "triangular"),
    ("Plotto", None), ("Tic-Tac-Toe", None),
]  # fmt: skip
#: What to do: choose the n-th of the legal moves, or take one back.
STEPS = st.lists(st.none() | st.integers(0, 10**6), max_size=14)

game = cache(load)


def techniques(played: Game) -> Iterator[str]:
    return (name for name in NAMES if played.growing or name.startswith("BASE"))


def what_is_seen(state: State) -> tuple[object, ...]:
    moves = list(state.legal_moves)
    return moves, state.pieces, state.mover, state.ply, state.outcome(), len(state.board)


def step(state: State, choice: int | None) -> None:
    """Push or pop, or nothing where neither can be done."""
    moves = list(state.legal_moves)
    if choice is not None and moves:
        state.push(moves[choice % len(moves)])
    elif choice is None and state.ply:
        state.pop()


@pytest.mark.parametrize(("name", "tiling"), SMALL)
@settings(max_examples=4)
@given(before=STEPS, after=STEPS, chosen=st.integers(0, 7))
def test_going_forth_and_back_leaves_no_trace(
    name: str, tiling: str | None, before: list[int], after: list[int], chosen: int
) -> None:
    played = game(name, tiling=tiling, jit=False)
    names = list(techniques(played))
    state = State(played, names[chosen % len(names)])
    for choice in before:
        step(state, choice)
    seen, ply, made = what_is_seen(state), state.ply, state.move_stack
    for choice in after:
        if choice is not None or state.ply > ply:
            step(state, choice)
    while state.ply > ply:
        state.pop()
    assert what_is_seen(state) == seen
    assert state.move_stack == made
    # A state that was never taken back is the same.
    fresh = State(played, names[chosen % len(names)])
    for move in made:
        fresh.push(move)
    assert what_is_seen(fresh) == seen
    assert what_is_seen(state.copy()) == seen


def counted(state: State, depth: int) -> int:
    """Return what `perft` returns, by pushing and popping alone."""
    if depth == 0:
        return 1
    total = 0
    for move in list(state.legal_moves):
        state.push(move)
        total += counted(state, depth - 1)
        state.pop()
    return total


@pytest.mark.parametrize("technique", NAMES)
def test_perft_in_the_middle_of_a_game(technique: str) -> None:
    for name, tiling in (("Andantino", "square"), ("Plotto", None)):
        state = State(game(name, tiling=tiling, jit=False), technique)
        for choice in (1, 5, 2, 7):
            step(state, choice)
        seen = what_is_seen(state)
        assert state.perft(2) == counted(state, 2) > 0
        assert state.perft(2) == sum(state.divide(2).values())
        assert what_is_seen(state) == seen


@pytest.mark.parametrize(("name", "tiling"), SMALL)
@settings(max_examples=2)
@given(choices=st.lists(st.integers(0, 10**6), min_size=8, max_size=12))
def test_all_techniques_play_the_same_game(
    name: str, tiling: str | None, choices: list[int]
) -> None:
    played = game(name, tiling=tiling, jit=False)
    states = [State(played, technique) for technique in techniques(played)]
    for choice in choices:
        legal = list(states[0].legal_moves)
        for state in states:
            assert list(state.legal_moves) == legal, state
            assert state.pieces == states[0].pieces
        if not legal:
            break
        for state in states:
            state.push(legal[choice % len(legal)])
    assert len({state.outcome() for state in states}) == 1
