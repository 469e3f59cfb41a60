"""Time to think: it begins when a search can run, and games have an end."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random as Stream
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from boardless.agents import MCTS, Budget, Decision, Entrant, play_entrants, run_tournament
from boardless.agents import tournament as tournaments
from boardless.agents.kernels.arrays import new_tree
from boardless.agents.mcts import search_tree
from boardless.agents.playing import playable, prepare
from boardless.agents.protocol import Meter
from boardless.games import load
from boardless.jit import compilations, compiled, native
from boardless.jit.compilations import getting_ready, working_seconds
from boardless.jit.native import jit
from boardless.play import State
from tests.agents.games import Alone
from tests.own_code import TIC_TAC_TOE, Pile, TakeAway


class Clock:
    """A clock that goes on only when it is told to."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(compilations, "perf_counter", clock)
    return clock


def test_the_clock_stands_still_while_something_gets_ready(clock: Clock) -> None:
    begin = working_seconds()
    clock.now += 1
    with getting_ready():
        clock.now += 100
        with getting_ready():
            clock.now += 100
    clock.now += 2
    assert working_seconds() - begin == 3


def test_a_search_that_is_compiled_first_has_all_its_time(clock: Clock) -> None:
    calls: list[int] = []

    def search(*given: Any) -> int:
        if not calls:
            with getting_ready():
                clock.now += 100
        calls.append(given[-2] - given[-3])
        clock.now += 0.01 * calls[-1]
        return int(given[-2])

    side: Any = SimpleNamespace(
        kernels=SimpleNamespace(search=search), arrays=None, tables=None, at_once=10**9,
        start_of=lambda _: None,
    )  # fmt: skip
    tree = new_tree(2, 10, False, 0)
    o, w = np.zeros(1, np.int64), np.zeros(1)
    _, spent = search_tree(side, tree, o, w, 1, Budget(seconds=1))
    assert 100 <= spent.iterations < 110
    assert 1 <= spent.seconds < 1.1


def test_agents_that_count_themselves_have_all_their_time(clock: Clock) -> None:
    meter = Meter(Budget(seconds=1))
    with getting_ready():
        clock.now += 100
    assert meter.left
    clock.now += 1
    assert not meter.left
    assert meter.spent.seconds == 1


def plus_one(number: int) -> int:
    return number + 1


def test_to_compile_is_to_get_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    kernel: Any = jit(plus_one)
    seen: list[int] = []
    clock = Clock()
    monkeypatch.setattr(compilations, "perf_counter", clock)
    monkeypatch.setattr(native, "SMALL", -1)  # nothing is small: it is compiled at once

    def nothing_for_an_hour(name: str) -> None:
        clock.now += 3600
        seen.append(compilations._spent.depth)

    monkeypatch.setattr(compiled, "read_sealed", nothing_for_an_hour)
    begin = working_seconds()
    assert kernel(3) == 4
    assert seen == [1]
    assert working_seconds() - begin == pytest.approx(0, abs=1e-6)


def test_a_search_compiled_anew_thinks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    # Nothing is kept in this folder, so that all is compiled while the search has begun.
    monkeypatch.setenv("BOARDLESS_CACHE", str(tmp_path))
    game = load("Tic-Tac-Toe")
    decision = MCTS(solver=False)(State(game), Budget(seconds=0.3), Stream(1))
    assert decision.spent.iterations > 16


def test_everybody_is_prepared_before_the_first_game(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []

    def noted(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any) -> Any:
            calls.append(name)
            return function(*given)

        return call

    for name, what in (("prepare", "prepare"), ("play_entrants", "play")):
        monkeypatch.setattr(tournaments, name, noted(what, getattr(tournaments, name)))
    run_tournament([TIC_TAC_TOE, TakeAway()], ["random", "first"], count=1)
    assert calls == ["prepare", "prepare", "play", "play"]


def test_to_prepare_is_to_decide_once_or_what_an_agent_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    budgets: list[Budget] = []
    starts: list[Pile] = []

    def decide(self: MCTS, state: Any, budget: Budget, *rest: Any) -> Decision:
        budgets.append(budget)
        return Decision(next(iter(state.legal_moves)))

    class Own:
        def __call__(self, state: Any) -> Any:
            raise AssertionError("nobody has asked for a move")

        def prepare(self, state: Pile) -> None:
            starts.append(state)

    monkeypatch.setattr(MCTS, "__call__", decide)
    both = [Entrant("a", MCTS()), Entrant("b", Own())]
    prepare(playable(load("Tic-Tac-Toe")), both)
    prepare(playable(TIC_TAC_TOE), both[:1])
    prepare(TakeAway(), both)
    # What runs as plain Python has nothing to compile.
    assert [budget.iterations for budget in budgets] == [1]
    assert (len(starts), starts[1]) == (2, Pile())


def test_a_game_that_is_cut_is_drawn() -> None:
    done = play_entrants(playable(TIC_TAC_TOE), [Entrant("a", first)] * 2, 1, moves=4)
    assert (done.rewards, len(done.moves), done.cut) == ((0.5, 0.5), 4, True)
    whole = play_entrants(playable(TIC_TAC_TOE), [Entrant("a", first)] * 2, 1)
    moves = len(whole.moves)
    same = play_entrants(playable(TIC_TAC_TOE), [Entrant("a", first)] * 2, 1, moves=moves)
    assert (same.moves, same.cut, same.rewards) == (whole.moves, False, whole.rewards)
    assert play_entrants(Alone(), [Entrant("a", first)], 1, moves=1).rewards == (0.0,)


def first(state: Any) -> Any:
    return next(iter(state.legal_moves))


def test_cut_games_are_counted_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "kept.jsonl"
    names = ["random", "first"]
    found = run_tournament(TIC_TAC_TOE, names, count=4, moves=3, keep=path)
    assert (found.cut(), found.record()["cut"]) == (4, 4)
    assert found.agents["draws"].tolist() == [4, 4]
    assert run_tournament(TIC_TAC_TOE, names, count=4, moves=3, keep=path) == found
    assert all(json.loads(line)["cut"] for line in path.read_text().splitlines()[1:])
    assert run_tournament(TIC_TAC_TOE, names, count=4).cut() == 0
