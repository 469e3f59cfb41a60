"""Determinizations: states of an information set, sampled as often as chance makes them."""

from collections import Counter
from itertools import islice
from random import Random

import pytest

from boardless.agents import MCTS, Budget, observation
from boardless.agents.determinization import determinizations
from boardless.agents.histories import ActionHistory, PlayerRecord, Shuffle, exchange, repair
from boardless.games import compile, load
from boardless.play import State
from boardless.play.playing import by_chance

MINE, SIDE = 10, 3
#: Where mines lie, and where else they may, after a corner and the one across it say 1.
LAID = (1, 5)
ALLOWED = [{1, 5}, {1, 7}, {3, 5}, {3, 7}, {2, 4}, {4, 6}]


@pytest.fixture(scope="module")
def state() -> State:
    """Two mines on a board of three by three, after a corner and the one across it."""
    text = load("Minesweeper", jit=False).description.text
    game = compile(text.replace("<(square 8)> <10>", f"<(square {SIDE})> <2>"), jit=False)
    state = State(game)
    state.push(state.parse("@0,0"))
    left = list(range(SIDE * SIDE))
    for thing in LAID:
        state.push(state.chances()[left.index(thing)][0])
        left.remove(thing)
    state.push(state.parse("@0,0,8"))
    return state


def laid(state: State) -> frozenset[int]:
    return frozenset(cell[2] for cell, what in state.pieces.items() if what == MINE)


def test_what_looks_alike_is_drawn_alike_often(state: State) -> None:
    drawn = list(islice(determinizations(state, 1, Random(1)), 24))
    counts = Counter(map(laid, drawn))
    assert all(mines in ALLOWED for mines in counts)
    assert len(counts) >= 5
    assert max(counts.values()) <= 9
    for other in drawn[::8]:
        assert other.observation(1) == state.observation(1)
        assert other.at(3).observation(1) == state.at(3).observation(1)


def test_a_course_from_anywhere_is_repaired(state: State) -> None:
    observed, random, wrong = PlayerRecord.of(state, 1), Random(3), 0
    for _ in range(4):
        history = ActionHistory(observed, observed.start.copy())
        while history.extend(random):
            pass
        wrong += history.distance > 0
        assert repair(history, random).distance == 0
    assert wrong


def test_things_drawn_without_return_keep_their_meaning(state: State) -> None:
    observed, random = PlayerRecord.of(state, 1), Random(1)
    history = ActionHistory(observed, observed.start.copy())
    while history.extend(random):
        pass
    shuffle = Shuffle.at(history, 2)
    assert shuffle == Shuffle((1, 2), SIDE * SIDE)
    things = shuffle.things(history)
    for new in range(SIDE * SIDE):
        others = exchange(things, 0, new)
        assert others[0] == new
        assert len(set(others)) == 2
        proposal = ActionHistory(observed, history.state, history.choices)
        for ply, choice in shuffle.choices(history, others).items():
            proposal.choices[ply] = choice
        assert shuffle.things(proposal) == others


def test_a_search_goes_on_where_little_is_hidden(state: State) -> None:
    decision = MCTS(worlds=4)(state, Budget(iterations=8), Random(1))
    assert decision.move in state.legal_moves
    assert observation(state, 1, Random(2)).key


@pytest.fixture(scope="module")
def dealt() -> State:
    """Dominoes were drawn one after another, and the first one lies on the board."""
    state, random = State(load("Block", jit=False)), Random(0)
    while state.ply < 29:
        state.push(by_chance(state, random))
    return state


def test_a_shuffle_over_many_moves_is_repaired(dealt: State) -> None:
    observed, random, wrong = PlayerRecord.of(dealt, 1), Random(3), 0
    for _ in range(2):
        history = ActionHistory(observed, observed.start.copy())
        while history.extend(random, picks=True):
            pass
        wrong += history.distance > 0
        assert repair(history, random).distance == 0
    assert wrong
