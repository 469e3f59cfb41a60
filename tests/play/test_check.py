"""Compiled games against Ludii's trials where the shared folder is there, and against our own."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from boardless.games import Game, compile, description_text, load
from boardless.games.description import chooses_tiling
from boardless.games.game_technique import NAMES, game_technique
from boardless.play import Position, check_trials
from boardless.play.check import game_of
from boardless.play.recorded import RecordedHeader, read_header
from boardless.topo import InputError
from tests.conftest import GOLDENS, ORACLE

FILES = sorted((ORACLE / "trials").glob("*.jsonl.gz"))
#: Compiled where all is tested thoroughly; the others run uncompiled on a part of their trials.
COMPILED = ("plotto-hexagonal",)
OURS = sorted((GOLDENS / "recorded").glob("*.jsonl"))
needs_oracle = pytest.mark.skipif(not FILES, reason="the shared folder with trials is not here")


def part_of(path: Path, folder: Path, count: int) -> Path:
    """Return a file with the first trials of another."""
    with gzip.open(path, "rt") as file:
        lines = [next(file) for _ in range(count + 1)]
    part = folder / path.name.removesuffix(".gz")
    part.write_text("".join(lines))
    return part


def game_for(path: Path, jit: bool) -> Game:
    return game_of(read_header(path), jit=jit)


@needs_oracle
@pytest.mark.slow
@pytest.mark.parametrize(
    "path", [p for p in FILES if p.name.split(".")[0] in COMPILED] or [Path()], ids=lambda p: p.name
)
def test_ludiis_trials_replay_compiled(path: Path, tmp_path: Path) -> None:
    game = game_for(path, jit=True)
    assert check_trials(path, game, game_technique("ZONE-APPEND")).differences == 0
    part = part_of(path, tmp_path, 20)
    for name in NAMES:
        assert check_trials(part, game, game_technique(name)).first is None, name


@needs_oracle
@pytest.mark.parametrize("path", FILES or [Path()], ids=lambda p: p.name)
def test_ludiis_trials_replay_uncompiled(path: Path, tmp_path: Path) -> None:
    part = part_of(path, tmp_path, 4)
    game = game_for(path, jit=False)
    for name in ("ZONE-APPEND", "ZONE-MAP", "PERI-RE", "RULE-APPEND"):
        check = check_trials(part, game, game_technique(name))
        assert check.first is None
        assert check.trials == 4


@pytest.mark.parametrize("path", OURS, ids=lambda p: p.name)
def test_our_own_trials_replay(path: Path) -> None:
    game = game_for(path, jit=False)
    for name in ("ZONE-APPEND", "ZONE-RE", "PERI-MAP", "RULE-APPEND"):
        assert check_trials(path, game, game_technique(name)).first is None, name


def golden() -> tuple[list[Any], Game]:
    path = GOLDENS / "recorded" / "plotto-hexagonal.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()], game_for(path, jit=False)


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
    check = check_trials(path, game, game_technique("ZONE-APPEND"))
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
    assert check_trials(path, game, game_technique("ZONE-APPEND")).first is None


def test_components_that_would_be_matched_twice_are_matched_by_number(tmp_path: Path) -> None:
    (header, trial, *_), game = golden()
    names = [component["name"] for component in header["components"]]
    # By name, 1 would be our 2, and so would 2, which has no name here.
    header["components"][0]["name"], header["components"][1]["name"] = names[1], "Nameless"
    path = tmp_path / "twice.jsonl"
    path.write_text(f"{json.dumps(header)}\n{json.dumps(trial)}\n")
    assert check_trials(path, game, game_technique("ZONE-APPEND")).first is None


CHOOSE = {
    "nothing": ({}, "square"),
    "another game": ({"game": "Bravalath"}, "square"),
    "a tiling": ({"tiling": "triangular"}, "triangular"),
    "an option": ({"options": ["tiling/Hexagonal"]}, "hexagonal"),
}


@pytest.mark.parametrize(("choice", "tiling"), CHOOSE.values(), ids=CHOOSE.keys())
def test_the_tiling_of_the_file_counts_unless_another_is_chosen(choice: Any, tiling: str) -> None:
    header = RecordedHeader("Andantino", ("Square1", "Square2"), "Square")
    assert game_of(header, jit=False, **choice).tiling.name == tiling


def test_options_of_a_file_count_unless_others_are_chosen() -> None:
    header = RecordedHeader("Andantino", (), None, ("Tiling/Square",))
    assert game_of(header, jit=False).tiling.name == "square"
    assert game_of(header, "Bravalath", jit=False).tiling.name == "hexagonal"
    assert game_of(header, None, ["Tiling/Triangular"], jit=False).tiling.name == "triangular"


def test_rulesets_choose_tilings() -> None:
    text = description_text("Andantino") + '(rulesets {(ruleset "Thirds" {"Tiling/Triangular"})})'
    assert chooses_tiling(text, ["thirds"], "square")
    assert not chooses_tiling(text, [], "square")
    assert not chooses_tiling(description_text("Hex"), ["Swap/On"], "square")


@pytest.mark.parametrize(
    ("game", "tiling", "message"),
    [
        ("Plotto", "square", "no step leads NNE on this board: choose one of N, NE, E"),
        ("Plotto", "round", "round: choose one of hexagonal, triangular, "),
        ("Hex", "square", "its board is fixed"),
        ("Andantino", "round", "round"),
    ],
)
def test_games_without_the_tiling_of_the_file_are_refused(
    game: str, tiling: str, message: str
) -> None:
    with pytest.raises(InputError, match=message):
        game_of(RecordedHeader(game, (), tiling), jit=False)


def test_a_file_opens_no_other_file(tmp_path: Path) -> None:
    path = tmp_path / "andantino.lud"
    path.write_text(description_text("Andantino"))
    header = RecordedHeader(str(path), (), "square")
    with pytest.raises(InputError, match=r"of the header: give a description with --game"):
        game_of(header, jit=False)
    assert game_of(header, str(path), jit=False).name == "Andantino"
    assert game_of(RecordedHeader("andantino", (), "square"), jit=False).name == "Andantino"


def test_fixed_boards_need_no_option_for_their_tiling() -> None:
    assert game_of(RecordedHeader("Hex", (), "hexagonal"), jit=False).name == "Hex"
    assert game_of(RecordedHeader("Tic-Tac-Toe", (), "square"), jit=False).name == "Tic-Tac-Toe"


MOVES = """
(game "Walk" (players 2)
    (equipment {(board (square 3)) (piece "Man" Each)})
    (rules
        (start {(place "Man1" (sites {0 2})) (place "Man2" (sites {6 8}))})
        (play (move (from (sites Occupied by:Mover)) (to (sites {4}) if:(is Empty (to)))))
        (end (if (is Occupied 4) (result Mover Win)))
    )
)
"""


def test_a_move_that_may_come_from_several_cells_is_told(tmp_path: Path) -> None:
    start = [[0, 0, 0, 1], [2, 0, 0, 1], [0, 2, 0, 2], [2, 2, 0, 2]]
    ply = {"mover": 1, "legal": [[1, 1, 0, 1]], "move": [1, 1, 0, 1]}
    header = {"game": "Walk", "components": [{"name": "Man1"}, {"name": "Man2"}]}
    trial = {"start": start, "plies": [ply], "winner": 1}
    path = tmp_path / "walk.jsonl"
    path.write_text(f"{json.dumps(header)}\n{json.dumps(trial)}\n")
    check = check_trials(path, compile(MOVES, jit=False), game_technique("BASE-KEPT"))
    assert "the move (1, 1, 0, 1) may come from [(" in (check.first or "")
    assert "files do not say" in (check.first or "")


def test_a_match_refuses_what_is_not_legal() -> None:
    match = Position(load("Tic-Tac-Toe", jit=False), game_technique("BASE-KEPT"))
    (choice, *_) = match.moves()
    match.push(choice)
    with pytest.raises(InputError, match="is not legal: choose one of 8 others"):
        match.push(choice)
    assert match.ply == 1
