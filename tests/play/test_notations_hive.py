"""Moves of Hive as its players write them."""

from pathlib import Path
from random import Random

import pytest

from boardless.games import Game, load
from boardless.play import State
from boardless.play.notations import notation_of
from boardless.topo import InputError

_FILE = Path(__file__).parents[1] / "goldens" / "hive_games.txt"
#: Games that people have played: what they are, their moves, and how many moves are legal when.
GAMES = [part.splitlines() for part in _FILE.read_text(encoding="utf-8").split("\n\n")[1:]]


@pytest.fixture(scope="module")
def game() -> Game:
    return load("Hive", ["Pieces/Base+MLP"], jit=False)


def played(game: Game, *texts: str) -> State:
    """Return a game after some moves."""
    state = State(game)
    for text in texts:
        state.push(notation_of(game).read(state, text))
    return state


def test_all_moves_of_random_games_are_read_as_they_are_written(game: Game) -> None:
    state, random, notation = State(game), Random(4), notation_of(game)
    climbed = False
    while state.outcome() is None and state.ply < 30:
        legal = list(state.legal_moves)
        texts = [notation.write(state, move) for move in legal]
        assert len(set(texts)) == len(texts)
        assert [notation.read(state, text) for text in texts] == legal
        # Beetles that can climb do.
        up = [move for move in legal if move.actions and move.actions[-1].level > 0]
        climbed = climbed or bool(up)
        state.push(random.choice(up or legal))
    assert climbed


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("bG1 wS1-", (1, 0)), ("bG1 wS1/", (0, 1)), ("bG1 \\wS1", (-1, 1)),
        ("bG1 -wS1", (-1, 0)), ("bG1 /wS1", (0, -1)), ("bG1 wS1\\", (1, -1)),
    ],
)  # fmt: skip
def test_signs_are_directions(game: Game, text: str, cell: tuple[int, int]) -> None:
    state = played(game, "wS1")
    move = notation_of(game).read(state, text)
    assert move.cell == (*cell, 0)
    assert notation_of(game).write(state, move) == text


def test_a_piece_alone_is_climbed(game: Game) -> None:
    texts = ("wS1", "bG1 wS1-", "wQ -wS1", "bQ bG1-", "wB1 -wQ", "bS1 bQ-", "wB1 wQ")
    state = played(game, *texts)
    names = [state.components[number - 1].name for number in state.piles[-1, 0, 0]]
    assert names == ["Q1", "B11"]
    # What is beside may be named however deep it lies.
    read = notation_of(game).read
    assert read(state, "bA1 -wQ") == read(state, "bA1 -wB1") == read(state, " bA1  -wQ ")


@pytest.mark.parametrize(
    ("moves", "counts"), [rest for _, *rest in GAMES], ids=[g[0] for g in GAMES]
)
def test_games_of_people(game: Game, moves: str, counts: str) -> None:
    state, notation = State(game), notation_of(game)
    found = [state.legal_moves.count()]
    for text in notation.split(moves):
        move = notation.read(state, text)
        assert move in state.legal_moves
        state.push(move)
        found.append(state.legal_moves.count())
    assert found == [int(count) for count in counts.split()]


def test_a_sign_climbs_where_a_piece_lies(game: Game) -> None:
    state = played(
        game, "wS1", "bS1 wS1-", "wQ -wS1", "bB1 bS1/", "wG1 /wQ", "bQ bB1\\", "wG2 /wG1"
    )
    read = notation_of(game).read
    assert read(state, "bB1 bS1") in state.legal_moves
    assert read(state, "bB1 -bQ") == read(state, "bB1 bS1")


def test_the_only_piece_of_a_kind_may_have_a_number(game: Game) -> None:
    read = notation_of(game).read
    assert read(State(game), "wM1") == read(State(game), "wM")
    state = played(game, "wL1")
    assert read(state, "bP1 wL1-") == read(state, "bP wL-")
    assert notation_of(game).split("wL1 bP1 wL1-") == ["wL1", "bP1 wL1-"]


def test_moves_of_a_game_are_apart_by_spaces_or_signs(game: Game) -> None:
    split = notation_of(game).split
    moves = ["wS1", "bS1 wS1-", "wQ -wS1", "pass", "wB1 wQ"]
    for text in (" ".join(moves), ";".join(moves), ", ".join(moves), "; ".join([*moves, ""])):
        assert split(text) == moves
    assert split("") == []


@pytest.mark.parametrize(
    "text",
    ["", "x", "wA4 wS1-", "wA1 -wS1-", "wA1", "wA1 bQ-", "wA1 wS1 wS1", "WA1 wS1-", "1@", "pass."],
)
def test_what_is_no_move_is_told_in_a_line(game: Game, text: str) -> None:
    state = played(game, "wS1")
    with pytest.raises(InputError) as told:
        notation_of(game).read(state, text)
    assert "\n" not in str(told.value)


def test_actions_are_read_too(game: Game) -> None:
    state, texts = played(game, "wS1", "bS1 wS1-"), []
    for move in state.legal_moves:
        assert notation_of(game).read(state, str(move)) == move
        texts.append(str(move))
    for between in (" ", "; ", ", "):
        assert notation_of(game).split(between.join(texts)) == texts


def test_other_games_of_the_name_have_the_text_of_all_games() -> None:
    text = """(game "Hive" (players 2) (equipment {(boardless Hexagonal) (piece "A" Each)})
        (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""
    from boardless.games import compile

    assert notation_of(compile(text, jit=False)).split("+1@0,0 +2@1,0") == ["+1@0,0", "+2@1,0"]
