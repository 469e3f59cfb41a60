"""Moves in their short text on the command line."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.running import Answer

pytestmark = pytest.mark.usefixtures("uncompiled")
REPLAY = "replay Tic-Tac-Toe"


@pytest.mark.parametrize(
    ("moves", "found"),
    [
        ("", (True, 0, None, None, None)),
        ("+1@0,0 +2@1,0 +1@0,1 +2@1,1", (True, 4, None, None, None)),
        ("+1@0,0 +2@1,0 +1@0,1 +2@1,1 +1@0,-1", (True, 5, None, 1, [1, 2])),
        ("+1@0,0 +2@0,0 +1@0,1", (False, 1, 2, None, None)),
        ("+1@0,0 pass", (False, 1, 2, None, None)),
        ("+2@0,0", (False, 0, 1, None, None)),
    ],
)
def test_moves_are_made_until_one_is_not_legal(
    boardless: Callable[..., Answer], moves: str, found: tuple[object, ...]
) -> None:
    done = boardless(REPLAY, moves, "--format", "json")
    assert (done.status, done.err) == (0, "")
    names = ("legal", "plies", "illegal_at", "winner", "ranks")
    assert json.loads(done.out) == dict(zip(names, found, strict=True))


def test_in_words_and_as_csv(boardless: Callable[..., Answer]) -> None:
    said = "<State Tic-Tac-Toe, ply 1, player 2 to move>\nb2\n"
    assert boardless(REPLAY, "+1@0,0").out == boardless(REPLAY, "B2").out == said
    assert "move 1 is not legal" in boardless(REPLAY, "-1@0,0").out
    assert boardless(REPLAY, "", "--format", "csv").out.splitlines()[1] == "True,0,,,"


def test_what_is_no_move_is_one_line(boardless: Callable[..., Answer]) -> None:
    done = boardless(REPLAY, "+1@0,0 e4")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("boardless: move 'e4': no legal move has this name; choose from a1")
    assert done.err.count("\n") == 1


def test_what_is_drawn_is_named(boardless: Callable[..., Answer]) -> None:
    done = boardless("replay Carcassonne", "CityTop 0,1S+City MonasteryWithRoad")
    assert (done.status, done.err) == (0, "")
    said, names = done.out.splitlines()
    assert said == "<State Carcassonne, ply 3, player 2 to move>"
    assert names == "CityTop; CityTop 0,1S+City; MonasteryWithRoad"
    assert boardless("replay Carcassonne", names).out == done.out
    assert "move 2 is not legal" in boardless("replay Carcassonne", "CityTop 0,1N").out


@pytest.mark.parametrize("move", ["wM wS1-", "bS1 wQ-", "bS1", "wS1 wS1-", "bS2 wS1-"])
def test_a_move_of_what_is_not_there_is_not_legal(
    boardless: Callable[..., Answer], move: str
) -> None:
    done = boardless("replay Hive", f"wS1; {move}", "--format", "json")
    assert (done.status, done.err) == (0, "")
    found = json.loads(done.out)
    assert (found["legal"], found["plies"], found["illegal_at"]) == (False, 1, 2)


@pytest.mark.parametrize(
    ("game", "moves", "named"),
    [
        ("Trax", "@0/ zz", "zz"),
        ("Hive", "wS1; xx9", "xx9"),
        ("Hive", "wS1; bS1 wS1?", "wS1?"),
        ("Carcassonne", "CityTop north", "north"),
        ("Block", "*0 1@h3.0>", "1@h3.0>"),
    ],
)
def test_what_is_no_move_of_a_game_of_tiles_is_one_line(
    boardless: Callable[..., Answer], game: str, moves: str, named: str
) -> None:
    done = boardless(f"replay {game}", moves)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert named in done.err


UHP = "Base;InProgress;White[2];wS1;bS1 wS1-\n\nBase;InProgress;White[2];wS1;bS1 wS2-\n"


def test_games_of_people_are_played_one_by_one(
    boardless: Callable[..., Answer], tmp_path: Path
) -> None:
    path = tmp_path / "games.uhp"
    path.write_text(UHP, encoding="utf-8")
    done = boardless("replay Hive", str(path))
    assert done.out.splitlines() == [
        "1: <State Hive, ply 2, player 1 to move>",
        "2: turn 2, bS1 wS2-, is not legal in <State Hive, ply 1, player 2 to move>",
    ]
    found = json.loads(boardless("replay Hive", str(path), "--format", "json").out)
    names = ("number", "legal", "plies", "illegal_at")
    assert [tuple(game[name] for name in names) for game in found] == [
        (1, True, 2, None),
        (2, False, 1, 2),
    ]


def test_a_notation_of_people_may_be_given_as_text(boardless: Callable[..., Answer]) -> None:
    done = boardless("replay Hive", "Base;;;wS1;bS1 wS1-", "--notation", "uhp")
    assert done.out == "1: <State Hive, ply 2, player 1 to move>\n"
    refused = boardless("replay Hive", "wS1", "--notation", "psn")
    assert (refused.status, "choose one of csa" in refused.err) == (2, True)


@pytest.mark.usefixtures("uncompiled")
def test_a_record_is_played_on_its_own_board_and_of_its_own_game(
    boardless: Callable[..., Answer],
) -> None:
    sgf = ("--notation", "sgf")
    done = boardless("replay Hex", "(;GM[11]SZ[5];B[a1];W[swap-sides];W[e5])", *sgf)
    assert done == (0, "1: <State Hex, ply 3, player 1 to move>\n", "")
    done = boardless("replay Hex", "(;GM[11]SZ[5];B[a1];W[f5])", *sgf)
    assert (done.status, "the board has 5 by 5 points" in done.err) == (2, True)
    done = boardless("replay Hex", "(;GM[11]SZ[5];B[a1])(;GM[4];B[aa])", *sgf)
    assert (done.status, done.err) == (2, "game 2: a record of Gomoku, not of Hex\n")
    done = boardless("replay Gomoku", "(;GM[11]SZ[15];B[a1])", *sgf)
    assert (done.status, done.out) == (2, "")
    assert done.err == "game 1: a record of Hex, not of Gomoku\n"


def test_refused_records_are_told_beside_the_others(boardless: Callable[..., Answer]) -> None:
    done = boardless("replay Hive", "Base;;;wS1\nBase;;\nBase+X;;;wS1", "--notation", "uhp")
    assert (done.status, done.out) == (2, "1: <State Hive, ply 1, player 2 to move>\n")
    refused = "game 3: move 1: type of game 'Base+X': give Base, Base+M, ... or Base+MLP\n"
    assert done.err == "game 2: there are no moves\n" + refused
