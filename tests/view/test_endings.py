"""Reasons for results, from the rules for the end."""

import pytest

from boardless.play import State
from boardless.play.playing import by_chance, random_at
from boardless.view import scene_of
from boardless.view.endings import counts_on_the_way, reason_of, table_of
from tests.view.games import SCORING, uncompiled

#: How random games of a seed end, and why.
ENDS = (
    ("Tic-Tac-Toe", 1, "3 in a line"),
    ("Hex", 1, "a connection is complete"),
    (SCORING, 1, "by points"),
    ("Plotto", 1, "two of a colour have two others between them"),
    ("Trax", 1, "a loop is closed or a line crosses 8 rows or columns"),
    ("Minesweeper", 2, ""),
)


def over(text: str, seed: int) -> State:
    """Return the end of a random game."""
    state = State(uncompiled(text))
    while state.outcome() is None:
        state.push(by_chance(state, random_at(seed, state.ply)))
    return state


@pytest.mark.parametrize(("text", "seed", "reason"), ENDS)
def test_reasons(text: str, seed: int, reason: str) -> None:
    assert reason_of(over(text, seed)) == reason


def test_what_decides_among_equal_points_is_told_apart() -> None:
    state = over("Kingdomino", 1)
    points, land, crowns = table = table_of(state)
    assert [name for name, _ in table] == ["points", "largest land", "crowns"]
    numbers = [
        int(p) * 10_000 + int(a) * 100 + int(c)
        for p, a, c in zip(points[1], land[1], crowns[1], strict=True)
    ]
    assert tuple(numbers) == state.outcome().payoffs  # type: ignore[union-attr]
    assert scene_of(state).scores == points[1]
    assert table_of(over(SCORING, 1)) == (("points", ("4", "4")),)


def test_scores_count_on_the_way_or_in_the_end_alone() -> None:
    counting = {name: counts_on_the_way(uncompiled(name)) for name in ("Carcassonne", "Othello")}
    assert counting == {"Carcassonne": True, "Othello": False}


def test_a_game_that_goes_on_has_none() -> None:
    assert reason_of(State(uncompiled("Tic-Tac-Toe"))) == ""
