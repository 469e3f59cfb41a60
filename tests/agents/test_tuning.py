"""Tuning finds parameters that win, and says what it tried."""

from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest

from boardless.agents import (
    MCTS,
    Budget,
    Decision,
    Ended,
    Entrant,
    Greedy,
    Heuristic,
    Range,
    fairness,
    run_tournament,
    tunable,
    tune_game,
)
from boardless.agents.tuning import declared, declared_by, tune, with_parameters
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


@dataclass(frozen=True)
class Lottery:
    """Who is drawn wins at once, whatever is moved."""

    handicap: int = tunable(9, 0, 9)
    name: str = "Lottery"
    players: int = 2

    def begin(self, random: Random) -> "Drawn":
        return Drawn(1 if random.randrange(10) < self.handicap else 2)


@dataclass
class Drawn:
    winner: int
    over: bool = False
    players: int = 2
    seat: int = 1
    legal_moves: tuple[str, ...] = ("on",)

    @property
    def key(self) -> Any:
        return (self.winner, self.over)

    def push(self, move: Any) -> None:
        self.over = True

    def outcome(self) -> Ended | None:
        rewards = (1.0, 0.0) if self.winner == 1 else (0.0, 1.0)
        return Ended(rewards) if self.over else None

    def copy(self) -> "Drawn":
        return replace(self)


@pytest.mark.filterwarnings("ignore::optuna.exceptions.ExperimentalWarning")
def test_a_game_in_python_is_made_fair() -> None:
    found = tune_game(Lottery(), ["first"], trials=12, count=20, seed=1)
    assert found.tried[0][0] == {"handicap": 9}
    assert found.tried[0][1] < 0.5 < found.value
    assert 3 <= found.game.handicap <= 7
    assert found.game.handicap == found.parameters["handicap"]


@pytest.mark.filterwarnings("ignore::optuna.exceptions.ExperimentalWarning")
def test_options_of_a_description_are_parameters() -> None:
    hex_ = load("Hex", ["Board Size/7x7"], jit=False)
    assert set(declared_by(hex_)) == {"Board Size", "Swap"}
    parameters = {"Swap": declared_by(hex_)["Swap"]}
    lengths: list[float] = []

    def short(standings: Any) -> float:
        lengths.append(-standings.table["plies"].mean())
        return float(lengths[-1])

    found = tune_game(
        hex_, ["first"], objective=short, parameters=parameters, trials=4, count=1, seed=1
    )
    assert found.value == max(lengths)
    assert found.game.description.options == ("Board Size/7x7", found.parameters["Swap"])
    assert {chosen["Swap"] for chosen, _ in found.tried} == {"Swap/Off", "Swap/On"}
    with pytest.raises(InputError, match="'Colour': Hex has Board Size, Swap"):
        tune_game(hex_, ["first"], parameters={"Colour": Range(0, 1)})
    with pytest.raises(InputError, match="Tic-Tac-Toe: has no parameter"):
        tune_game(GAME, ["first"])


def test_fairness_compares_seats() -> None:
    standings = run_tournament(Lottery(10), ["first"], count=5, mode="self-play")
    assert fairness(standings) == 0.0


@pytest.mark.parametrize(
    ("agent", "parameters", "message"),
    [
        ("first", None, "first: has no parameter that can be tuned"),
        ("mcts:5", {"colour": Range(0, 1)}, "'colour': MCTS has no such parameter"),
    ],
)
def test_what_cannot_be_tuned_is_refused(agent: str, parameters: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        tune(GAME, agent, "random", parameters=parameters)
