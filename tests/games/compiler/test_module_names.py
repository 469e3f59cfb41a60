"""Warnings of names that nothing bears."""

import pickle

import pytest

from boardless.games import LudemeWarning
from tests.games.compiler.boards import ALL, match_of, targets

GOAL = '(regions "Goal" P1 (sites Top))'
TRACKS = '(board (square 3) {(track "Way" "0,E,N,W" directed:True)})'


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ('(= 0 (count Pieces All "Cow"))', "Cow: no component"),
        ('(= -1 (id "Cow"))', "Cow: no component"),
        ('(= -1 (where "Cow" P1))', "Cow: no component"),
        ('(= 0 (count Sites in:(sites Occupied by:All component:"Cow")))', "Cow: no component"),
        ('(= 0 (count Sites in:(sites P1 "Home")))', "Home: no region"),
    ],
)
def test_names_that_nothing_bears_find_nothing(condition: str, said: str) -> None:
    with pytest.warns(LudemeWarning, match=rf"^line 1, column \d+: {said} has this in its name"):
        match = match_of(more=GOAL, play=f"(play (if {condition} (move Add (to (sites Empty)))))")
    assert targets(match) == ALL


@pytest.mark.parametrize("play", ['(move Slide "Lane")', '(forEach Piece (move Slide "Lane"))'])
def test_tracks_that_are_not_there_lead_nowhere(play: str) -> None:
    with pytest.warns(LudemeWarning, match="Lane: no track"):
        match = match_of(board=TRACKS, before='(start (place "A1" 0))', play=f"(play {play})")
    assert targets(match) == [-1]


def test_names_and_parts_of_them_are_borne() -> None:
    # Warnings are errors here.
    condition = '(and (= 0 (count Pieces All "A")) (= 0 (count Sites in:(sites "C3"))))'
    match_of(play=f"(play (if {condition} (move Pass) (move Add (to (sites Empty)))))")


def test_warnings_travel() -> None:
    warning = LudemeWarning((2, 5), "Cow", "not here")
    assert str(warning) == "line 2, column 5: Cow: not here"
    assert str(pickle.loads(pickle.dumps(warning))) == str(warning)
