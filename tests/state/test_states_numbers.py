"""Numbers of a place beside what and who: count, local state, rotation, value, who sees it."""

import pytest

from boardless.state import (
    ADD,
    BOARD,
    REMOVE,
    SET_COUNT,
    SET_HIDDEN,
    SET_ROTATION,
    SET_STATE,
    SET_VALUE,
    Action,
    Component,
    Equipment,
    FreeState,
    Hand,
    Move,
    Trial,
)
from boardless.state.move import parse_move
from boardless.strategies import TECHNIQUES, Technique
from boardless.topo import SQUARE, InputError
from tests.states import by_cell, snapshot

#: Actions, the chunks that they change, and the largest number for three players.
NUMBERS = {
    SET_COUNT: ("count", 65_535),
    SET_STATE: ("state", 255),
    SET_ROTATION: ("rotation", 255),
    SET_VALUE: ("value", 2**31 - 1),
    SET_HIDDEN: ("hidden", 7),
}
TILE = (0, 0, 0)
PLACES = ((BOARD, (1, -2, 0)), (1, 0))


def placed(technique: Technique = TECHNIQUES["ZONE-APPEND"]) -> FreeState:
    """Return a state with a tile on the board and one in a hand."""
    hands = (Hand(1, ((0, 0), (1, 1))),)
    setup = Equipment(SQUARE, (Component("tile", 1),), 3, hands, ((TILE, 1),))
    return FreeState(setup, technique)


@pytest.mark.parametrize("container", [BOARD, 1])
@pytest.mark.parametrize("kind", NUMBERS)
def test_each_number_is_set_shown_told_apart_and_taken_back(kind: int, container: int) -> None:
    state = placed()
    name, most = NUMBERS[kind]
    chunks, place = state.containers[container], 1 if container else state.site(TILE)
    first, keys = snapshot(state), {state.key}
    for value in (most, 2):
        state.push(Move(state.mover, (Action(kind, container, place, value),)))
        assert chunks.chunk(name).nonzero() == {place: value}
        assert state.key not in keys
        keys.add(state.key)
    state.push(Move(3, (Action(kind, container, place, 1),)))
    for bad in (-1, most + 1):
        before = snapshot(state)
        with pytest.raises(InputError, match=rf"{bad}: choose [01] to {most}"):
            state.push(Move(1, (Action(kind, container, place, bad),)))
        assert snapshot(state) == before
    empty = 0 if container else 1
    with pytest.raises(InputError, match="is empty"):
        state.push(Move(1, (Action(kind, container, empty, 1),)))
    for _ in range(3):
        state.pop()
    assert snapshot(state) == first


def test_numbers_have_a_short_text() -> None:
    state = placed()
    actions = [Action(kind, place, site, 1) for kind in NUMBERS for place, site in PLACES]
    move = Move(1, tuple(actions))
    assert str(move).startswith("1,-2#1;h1.0#1;1,-2:1;h1.0:1;1,-2~1;h1.0~1;1,-2$1")
    assert parse_move(str(move), 1) == move
    most = Move(1, (Action(SET_VALUE, BOARD, TILE, 2**31 - 1),))
    assert parse_move(str(most), 1) == most
    state.push(most)
    assert state.containers[BOARD].value.nonzero() == {state.site(TILE): 2**31 - 1}


@pytest.mark.parametrize("container", [BOARD, 1])
def test_numbers_leave_with_the_piece(container: int) -> None:
    state = placed()
    place = 1 if container else state.site(TILE)
    numbers = tuple(Action(kind, container, place, 1) for kind in NUMBERS)
    state.push(Move(1, numbers))
    set_once = snapshot(state)
    take, put = Action(REMOVE, container, place, 1), Action(ADD, container, place, 1)
    state.push(Move(2, (take,)))
    for name, _ in NUMBERS.values():
        assert state.containers[container].chunk(name).nonzero() == {}
    state.pop()
    assert snapshot(state) == set_once
    state.pop()
    fresh = state.key
    state.push(Move(1, (*numbers, take, put)))
    state.push(Move(2, ()))
    state.push(Move(3, ()))
    assert state.key == fresh


@pytest.mark.parametrize("technique", TECHNIQUES.values(), ids=TECHNIQUES.keys())
def test_numbers_go_with_their_cells_and_into_trials(technique: Technique) -> None:
    state = placed(technique)
    for n, kind in enumerate(NUMBERS, 1):
        cell = (n, 0, 0)
        state.push(Move(state.mover, (Action(ADD, BOARD, cell, 1), Action(kind, BOARD, cell, 3))))
    assert state.containers[BOARD].value.nonzero() == {state.site((4, 0, 0)): 3}
    assert state.containers[BOARD].rotation[state.site((3, 0, 0))] == 3
    assert state.containers[BOARD].hidden[state.site((1, 0, 0))] == 0
    trial = Trial.loads(Trial.of(state).dumps())
    assert by_cell(trial.replay(TECHNIQUES["BASE"])) == by_cell(state)
    shown = [state.cell(s) for s in state.containers[BOARD].hidden.nonzero()]
    assert shown == [(5, 0, 0)]
