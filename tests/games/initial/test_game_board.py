"""The board of a game, laid out by its description."""

import json

import pytest
from typer.testing import CliRunner

from boardless.cli.commands import app
from boardless.games.initial.board import game_board
from boardless.games.language.errors import LudemeError
from boardless.topo.layouts.records import board_description, differences
from boardless.topo.layouts.tracks import END

RACE = """(game "Race" (players 2)
    (equipment {
        (board (rectangle 2 3) {
            (track "Home" "0,E,N1,W,End" P1 directed:True)
            (track "Away" {5..3 0 End} P2)
        })
        (piece "Disc" Each)
    })
    (rules (unheard of)))"""


def run(*arguments):
    return CliRunner().invoke(app, list(map(str, arguments)), catch_exceptions=True)


def test_a_board_needs_no_more_than_its_own_ludemes():
    laid_out = game_board(RACE)
    assert (laid_out.name, len(laid_out.board)) == ("Race", 6)
    home, away = laid_out.tracks
    assert (home.sites, home.owner) == ((0, 1, 2, 5, 4, 3, END), 1)
    assert home.prev[1:-1] == (-1,) * 5
    assert (away.sites, away.owner) == ((5, 4, 3, 0, END), 2)


def test_mancala_and_surakarta_boards_are_boards():
    pits = game_board(
        '(game "Sow" (equipment {(mancalaBoard 2 3 (track "T" "1,E,N,W" loop:True))}))'
    )
    assert pits.tracks[0].sites == (1, 2, 3, 6, 5, 4)
    loops = game_board('(game "Round" (equipment {(surakartaBoard (square 5))}))')
    assert [track.name for track in loops.tracks] == ["Track1F", "Track1B"]
    assert loops.board.use == "Vertex"


def test_rules_that_name_layers_take_rows_from_the_ground():
    game = '(game "Tower" (equipment {(board (square 2 pyramidal:True) use:Vertex)}) (rules RULE))'
    flat, layered = (game_board(game.replace("RULE", rule)) for rule in ("0", "(layer of:3)"))
    assert [len(laid_out.board.rows) for laid_out in (flat, layered)] == [3, 2]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ('(game "Free" (equipment {(boardless Square)}))', "Free.*no board of fixed size"),
        (RACE.replace("0,E", "0,UP"), r"line 4.*'UP'.*N, NE"),
        (RACE.replace("rectangle 2 3", "blob 3"), "blob"),
    ],
)
def test_what_cannot_be_laid_out_is_named(text, named):
    with pytest.raises(LudemeError, match=f"(?s){named}"):
        game_board(text)


def test_the_command_prints_words_csv_and_json(tmp_path):
    path = tmp_path / "Race.lud"
    path.write_text(RACE)
    words = run("board", path).output.splitlines()
    assert words[0] == "Race, played on cells"
    assert words[1:3] == ["cells      6", "vertices   12"]
    assert words[-1] == "row 0      0 1 2"
    rows = run("board", path, "--format", "csv").output.splitlines()
    assert rows[:2] == ["type,site,label,row,column,x,y,z", "Cell,0,A1,0,0,0.5,0.5,0.0"]
    assert len(rows) == 1 + 6 + 12 + 17
    record = json.loads(run("board", path, "--format", "json").output)
    laid_out = game_board(RACE)
    assert differences(board_description(laid_out.board, laid_out.tracks), record) == {}


def test_boards_of_tilings_stay_as_they_were():
    assert run("board", "square", 2).output.startswith("square-2, numbered row by row")
    assert json.loads(run("board", "square", 2, "--format", "json").output)["cells"]["n"] == 4
    assert "give a DIMENSION too" in str(run("board", "Square").exception)


def test_check_boards_lays_out_the_games_of_a_library(tmp_path):
    (tmp_path / "Race.lud").write_text(RACE)
    laid_out = game_board(RACE)
    record = board_description(laid_out.board, laid_out.tracks) | {"games": ["Race.lud"]}
    record["cells"]["sites"][0]["pt"] = [0.5, 0.6]
    boards = tmp_path / "boards.jsonl"
    boards.write_text(json.dumps(record))
    result = run("check-boards", boards, "--library", tmp_path, "--format", "json")
    assert result.exit_code == 1
    found = json.loads(result.output)
    assert (found["boards"], found["equal"]) == (1, 0)
    assert [field["field"] for field in found["fields"]] == ["cells.pt"]
    record["cells"]["sites"][0]["pt"] = [0.5, 0.5]
    boards.write_text(json.dumps(record))
    assert run("check-boards", boards, "--library", tmp_path).exit_code == 0
    assert run("check-boards", boards).output == "1 boards, 1 equal in all fields\n"
