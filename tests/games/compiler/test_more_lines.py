"""Lines with gaps and through piles, sites at a distance and between, and equal integers."""

import pytest

from tests.games.compiler.boards import end_if, go, match_of, where
from tests.games.compiler.kernels_run import KernelsRun

PILES = "(play (move Add (to (sites Board)) stack:True))"


@pytest.mark.parametrize(("more", "wins"), [("", False), ("contiguous:False", True)])
def test_a_line_with_gaps(more: str, wins: bool) -> None:
    match = match_of(board="(rectangle 1 5)", end=end_if(f"(is Line 3 {more})"))
    assert (go(match, 0, 1, 2, 3, 4) == 1) is wins


@pytest.mark.parametrize(
    ("sites", "wins"),
    [
        ((0, 2, 0, 2, 0), False),  # Player 1 has a pile.
        ((0, 1, 1, 2, 3, 2, 2), True),  # Up by one at each step.
        ((0, 3, 1, 3, 2), True),  # On one level.
        ((0, 1, 2, 3, 1), False),  # Not on one level.
    ],
)
def test_lines_by_levels(sites: tuple[int, ...], wins: bool) -> None:
    match = match_of(board="(rectangle 1 4)", play=PILES, end=end_if("(is Line 3 byLevel:True)"))
    assert (go(match, *sites) == 1) is (wins or sites[0] == sites[2])


@pytest.mark.parametrize(("more", "wins"), [("", True), ("top:True", False)])
def test_a_piece_that_others_lie_on_counts(more: str, wins: bool) -> None:
    end = end_if(f"(is Line 3 {more})")
    match = match_of(board="(rectangle 1 4)", play=PILES, end=end)
    assert (go(match, 0, 0, 1, 3, 2) == 1) is wins


#: Player 1 on site 1 of 3 x 3 squares.
BEFORE = '(start (place "A1" 1))'


@pytest.mark.parametrize(
    ("region", "sites"),
    [
        ("(sites Distance Orthogonal from:(last To) (exact 1))", [0, 2, 4]),
        ("(sites Distance Orthogonal from:0 (exact 2))", [2, 4, 6]),
        (
            "(sites Distance (step Orthogonal (to if:(is Empty (to)))) from:0 (range 1 2))",
            [3, 4, 6],
        ),
        # At least one step is made, as in Ludii.
        ("(sites Distance (step Orthogonal (to if:(is Empty (to)))) from:0 (exact 0))", [3]),
        ("(sites Between from:0 to:(+ 0 2) fromIncluded:True toIncluded:True)", [0, 2]),
        ("(sites Between from:(+ 0 6) to:8)", [7]),
        ("(sites Between from:(+ 0 6) to:8 cond:(is Occupied (between)))", []),
        ("(sites Between from:(+ 0 6) to:1)", []),
    ],
)
def test_sites_at_a_distance_and_between(region: str, sites: list[int]) -> None:
    assert where(f"(is In (to) {region})", before=BEFORE) == sites


def test_how_many_integers_are_equal() -> None:
    assert where("(= (to) (count Value 5 in:(array {5 (to) 5})))") == [2]


def test_lines_that_keep_the_layer_and_what_rests_on_others() -> None:
    """Four balls carry a fifth, and lines lead neither up nor down."""
    board = "(board (square 2 pyramidal:True) use:Vertex)"
    play = "(play (move Add (piece 1) (to (sites Empty) if:(is Flat))))"
    match = KernelsRun(board=board, play=play, end=end_if("(is Line 2 SameLayer)"))
    ground = match.targets()
    assert len(ground) == 4
    (top,) = set(range(5)) - set(ground)
    assert match.go(ground[0]) == -1
    assert match.go(ground[1]) > 0
    match = KernelsRun(board=board, play=play, end=end_if("(is Line 2 SameLayer through:(to))"))
    match.go(*ground)
    assert match.targets() == [top]
    match = KernelsRun(
        board=board, play=play, end=end_if(f"(and (= (last To) {top}) (is Line 2 SameLayer))")
    )
    assert match.go(*ground, top) == -1
