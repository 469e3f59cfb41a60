"""States: actions, what refuses them, and views of them."""

import doctest
from importlib import import_module

import numpy as np
import pytest

from boardless.state import (
    ADD,
    BOARD,
    CELL,
    REMOVE,
    SET_COUNT,
    SET_MOVER,
    SET_STATE,
    Action,
    Component,
    Equipment,
    FreeState,
    GivenBoard,
    Hand,
    Location,
    Move,
)
from boardless.strategies import ZONE_APPEND, ZONE_MAP
from boardless.topo import HEXAGONAL, SQUARE, InputError, Tiling
from tests.states import check_inside, snapshot

RED, GREY, TILE = 1, 2, 3
COMPONENTS = (Component("red", 1), Component("grey", 2), Component("tile"))


@pytest.fixture
def state() -> FreeState:
    hands = (Hand(1, ((RED, 1),)), Hand(2, ((GREY, 2), (0, 0))))
    setup = Equipment(SQUARE, COMPONENTS, hands=hands, start=(((0, 0, 0), TILE),))
    return FreeState(setup, ZONE_APPEND)


def test_actions(state: FreeState) -> None:
    cell, board = (1, 0, 0), state.containers[BOARD]
    state.push(Move.transfer(1, RED, Location(1, 0), Location(BOARD, cell)))
    site = state.site(cell)
    assert board.what[site] == RED
    assert state.containers[1].what.nonzero() == state.containers[1].who.nonzero() == {}
    assert state.owned.indices(1) == [{site}]
    assert state.mover == 2

    actions = [Action(SET_COUNT, BOARD, cell, 300), Action(SET_STATE, BOARD, cell, 7)]
    state.push(Move(2, (*actions, Action(SET_MOVER, 0, 0, 2))))
    assert (board.count[site], board.state[site], state.mover) == (300, 7, 2)
    state.push(Move(2, (Action(REMOVE, BOARD, cell, RED),)))
    assert (board.what[site], board.count[site], board.state[site]) == (RED, 299, 7)

    # A hand takes more of what it holds, and anything where it holds nothing.
    add = Action(ADD, 2, 0, GREY)
    state.push(Move(1, (add, add, Action(ADD, 2, 1, TILE))))
    assert state.containers[2].count.nonzero() == {0: 4, 1: 1}
    assert state.containers[2].who.nonzero() == {0: 2}
    assert state.owned.places(GREY) == [(2, 0)]
    assert state.owned.places(TILE) == [(BOARD, state.anchor), (2, 1)]
    check_inside(state)
    assert [move.from_ for move in state.move_stack] == [(1, 0), None, (BOARD, site), None]
    assert [move.to for move in state.move_stack] == [(BOARD, site), None, None, (2, 1)]


HOME, FREE = (0, 0, 0), (1, 1, 0)
HUGE = 2**70


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        ([Action(ADD, BOARD, HOME, RED)], r"cell \(0, 0, 0\), site 4 of the board, is occupied"),
        ([Action(ADD, BOARD, 9, RED)], "site 9 of the board: choose 0 to 8"),
        ([Action(ADD, BOARD, -1, RED)], "site -1 of the board: choose 0 to 8"),
        ([Action(ADD, BOARD, (2, 0, 0), RED)], r"cell \(2, 0, 0\) is not on the board"),
        ([Action(ADD, BOARD, (0, 0), RED)], r"cell \(0, 0\) is not on the board"),
        ([Action(ADD, BOARD, (HUGE, 0, 0), RED)], "is not on the board"),
        ([Action(ADD, BOARD, FREE, 0)], "unknown component 0: choose 1 to 3"),
        ([Action(ADD, BOARD, FREE, 4)], "unknown component 4: choose 1 to 3"),
        ([Action(ADD, 3, 0, RED)], "container 3: choose 0 to 2"),
        ([Action(ADD, -1, 0, RED)], "container -1: choose 0 to 2"),
        ([Action(ADD, 1, 1, RED)], "site 1 of hand 1: choose 0 to 0"),
        ([Action(ADD, 1, 0, GREY)], "site 0 of hand 1 is occupied"),
        ([Action(REMOVE, 2, 1, GREY)], "site 1 of hand 2 is empty"),
        ([Action(REMOVE, 1, 0, RED)] * 2, "site 0 of hand 1 is empty"),
        ([Action(REMOVE, 1, 0, GREY)], "site 0 of hand 1 holds no component 2"),
        ([Action(SET_STATE, BOARD, FREE, 1)], "is empty"),
        ([Action(SET_STATE, BOARD, HOME, 256)], "state 256: choose 0 to 255"),
        ([Action(SET_COUNT, BOARD, HOME, 0)], "cannot hold 0: choose 1 to 65535"),
        ([Action(SET_COUNT, 1, 0, 65535), Action(ADD, 1, 0, RED)], "choose 1 to 65535"),
        ([Action(SET_MOVER, 0, 0, 3)], "player 3: choose 1 to 2"),
        ([Action(99, BOARD, FREE, RED)], "unknown action 99"),
        ([Action(0, BOARD, FREE, RED)], "unknown action 0"),
        ([Action(ADD, BOARD, FREE, RED, type=1)], rf"site type 1: pieces lie on cells \({CELL}\)"),
        ([Action(ADD, BOARD, FREE, RED, level=1)], "level 1: there is only level 0"),
        ([Action(ADD, BOARD, FREE, HUGE)], "whole numbers of 64 bits"),
        ([Action(ADD, BOARD, FREE, "red")], "whole numbers of 64 bits"),
        ([Action(ADD, BOARD, 1.0, RED)], "whole numbers of 64 bits"),
    ],
)
def test_refused_moves_change_nothing(
    state: FreeState, actions: list[Action], message: str
) -> None:
    first = Action(ADD, BOARD, (-1, -1, 0), GREY)
    before = snapshot(state)
    for before_it in ([], [first]):
        with pytest.raises(InputError, match=message):
            state.push(Move(1, (*before_it, *actions)))
        assert snapshot(state) == before
    assert len(state.board) == 9
    state.push(Move(1, (first,)))


def test_turns_and_pops_are_checked(state: FreeState) -> None:
    before = snapshot(state)
    for mover in (0, 2, 3):
        with pytest.raises(InputError, match=f"player {mover} moves out of turn: it is player 1"):
            state.push(Move.add(mover, RED, FREE))
    for ask in (state.pop, state.peek):
        with pytest.raises(InputError, match="no move to take back"):
            ask()
    assert snapshot(state) == before


@pytest.mark.parametrize("mover", ["1", None, 1.0, HUGE])
def test_players_are_whole_numbers(state: FreeState, mover: object) -> None:
    before = snapshot(state)
    with pytest.raises(InputError, match="give a whole number of 64 bits"):
        state.push(Move.add(mover, RED, FREE))  # type: ignore[arg-type]
    assert snapshot(state) == before
    state.push(Move.add(np.int64(1), RED, FREE))
    assert type(state.peek().mover) is int


def test_a_board_without_pieces_may_be_played_in_its_centre(tiling: Tiling) -> None:
    state = FreeState(Equipment(tiling, COMPONENTS), ZONE_MAP)
    playable = state.containers[BOARD].playable
    assert playable.nonzero() == {state.anchor: 1}
    state.push(Move.add(1, RED, 0))
    check_inside(state)
    state.push(Move(2, (Action(REMOVE, BOARD, state.move_stack[0].to[1], RED),)))
    check_inside(state)
    state.pop()
    state.pop()
    assert state.containers[BOARD].playable == playable


def test_a_given_board_stays() -> None:
    state = FreeState(
        Equipment(HEXAGONAL, COMPONENTS), GivenBoard(((5, 5, 0), (6, 5, 0)), anchor=1)
    )
    state.push(Move.add(1, RED, (-1, 0, 0)))
    assert state.containers[BOARD].what.nonzero() == {0: RED}
    assert (len(state.board), state.cell(0)) == (2, (-1, 0, 0))


def test_views(state: FreeState) -> None:
    board, hand, _ = state.containers
    assert repr(state) == "<FreeState square ZONE-APPEND, 9 cells, ply 0, player 1 to move>"
    assert repr(hand) == "<Container hand 1, 1 sites>"
    assert (len(board), len(hand), hand.owner) == (9, 1, 1)
    assert state.owned.components(0) == [TILE]
    with pytest.raises(InputError, match="unknown chunk 'whats'"):
        board.chunk("whats")
    with pytest.raises(InputError, match="unknown component 4"):
        state.owned.places(4)
    for bad in (0, True + 3, "x"):
        with pytest.raises(InputError, match="unknown component"):
            state.owned.places(bad)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="owner 3: choose 0 to 2"):
        state.owned.indices(3)
    for place, message in (
        ((3, 0), "container 3: choose 0 to 2"),
        ((-1, 0), "container -1"),
        ((0, 9), "site 9 of container 0: choose 0 to 8"),
        ((2, -1), "site -1 of container 2: choose 0 to 1"),
    ):
        with pytest.raises(InputError, match=message):
            state.owned.index(*place)
    with pytest.raises(InputError, match="site 9 is not on the board"):
        state.cell(9)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"players": 0}, "number of players 0"),
        ({"players": True}, "number of players True"),
        ({"components": ()}, "number of components 0"),
        ({"components": (Component("a", 3),)}, "owner of 'a' 3: .* 0 to 2"),
        ({"hands": (Hand(3, ((1, 1),)),)}, "owner of a hand 3"),
        ({"hands": (Hand(1, ()),)}, "number of sites of a hand 0"),
        ({"hands": (Hand(1, ((4, 1),)),)}, "component in a hand 4"),
        ({"hands": (Hand(1, ((1, 0),)),)}, "count in a hand 0: .* 1 to 65535"),
        ({"hands": (Hand(1, ((0, 1),)),)}, "count in a hand 1: .* 0 to 0"),
        ({"start": (((0, 0, 0), 4),)}, r"component on start cell \(0, 0, 0\) 4"),
        ({"start": (((0, 0), 1),)}, r"cell \(0, 0\): give a tuple"),
        ({"start": (([0, 0, 0], 1),)}, r"cell \[0, 0, 0\]: give a tuple"),
        ({"start": (((0.5, 0, 0), 1),)}, r"cell \(0.5, 0, 0\): give a tuple"),
        ({"start": (((0, 0, 1), 1),)}, "k from 0 to 0"),
        ({"start": (((HUGE, 0, 0), 1),)}, "i and j from"),
        ({"start": (((0, 0, 0), 1), ((0, 0, 0), 2))}, r"start cell \(0, 0, 0\) is given twice"),
    ],
)
def test_setups_are_checked(fields: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        Equipment(**{"plane": SQUARE, "components": COMPONENTS, **fields})


@pytest.mark.parametrize("name", ["boardless.state.chunks", "boardless.state.states"])
def test_docstring_examples(name: str) -> None:
    results = doctest.testmod(import_module(name))
    assert results.attempted > 0
    assert results.failed == 0


def test_a_setup_takes_the_name_of_a_tiling() -> None:
    setup = Equipment("Hexagonal", (Component("tile"),))
    assert setup == Equipment(HEXAGONAL, (Component("tile"),))
    assert repr(setup) == "<Equipment hexagonal, 2 players, 1 component>"
    assert len(FreeState(setup, ZONE_APPEND).board) == 7
    for wrong in ("hexagons", 6):
        with pytest.raises(InputError, match=f"tiling {wrong!r}"):
            Equipment(wrong, (Component("tile"),))  # type: ignore[arg-type]
