"""Boards, and what stands on them at the start."""

import json

import pytest
from typer.testing import CliRunner

from boardless import games
from boardless.cli.commands import app
from boardless.games.game_technique import game_technique
from boardless.games.initial.board import game_board
from boardless.games.language.errors import LudemeError
from boardless.play import Position
from boardless.topo.layouts.records import board_description, differences
from boardless.topo.layouts.regions import END
from tests.games.compiler.boards import ADD, end_if, go, match_of, pieces, targets, text_of, where


@pytest.mark.parametrize(
    ("board", "cells", "beside"),
    [
        ("(square 3)", 9, 8),
        ("(rectangle 3 5)", 15, 8),
        ("(hex 3)", 19, 6),
        ("(hex Diamond 3)", 9, 6),
        ("(tri 5)", 25, 12),
        ("(rotate 45 (square 3))", 9, 8),
        ("(board (square 3) use:Vertex)", 9, 4),
        ("(board (rectangle 3 5) use:Vertex)", 15, 4),
    ],
)
def test_boards(board: str, cells: int, beside: int) -> None:
    assert len(targets(match_of(board=board))) == cells
    around = "(count Sites in:(sites Around (to)))"
    assert where(f"(= {beside} {around})", board=board)
    assert not where(f"(> {around} {beside})", board=board)


def test_the_order_of_rows_and_columns() -> None:
    assert where("(is In (to) (sites Side N))", board="(rectangle 2 4)") == [4, 5, 6, 7]
    assert where("(= (to) (centrePoint))", board="(rectangle 3 5)") == [7]
    assert where("(!= (to) (ahead (to) NNE))", board="(hex 2)") == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("board", "ways"),
    [
        ("(rotate 90 (square 4))", {"W": 4, "S": -1, "NW": 5, "N": 1}),
        ("(rotate -90 (square 4))", {"E": 4, "S": 1, "SE": 5}),
        ("(rotate 45 (square 4))", {"NW": 4, "NE": 1, "N": 5}),
        ("(rotate 45 (rotate 45 (square 4)))", {"W": 4, "S": -1}),
        ("(board (rotate 45 (square 4)) use:Vertex)", {"NW": 4, "N": 5}),
        ("(rotate 30 (hex 3))", {"ENE": 1, "ESE": -3, "WNW": 4, "N": 5}),
    ],
)
def test_turned_boards_keep_their_sites_and_turn_what_faces_a_direction(
    board: str, ways: dict[str, int]
) -> None:
    for way, step in ways.items():
        from_5 = f"(= (to) (ahead 5 {way}))"
        assert where(from_5, board=board) == [5 + step], way


def test_sides_of_turned_boards() -> None:
    for degrees, side in ((45, "NW"), (-45, "NE"), (90, "W"), (180, "S"), (-360, "N")):
        board = f"(rotate {degrees} (square 4))"
        assert where(f"(is In (to) (sites Side {side}))", board=board) == [12, 13, 14, 15]


def test_lines_between_vertices_may_be_diagonal() -> None:
    for directions, winner in (("", -1), ("All", 1), ("Diagonal", 1)):
        end = end_if(f"(is Line 3 {directions})")
        assert go(match_of(board="(board (square 3) use:Vertex)", end=end), 0, 1, 4, 2, 8) == winner


def test_places() -> None:
    match = match_of(
        more="(hand Each)",
        before="""(start {
            (place "A1" (sites Side W)) (place "B2" (centrePoint))
            (place "A2" (ahead (centrePoint) steps:1 E)) (place "B1" 8) (place "A1" (handSite P1))
        })""",
    )
    assert pieces(match) == {0: 1, 3: 1, 6: 1, 4: 4, 5: 2, 8: 3}
    assert match.mover == 1
    assert pieces(match_of(before='(start {(place "A2" (sites Outer))})')) == dict.fromkeys(
        [0, 1, 2, 3, 5, 6, 7, 8], 2
    )


def test_components_are_numbered_as_they_are_declared() -> None:
    more = '(piece "Both" Shared) (tile "Own" P2 numSides:4)'
    game = match_of(more=more).game
    named = [(component.name, component.owner) for component in game.components]
    assert named == [("A1", 1), ("A2", 2), ("B1", 1), ("B2", 2), ("Both", 3), ("Own2", 2)]


@pytest.mark.parametrize(
    ("tiling", "beside"), [("Hexagonal", 6), ("Square", 8), ("Triangular", 12)]
)
def test_boards_that_grow(tiling: str, beside: int) -> None:
    start = '(start (place "A1" (centrePoint)))'
    text = text_of(before=start, play=ADD.replace("Empty", "Playable"))
    game = games.compile(text.replace("(board (square 3))", f"(boardless {tiling})"), jit=False)
    match = Position(game, game_technique("ZONE-APPEND"))
    assert len(match.moves()) == beside
    match.push(next(iter(match.moves())))
    assert len(match.moves()) > beside


@pytest.mark.parametrize("end", ["(is Line 3)", "(is Full)", "(no Moves Next)"])
def test_a_board_without_sites_is_refused(end: str) -> None:
    with pytest.raises(LudemeError, match="expected a board of 1 to 100,000 sites to play on"):
        match_of(board="(dual (hex 1))", end=end_if(end))


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
