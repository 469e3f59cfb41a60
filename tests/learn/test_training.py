"""Training runs: the same from the same seed, killed and resumed, and refused where damaged."""

import csv
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="boardless[learn] is not installed")

from boardless.learn import Settings, learn, training  # noqa: E402
from boardless.learn.checkpoints import RUN, read_checkpoint, write_checkpoint  # noqa: E402
from boardless.topo import InputError  # noqa: E402
from tests.learn.playing import TIC_TAC_TOE  # noqa: E402

SMALL = Settings(
    seed=3, width=8, layers=1, simulations=4, considered=4, games=4, batch=16, reuse=16,
    gate_every=2, gate_games=2, capacity=60,
)  # fmt: skip
LEARNING = Path(__file__).parents[2] / "docs" / "learning.md"


def test_the_same_seed_gives_the_same_weights(tmp_path: Path) -> None:
    first, second, other = (
        learn("Tic-Tac-Toe", tmp_path / name, steps=100, settings=replace(SMALL, seed=seed))
        for name, seed in (("first", 3), ("second", 3), ("other", 4))
    )
    assert first.steps == second.steps == 100
    assert first.weights() == second.weights() != other.weights()
    assert [(it["plies"], it["score"]) for it in first.curve] == [
        (it["plies"], it["score"]) for it in second.curve
    ]


def test_a_run_that_is_killed_goes_on_as_if_it_were_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = learn("Tic-Tac-Toe", tmp_path / "whole", steps=150, settings=SMALL)
    monkeypatch.setattr(training, "SAVE_SECONDS", -1.0)
    write = training.write_checkpoint

    def kill(row: dict[str, Any]) -> None:
        if row["iteration"] == 2:
            # A checkpoint is half written when the process ends.
            monkeypatch.setattr(training, "write_checkpoint", half_written)

    def half_written(path: Path, *_: Any) -> None:
        path.with_name(path.name + ".new").write_bytes(b"half")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        learn(TIC_TAC_TOE, tmp_path / "run", steps=150, settings=SMALL, progress=kill)
    monkeypatch.setattr(training, "write_checkpoint", write)
    done: list[int] = []
    resumed = learn(
        "Tic-Tac-Toe", tmp_path / "run", steps=150, settings=SMALL,
        progress=lambda row: done.append(row["iteration"]),
    )  # fmt: skip
    assert done[0] == 2
    assert resumed.weights() == whole.weights()
    assert training.weights_hash(resumed.best) == training.weights_hash(whole.best)
    with (tmp_path / "run" / "curve.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert [int(row["iteration"]) for row in rows] == list(range(1, len(whole.curve) + 1))
    assert (tmp_path / "run" / "curve.pdf").stat().st_size


def test_other_runs_and_damaged_ones_are_refused(tmp_path: Path) -> None:
    learn("Tic-Tac-Toe", tmp_path, steps=5, settings=SMALL)
    with pytest.raises(InputError, match="a run with other settings"):
        learn("Tic-Tac-Toe", tmp_path, steps=6, settings=replace(SMALL, seed=4))
    with pytest.raises(InputError, match="a run of another game"):
        learn("Gomoku", tmp_path, steps=6, settings=SMALL)
    tensors, about = read_checkpoint(tmp_path / RUN)
    name = next(it for it in tensors if it.startswith("optimizer.exp_avg."))
    damaged = [
        ({name: tensors[name] * torch.nan}, {}, "is damaged"),
        ({"replay.rewards": tensors["replay.rewards"][1:].clone()}, {}, "do not fit together"),
        ({}, {"curve": [1]}, "curve is damaged"),
        ({}, {"best": 10**6}, "best"),
    ]
    for arrays, table, message in damaged:
        write_checkpoint(tmp_path / RUN, {**tensors, **arrays}, {**about, **table})
        with pytest.raises(InputError, match=message):
            learn("Tic-Tac-Toe", tmp_path, steps=6, settings=SMALL)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({}, "give minutes or steps"), ({"minutes": -1.0}, "minutes"), ({"steps": 0}, "steps"),
        ({"steps": 1, "threads": 0}, "threads"),
    ],
)  # fmt: skip
def test_arguments_out_of_range_are_refused(
    tmp_path: Path, given: dict[str, Any], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        learn("Tic-Tac-Toe", tmp_path, settings=SMALL, **given)


@pytest.mark.parametrize(("name", "value"), [("width", 2), ("rate", 2.0), ("games", 0)])
def test_settings_out_of_range_are_refused(name: str, value: float) -> None:
    with pytest.raises(InputError, match=name):
        replace(SMALL, **{name: value})
    with pytest.raises(InputError, match="settings"):
        Settings.read({name: value})


def test_the_tutorial_runs_at_a_small_size(tmp_path: Path) -> None:
    (code,) = re.findall(r"```python\n(from pathlib.*?)```", LEARNING.read_text("utf-8"), re.DOTALL)
    assert len(code.splitlines()) <= 40
    small, changed = re.subn(
        r"^MINUTES, GAMES = .*$", "MINUTES, GAMES = 0.001, 2", code, flags=re.M
    )
    small, sized = re.subn(r"Settings\(", "Settings(games=2, gate_games=2, batch=8, ", small)
    assert (changed, sized) == (1, 2)
    (tmp_path / "tutorial.py").write_text(small)
    done = subprocess.run(
        [sys.executable, "tutorial.py"], cwd=tmp_path, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "mcts:100" in done.stdout
