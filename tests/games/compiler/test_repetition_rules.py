"""Rules against positions that come up again."""

import pytest

from tests.games.compiler.boards import go, match_of, targets

#: Each player has a piece that steps on three sites in a row.
PARTS = {
    "board": "(rectangle 1 3)",
    "before": '(start {(place "A1" 0)})',
    "play": '(play (or (forEach Piece "A1" (move Step (to if:(is Empty (to)))) P1) (move Pass)))',
}


def rule(kind: str) -> str:
    """Return the parts of the rules before play."""
    return f"(meta (no Repeat {kind})) {PARTS['before']}"


def test_no_move_leads_to_a_position_of_before_but_a_pass() -> None:
    match = match_of(**PARTS | {"before": rule("")})
    go(match, 1)
    assert targets(match) == [-1, 2]
    match.take_back()
    assert targets(match) == [-1, 1]


@pytest.mark.parametrize(("kind", "sites"), [("Positional", [-1, 2]), ("Situational", [-1, 0, 2])])
def test_a_situation_is_of_a_player(kind: str, sites: list[int]) -> None:
    match = match_of(**PARTS | {"before": rule(kind)})
    go(match, 1, -1)
    assert targets(match) == sites


def test_in_a_turn_only_its_own_positions_count() -> None:
    match = match_of(**PARTS | {"before": rule("PositionalInTurn")})
    go(match, 1)
    assert targets(match) == [-1, 0, 2]


def test_positions_of_a_turn_count_until_another_player_has_moved() -> None:
    """The other player may not go back into the turn that has just ended, as in Ludii."""
    again = "(then (if (and (is Mover P1) (= (last To) 1)) (moveAgain)))"
    step = f"(move Step (to if:(is Empty (to))) {again})"
    play = f'(play (or (forEach Piece "A1" {step} P1) (move Pass)))'
    match = match_of(**PARTS | {"before": rule("PositionalInTurn"), "play": play})
    go(match, 1, 2)
    assert match.mover == 2
    assert targets(match) == [-1]


@pytest.mark.parametrize(
    ("kind", "sites"),
    [("Positional", [-1, 2]), ("Situational", [-1, 0, 2]), ("PositionalInTurn", [-1, 0, 2])],
)
def test_rules_ask_for_positions_of_before(kind: str, sites: list[int]) -> None:
    step = '(forEach Piece "A1" (move Step (to if:(is Empty (to)))) P1)'
    play = f"(play (or (do {step} ifAfterwards:(not (is Repeat {kind}))) (move Pass)))"
    match = match_of(**PARTS | {"play": play})
    go(match, 1, -1)
    assert targets(match) == sites
