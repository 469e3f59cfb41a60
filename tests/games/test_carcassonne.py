"""Carcassonne: its notation, scores, techniques, moves taken back."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardless.games import Game, load
from boardless.games import compile as compile_text
from boardless.games.game_technique import game_technique
from boardless.play import State, record_playouts, replayed, run_playouts
from boardless.play.notations import ActionsNotation, notation_of
from boardless.play.recording import SteppedPlayer
from boardless.topo import InputError
from tests.play.whole_positions import after, arrays_of
from tools.models.carcassonne import with_few

GAME = with_few(1, 2)


@pytest.fixture(scope="module")
def full() -> Game:
    return load("Carcassonne", jit=False)


def random_game(game: Game, technique: str, seed: int) -> tuple[list[str], object, int]:
    """Return the first moves of a random game, the scores and the key behind them."""
    state, random = State(game, technique), Random(seed)
    while state.ply < 36:
        state.push(random.choice(list(state.legal_moves)))
    return [str(move) for move in state.move_stack], state.scores, state.key


def test_nothing_has_been_drawn_at_the_start(full: Game) -> None:
    state = State(full)
    assert state.seat == 0
    assert state.pieces == {(0, 0, 0): 4}
    assert sum(share for _, share in state.chances()) == 1
    assert len(state.chances()) == 32


#: Moves, and the scores behind them.
SCORED = [
    # A road of three tiles is not complete; between a monastery and a crossing it is.
    ("MonasteryWithRoad -1,0W+Road BentRoad 0,-1N", (0, 0)),
    ("MonasteryWithRoad -1,0W+Road Crossroads 1,0N", (3, 0)),
    ("MonasteryWithRoad -1,0W StraightRoad 1,0E+Road Crossroads 2,0N", (0, 4)),
    # A city of two tiles, one with a shield, and one that both players share.
    ("CityTop 0,1S+City", (4, 0)),
    ("CityNarrowShield 0,1E+City CityTop 0,2S", (8, 0)),
]


@pytest.mark.parametrize(("moves", "scores"), SCORED)
def test_what_is_completed_scores(full: Game, moves: str, scores: tuple[int, int]) -> None:
    state = after(full, moves)
    assert state.scores == scores
    notation, again, written = notation_of(full), State(full), []
    for move in state.move_stack:
        written.append(notation.write(again, move))
        again.push(move)
    assert written == moves.split()


def test_followers_come_back(full: Game) -> None:
    """A follower leaves a hand, stands on the tile, and is back when the city is complete."""
    state = after(full, "CityNarrowShield 0,1E+City")
    board, _, hand, _ = state.containers
    assert hand.chunk("count").nonzero() == {0: 6}
    site = state.site((0, 1, 0))
    assert board.chunk("state").nonzero() == {site: 1}
    assert board.chunk("value").nonzero() == {site: 1}
    notation = notation_of(full)
    for text in ("CityTop", "0,2S"):
        state.push(notation.read(state, text))
    board, _, hand, _ = state.containers
    assert hand.chunk("count").nonzero() == {0: 7}
    assert not board.chunk("value").nonzero()


def test_no_second_follower_on_a_feature(full: Game) -> None:
    state = after(full, "CityTop 0,1S+Field StraightRoad")
    texts = {notation_of(full).write(state, move) for move in state.legal_moves}
    assert {"1,0E+Road", "1,0E+Field1", "1,0E"} <= texts
    held = after(full, "StraightRoad 1,0E+Field1 StraightRoad")
    texts = {notation_of(full).write(held, move) for move in held.legal_moves}
    beside = {text for text in texts if text.startswith("2,0")}
    assert beside == {"2,0E", "2,0E+Road", "2,0E+Field2", "2,0W", "2,0W+Road", "2,0W+Field1"}


def test_a_tile_that_joins_features_holds_all_of_them(full: Game) -> None:
    """Both sides of the last road lead round a monastery; a farmer stands below one of them."""
    state = after(
        full,
        "Monastery 0,-1N+Field CityTop 0,1S Monastery 1,1N Monastery 2,1N MonasteryWithRoad 2,0E "
        "StraightRoad",
    )
    texts = {notation_of(full).write(state, move) for move in state.legal_moves}
    between = {text for text in texts if text.startswith("1,0")}
    assert between == {"1,0E", "1,0E+Road", "1,0W", "1,0W+Road"}


@pytest.mark.parametrize("text", ["CityTop1", "0,1", "0,1X", "0,1S+", "a,1S", "0,1S+City+City"])
def test_what_is_no_move(full: Game, text: str) -> None:
    state = after(full, "CityTop")
    key = state.key
    with pytest.raises(InputError, match=r"^move .*: give a tile from the bag, or column"):
        notation_of(full).read(state, text)
    assert state.key == key


@pytest.mark.parametrize("text", ["CityTop", "0,1N", "0,1S+Road", "9,9S", "0,1S+City1", "0,0N"])
def test_what_is_not_legal(full: Game, text: str) -> None:
    state = after(full, "CityTop")
    key = state.key
    with pytest.raises(InputError, match="is not legal"):
        state.push(notation_of(full).read(state, text))
    assert state.key == key


def test_text_of_all_games_is_read_too(full: Game) -> None:
    state = after(full, "*4 h1.4#3;+5@0,1;0,1~4;h2.0#6;0,1:1;0,1$1")
    assert state.scores == (4, 0)


def test_other_games_of_the_name_are_written_as_all_are() -> None:
    text = '(game "Carcassonne" (equipment {(boardless Square) (piece "P" Each)}) (rules '
    game = compile_text(
        text + "(play (move Add (to (sites Playable)))) (end (if (is Line 3) (result Mover Win)))))"
    )
    assert isinstance(notation_of(game), ActionsNotation)


def test_techniques_play_the_same_games() -> None:
    expected = random_game(GAME, "ZONE-APPEND", 4)
    for technique in ("BASE-KEPT", "ZONE-MAP", "PERI-APPEND"):
        assert random_game(GAME, technique, 4) == expected, technique


@pytest.mark.parametrize(
    ("technique", "why"),
    [
        ("ZONE-RE", "moves of Carcassonne have effects"),
    ],
)
def test_techniques_that_cannot(technique: str, why: str) -> None:
    with pytest.raises(InputError, match=why) as error:
        State(GAME, technique)
    assert "\n" not in str(error.value)


def test_playouts_told_move_by_move_are_those_of_the_engine() -> None:
    """The same tiles are drawn and the same moves made; what is recorded can be played again."""
    technique = game_technique("ZONE-APPEND")
    stepped = SteppedPlayer(GAME, technique).play(5, 0, 1)
    assert stepped == run_playouts(GAME, playouts=1, seed=5).tally
    trial = record_playouts(GAME, 0, 1, seed=5)[0]
    outcome = replayed(trial, GAME).outcome()
    assert outcome is not None
    assert outcome.winner == trial.result


@settings(max_examples=6, deadline=None)
@given(st.lists(st.integers(0, 1000), min_size=1, max_size=16), st.data())
def test_moves_are_taken_back_exactly(choices: list[int], data: st.DataObject) -> None:
    state = State(GAME)
    seen = []
    for choice in choices:
        seen.append(joined_of(state))
        legal = list(state.legal_moves)
        state.push(legal[choice % len(legal)])
    back = data.draw(st.integers(0, len(seen)))
    for before in reversed(seen[len(seen) - back :]):
        state.pop()
        assert joined_of(state) == before


def joined_of(state: State) -> list[object]:
    """Return what a position holds, what is joined on its tiles and the scores among it."""
    arrays = state.position.arrays
    sites = [state.site(key) + int(state.game.kernels.HELD) + 1 for key in state.pieces]
    return [*arrays_of(state), state.scores, arrays.joined[:, sites].tolist()]
