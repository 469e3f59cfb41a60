"""The contract of a game for agents, which every kind of game keeps: see `agents.protocol`."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from boardless.agents import CHANCE
from boardless.agents.protocol import HasChance, HasHidden, position_key
from boardless.games import load
from boardless.play import State
from tests.agents.described import GUESS, PENNIES, RACE, STEPS, TOGETHER
from tests.agents.games import Alone, Cards, Dice
from tests.own_code import TakeAway
from tests.play.test_match import match

#: A kind of game by its name, and how its state begins. A new kind is one more line.
KINDS: dict[str, Callable[[Path], Any]] = {
    "fixed board": lambda _: State(load("Tic-Tac-Toe", jit=False)),
    "growing board": lambda _: State(load("Andantino", jit=False)),
    "replayed": lambda _: State(load("Andantino", jit=False), "ZONE-RE"),
    "grown in Python": lambda _: State(load("Andantino", jit=False), "ZONE-SHRINK"),
    "effects": lambda _: State(STEPS),
    "dice": lambda _: State(RACE),
    "hidden": lambda _: State(GUESS),
    "at once": lambda _: State(PENNIES),
    "together": lambda _: State(TOGETHER),
    "hidden cards": lambda _: State(load("Love Letter", jit=False)),
    "match": lambda folder: State(match(folder)),
    "dice in Python": lambda _: Dice().begin(Random(1)),
    "cards in Python": lambda _: Cards().begin(Random(1)),
    "alone in Python": lambda _: Alone().begin(Random(1)),
    "Python": lambda _: TakeAway().begin(Random(1)),
}
#: The kinds whose moves can be taken back; agents copy the states of others.
TAKING_BACK = [name for name in KINDS if name == "grown in Python" or "Python" not in name]
#: The kinds that show a player a state of what the player knows.
HIDING = ["cards in Python"]
#: Moves of a random game.
PLIES = 12


def facts(state: Any) -> tuple[Any, ...]:
    """Return all that the protocol says about a state."""
    outcome = state.outcome()
    rewards = None if outcome is None else tuple(outcome.rewards)
    moves = () if rewards is not None else tuple(choices(state))
    return position_key(state), state.seat, state.players, rewards, moves


def choices(state: Any) -> list[Any]:
    """Return what may happen next: moves of a player, or outcomes of chance."""
    if state.seat != CHANCE:
        return list(state.legal_moves)
    assert isinstance(state, HasChance)
    return [move for move, _ in state.chances()]


def played(state: Any, seed: int, plies: int = PLIES) -> list[Any]:
    """Play random moves; return them."""
    random, moves = Random(seed), []
    while len(moves) < plies and state.outcome() is None:
        moves.append(random.choice(choices(state)))
        state.push(moves[-1])
    return moves


@pytest.fixture(params=KINDS)
def state(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    """Return the start of each kind of game."""
    return KINDS[request.param](tmp_path)


def test_an_open_state_has_someone_who_chooses_among_moves(state: Any) -> None:
    random = Random(2)
    for _ in range(PLIES):
        outcome = state.outcome()
        if outcome is not None:
            assert len(outcome.rewards) == state.players
            assert all(0 <= reward <= 1 for reward in outcome.rewards)
            return
        assert 0 <= state.seat <= state.players
        moves = choices(state)
        assert moves
        assert len(set(moves)) == len(moves)
        if state.seat == CHANCE:
            odds = [float(each) for _, each in state.chances()]
            assert min(odds) > 0
            assert sum(odds) == pytest.approx(1)
        state.push(random.choice(moves))


def test_reading_changes_nothing(state: Any) -> None:
    played(state, 3, 4)
    assert facts(state) == facts(state)


def test_a_copy_is_equal_and_goes_its_own_way(state: Any) -> None:
    played(state, 4, 3)
    before, twin = facts(state), state.copy()
    assert facts(twin) == before
    played(twin, 5)
    assert facts(state) == before
    other = state.copy()
    played(state, 6)
    assert facts(other) == before


def test_the_same_moves_lead_to_the_same_position(state: Any) -> None:
    twin = state.copy()
    for move in played(state, 7):
        twin.push(move)
    assert facts(twin) == facts(state)


def test_the_lists_of_kinds_are_complete(tmp_path: Path) -> None:
    states = {name: begin(tmp_path) for name, begin in KINDS.items()}
    assert [name for name, state in states.items() if hasattr(state, "pop")] == TAKING_BACK
    assert [name for name, state in states.items() if isinstance(state, HasHidden)] == HIDING


@pytest.mark.parametrize("state", TAKING_BACK, indirect=True)
def test_moves_that_can_be_taken_back_leave_no_trace(state: Any) -> None:
    before, moves = [facts(state)], []
    for _ in range(PLIES):
        if state.outcome() is not None:
            break
        moves += played(state, 8 + len(moves), 1)
        before.append(facts(state))
    for move, known in zip(reversed(moves), reversed(before[:-1]), strict=True):
        assert state.pop() == move
        assert facts(state) == known


@pytest.mark.parametrize("state", HIDING, indirect=True)
def test_an_observation_has_the_own_moves_of_its_player(state: Any) -> None:
    played(state, 9, 2)
    if state.outcome() is None and state.seat != CHANCE:
        before = facts(state)
        seen = state.observed(state.seat, Random(1))
        assert choices(seen) == choices(state)
        assert facts(state) == before
