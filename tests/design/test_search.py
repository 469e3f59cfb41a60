"""The search: the same archive whatever workers and kills there are; hostile candidates."""

import json
from pathlib import Path

import pytest

from boardless.design.archive import (
    CRITERIA,
    FEATURES,
    Playable,
    Record,
    behaviour_of,
    score_of,
    scores_of,
)
from boardless.design.evaluation import Task, evaluate
from boardless.design.search import DesignSettings, Search, counts, founders_of
from boardless.play.limited_workers import LimitedWorkers
from boardless.topo import InputError

SMALL = DesignSettings(seed=3, playouts=4, games=2, round=5, playing=2, facing=1)


def search(folder: Path, candidates: int, workers: int = 1, **more: int) -> Search:
    found = Search(founders_of(["Tic-Tac-Toe"]), folder, SMALL, workers, **more)
    found.run(candidates=candidates)
    return found


def lines(folder: Path) -> list[str]:
    """Return the candidates of a log."""
    return [it for it in (folder / "log.jsonl").read_text().splitlines()[1:] if "round" not in it]


def test_workers_and_kills_make_no_difference(tmp_path: Path) -> None:
    whole = search(tmp_path / "whole", 11)
    assert counts(whole)["candidates"] == 11
    assert lines(tmp_path / "whole")[0].startswith('{"number": 0')
    search(tmp_path / "cut", 6, workers=2)
    log = tmp_path / "cut" / "log.jsonl"
    # A kill in the middle of a line: what is no whole round is gone.
    log.write_text(log.read_text() + lines(tmp_path / "whole")[6] + '\n{"number": 7, "dig')
    resumed = search(tmp_path / "cut", 11, workers=2)
    assert lines(tmp_path / "cut") == lines(tmp_path / "whole")
    assert resumed.archive == whole.archive
    with pytest.raises(InputError, match="of another search"):
        Search(founders_of(["Yavalath"]), tmp_path / "cut", SMALL).run(candidates=1)


def test_every_candidate_has_parents_and_measures(tmp_path: Path) -> None:
    search(tmp_path, 6)
    records = [Record.of(json.loads(line)) for line in lines(tmp_path)]
    known = {record.digest for record in records}
    assert records[0].changes == ("Tic-Tac-Toe",)
    for record in records[1:]:
        assert record.parents
        assert set(record.parents) <= known


def test_stages_give_every_criterion() -> None:
    text = str(founders_of(["Yavalath"])["Yavalath"])
    measures: dict[str, float] = {}
    for part in ("ended", "played", "faced"):
        *_, found = evaluate(Task(0, text, 1, part, playouts=10, games=2))
        assert not found.error
        measures |= found.measures
    scores = scores_of(measures)
    assert set(scores) == set(CRITERIA)
    assert all(0 <= value <= 1 for value in scores.values())
    assert scores["completion"] == scores["decisiveness"] == 1
    assert 0 < score_of(scores) < 1
    assert Playable().holds(measures)
    assert len(behaviour_of(measures)) == len(FEATURES)


GAME = (
    '(game "G" (players 2) (equipment {{{board} (piece "Disc" Each)}}) (rules (play {play}) '
    "(end {end})))"
)
BOARD, PLAY = "(board (square 3))", "(move Add (to (sites Empty)))"
END = "(if (is Line 3) (result Mover Win))"
ENDLESS = "(or (move Add (to (sites Empty))) (move Remove (sites Occupied)))"
LATE = "(if (>= (count Moves) 9999) (result Mover Draw))"
SOON = "(if (>= (count Moves) 1) (result Mover Win))"
HOSTILE = {
    "((((": "",
    "(game": "",
    GAME.format(board="(board (square 2000))", play=PLAY, end=END): "read",
    GAME.format(board=BOARD, play="(move Pass)", end=END): "ended",
    GAME.format(board=BOARD, play=ENDLESS, end=LATE): "compiled",
    GAME.format(board=BOARD, play=PLAY, end=SOON): "ended",
}  # fmt: skip


def test_hostile_candidates_stop_nothing() -> None:
    tasks = [Task(n, text, n, playouts=2) for n, text in enumerate(HOSTILE)]
    with LimitedWorkers(evaluate, 1) as place:
        found = {it.number: it for it in place.results(tasks, 20.0)}
    for number, (text, stage) in enumerate(HOSTILE.items()):
        each = found[number].found
        assert each.stage == stage, (text, each)
        assert each.error


def _misbehaves(task: str):
    """Yield, then do what a task says."""
    yield "begun"
    if task == "hang":
        while True:
            pass
    if task == "die":
        import os

        os.kill(os.getpid(), 9)
    yield "done"


def test_tasks_that_hang_or_die_are_their_own_end() -> None:
    with LimitedWorkers(_misbehaves, 1, tasks_each=1) as place:
        found = [
            (it.found, it.is_late, bool(it.fault))
            for it in place.results(["fine", "hang", "die", "fine"], 0.3)
        ]
    assert found == [
        ("done", False, False), ("begun", True, True), ("begun", False, True),
        ("done", False, False),
    ]  # fmt: skip
