"""Boards, and what stands on them at the start."""

import pytest

from boardless import games
from boardless.games.game_technique import game_technique
from boardless.play import GamePosition
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
    assert where("(is Empty (ahead (to) NNE))", board="(hex 2)") == [0, 1, 2, 3]


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
    assert named == [("A1", 1), ("A2", 2), ("B1", 1), ("B2", 2), ("Both", 0), ("Own2", 2)]


@pytest.mark.parametrize(
    ("tiling", "beside"), [("Hexagonal", 6), ("Square", 8), ("Triangular", 12)]
)
def test_boards_that_grow(tiling: str, beside: int) -> None:
    start = '(start (place "A1" (centrePoint)))'
    text = text_of(before=start, play=ADD.replace("Empty", "Playable"))
    game = games.compile(text.replace("(board (square 3))", f"(boardless {tiling})"), jit=False)
    match = GamePosition(game, game_technique("ZONE-APPEND"))
    assert len(match.moves()) == beside
    match.make(next(iter(match.moves())))
    assert len(match.moves()) > beside
