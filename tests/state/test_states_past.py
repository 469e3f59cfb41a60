"""Remembered states: every ply of a game, and variations that share what they have in common."""

from copy import copy, deepcopy
from pickle import dumps, loads

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardless.state import (
    BOARD,
    Component,
    Equipment,
    FreeState,
    Hand,
    Location,
    Move,
    PastFreeState,
    Trial,
)
from boardless.strategies import TECHNIQUES, ZONE_APPEND, ZONE_SHRINK, Technique
from boardless.topo import HEXAGONAL, SQUARE, InputError, Tiling
from tests.boards import tilings
from tests.state.test_trial import random_trial
from tests.states import by_cell, check_inside, snapshot
from tests.topo.boards.test_board_removal import everything


def seen(state: FreeState) -> object:
    """Return everything about a state and its board."""
    return snapshot(state), by_cell(state), everything(state.board)


@given(tilings, st.integers(0, 99), st.sampled_from(list(TECHNIQUES.values())))
@settings(max_examples=8)
def test_every_ply_is_the_state_that_was(tiling: Tiling, seed: int, technique: Technique) -> None:
    trial = random_trial(tiling, seed)
    state, then = FreeState(trial.setup, technique), []
    then.append((snapshot(state), by_cell(state)))
    for move in trial.moves:
        state.push(move)
        then.append((snapshot(state), by_cell(state)))
    order = [5, 0, 12, 11, 12, 3, *range(13)]
    views = {ply: (state.at(ply), trial.at(ply, technique)) for ply in order}
    for ply in order:
        for past in views[ply]:
            assert (past.ply, snapshot(past), by_cell(past)) == (ply, *then[ply])
            check_inside(past)
    assert (snapshot(state), by_cell(state)) == then[-1]


def test_a_shrinking_game_is_remembered() -> None:
    state, then = FreeState(Equipment(HEXAGONAL, (Component("tile"),), players=1), ZONE_SHRINK), []
    for n in range(3):
        state.push(Move.add(1, 1, (n, 0, 0)))
    for n in range(12):
        there = Location(BOARD, (n, 0, 0)), Location(BOARD, (n + 3, 0, 0))
        state.push(Move.transfer(1, 1, *there))
        then.append(seen(state))
    assert [state.by_cell(move) for move in state.move_stack][3].from_ == (BOARD, (0, 0, 0))
    assert state.move_stack[0].to == (BOARD, (0, 0, 0))
    views = [state.at(4 + n) for n in range(12)]
    boards = [view.board for view in views]
    for n in (11, 0, 7, 3, 4):
        assert seen(views[n]) == then[n]
        assert everything(boards[n]) == then[n][2]
    assert seen(state) == then[-1]
    assert len({len(board) for board in boards}) == 1
    trial = Trial.of(state)
    assert seen(trial.at(9)) == then[5]
    assert trial.at(9).technique == ZONE_SHRINK
    assert Trial.loads(trial.dumps()) == trial


def test_containers_of_a_past_state_stay_as_they_are() -> None:
    trial = random_trial(SQUARE, 3)
    early, late = trial.at(2, ZONE_APPEND), trial.at(12)
    board, hand, owned = early.containers[BOARD], early.containers[1], early.owned
    key = early.key
    assert len(late.containers[BOARD].what.nonzero()) == 13
    assert len(board.what.nonzero()) == 3
    assert hand.count[0] == 39
    assert late.mover == 1
    assert sum(len(owned.places(n)) for n in (1, 2, 3)) == 5
    assert early.key == key != late.key
    assert len(board) == len(early.board) < len(late.board)
    assert early.at(1).move_stack == trial.replay(ZONE_APPEND).move_stack[:1]
    assert early.before.ply == 1
    assert early.at(0).before is None


def test_variations_share_their_beginning() -> None:
    trial = random_trial(SQUARE, 3)
    past = trial.at(6)
    lines = []
    for n in range(5):
        variation = past
        for _ in range(4):
            cell = variation.cell(list(variation.containers[BOARD].playable.nonzero())[n])
            variation = variation.after(Move.add(variation.mover, 2, cell))
        lines.append((variation, seen(variation), variation._node))
    for variation, then, node in lines:
        assert seen(variation) == then
        for _ in range(4):
            node = node.before
        assert node is past._node
        alone = FreeState(trial.setup, trial.technique)
        for move in variation.move_stack:
            alone.push(alone.by_site(variation.by_cell(move)))
        assert seen(alone) == then
    assert past.ply == 6
    with pytest.raises(InputError, match="out of turn"):
        past.after(Move.add(past.mover % 2 + 1, 2, (0, 0, 0)))
    live = past.copy()
    live.push(Move.add(live.mover, 2, next(iter(live.containers[BOARD].playable.nonzero()))))
    assert (live.ply, live.at(6).key) == (7, past.key)
    assert type(live) is FreeState


def test_branches_of_a_live_state() -> None:
    setup = Equipment(SQUARE, (Component("tile"),), players=1, hands=(Hand(1, ((1, 9),)),))
    state = FreeState(setup, ZONE_APPEND)
    for n in range(5):
        state.push(Move.add(1, 1, (n, 0, 0)))
    old = state.at(5)
    was = seen(old)
    twin = state.copy()
    for _ in range(3):
        state.pop()
    state.push(Move.add(1, 1, (0, 1, 0)))
    twin.push(Move.add(1, 1, (0, -1, 0)))
    ends = {"state": (state.at(3), seen(state)), "twin": (twin.at(6), seen(twin))}
    assert seen(old) == was
    for past, then in ends.values():
        assert seen(past) == then
    assert seen(twin.at(5)) == was
    assert state.at(2).key == twin.at(2).key


def test_what_is_remembered_can_be_pickled() -> None:
    trial = random_trial(SQUARE, 3)
    past = trial.at(6)
    then = seen(past)
    for twin in (loads(dumps(past)), deepcopy(past), copy(past)):
        assert type(twin) is FreeState
        assert seen(twin) == then
    assert loads(dumps(trial)) == trial
    assert seen(loads(dumps(trial)).at(6)) == then
    state = past.copy()
    assert state.at(5)._node is past._node.before
    assert seen(loads(dumps(state)).at(6)) == then


def test_long_games_are_remembered() -> None:
    setup = Equipment(SQUARE, (Component("tile"),), players=1)
    moves = tuple(Move.add(1, 1, (n, 0, 0)) for n in range(3000))
    trial = Trial(setup, moves, technique=ZONE_APPEND)
    assert len(trial.at(3000).board) == 3 * 3002
    assert seen(trial.at(1)) == seen(trial.at(1).copy())
    assert len(loads(dumps(trial.at(2000))).board) == 3 * 2002
    del trial


def test_what_is_no_ply_is_refused() -> None:
    trial = random_trial(SQUARE, 1)
    state = trial.replay(ZONE_APPEND)
    for what in (trial, state, trial.at(12)):
        for bad in (-1, 13, 1.0, "3", None, True):
            with pytest.raises(InputError, match=r"ply .*: choose a whole number from 0 to 12"):
                what.at(bad)
    far = Trial(trial.setup, (trial.moves[0], Move.add(2, 1, (9, 9, 0))))
    with pytest.raises(InputError, match="line 4: cell"):
        far.at(1, ZONE_APPEND)
    past = trial.at(3)
    for change in (past.pop, lambda: past.push(trial.moves[3])):
        with pytest.raises(InputError, match="a past state cannot be changed"):
            change()
    assert isinstance(past, PastFreeState)


def test_a_trial_without_a_technique_stands_on_its_cells() -> None:
    trial = Trial.loads(random_trial(HEXAGONAL, 2).dumps())
    grown = trial.replay(ZONE_APPEND)
    assert trial.at(12).key == grown.key
    assert len(trial.at(12).board) == len(trial.at(0).board) < len(grown.board)
    assert trial.at(12, ZONE_APPEND).board.sites.tolist() == grown.board.sites.tolist()
