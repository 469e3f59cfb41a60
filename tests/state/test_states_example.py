"""The thesis's example of a state: Figure 4.1, Tables 4.1 to 4.4, as corrected."""

import pytest

from boardless.state import (
    BOARD,
    SET_MOVER,
    Action,
    Component,
    Equipment,
    FreeState,
    GivenBoard,
    Hand,
    Location,
    Move,
)
from boardless.strategies import PERI_APPEND, PERI_MAP, PERI_RE
from boardless.topo import SQUARE, contour_index, shape_keys

TILE, RED, GREY = 1, 2, 3
SETUP = Equipment(
    SQUARE,
    (Component("start tile"), Component("red chip", 1), Component("grey chip", 2)),
    hands=(Hand(1, ((RED, 6),)), Hand(2, ((GREY, 6),))),
    start=(((1, 0, 0), TILE), ((0, 1, 0), TILE)),
)
RED_SITES, GREY_SITES = (3, 10, 13, 15), (2, 5)
FREE = {0, 1, 4, 7, 8, 11, 12, 14}


def play_example(technique):
    """Play the chips from the hands, in whatever order; sites are those of the 4 x 4 board."""
    state = FreeState(SETUP, technique)
    plays = [(1, RED, site) for site in RED_SITES] + [(2, GREY, site) for site in GREY_SITES]
    for mover, chip, site in plays:
        cell = (site % 4 - 1, site // 4 - 1, 0)
        move = Move.transfer(mover, chip, Location(mover, 0), Location(BOARD, cell))
        following = 2 if state.ply >= len(RED_SITES) - 1 else 1
        state.push(Move(mover, (*move.actions, Action(SET_MOVER, 0, 0, following))))
    return state


@pytest.fixture(scope="module")
def state():
    keys = tuple(tuple(key) for key in shape_keys(SQUARE, 4).tolist())
    return play_example(GivenBoard(keys))


def test_board_chunks(state):
    board = state.containers[BOARD]
    chips = dict.fromkeys(RED_SITES, RED) | dict.fromkeys(GREY_SITES, GREY)
    pieces = chips | {6: TILE, 9: TILE}
    assert state.anchor == 5
    assert set(board.empty.nonzero()) == FREE
    assert board.what.nonzero() == pieces
    assert {site: board.who[site] for site in pieces} == {
        site: piece - 1 for site, piece in pieces.items()
    }
    assert board.count.nonzero() == dict.fromkeys(pieces, 1)
    assert board.state.nonzero() == {}
    assert set(board.playable.nonzero()) == FREE
    assert (board.what.bits, board.who.bits, board.count.bits) == (2, 2, 1)


def test_hand_chunks(state):
    for number, chip, count in ((1, RED, 2), (2, GREY, 4)):
        hand = state.containers[number]
        assert hand.owner == number
        assert hand.empty.nonzero() == {}
        assert hand.what.nonzero() == {0: chip}
        assert hand.who.nonzero() == {0: number}
        assert hand.count.nonzero() == {0: count}
        assert hand.state.nonzero() == {}
        assert hand.playable.nonzero() == {}


def test_owned(state):
    assert state.owned.indices(0) == [{6, 9}]
    assert state.owned.indices(1) == [{*RED_SITES, 16}]
    assert state.owned.indices(2) == [{*GREY_SITES, 17}]
    assert state.owned.places(GREY) == [(BOARD, 2), (BOARD, 5), (2, 0)]


@pytest.mark.parametrize("technique", [PERI_MAP, PERI_RE], ids=lambda t: t.name)
def test_global_indices_follow_the_board(state, technique):
    grown = play_example(technique)
    assert len(grown.board) == 36
    new = {site: contour_index(SQUARE, 4, site, site // 4) for site in range(16)}
    assert grown.owned.indices(0) == [{new[6], new[9]}]
    assert grown.owned.indices(1) == [{*(new[site] for site in RED_SITES), 36}]
    assert grown.owned.indices(2) == [{*(new[site] for site in GREY_SITES), 37}]
    assert grown.key == state.key


def test_appended_sites_stay(state):
    grown = play_example(PERI_APPEND)
    assert len(grown.board) == 36
    assert grown.owned.indices(1) == [{*RED_SITES, 36}]
    assert grown.key == state.key
    old, new = state.containers[BOARD], grown.containers[BOARD]
    assert new.what.nonzero() == old.what.nonzero()
    assert set(new.empty.nonzero()) == FREE | set(range(16, 36))
