"""Tuning finds parameters that win, and says what it tried."""

from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from boardless.agents import MCTS, Budget, Decision, Entrant, Greedy, Heuristic, Range, tunable
from boardless.agents.tuning import declared, tune, with_parameters
from boardless.games import load
from boardless.topo import InputError

pytest.importorskip("optuna", reason="boardless[tuning] is not installed")

GAME = load("Tic-Tac-Toe", jit=False)


@dataclass(frozen=True)
class Often:
    """Plays well as often as it is told to."""

    skill: float = tunable(0.1, 0.0, 1.0)
    mood: str = tunable("bad", choices=("bad", "good"))

    def __call__(self, state: Any, budget: Budget, random: Random, memory: Any = None) -> Decision:
        if self.mood == "good" and random.random() < self.skill:
            return Greedy()(state, budget, random)
        return Decision(next(iter(state.legal_moves)))


@pytest.mark.filterwarnings("ignore::optuna.exceptions.ExperimentalWarning")
def test_better_parameters_are_found() -> None:
    seen = []
    found = tune(
        GAME, Entrant("often", Often()), "random", trials=12, count=12, seed=1,
        progress=lambda done, best: seen.append(best),
    )  # fmt: skip
    assert found.tried[0][0] == {"skill": 0.1, "mood": "bad"}
    assert found.score == max(score for _, score in found.tried) > found.tried[0][1]
    assert found.entrant.agent == Often(**found.parameters)
    assert found.parameters["mood"] == "good"
    assert seen == sorted(seen)
    assert len(seen) == 12
    again = tune(GAME, Entrant("often", Often()), "random", trials=12, count=12, seed=1)
    assert again.tried == found.tried


def test_parameters_of_heuristics_are_tuned_too() -> None:
    agent = Greedy(heuristic=Heuristic())
    assert set(declared(agent)) == {
        "heuristic.material", "heuristic.lines", "heuristic.mobility", "heuristic.connection",
        "heuristic.score",
    }  # fmt: skip
    assert with_parameters(agent, {"heuristic.lines": 1.5}).heuristic.lines == 1.5
    assert declared(MCTS())["exploration"] == Range(0.0, 2.0)


@pytest.mark.parametrize(
    ("agent", "parameters", "message"),
    [
        ("first", None, "first: declares nothing that can be tuned"),
        ("mcts:5", {"colour": Range(0, 1)}, "'colour': MCTS has no such parameter"),
    ],
)
def test_what_cannot_be_tuned_is_refused(agent: str, parameters: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        tune(GAME, agent, "random", parameters=parameters)
