"""Names of moves: the same wherever people read them, and understood when typed."""

from random import Random

import pytest

from boardless.games import load
from boardless.play import State
from boardless.play.playing import by_chance
from boardless.topo import InputError
from boardless.view import Session
from boardless.view.naming import name_of, named_move, names_of
from tests.view.games import uncompiled

MEN = """
(game "Men" (players 2)
    (equipment {
        (board (square 4))
        (piece "Pawn" P1 (move Step Forward (to if:(is Empty (to))))) (piece "Rook" P2)
    })
    (rules
        (start {(place "Pawn1" {"A1" "B2"}) (place "Rook2" {"D4"})})
        (play (forEach Piece))
        (end (if (no Moves Next) (result Mover Win)))
    )
)
"""


def test_squares_are_named_as_people_write_them() -> None:
    state = State(load("Tic-Tac-Toe", jit=False))
    assert names_of(state, [*state.legal_moves], 1)[:4] == ["a1", "b1", "c1", "a2"]
    state = State(uncompiled(MEN))
    assert names_of(state, [*state.legal_moves], 1) == ["a1-a2", "b2-b3"]
    move = state.parse("1@0,0>0,0,4")
    assert [named_move(state, it) for it in ("a1-a2", "a1a2", " A1-A2", str(move))] == [move] * 4
    session = Session(state)
    session.play(str(move))
    assert session.data()["panel"]["nodes"]["1"][1] == "a1-a2"


def test_boards_that_grow_have_the_numbers_of_columns_and_rows() -> None:
    state = State(load("Andantino", jit=False))
    move = next(iter(state.legal_moves))
    column, row, _ = move.cell  # type: ignore[misc]
    assert name_of(state, move, 1) == f"{column},{row}"
    assert named_move(state, f"{column},{row}") == move


def test_games_with_a_notation_have_their_own_names() -> None:
    hive = State(uncompiled("Hive"))
    session = Session(hive)
    for text, name in (("wS1", "wS1"), ("bS1 wS1-", "bS1 wS1-"), ("wQ -wS1", "wQ -wS1")):
        move = named_move(hive, text)
        assert name_of(hive, move, 1) == name
        session.play(str(move))
    nodes = session.data()["panel"]["nodes"]
    assert nodes["2"] == (1, "Spider 1 to 1,0", 3, 2, "bS1 wS1-")
    copy = Session(hive.copy())  # moves that were made before
    assert copy.data()["panel"]["nodes"]["2"][4] == "bS1 wS1-"
    tiles = State(uncompiled("Carcassonne"))
    tiles.push(named_move(tiles, "CityTop"))
    move = named_move(tiles, "CityTop 0,1S+City")
    assert move == named_move(tiles, "0,1S+City") == named_move(tiles, "citytop 0,1s+city")
    trax = State(uncompiled("Trax"))
    trax.push(named_move(trax, "@0/"))
    assert name_of(trax, named_move(trax, "@1+"), 2) == "@1+"


@pytest.mark.parametrize(
    "game",
    [
        "Andantino",
        "Carcassonne",
        "Dots and Boxes",
        "Hive",
        "Love Letter",
        "Tantrix",
        "Trax",
        "Yinsh",
    ],
)
def test_what_is_listed_is_understood(game: str) -> None:
    state, random = State(uncompiled(game)), Random(5)
    for _ in range(12):
        if state.seat:
            legal = list(state.legal_moves)
            names = names_of(state, legal, state.seat)
            assert len(set(names)) == len(names)
            for n in random.sample(range(len(legal)), min(3, len(legal))):
                assert named_move(state, names[n]) == legal[n]
        state.push(by_chance(state, random))


def test_a_name_of_several_moves_is_refused_with_their_texts() -> None:
    state = State(uncompiled("Carcassonne"))
    with pytest.raises(InputError, match="give a tile from the bag"):
        named_move(state, "b2")
    state = State(uncompiled("Tic-Tac-Toe"))
    with pytest.raises(
        InputError, match="move 'd4': no legal move has this name; choose from a1, b1, c1 and 6"
    ):
        named_move(state, "d4")
    # Names with commas are kept apart.
    with pytest.raises(InputError, match=r"choose from 1,-1; 0,1$"):
        named_move(State(uncompiled("Andantino")), "d4")
