"""Transposition keys: the same for the same position, and for no other."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardless.state import (
    ADD,
    BOARD,
    SET_COUNT,
    Action,
    Component,
    Equipment,
    FreeState,
    GivenBoard,
    Hand,
    Move,
)
from boardless.strategies import TECHNIQUES, ZONE_APPEND, ZONE_RE
from boardless.topo import HEXAGONAL, SQUARE, TRIANGULAR, InputError, Tiling
from tests.boards import tilings

COMPONENTS = (Component("tile"), Component("other"))


@given(tilings, st.lists(st.integers(0, 10**6), min_size=2, max_size=7), st.randoms())
def test_does_not_depend_on_the_order_of_moves(tiling: Tiling, choices, random) -> None:
    """The board may have grown in another order, too."""
    state = FreeState(Equipment(tiling, COMPONENTS, players=1), ZONE_APPEND)
    for choice in choices:
        free = list(state.containers[0].empty.nonzero())
        state.push(Move.add(1, 1, free[choice % len(free)]))
    moves = [state.by_cell(move) for move in state.move_stack]
    random.shuffle(moves)
    big = FreeState(state.setup, TECHNIQUES["BASE"])
    for move in moves:
        big.push(move)
    assert big.key == state.key


def test_tells_positions_apart() -> None:
    seen = set()
    for cells in itertools.product((0, 1, 2), repeat=5):
        state = FreeState(Equipment(SQUARE, COMPONENTS, players=1), ZONE_APPEND)
        for site, what in enumerate(cells):
            if what:
                state.push(Move.add(1, what, site))
        seen.add(state.key)
    assert len(seen) == 3**5


def test_the_mover_counts() -> None:
    one, two = (FreeState(Equipment(HEXAGONAL, COMPONENTS, players=n), ZONE_RE) for n in (1, 2))
    assert one.key == two.key
    for state in (one, two):
        state.push(Move.add(1, 1, (0, 0, 0)))
    assert one.key != two.key


def test_terms_are_well_mixed() -> None:
    """No two terms are equal, and every bit of them is set in about half of them."""
    keys = tuple((i, j, k) for i in range(-9, 10) for j in range(-9, 10) for k in range(2))
    setup = Equipment(TRIANGULAR, COMPONENTS, players=1, hands=(Hand(1, ((0, 0),)),))
    state = FreeState(setup, GivenBoard(keys, anchor=keys.index((0, 0, 0))))
    places = [(BOARD, key) for key in keys] + [(1, 0)]
    terms, bare = [], state.key
    for container, site in places:
        for what in (1, 2):
            for count in (1, 2):
                add = Action(ADD, container, site, what)
                state.push(Move(1, (add, Action(SET_COUNT, container, site, count))))
                terms.append(state.key ^ bare)
                state.pop()
    assert len(set(terms)) == len(terms)
    assert 0 <= min(terms) <= max(terms) < 2**62
    for bit in range(62):
        share = sum(term >> bit & 1 for term in terms) / len(terms)
        assert share == pytest.approx(0.5, abs=0.05)


def test_of_components_beyond_a_byte_differ() -> None:
    """Their upper byte would be lost among the bits of the owner."""
    components = tuple(Component(f"piece{n}", n % 3) for n in range(600))
    keys = set()
    for what in (1, 2, 257, 258, 513, 514, 600):
        state = FreeState(Equipment(SQUARE, components, start=(((0, 0, 0), what),)), ZONE_APPEND)
        keys.add(state.key)
    assert len(keys) == 7
    with pytest.raises(InputError, match="number of components 600"):
        Equipment(SQUARE, components, levels=2)
