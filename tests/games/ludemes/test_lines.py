"""Lines, loops and connections through the last move."""

from itertools import product
from operator import add

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.compiler.boards import end_if, go, match_of, where
from tests.games.compiler.kernels_run import KernelsRun


@pytest.mark.parametrize(
    ("line", "sites", "wins"),
    [
        ("3", (0, 1, 2), True),
        ("3 Adjacent", (0, 6, 12), True),
        ("3 Orthogonal", (0, 5, 10), True),
        ("3 Orthogonal", (0, 6, 12), False),
        ("3 Diagonal", (4, 8, 12), True),
        ("3 Diagonal", (0, 1, 2), False),
        ("3 All", (4, 8, 12), True),
        ("3", (0, 1, 3), False),
        ("3", (0, 2, 1), True),
        ("3", (3, 4, 5), False),
        ("3", (0, 1, 4, 3, 2), True),
        ("3 exact:True", (0, 1, 2), True),
        ("3 exact:True", (0, 1, 3, 2), False),
        ("4 exact:True", (0, 1, 3, 2), True),
        ("3 P1", (0, 1, 2), True),
        ("3 P2", (0, 1, 2), False),
        ("3 Mover", (0, 1, 2), True),
        ("3 Next", (0, 1, 2), False),
        ("3 whats:{1 3}", (20, 22, 21), True),
        ('3 whats:{(id "A" Mover) 3}', (20, 21, 22), True),
        ("3 whats:{2 3}", (0, 1, 2), False),
        ("3 whats:{}", (0, 1, 2), False),
    ],
)
def test_lines(line: str, sites: tuple[int, ...], wins: bool) -> None:
    match = match_of(board="(square 5)", end=end_if(f"(is Line {line})"))
    winner = -1
    for site, far in zip(sites, (24, 17, 19, 13, 23), strict=False):
        assert winner == -1
        winner = go(match, site)
        if winner == -1:
            assert go(match, far) == -1
    assert winner == (1 if wins else -1)


@pytest.mark.parametrize(("whats", "winner"), [("1 2", 1), ("1 3", -1), ("2 4", -1)])
def test_lines_of_several_components(whats: str, winner: int) -> None:
    match = match_of(end=end_if(f"(is Line 3 whats:{{{whats}}})"))
    assert go(match, 0, 1, 2) == winner


def test_a_loop_shuts_in_a_group() -> None:
    loop = end_if("(is Loop surround:Next)")
    open_, shut = match_of(board="(square 4)", end=loop), match_of(board="(square 4)", end=loop)
    # Player 2 stands on 5 and 6; around them by edges are 1, 2, 4, 7, 9, 10.
    assert go(open_, 1, 5, 2, 6, 4, 15, 7, 12, 9, 3) == -1
    assert go(open_, 14) == -1
    assert go(open_, 0, 10) == 1
    assert go(shut, 1, 5, 2, 6, 4, 15, 7, 12, 9, 3, 10) == 1
    # In the corner the edge of the board is no piece of the mover.
    assert go(match_of(end=loop), 1, 0, 3) == -1


def test_connections_join_all_regions() -> None:
    """A rhombus of hexagons on its obtuse corner, from the south: 0, 1 2, 3 4 5, 6 7, 8."""
    parts = {
        "board": "(hex Diamond 3)",
        "more": "(regions P1 {(sites Side NE) (sites Side SW)})"
        "(regions P2 {(sites Side NW) (sites Side SE)})",
        "end": end_if("(is Connected Mover)"),
    }
    match = match_of(**parts)
    sides = {
        side: where(f"(is In (to) (sites Side {side}))", board="(hex Diamond 3)")
        for side in ("NE", "SW", "NW", "SE")
    }
    assert sides == {"NE": [5, 7, 8], "SW": [0, 1, 3], "NW": [3, 6, 8], "SE": [0, 2, 5]}
    assert go(match, 3, 0, 8) == -1
    assert go(match, 4) == -1
    assert go(match, 6) == 1
    crossed = match_of(**parts)
    assert go(crossed, 3, 0, 7, 2, 8, 4) == -1
    assert go(crossed, 1, 6) == 2


PILES = "(play (move Add (to (sites Board)) stack:True))"


@pytest.mark.parametrize(("more", "wins"), [("", False), ("contiguous:False", True)])
def test_a_line_with_gaps(more: str, wins: bool) -> None:
    match = match_of(board="(rectangle 1 5)", end=end_if(f"(is Line 3 {more})"))
    assert (go(match, 0, 1, 2, 3, 4) == 1) is wins


@pytest.mark.parametrize("more", ["contiguous:False", "throughHowMuch:2", "isVisible:True", ""])
@pytest.mark.parametrize(
    ("board", "way"), [("(square 1)", "Diagonal"), ("(hex 2)", "Rotational"), ("(square 2)", "U")]
)
def test_no_line_where_no_site_has_a_step_of_its_directions(
    board: str, way: str, more: str
) -> None:
    match = match_of(board=board, end=end_if(f"(is Line 2 {way} {more})"))
    assert go(match, 0) == -1


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


@given(st.lists(st.integers(0, 8), min_size=1, max_size=30))
@settings(max_examples=60, deadline=None)
def test_lines_by_levels_are_rows_in_space(sites: list[int]) -> None:
    match = match_of(play=PILES, end=end_if("(is Line 3 byLevel:True)"))
    placed: dict[tuple[int, ...], int] = {}
    for ply, site in enumerate(sites):
        at = (site % 3, site // 3, sum((site % 3, site // 3) == it[:2] for it in placed))
        placed[at] = ply % 2
        ways = [way for way in product((-1, 0, 1), repeat=3) if any(way)]
        runs = (
            1 + sum(_run(placed, at, tuple(sign * it for it in way)) for sign in (1, -1))
            for way in ways
        )
        wins = max(runs) >= 3
        assert (go(match, site) == 1 + ply % 2) is wins
        if wins:
            break


def _run(placed: dict[tuple[int, ...], int], at: tuple[int, ...], way: tuple[int, ...]) -> int:
    """Return how many pieces of the same player follow a place in a direction."""
    count = 0
    owner = placed[at]
    while placed.get(at := tuple(map(add, at, way))) == owner:
        count += 1
    return count


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
