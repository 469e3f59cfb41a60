"""What a player cannot tell apart from a state is drawn as often as chance makes it."""

from collections import Counter
from itertools import islice
from random import Random

import pytest

from boardless.agents import MCTS, Budget, observation
from boardless.agents.determinization import redrawn_states
from boardless.agents.histories import Course, Lots, Watched, exchanged
from boardless.agents.min_conflicts import repaired
from boardless.games import compile, load
from boardless.play import State

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
    drawn = list(islice(redrawn_states(state, 1, Random(1)), 24))
    counts = Counter(map(laid, drawn))
    assert all(mines in ALLOWED for mines in counts)
    assert len(counts) >= 5
    assert max(counts.values()) <= 9
    for other in drawn[::8]:
        assert other.observation(1) == state.observation(1)
        assert other.at(3).observation(1) == state.at(3).observation(1)


def test_a_course_from_anywhere_is_repaired(state: State) -> None:
    watched, random, wrong = Watched.of(state, 1), Random(3), 0
    for _ in range(4):
        course = Course(watched, watched.start.copy())
        while course.go_on(random):
            pass
        wrong += course.distance > 0
        assert repaired(course, random).distance == 0
    assert wrong


def test_things_drawn_without_return_keep_their_meaning(state: State) -> None:
    watched, random = Watched.of(state, 1), Random(1)
    course = Course(watched, watched.start.copy())
    while course.go_on(random):
        pass
    lots = Lots.at(course, 2)
    assert lots == Lots((1, 2), SIDE * SIDE)
    things = lots.things(course)
    for new in range(SIDE * SIDE):
        others = exchanged(things, 0, new)
        assert others[0] == new
        assert len(set(others)) == 2
        changed = Course(watched, course.state, course.choices)
        for ply, choice in lots.choices(course, others).items():
            changed.choices[ply] = choice
        assert lots.things(changed) == others


def test_a_search_goes_on_where_little_is_hidden(state: State) -> None:
    decision = MCTS(worlds=4)(state, Budget(iterations=8), Random(1))
    assert decision.move in state.legal_moves
    assert observation(state, 1, Random(2)).key
