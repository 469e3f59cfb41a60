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
    match.pop()
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


#: A score, a value that is remembered, a variable with a name and one without.
COUNTED = [
    ("(addScore Mover 1)", [-1, 2]),
    ('(remember Value "met" (last To))', [-1, 2]),
    ('(set Var "met" (count Moves))', [-1, 2]),
    ("(set Var (count Moves))", [-1, 0, 2]),
]


@pytest.mark.parametrize(("change", "sites"), COUNTED)
def test_what_is_only_counted_makes_no_other_position(change: str, sites: list[int]) -> None:
    step = f"(move Step (to if:(is Empty (to))) (then {change}))"
    play = f'(play (or (forEach Piece "A1" {step} P1) (move Pass)))'
    match = match_of(**PARTS | {"before": rule("Positional"), "play": play})
    key = match.arrays.key[0]
    go(match, 1, -1)
    assert targets(match) == sites
    for _ in range(2):
        match.pop()
    assert match.arrays.key[0] == key


@pytest.mark.parametrize(
    ("change", "sites"), [("(addScore Mover 1)", [-1, 1]), ('(set Var "met" (count Moves))', [-1])]
)
def test_scores_make_another_situation(change: str, sites: list[int]) -> None:
    step = f"(move Step (to if:(is Empty (to))) (then {change}))"
    play = f'(play (or (forEach Piece "A1" {step} P1) (move Pass)))'
    match = match_of(**PARTS | {"before": rule("Situational"), "play": play})
    go(match, 1, -1, 0, -1)
    assert targets(match) == sites


@pytest.mark.parametrize("more", ["", "(move Pass)"])
def test_what_may_not_repeat_is_no_move_that_can_be_made(more: str) -> None:
    """From its end the piece can only go back where it has been in this turn."""
    step = 'forEach Piece "A1" (move Step (to if:(is Empty (to)))) P1'
    again = f"(then (if (can Move {more or f'({step})'}) (moveAgain)))"
    play = f"(play (or ({step} {again}) (move Pass)))"
    match = match_of(**PARTS | {"before": rule("PositionalInTurn"), "play": play})
    go(match, 1)
    assert match.mover == 1
    go(match, 2)
    assert match.mover == (1 if more else 2)


def test_moves_avoid_the_position_that_was_remembered() -> None:
    play = """(play (avoidStoredState (or
        (forEach Piece "A" (move Step (to if:(is Empty (to)))))
        (move Pass (then (remember State))))))"""
    before = '(start {(place "A1" 0) (place "A2" 2)})'
    match = match_of(board="(rectangle 1 3)", before=before, play=play)
    # Nothing is remembered yet; then a second pass would lead to the position of the first.
    assert targets(match) == [-1, 1]
    go(match, -1)
    assert targets(match) == [1]
    go(match, 1, -1)
    assert targets(match) == [2]
    match.pop()
    match.pop()
    assert targets(match) == [1]
