"""Moves of searches in TAG's games are those that are legal, whatever scratch arrays held before.

A move carries numbers beside its rule and places; what other moves left there would make it another
one, or none.
"""

from random import Random
from typing import Any

import pytest

from boardless.agents import mcts
from boardless.agents.evolution import RHEA, _Rollout
from boardless.agents.mcts import MCTS
from boardless.agents.protocol import Budget
from boardless.games import load
from boardless.play import State
from boardless.play.playing import by_chance

QUICK = ("Dots and Boxes", "Diamant", "Blackjack")
SLOW = (
    "Connect Four", "Love Letter", "Poker", "Go Fish", "Uno", "Hanabi", "Exploding Kittens",
    "Virus!", "Sushi Go!", "Hearts", "Can't Stop", "Colt Express", "Pandemic",
)  # fmt: skip
NAMES = (*QUICK, *(pytest.param(name, marks=pytest.mark.slow) for name in SLOW))


def begun(name: str, moves: int) -> State:
    """Return a state after some random moves, at a player's turn."""
    rules = [] if name == "Hearts" else ["Rules/TAG"]
    random, state = Random(5), State(load(name, rules, jit=False))
    while moves or state.seat == 0:
        moves -= state.seat != 0
        state.push(by_chance(state, random))
    return state


def spoil(state: State, arrays: Any) -> None:
    """Write what no move has where moves are looked for, as other moves may."""
    columns, twin, random = set[int](range(3)), state.copy(), Random(6)
    if int(vars(state.position.kernels).get("FIRST_CARD", 0)) > 0:
        columns = set(range(arrays.found.shape[1]))
    while twin.ply < state.ply + 9 and twin.outcome() is None and twin.seat != 0:
        columns |= set(twin.position.numbers().any(axis=0).nonzero()[0].tolist())
        twin.push(random.choice([*twin.legal_moves]))
    for column in columns:
        arrays.found[:, column] = arrays.queue[:, column] = 77


@pytest.mark.parametrize("name", NAMES)
def test_sequences_begin_with_a_legal_move(name: str) -> None:
    state = begun(name, 3)
    rollout = _Rollout(RHEA(horizon=1), state, Budget(calls=1), Random(1))
    legal = rollout._backend.moves()
    for gene in range(3):
        spoil(state, rollout._backend.arrays)
        rollout.meter.calls = 0
        assert rollout.evaluate((gene,)).line[0] in legal


@pytest.mark.parametrize("name", NAMES)
def test_trees_begin_with_the_legal_moves(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    state, found = begun(name, 3), []

    def search_tree(backend: Any, tree: Any, *rest: Any) -> Any:
        spoil(state, backend.arrays)
        tree, spent = kept(backend, tree, *rest)
        found.append((backend.moves(), [mcts.numbers_of(tree, n) for n in mcts.children(tree)]))
        return tree, spent

    kept = mcts.search_tree
    monkeypatch.setattr(mcts, "search_tree", search_tree)
    decision = MCTS(cut=0)(state, Budget(iterations=2), Random(1))
    assert decision.move in [*state.legal_moves]
    ((legal, rows),) = found
    assert sorted(rows) == sorted(legal)
