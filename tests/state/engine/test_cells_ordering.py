"""Groups and pieces are gone through in the order in which pieces came to stand there."""

import pytest

from tests.games.compiler.boards import game_of
from tests.games.compiler.kernels_run import KernelsRun

#: The first move lets the other stand on 0 after that on 5; what `then` says follows from it.
PLAY = "(play (move Add (to (sites Empty)) (then {})))"
BEFORE = '(start {(place "A1" 5) (place "A1" 0)})'


@pytest.mark.parametrize(
    "rule",
    [
        "(forEach Group Orthogonal (remember Value (count Sites in:(sites))))",
        "(forEach Group Orthogonal if:(is Mover (who at:(to)))"
        " (remember Value (count Sites in:(sites))))",
        "(forEach Value (sizes Group Orthogonal Mover) (remember Value (value)))",
    ],
)
def test_who_came_first_is_first(rule: str) -> None:
    game = KernelsRun(before=BEFORE, play=PLAY.format(rule))
    game.go(1)  # Beside 0, whose group comes second.
    assert game.values(game.kernels.REMEMBERED) == [1, 2]


#: Pieces on 5, 0 and 10, in this order, and where each group begins.
THREE = '(start {(place "A1" 5) (place "A1" 0) (place "A1" 10)})'
BEGINS = "(forEach Group Orthogonal (remember Value (regionSite (sites) index:0)))"


@pytest.mark.parametrize(
    ("then", "order"),
    [
        (f"(and (remove 5) {BEGINS})", [5, 0, 10, 15]),
        (f"(remove 5 (then {BEGINS}))", [15, 0, 10]),
        # Where pieces form piles those behind it move up.
        (f"(add (to 12) stack:True (then (remove 5 (then {BEGINS}))))", [0, 10, 15, 12]),
    ],
)
def test_the_last_takes_the_place_of_what_goes_and_undo_restores_it(
    then: str, order: list[int]
) -> None:
    run = KernelsRun(board="(square 4)", before=THREE, play=PLAY.format(then))
    for _ in range(2):
        run.go(15)
        assert run.values(run.kernels.REMEMBERED) == order
        run.back()


@pytest.mark.parametrize(
    "rule", ["{}", "(and (forEach Group (set Var (count Sites in:(sites)))) {})"]
)
def test_what_follows_goes_through_pieces_in_their_order(rule: str) -> None:
    pieces = "(forEach Piece (remember Value (from)))"
    game = KernelsRun(before=BEFORE, play=PLAY.format(rule.format(pieces)))
    game.go(1)
    assert game.values(game.kernels.REMEMBERED) == [5, 0, 1]


def test_what_may_be_done_with_pieces_needs_no_order() -> None:
    asked = "(if (can Move (forEach Piece (remove (from)))) (moveAgain))"
    for rule, kept in ((asked, False), ("(forEach Piece (remove (from)))", True)):
        game = game_of(before=BEFORE, play=PLAY.format(rule))
        assert game.module.model.goes_through_pieces == kept
