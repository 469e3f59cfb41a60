"""Compiled games against Ludii's trials where the shared folder is there, and against our own."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from games import Game, load
from games.ways import NAMES, way_named
from play import Match, check_trials
from play.check import read_header
from tests.conftest import GOLDENS, ORACLE
from topo import InputError

FILES = sorted((ORACLE / "trials").glob("*.jsonl.gz"))
#: Compiled in the tests; the others run uncompiled on a part of their trials.
COMPILED = ("andantino-hexagonal", "plotto-hexagonal")
OURS = sorted((GOLDENS / "recorded").glob("*.jsonl"))
needs_oracle = pytest.mark.skipif(not FILES, reason="the shared folder with trials is not here")


def part_of(path: Path, folder: Path, count: int) -> Path:
    """Return a file with the first trials of another."""
    with gzip.open(path, "rt") as file:
        lines = [next(file) for _ in range(count + 1)]
    part = folder / path.name.removesuffix(".gz")
    part.write_text("".join(lines))
    return part


def game_of(path: Path, jit: bool) -> Game:
    header = read_header(path)
    return load(header["game"], tiling=header["tiling"], jit=jit)


@needs_oracle
@pytest.mark.parametrize(
    "path", [p for p in FILES if p.name.split(".")[0] in COMPILED] or [Path()], ids=lambda p: p.name
)
def test_ludiis_trials_replay_compiled(path: Path, tmp_path: Path) -> None:
    game = game_of(path, jit=True)
    assert check_trials(path, game, way_named("ZONE-APPEND")).differences == 0
    part = part_of(path, tmp_path, 20)
    for name in NAMES:
        assert check_trials(part, game, way_named(name)).first is None, name


@needs_oracle
@pytest.mark.parametrize("path", FILES or [Path()], ids=lambda p: p.name)
def test_ludiis_trials_replay_uncompiled(path: Path, tmp_path: Path) -> None:
    part = part_of(path, tmp_path, 4)
    game = game_of(path, jit=False)
    for name in ("ZONE-APPEND", "ZONE-MAP", "PERI-RE"):
        check = check_trials(part, game, way_named(name))
        assert check.first is None
        assert check.trials == 4


@pytest.mark.parametrize("path", OURS, ids=lambda p: p.name)
def test_our_own_trials_replay(path: Path) -> None:
    game = game_of(path, jit=False)
    for name in ("ZONE-APPEND", "ZONE-RE", "PERI-MAP"):
        assert check_trials(path, game, way_named(name)).first is None, name


def golden() -> tuple[list[Any], Game]:
    path = GOLDENS / "recorded" / "plotto-hexagonal.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()], game_of(path, jit=False)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda t: t["plies"][2]["legal"].pop(), "ply 2: legal only here"),
        (lambda t: t["plies"][1].update(mover=1), "ply 1: player 2 moves here, 1 there"),
        (lambda t: t.update(winner=3 - t["winner"]), "end: winner"),
        (lambda t: t["plies"].pop(), "the game goes on here"),
        (lambda t: t["start"].pop(), "start:"),
        (lambda t: t["plies"].append(t["plies"][-1]), "the game is over here"),
    ],
)
def test_differences_are_found_and_told(change: Any, message: str, tmp_path: Path) -> None:
    (header, trial, *_), game = golden()
    change(trial)
    path = tmp_path / "changed.jsonl"
    path.write_text(f"{json.dumps(header)}\n{json.dumps(trial)}\n")
    check = check_trials(path, game, way_named("ZONE-APPEND"))
    assert check.differences == 1
    assert message in check.first
    assert str(check).startswith("changed: 1 trials, ")
    assert str(check).endswith(" plies, 1 differences")


def test_components_are_matched_by_name(tmp_path: Path) -> None:
    (header, trial, *_), game = golden()
    names = [component["name"] for component in header["components"]]
    turned = {n: len(names) + 1 - n for n in range(1, len(names) + 1)}
    header["components"].reverse()
    for entries in (trial["start"], *(ply["legal"] for ply in trial["plies"])):
        for entry in entries:
            entry[3] = turned[entry[3]]
    for ply in trial["plies"]:
        ply["move"][3] = turned[ply["move"][3]]
    path = tmp_path / "turned.jsonl"
    path.write_text(f"{json.dumps(header)}\n{json.dumps(trial)}\n")
    assert check_trials(path, game, way_named("ZONE-APPEND")).first is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: not in the form"),
        ("nonsense\n", "line 1: not in the form"),
        ('{"game": "Plotto"}\n', "line 1: not in the form"),
        ('{"game": "Plotto", "components": []}\n{"plies": []}\n', "line 2: not in the form"),
        ('{"game": "Plotto", "components": []}\n{"star', "line 2: not in the form"),
    ],
)
def test_damaged_files_are_refused(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "damaged.jsonl"
    path.write_text(text)
    with pytest.raises(InputError, match=message):
        check_trials(path, load("Plotto", jit=False), way_named("ZONE-APPEND"))


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "trials.jsonl.gz"
    with pytest.raises(InputError, match="cannot be read: No such file"):
        read_header(path)
    path.write_text("no gzip")
    with pytest.raises(InputError, match="cannot be read"):
        read_header(path)
    path.write_bytes(gzip.compress(b"{}" * 1000)[:-20])
    with pytest.raises(InputError, match="cannot be read"):
        read_header(path)


def test_a_match_refuses_what_is_not_legal() -> None:
    match = Match(load("Tic-Tac-Toe", jit=False), way_named("BASE-KEPT"))
    (choice, *_) = match.choices()
    match.make(choice)
    with pytest.raises(InputError, match="is not legal: choose one of 8 others"):
        match.make(choice)
    assert match.ply == 1
