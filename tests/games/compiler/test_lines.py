"""Lines, loops and connections through the last move."""

import pytest

from tests.games.compiler.boards import end_if, go, match_of, where


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
