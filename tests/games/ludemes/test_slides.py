"""Slides and shots, and ``(between)`` and ``(from)`` along them."""

import pytest

from tests.games.compiler.kernels_run import KernelsRun

#: An A of each player at the ends of the lowest row of 4 x 4 squares.
ENDS = '(start {(place "A1" 0) (place "A2" 3)})'


def ends_of(move: str) -> list[int]:
    """Return where the moves of a rule end."""
    return KernelsRun(board="(square 4)", before=ENDS, play=f"(play {move})").targets()


@pytest.mark.parametrize(
    ("move", "ends"),
    [
        ("(move Slide (from 0) (directions {NE Rightwards}))", [1, 2, 5, 5, 10, 10, 15, 15]),
        ("(move Step (from 0) (directions {NE Rightwards}) (to if:(is Empty (to))))", [1, 5]),
    ],
)
def test_slides_alone_lead_twice_where_directions_are_named_twice(
    move: str, ends: list[int]
) -> None:
    assert ends_of(move) == ends


@pytest.mark.parametrize(
    ("stop", "ends"),
    [("(= (between) 2)", [1, 2, 3]), ("(= (between) 1)", [1, 2]), ("(= (between) -1)", [1])],
)
def test_where_a_slide_may_stop_the_site_before_has_been_passed(stop: str, ends: list[int]) -> None:
    assert ends_of(f"(move Slide (from 0) E (to if:{stop}))") == ends


@pytest.mark.parametrize(
    ("allowed", "ends"),
    [("(!= (between) 1)", [1]), ("(= (between) -1)", [1]), ("(!= (from) 0)", [1, 2, 3])],
)
def test_a_shot_says_what_it_passed_last_and_not_where_it_comes_from(
    allowed: str, ends: list[int]
) -> None:
    assert ends_of(f'(move Shoot (piece "B1") (from 0) E (to if:{allowed}))') == ends


@pytest.mark.parametrize(
    ("over", "ends"), [("(range 0 1)", [4, 4, 5, 5, 8, 10]), ("(range 1 1)", [8, 10])]
)
def test_who_may_hop_over_nothing_steps_twice_where_a_hurdle_might_be(
    over: str, ends: list[int]
) -> None:
    """Once by the step, and once over a hurdle of no length: Ludii has both."""
    hop = f"(move Hop (from 0) (between {over} if:True) (to if:(is Empty (to))))"
    start = '(start {(place "A1" 0) (place "A2" {1 2})})'
    game = KernelsRun(board="(square 4)", before=start, play=f"(play {hop})")
    assert game.targets() == ends


def test_a_piece_hops_from_where_it_stands_whatever_region_is_given() -> None:
    hop = "(move Hop (from (sites Occupied by:Mover)) E (between if:True) (to if:(is Empty (to))))"
    game = KernelsRun(
        board="(square 4)",
        before='(start {(place "A1" {0 4}) (place "A2" {1 5})})',
        play=f"(play (forEach Piece {hop}))",
    )
    assert game.targets() == [2, 6]
