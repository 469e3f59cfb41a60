"""Output of commands at Ctrl-C: results so far, in the chosen form."""

import json
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from boardless.agents import run_tournament
from boardless.cli import app
from boardless.games import load
from boardless.play import run_playouts
from boardless.play.executors import ThisProcess
from boardless.store import Store
from boardless.store.positions import explored
from boardless.topo import Interrupted
from tests.cli.running import Answer


class Stopping(ThisProcess):
    """Works in this process until somebody presses Ctrl-C in the middle of a call."""

    _max_workers = 1

    def __init__(self, calls: int) -> None:
        self.left = calls

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.left -= 1
        if self.left < 0:
            raise KeyboardInterrupt
        return super().submit(fn, *args, **kwargs)


@pytest.fixture
def stopped(
    monkeypatch: pytest.MonkeyPatch, uncompiled: None, boardless: Callable[..., Answer]
) -> Callable[[int, str], str]:
    """Stop a command after some calls of a worker; return what it has printed."""

    def run(calls: int, line: str) -> str:
        place = Stopping(calls)
        monkeypatch.setattr("boardless.play.executors.ThisProcess", lambda: place)
        monkeypatch.setattr(app, "_prints", Event())
        answer = boardless(line)
        assert answer.status == 130
        # Tables take longer than a command may take that does not hear of Ctrl-C.
        assert app._prints.is_set() == bool(answer.out)
        return answer.out

    return run


def test_playouts(stopped: Callable[[int, str], str]) -> None:
    found = json.loads(stopped(4, "playouts Tic-Tac-Toe --playouts 100000 --format json"))
    assert 0 < found["playouts"] == sum(found["wins"].values()) < 100_000
    assert found["seconds"] > 0
    out = stopped(4, "playouts Tic-Tac-Toe --playouts 100000 --format csv")
    assert len(out.splitlines()) == 2
    assert stopped(1, "playouts Tic-Tac-Toe --playouts 100000 --format json") == ""


def test_playouts_so_far_are_those_of_a_run_of_as_many() -> None:
    game = load("Tic-Tac-Toe", jit=False)
    with pytest.raises(Interrupted) as stop:
        run_playouts(game, playouts=10_000, seed=1, executor=Stopping(4))
    run = stop.value.found
    assert run.tally == run_playouts(game, playouts=run.tally.playouts, seed=1).tally


def test_playouts_so_far_took_some_time_wherever_they_were_stopped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def adapt(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("boardless.play.playouts._Shares._adapt", adapt)
    with pytest.raises(Interrupted) as stop:
        run_playouts(load("Tic-Tac-Toe", jit=False), playouts=10, seed=1)
    assert stop.value.found.playouts_per_s > 0


@pytest.mark.parametrize("form", ["json", "csv", "table", "html"])
def test_a_tournament(stopped: Callable[[int, str], str], form: str) -> None:
    agents = "--agents first --agents random --agents greedy"
    out = stopped(3, f"tournament Tic-Tac-Toe {agents} --games 50 --format {form}")
    if form == "json":
        found = json.loads(out)
        assert [pair["games"] for pair in found["pairs"]] == [2]
    assert "first" in out
    assert stopped(0, f"tournament Tic-Tac-Toe {agents} --format {form}") == ""


def test_a_tournament_so_far_is_kept(tmp_path: Path) -> None:
    game, kept = load("Tic-Tac-Toe", jit=False), tmp_path / "kept.jsonl"
    with pytest.raises(Interrupted) as stop:
        run_tournament(game, ["first", "random"], count=9, keep=kept, executor=Stopping(5))
    some = len(stop.value.found.results)
    assert 0 < some < 9
    assert len(kept.read_text().splitlines()) == 1 + some


def test_positions(stopped: Callable[[int, str], str]) -> None:
    found = json.loads(stopped(2, "explore Tic-Tac-Toe --format json"))
    assert (found["by_ply"], found["complete"]) == ([1, 9, 72], False)
    assert stopped(2, "explore Tic-Tac-Toe --format csv").splitlines()[0].startswith("ply,")


def test_positions_so_far_are_gone_on_with(
    stopped: Callable[[int, str], str], tmp_path: Path
) -> None:
    path = tmp_path / "runs.lbug"
    line = f"explore Tic-Tac-Toe --depth 4 --store {path} --format json"
    assert json.loads(stopped(2, line))["positions"] == 82
    with Store.open(path, read_only=True) as store:
        assert store.query("MATCH (p:Position) RETURN count(*) AS n")["n"].tolist() == [82]
    with pytest.raises(Interrupted):
        explored(load("Tic-Tac-Toe", jit=False), executor=Stopping(1))
