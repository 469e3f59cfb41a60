"""Hive: techniques, taking moves back, repetition, and how it is drawn."""

from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardless.games import Game, load
from boardless.play import State
from boardless.play.notations import notation_of
from boardless.view.kinds import marks


@cache
def hive(*options: str) -> Game:
    return load("Hive", options or ("Pieces/Base+MLP",), jit=False)


def test_games_are_the_same_in_all_techniques() -> None:
    states = [State(hive(), technique) for technique in ("ZONE-APPEND", "ZONE-SHRINK", "BASE")]
    random = Random(8)
    for _ in range(24):
        lists = [list(state.legal_moves) for state in states]
        assert lists[0] == lists[1] == lists[2]
        move = random.choice(lists[0])
        for state in states:
            state.push(move)
    assert len({state.key for state in states}) == 1
    # All cells that touch a bug, and the first ones, are on the board; where it shrinks no others.
    assert states[1].board.keys.shape[0] < states[0].board.keys.shape[0]


@settings(max_examples=4, deadline=None)
@given(st.lists(st.integers(-1, 10**6), min_size=6, max_size=12))
def test_moves_are_taken_back(choices: list[int]) -> None:
    state, before = State(hive()), []
    for choice in choices:
        if choice < 0 and before:
            state.pop()
            assert seen(state) == before.pop()
        else:
            before.append(seen(state))
            legal = list(state.legal_moves)
            state.push(legal[choice % len(legal)])
    while before:
        state.pop()
        assert seen(state) == before.pop()


def seen(state: State) -> tuple[object, ...]:
    """Return what a state holds."""
    return state.key, state.piles, tuple(state.legal_moves), len(state.board)


@pytest.mark.parametrize(("item", "drawn"), [("Free", False), ("Draw", True)])
def test_a_position_for_the_third_time(item: str, drawn: bool) -> None:
    state = State(hive("Pieces/Base", f"Repetition/{item}"))
    notation = notation_of(state.game)
    forth = ["wQ \\wS1", "bQ bS1\\", "wQ -wS1", "bQ bS1-"]
    moves = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", *forth, *forth]
    for text in moves[:-1]:
        state.push(notation.read(state, text))
    assert state.outcome() is None
    state.push(notation.read(state, moves[-1]))
    ended = state.outcome()
    assert (ended is not None and ended.winner == 0) == drawn
    state.pop()
    assert state.outcome() is None


@pytest.mark.parametrize(("item", "counts"), [("Tournament", [4, 96]), ("Free", [5, 150])])
def test_a_queen_in_the_first_turn(item: str, counts: list[int]) -> None:
    state = State(hive("Pieces/Base", f"Opening/{item}"))
    assert [state.perft(depth) for depth in (1, 2)] == counts


def test_who_surrounds_the_queen_wins() -> None:
    state = State(hive("Pieces/Base"))
    notation = notation_of(state.game)
    text = (
        "wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bG1 bQ/;wA1 bQ-;bG2 \\bQ;wA2 -wQ;bA1 bG1/;"
        "wA2 /bQ;bA2 bA1/;wA3 -wQ;bA3 bA2/;wA3 bQ\\"
    )
    for move in notation.split(text):
        assert state.outcome() is None
        state.push(notation.read(state, move))
    ended = state.outcome()
    assert ended is not None
    assert ended.winner == 1
    assert not list(state.legal_moves)


def test_bugs_carry_their_names() -> None:
    assert set(marks(hive().components, 2)) >= {"Q", "A3", "B2", "M"}
    assert marks(load("Plotto", jit=False).components, 2) == ("S", "S", "G", "G")
