"""The transposition key is that of what lies there, numbers of empty cells among it."""

from functools import reduce
from operator import xor
from random import Random

import pytest

from boardless.games import load
from boardless.play import State
from boardless.play.playing import move_of_chance
from boardless.state.engine.arrays import COUNT, MOVER


def from_scratch(state: State) -> int:
    """Return the exclusive or of the terms of a position."""
    s, engine = state.position.arrays, vars(state.position.kernels)
    terms = [engine["turn_term"](int(s.n[MOVER]))]
    for site in range(1, int(s.n[COUNT]) + 1):
        levels = max(engine["height"](s, site), 1)
        terms += [engine["piece_term"](s, site, level) for level in range(levels)]
    terms += [engine["number_term"](s, which) for which in range(len(s.numbers))]
    return reduce(xor, terms)


def pushed(state: State, random: Random) -> None:
    """Make a move, and let chance decide."""
    state.push(random.choice(list(state.legal_moves)))
    while state.outcome() is None and state.seat == 0:
        state.push(move_of_chance(state.chances(), random))


@pytest.mark.parametrize("name", ["Poker", "Diamant"])
def test_moves_change_the_key_as_what_they_do(name: str) -> None:
    random, state = Random(3), State(load(name, jit=False))
    for _ in range(12):
        if state.outcome() is not None:
            break
        pushed(state, random)
        assert int(state.position.arrays.key[0]) == from_scratch(state)


def test_states_of_empty_cells_tell_positions_apart() -> None:
    # In Poker the states of cells are what the players have put in; the sums here are equal.
    state = State(load("Poker", ["Players/4"], jit=False))
    pushed(state, Random(1))
    engine = vars(state.position.kernels)
    cell, keys = engine["HELD"] + 1 + 3 * 4, []
    for put_in in (0, 1, 2):
        s = state.copy().position.arrays
        assert s.what[cell] == 0
        engine["set_field"](s, engine["STATES"], cell, put_in)
        keys.append(int(s.key[0]))
    assert len(set(keys)) == 3
    assert keys[0] == int(state.position.arrays.key[0])
