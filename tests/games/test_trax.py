"""Trax: counts, techniques, moves taken back, its notation, and Ludii's rules."""

import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardless.games import Game, load
from boardless.play import State
from boardless.play.notations import notation_of
from boardless.topo import InputError
from tests.play.whole_positions import after, arrays_of

GOLDENS = Path(__file__).parents[1] / "goldens"
COUNTS = json.loads((GOLDENS / "trax_perft.json").read_text(encoding="utf-8"))["perft"]
#: A published game on 8 x 8, up to a move that its commentator found to lie outside.
OUTSIDE = r"@0/ @1/ @1/ C0/ B3+ B4/ B5/ C4+ @1/ D0/ E4+ F2+ D0/ A6+ A0\ @3+ G1/ @4/ F0/"


@pytest.fixture(scope="module")
def trax() -> Game:
    return load("Trax", jit=False)


def random_game(game: Game, technique: str, seed: int) -> tuple[list[str], int]:
    state, random = State(game, technique), Random(seed)
    while state.outcome() is None:
        state.push(random.choice(list(state.legal_moves)))
    return [str(move) for move in state.move_stack], state.key


def test_counts(trax: Game) -> None:
    state = State(trax)
    assert [state.perft(depth) for depth in range(5)] == COUNTS
    assert [move.mover for move in state.legal_moves] == [1, 1]


@pytest.mark.parametrize(
    ("moves", "winner"),
    [
        (r"@0/ B1\ A2\ ", 2),  # the fourth tile is forced and closes a red loop on white's turn
        (r"@0+ B1+ A2\ ", None),
        ("@0+ B1+ C1+ D1+ E1+ F1+ G1+ H1+", 2),
        ("@0+ B1+ C1+ D1+ E1+ F1+ G1+", None),
        (r"@0+ B1+ C1+ D1+ E1+ F1+ G1+ H1\ ", None),
        (r"@0+ B1+ C1+ D1+ E1+ F1+ G1+ H1\ H2\ ", 2),
        ("@0+ A2+ A3+ A4+ A5+ A6+ A7+ A8+", 1),
        # Both players have a loop or a line after the last turn: the one who moved has won.
        (r"@0+ B1\ B2/ A2+ A3/ A0\ @3+ @3\ B2+", 1),
        (
            r"@0+ A0+ B2\ A3+ @2\ D2\ E2\ A0/ D2+ @1\ A0\ C1+ @2+ E0/ F3+ G2\ H5\ F7/ G8+ G1/ E7/",
            1,
        ),
    ],
)
def test_games_in_their_notation(trax: Game, moves: str, winner: int | None) -> None:
    state, notation = after(trax, moves), notation_of(trax)
    outcome = state.outcome()
    assert (None if outcome is None else outcome.winner) == winner
    again = State(trax)
    written = []
    for move in state.move_stack:
        written.append(notation.write(again, move))
        again.push(move)
    assert written == moves.split()


def test_forced_tiles_are_part_of_the_move(trax: Game) -> None:
    state = after(trax, r"@0+ B1+ A2\ ")
    assert len(state.pieces) == 4
    assert str(state.peek()) == "+2@0,-1;0,-1~0;+2@1,-1;1,-1~6"
    assert State(trax).legal_moves.count() == 2


def test_columns_have_letters_beyond_z(trax: Game) -> None:
    notation = notation_of(trax)
    state = State(trax)
    state.push(notation.read(state, "@0+"))
    (left,) = (move for move in state.legal_moves if notation.write(state, move) == "@1+")
    assert notation.read(state, "@1+") == left
    assert notation.read(state, "a0/") in state.legal_moves
    assert notation.read(state, "ZZ1+") not in state.legal_moves


@pytest.mark.parametrize("text", ["B", "B1", "1B+", "B1x", "", "B1+ ", "B-1+", "+9@", "@@1+"])
def test_what_is_no_move(trax: Game, text: str) -> None:
    state, notation = State(trax), notation_of(trax)
    key = state.key
    if text.strip() == "B1+":
        assert notation.read(state, text) not in state.legal_moves
        return
    with pytest.raises(InputError, match=r"^move .*: give column, row and shape, such as B1\+$"):
        notation.read(state, text)
    assert state.key == key


def test_techniques_play_the_same_games(trax: Game) -> None:
    expected = random_game(trax, "ZONE-APPEND", 4)
    for technique in ("BASE-KEPT", "ZONE-MAP", "PERI-APPEND"):
        assert random_game(trax, technique, 4) == expected, technique


@pytest.mark.parametrize(
    ("technique", "why"),
    [
        ("ZONE-RE", "moves of Trax have effects"),
    ],
)
def test_techniques_that_cannot(trax: Game, technique: str, why: str) -> None:
    with pytest.raises(InputError, match=why) as error:
        State(trax, technique)
    assert "\n" not in str(error.value)


@settings(max_examples=6, deadline=None)
@given(st.lists(st.integers(0, 1000), min_size=1, max_size=8), st.data())
def test_moves_are_taken_back_exactly(choices: list[int], data: st.DataObject) -> None:
    state = State(GAME)
    seen = []
    for choice in choices:
        if state.outcome() is not None:
            break
        seen.append(arrays_of(state))
        legal = list(state.legal_moves)
        state.push(legal[choice % len(legal)])
    back = data.draw(st.integers(0, len(seen)))
    for before in reversed(seen[len(seen) - back :]):
        state.pop()
        assert arrays_of(state) == before


GAME = load("Trax", jit=False)


def test_ludii_begins_with_any_tile() -> None:
    state = State(load("Trax", ["Rules/Ludii"], jit=False))
    assert [state.perft(depth) for depth in (1, 2)] == [6, 72]
    notation, printed = notation_of(state.game), State(GAME)
    for move in state.legal_moves:
        assert notation.read(state, notation.write(state, move)) == move
    # What both rules allow is the same tile in both.
    for move in printed.legal_moves:
        assert notation.read(state, notation.write(printed, move)) == move


def test_a_published_game_leaves_the_eight_rows(trax: Game) -> None:
    *inside, outside = OUTSIDE.split()
    state = after(load("Trax", ["Area/8x8"], jit=False), " ".join(inside))
    assert notation_of(trax).read(state, outside) not in state.legal_moves
    outcome = after(trax, OUTSIDE).outcome()
    assert outcome is not None
    assert outcome.winner == 1


def test_eight_rows_and_columns() -> None:
    game = load("Trax", ["Area/8x8"], jit=False)
    state = after(game, r"@0/ B1+ C1+ D1+ E1+ F1+ G1+ H1\ ")
    cells = {move.actions[0].site[0] for move in state.legal_moves}
    assert cells == set(range(8))
    free = after(load("Trax", jit=False), r"@0/ B1+ C1+ D1+ E1+ F1+ G1+ H1\ ")
    assert {move.actions[0].site[0] for move in free.legal_moves} == set(range(-1, 9))
