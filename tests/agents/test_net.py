"""The agent with a network: specs, budgets, and all that is refused in a line."""

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from boardless.agents import Budget, entrant, run_tournament
from boardless.games import load
from boardless.play import State
from boardless.topo import InputError
from boardless.util import upward
from tests.agents.described import RACE
from tests.agents.games import Dice

REASON = "boardless[learn] is not installed"


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a short run."""
    pytest.importorskip("torch", reason=REASON)
    from boardless.learn import Settings, learn

    folder = tmp_path_factory.mktemp("run")
    learn(
        "Tic-Tac-Toe", folder, steps=2,
        settings=Settings(width=8, layers=1, simulations=4, games=2, gate_every=0),
    )  # fmt: skip
    return folder


def test_nothing_imports_pytorch_before_a_network_is_asked_for() -> None:
    code = "import sys; from boardless.agents import AGENTS; print('torch' in sys.modules, *AGENTS)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split()[0] == "False"


def test_without_pytorch_an_agent_is_refused_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [it for it in sys.modules if it.startswith("boardless.learn.")]:
        monkeypatch.delitem(sys.modules, name)
    for name, it in list(vars(upward).items()):
        if str(getattr(it, "__module__", "")).startswith("boardless.learn."):
            monkeypatch.delattr(upward, name)
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(InputError, match=r"net: install boardless\[learn\]"):
        entrant("net:nowhere")


def test_specs_name_a_path_and_iterations(run: Path) -> None:
    plain, full = entrant(f"net:{run}"), entrant(f"net:{run}:20,considered=4")
    assert (plain.budget.iterations, full.budget.iterations) == (100, 20)
    assert (full.agent.path, full.agent.considered) == (str(run), 4)  # type: ignore[attr-defined]
    for spec, message in (
        ("net", "give a path"), (f"net:{run},considered=1", "considered"),
        (f"net:{run}/none", "no such file"), (f"net:{run},path=x", "once"),
    ):  # fmt: skip
        with pytest.raises(InputError, match=message):
            entrant(spec)


def test_a_network_plays_in_tournaments(run: Path) -> None:
    standings = run_tournament("Tic-Tac-Toe", [f"net:{run}:8", "random"], count=4, seed=1)
    again = run_tournament("Tic-Tac-Toe", [f"net:{run}:8", "random"], count=4, seed=1)
    assert standings.results == again.results
    assert standings.agents["games"].tolist() == [4, 4]


def test_a_decision_has_values_and_keeps_to_its_budget(run: Path) -> None:
    who, state = entrant(f"net:{run}"), State(load("Tic-Tac-Toe"))
    decision = who.agent(state, Budget(iterations=30), Random(1))
    assert decision.spent.iterations == 30 == sum(decision.visits.values())
    assert decision.move in state.legal_moves
    assert state.ply == 0
    assert decision.value is not None
    assert all(0 <= it <= 1 for it in (decision.value, *decision.values.values()))
    few = who.agent(state, Budget(calls=20), Random(1))
    assert 9 <= few.spent.iterations < 30
    assert who.agent(state, Budget(seconds=0.01), Random(1)).spent.iterations > 0


def test_other_games_are_refused(run: Path) -> None:
    who = entrant(f"net:{run}")
    with pytest.raises(InputError, match="trained for another game, not for Race"):
        who.agent(State(RACE), Budget(iterations=2), Random(1))
    with pytest.raises(InputError, match="written in Python"):
        who.agent(Dice().begin(Random(1)), Budget(iterations=2), Random(1))
