"""The commands that let agents play each other, and that say what games are like."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from boardless.agents import MCTS, Standings, run_tournament, tuning
from boardless.agents.specs import AGENTS
from boardless.cli.agents import tune
from boardless.games import Game, load
from boardless.topo import Interrupted
from tests.cli.running import Answer

LINE = "tournament Tic-Tac-Toe --agents mcts:20 --agents random --agents first --games 4 --seed 2"


@pytest.fixture(autouse=True)
def _uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    def game_of(name: str, *rest: Any) -> Game:
        return load(name, jit=False)

    monkeypatch.setattr("boardless.cli.agents.any_game_of", game_of)
    monkeypatch.setattr("boardless.analysis.measures.TIMED_SECONDS", 0.001)


def test_a_tournament_as_json(boardless: Callable[..., Answer]) -> None:
    answer = boardless(f"{LINE} --format json")
    assert (answer.status, answer.err) == (0, "")
    found = json.loads(answer.out)
    assert list(found)[:4] == ["game", "seed", "agents", "pairs"]
    assert (found["game"], found["seed"]) == ("Tic-Tac-Toe", 2)
    assert [each["agent"] for each in found["agents"]] == ["mcts:20", "random", "first"]
    for each in found["agents"]:
        assert each["games"] == each["wins"] + each["draws"] + each["losses"] == 8
        assert each["score"] == (each["wins"] + each["draws"] / 2) / 8
        low, high = each["interval"]
        assert 0 <= low <= each["score"] <= high <= 1
        assert isinstance(each["rating"], float)
    pair = found["pairs"][0]
    assert (pair["a"], pair["b"], pair["games"]) == ("mcts:20", "random", 4)
    assert pair["a_wins"] + pair["draws"] + pair["b_wins"] == 4
    again = json.loads(boardless(f"{LINE} --format json").out)
    assert [each["wins"] for each in again["agents"]] == [each["wins"] for each in found["agents"]]


def test_a_tournament_in_words_and_as_csv(boardless: Callable[..., Answer]) -> None:
    out = boardless(LINE).out
    assert "each against each" in out
    assert "seats" in out
    rows = list(csv.DictReader(io.StringIO(boardless(f"{LINE} --format csv").out)))
    assert [row["agent"] for row in rows] == ["mcts:20", "random", "first"]


def test_tuning_prints_every_set_and_the_best(boardless: Callable[..., Answer]) -> None:
    pytest.importorskip("optuna", reason="boardless[tuning] is not installed")
    line = "tune Tic-Tac-Toe --agent mcts:5 --trials 3 --games 2 --seed 1 --parameter exploration"
    found = json.loads(boardless(f"{line} --format json").out)
    tried = found["tried"]
    assert len(tried) == 3
    assert tried[0]["parameters"] == {"exploration": MCTS().exploration}
    best = max(tried, key=lambda each: each["score"])
    assert (found["parameters"], found["score"]) == (best["parameters"], best["score"])
    rows = list(csv.reader(io.StringIO(boardless(f"{line} --format csv").out)))
    assert rows[0] == ["exploration", "score"]
    assert [float(row[1]) for row in rows[1:]] == [each["score"] for each in tried]
    last = boardless(line).out.splitlines()[-1]
    assert last == f"best: {found['parameters']}, score {best['score']:.3f}"
    refused = boardless(f"{line} --parameter patience")
    assert refused.status == 2
    assert "unknown parameter 'patience': choose one of" in refused.err


def test_tuning_that_is_stopped_prints_the_sets_so_far(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("optuna", reason="boardless[tuning] is not installed")
    played: list[object] = []

    def run(*arguments: Any, **settings: Any) -> Standings:
        if len(played) == 2:
            raise KeyboardInterrupt
        played.append(arguments)
        return run_tournament(*arguments, **settings)

    monkeypatch.setattr(tuning, "run_tournament", run)
    with pytest.raises(Interrupted) as stopped:
        tune("Tic-Tac-Toe", agent="mcts:5", games=2, parameter=["exploration"], format_="json")
    assert len(json.loads(capsys.readouterr().out)["tried"]) == 2
    assert len(stopped.value.found.tried) == 2
    with pytest.raises(KeyboardInterrupt) as early:  # before the end of a first set
        tune("Tic-Tac-Toe", agent="mcts:5", games=2, parameter=["exploration"])
    assert not isinstance(early.value, Interrupted)


def test_a_tournament_as_a_page(boardless: Callable[..., Answer]) -> None:
    page = boardless(f"{LINE} --format html").out
    assert page.startswith("<!DOCTYPE html>")
    assert page.count("data:image/svg+xml;base64,") == 2
    assert "Tic-Tac-Toe, 12 games from seed 2" in page
    text = boardless(f"{LINE} --format markdown").out
    assert "| mcts:20 | win | 8 |" in text


def test_a_tournament_is_gone_on_with(boardless: Callable[..., Answer], tmp_path: Path) -> None:
    kept = str(tmp_path / "kept.jsonl")
    first = boardless(f"{LINE} --format csv --keep", kept).out
    assert boardless(f"{LINE} --format csv --keep", kept).out == first
    assert len(Path(kept).read_text().splitlines()) == 13


def test_patterns_are_learnt_and_play(boardless: Callable[..., Answer], tmp_path: Path) -> None:
    found = []
    for name in ("one.npz", "other.npz"):
        line = "learn-patterns Tic-Tac-Toe --games 3 --iterations 10 --seed 4 --out"
        answer = boardless(line, str(tmp_path / name))
        assert (answer.status, answer.err) == (0, "")
        assert answer.out.startswith("3 games, ")
        found.append((tmp_path / name).read_bytes())
    assert found[0] == found[1]
    agents = f"--agents mcts:10,patterns={tmp_path / 'one.npz'} --agents random --games 2"
    assert boardless(f"tournament Tic-Tac-Toe {agents}").status == 0
    refused = boardless(f"tournament Hex {agents}")
    assert refused.status == 2
    assert "patterns of Tic-Tac-Toe: this is Hex" in refused.err
    assert refused.err.count("\n") == 1


def test_everyone_may_be_given_the_same_budget(boardless: Callable[..., Answer]) -> None:
    found = json.loads(boardless(f"{LINE} --budget calls=50 --format json").out)
    assert found["agents"][0]["calls_a_move"] < 60


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("tournament Tic-Tac-Toe --agents random", "give two at least"),
        (f"{LINE} --agents nobody", "unknown agent 'nobody': choose one of random"),
        (f"{LINE} --mode all", "unknown mode 'all'"),
        (f"{LINE} --budget much", "iterations 'much': choose a whole number"),
        (f"{LINE} --format xml", "unknown format 'xml'"),
        ("tournament Tic-Tac-Toe --agents random --agents first --games x", "not a whole number"),
        ("tournament Nothing --agents random --agents first", "Nothing"),
        (f"{LINE} --agents mcts:5,patterns=nowhere.npz", "patterns 'nowhere.npz': No such file"),
        (f"{LINE} --agents mcts:5,patterns=3", "patterns 3: give the path of a file"),
        ("learn-patterns Tic-Tac-Toe --out nowhere/at/all.npz", "the folder does not exist"),
        ("learn-patterns Tic-Tac-Toe --out x.npz --minutes 0", "minutes 0.0: choose a number"),
        ("learn-patterns Tic-Tac-Toe --out x.npz --games 0", "games 0"),
        ("learn-patterns Minesweeper --out x.npz", "without chance and secrets"),
    ],
)
def test_bad_input_is_one_line(boardless: Callable[..., Answer], line: str, message: str) -> None:
    answer = boardless(line)
    assert answer.status == 2
    assert message in answer.err
    assert answer.err.count("\n") == 1


def test_the_command_says_how_many_were_cut(boardless: Callable[..., Answer]) -> None:
    line = "tournament tests.own_code:TIC_TAC_TOE --agents random --agents first --games 3"
    assert "cut for their length, and drawn: 3 of 3 games" in boardless(f"{line} --max-moves 2").out
    assert ", 3 cut for" in boardless(f"{line} --max-moves 2 --format markdown").out
    assert "cut" not in boardless(line).out
    refused = boardless(f"{line} --max-moves 0")
    assert (refused.status, "moves 0: choose" in refused.err) == (2, True)


def test_the_command_prints_what_was_promised(
    boardless: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def game_of(name: str, *rest: Any) -> Game:
        return load(name, jit=False)

    monkeypatch.setattr("boardless.cli.agents.any_game_of", game_of)
    monkeypatch.setattr("boardless.analysis.measures.TIMED_SECONDS", 0.001)
    line = "analyse Tic-Tac-Toe Bravalath --playouts 5"
    (first, second) = json.loads(boardless(f"{line} --format json").out)["games"]
    assert (first["game"], second["game"], first["agent"]) == ("Tic-Tac-Toe", "Bravalath", "random")
    assert {"plies", "actions", "branching", "state_size", "hidden", "rewards"} < set(first)
    assert set(first["calls_per_s"]) == {"setup", "next", "actions", "copy"}
    line = "analyse Tic-Tac-Toe Tic-Tac-Toe --playouts 2"
    assert boardless(f"{line} --format html").out.startswith("<!DOCTYPE html>")
    assert boardless(f"{line} --format csv").out.count("\n") == 3
    assert "Tic-Tac-Toe" in boardless(line).out
    refused = boardless(f"{line} --format pdf")
    assert (refused.status, refused.err.count("\n")) == (2, 1)


@pytest.mark.parametrize("form", ["table", "csv"])
@pytest.mark.parametrize("words", ["Nope", "Tic-Tac-Toe Nope", "Tic-Tac-Toe --onlooker nobody"])
def test_what_is_refused_prints_nothing_else(
    words: str, form: str, boardless: Callable[..., Any]
) -> None:
    answer = boardless(f"analyse {words} --format {form}")
    assert (answer.status, answer.out, answer.err.count("\n")) == (2, "", 1)


def test_agents_are_listed(boardless: Callable[..., Any]) -> None:
    found = json.loads(boardless("agents --format json").out)["agents"]
    assert [row["name"] for row in found] == list(AGENTS)
    (greedy,) = (row for row in found if row["name"] == "greedy")
    assert greedy["parameters"] == {"heuristic": None}
    assert "look-ahead" in greedy["about"]
    assert len(boardless("agents").out.splitlines()) == len(found) + 2
