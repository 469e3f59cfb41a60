"""What ``(between)`` and ``(from)`` mean along slides and shots."""

import pytest

from tests.games.compiler.kernels_run import KernelsRun

#: An A of each player at the ends of the lowest row of 4 x 4 squares.
ENDS = '(start {(place "A1" 0) (place "A2" 3)})'


def ends_of(move: str) -> list[int]:
    """Return where the moves of a rule end."""
    return KernelsRun(board="(square 4)", before=ENDS, play=f"(play {move})").targets()


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
