"""Threats to pieces that stand somewhere, or would."""

import pytest

from boardless import State, games
from tests.games.compiler.kernels_run import KernelsRun

#: The first player may add a piece where it would not be threatened; the second has one on site 2.
SAFE = '(move Add (piece "A1") (to (sites {0 3}) if:(not (is Threatened (id "A1") at:(to)))))'
DROP = "(move (from (handSite Mover)) (to (sites Empty)))"


@pytest.mark.parametrize(
    ("more", "before", "ends"),
    [
        ("", "", [0, 3]),
        ("(hand Each)", "", [0, 3]),
        ("(hand Each)", '(place "B2" (handSite P2))', []),
    ],
)
def test_an_empty_site_is_threatened_by_drops(more: str, before: str, ends: list[int]) -> None:
    """With hands, Ludii takes the site on which a piece would stand for an empty one, too."""
    drops = DROP if more else ""
    threats = f"(or {{(forEach Piece (move Step Diagonal (to))) {drops}}})"
    game = KernelsRun(
        board="(rectangle 1 4)",
        more=more,
        before=f'(start {{(place "A2" 2) {before}}})',
        play=f"(play (if (is Mover P1) {SAFE} {threats}))",
    )
    assert game.targets() == (ends or [-1])


def test_threats_are_tried_where_a_board_grows() -> None:
    """A game of additions alone takes back what it tries to see who is threatened."""
    text = (
        '(game "Try" (players 2) (equipment {(boardless Triangular) (tile "T" Each numSides:3)})'
        ' (rules (start (place "T1" (centrePoint))) (play (move Add (to (sites Playable))))'
        " (end (if (is Threatened) (result Mover Draw)))))"
    )
    state = State(games.compile(text))
    # Tiles are laid on empty cells, and threaten none.
    for _ in range(9):
        state.push_row(0)
    assert state.legal_count
