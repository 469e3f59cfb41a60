"""Pieces that lie one upon another: on boards that stay, grow, shrink and are numbered anew."""

import copy
import pickle
import random
from typing import Any

import pytest

from boardless.state import (
    ADD,
    BOARD,
    REMOVE,
    SET_STATE,
    Action,
    Component,
    Equipment,
    FreeState,
    GivenBoard,
    Hand,
    Move,
    Trial,
)
from boardless.strategies import TECHNIQUES
from boardless.topo import HEXAGONAL, InputError
from tests.states import snapshot

COMPONENTS = (Component("tile"), Component("red", 1), Component("grey", 2))
SETUP = Equipment(
    HEXAGONAL,
    COMPONENTS,
    hands=(Hand(1, ((2, 3), (0, 0))),),
    start=(((0, 0, 0), 1), ((0, 0, 0), 2)),
    levels=4,
)
SMALL = GivenBoard(((0, 0, 0), (1, 0, 0), (0, 1, 0)))


def piles(state: FreeState) -> dict[Any, list[tuple[int, int]]]:
    """Return component and local state of every level of each place, the lowest first."""
    found: dict[Any, list[tuple[int, int]]] = {}
    for container in state.containers:
        for level in range(SETUP.levels):
            numbers = container.chunk("state", level)
            for site, what in container.chunk("what", level).nonzero().items():
                name = site if container.number else state.cell(site)
                found.setdefault((container.number, name), []).append((what, numbers[site]))
    return found


def tried(state: FreeState, number: random.Random) -> Move | None:
    """Make one action that may be made, if the one that is drawn may."""
    container = number.choice(state.containers)
    taken = list(container.what.nonzero())
    site = number.randrange(len(container))
    if taken and number.random() < 0.7:
        site = number.choice(taken)
    kind = number.choice((ADD, ADD, REMOVE, SET_STATE))
    level = number.randrange(4)
    value = number.randrange(1, 4)
    if kind == REMOVE:
        value = container.chunk("what", level)[site]
    move = Move(state.mover, (Action(kind, container.number, site, value, level=level),))
    try:
        state.push(move)
    except InputError:
        return None
    return move


@pytest.mark.parametrize("name", [*TECHNIQUES, "given"])
def test_what_is_pushed_is_taken_back_level_by_level(name: str) -> None:
    technique = TECHNIQUES.get(name, SMALL)
    state, number = FreeState(SETUP, technique), random.Random(5)
    seen = [(snapshot(state), piles(state))]
    while len(seen) < 40:
        if tried(state, number):
            seen.append((snapshot(state), piles(state)))
            keys = {key: pile for (*_, key, _), pile in seen}
            assert keys[state.key] == piles(state)
    assert max(len(pile) for _, below in seen for pile in below.values()) == 4
    twin = pickle.loads(pickle.dumps(copy.deepcopy(state)))
    for moved in (twin, state):
        for before, below in reversed(seen[:-1]):
            moved.pop()
            assert piles(moved) == below
            assert snapshot(moved) == before


def test_keys_tell_levels_apart_and_not_how_piles_came_about() -> None:
    def state_of(*actions: Action) -> FreeState:
        state = FreeState(SETUP, SMALL)
        state.push(Move(1, actions))
        return state

    def added(component: int, level: int, site: int = 1) -> Action:
        return Action(ADD, BOARD, site, component, level=level)

    below = state_of(added(2, 0), added(3, 0))
    above = state_of(added(3, 0), added(2, 1))
    assert below.key == above.key
    assert below.key != state_of(added(2, 0), added(3, 1)).key
    taken = state_of(added(2, 0), added(3, 0), Action(REMOVE, BOARD, 1, 3))
    assert taken.key == state_of(added(2, 0)).key
    marked = state_of(added(2, 0), Action(SET_STATE, BOARD, 1, 5), added(3, 1))
    assert marked.key not in (above.key, state_of(added(2, 0), added(3, 1)).key)
    assert marked.containers[BOARD].chunk("state", 0)[1] == 5
    assert marked.containers[BOARD].state[1] == 0


def test_a_trial_keeps_levels() -> None:
    state, number = FreeState(SETUP, TECHNIQUES["ZONE-APPEND"]), random.Random(2)
    while state.ply < 20:
        tried(state, number)
    trial = Trial.loads(Trial.of(state).dumps())
    for name in ("ZONE-MAP", "PERI-APPEND"):
        other = trial.replay(TECHNIQUES[name])
        assert (piles(other), other.key) == (piles(state), state.key)


def test_owned_tells_the_levels() -> None:
    state = FreeState(SETUP, SMALL)
    (base,), (red, *_) = state.owned.levels(1), state.owned.levels(2)
    assert (base[1], red[1]) == (0, 1)
    assert state.containers[1].height[0] == 3
    assert [level for place, level in state.owned.levels(2) if place.container] == [0, 1, 2]


@pytest.mark.parametrize(
    ("action", "message"),
    [
        (Action(ADD, BOARD, 0, 2, level=3), "level 3: choose 0 to 2"),
        (Action(REMOVE, BOARD, 0, 2, level=2), "choose 0 to 1"),
        (Action(REMOVE, BOARD, 0, 2, level=0), "holds no component 2"),
        (Action(ADD, BOARD, 0, 4, level=0), "unknown component 4"),
    ],
)
def test_levels_that_are_not_there_are_refused(action: Action, message: str) -> None:
    state = FreeState(SETUP, SMALL)
    before = snapshot(state)
    with pytest.raises(InputError) as error:
        state.push(Move(1, (action,)))
    assert message in str(error.value)
    assert snapshot(state) == before
