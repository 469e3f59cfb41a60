"""Pyramids: pieces that rest on others, fall, are pinned, and are in sight from above.

On three squares a side, sites 0 to 2, 5, 6, 8 and 11 to 13 are the ground from the south, 3, 4, 9
and 10 rest on four of those each, and 7 is the tip, straight above 6.
"""

import pytest

from boardless.play import Position
from tests.games.compiler.boards import end_if, go, match_of, pieces, targets, where

PYRAMID = "(square 3 pyramidal:True) use:Vertex"
#: Player 1 has the square on which 3 rests, and the piece on it.
FIVE = '(start {(place "A1" (sites {0 1 3 5 6}))})'
#: A site rests on four, and two sites on two of them together.
TEN = '(start {(place "A1" (sites {0 1 2 3 4 5 6 8}))})'
MOVE = "(play (move (from (sites Occupied by:Mover)) (to (sites Empty))))"
TAKE = "(play (move Remove (sites Occupied by:All)))"


def on_pyramid(**parts: str) -> Position:
    """Return a match on the pyramid."""
    return match_of(board=PYRAMID, **parts)


def sites_where(condition: str, before: str) -> list[int]:
    """Return the empty sites of the pyramid of which a condition holds."""
    return where(condition, board=PYRAMID, before=before)


def origins(match: Position) -> set[int]:
    """Return the sites from which the mover may go."""
    held = match.game.setup.held
    return {origin - 1 - held for _, origin, *_ in match.numbers().tolist()}


@pytest.mark.parametrize(("meta", "left"), [("(meta (gravity))", [0, 1, 5, 6]), ("", [1, 3, 5, 6])])
def test_pieces_fall_under_gravity(meta: str, left: list[int]) -> None:
    match = on_pyramid(before=meta + FIVE, play=TAKE)
    go(match, 0)
    assert sorted(pieces(match)) == left


def test_pieces_fall_as_far_as_they_can() -> None:
    tip = '(start {(place "A1" (sites {0 1 3 7})) (place "A2" 5)})'
    match = on_pyramid(before="(meta (gravity))" + tip, play=TAKE)
    go(match, 5)
    assert set(pieces(match)) <= {0, 1, 2, 5, 6, 8, 11, 12, 13}
    assert len(pieces(match)) == 4


def test_pieces_below_two_are_pinned() -> None:
    assert origins(on_pyramid(before=TEN, play=MOVE)) == {0, 1, 2, 3, 4, 5, 6, 8}
    assert origins(on_pyramid(before="(meta (pin SupportMultiple))" + TEN, play=MOVE)) == {
        0,
        2,
        3,
        4,
        5,
        8,
    }


def test_pieces_stay_off_what_rests_on_their_site() -> None:
    start = '(start {(place "A1" 0)})'
    free = targets(on_pyramid(before=start, play=MOVE))
    kept = targets(on_pyramid(before="(meta (noStackOn Fallen))" + start, play=MOVE))
    assert set(free) - set(kept) == {3, 7}


def test_sites_support_what_rests_on_them() -> None:
    start = '(start {(place "A1" 3)})'
    assert sites_where("(is In (to) (sites Support))", start) == [0, 1, 5, 6]
    assert sites_where("(is In (to) (sites Support 2))", start) == []


def test_sites_below_are_counted() -> None:
    start = '(start {(place "A1" (sites {0 1 5})) (place "A2" (sites {2 8}))})'
    below = "(= {} (count SitesPlatformBelow at:(to) who:P1))"
    counts = [sites_where(below.format(n), start) for n in (1, 2, 3)]
    assert counts == [[4, 9], [], [3]]


@pytest.mark.parametrize(("start", "ends"), [("0 2 11", True), ("0 2", False)])
def test_corners_of_a_pyramid_end_the_game(start: str, ends: bool) -> None:
    match = on_pyramid(
        before=f'(start {{(place "A1" (sites {{{start} 7}}))}})',
        play="(play (move Add (to (sites {13}))))",
        end=end_if("(is PyramidCorners froms:(sites Occupied by:Mover))"),
    )
    assert (go(match, 13) == 1) is ends


def test_freedom_is_an_empty_site_of_the_ground() -> None:
    start = '(start {(place "A1" (sites {1 5 8}))})'
    free = sites_where("(is Freedom (sites {6}) (to))", start)
    assert 0 in free
    assert 12 not in free


LARGEST = "(= 2 (count SizeBiggestGroup if:(= (who at:(to)) 1) {}))"
SIZES = "(= 2 (max (sizes Group P1 {})))"
LINE = "(is Line 2 Orthogonal through:{})"


@pytest.mark.parametrize(
    ("start", "condition", "holds"),
    [
        ("", LARGEST.format(""), True),
        ("", LARGEST.format("isVisible:True"), True),
        ('(place "A2" 7)', LARGEST.format(""), True),
        ('(place "A2" 7)', LARGEST.format("isVisible:True"), False),
        ('(place "A2" (sites {3 4}))', LARGEST.format("isVisible:True"), False),
        ('(place "A2" (sites {3 9}))', LARGEST.format("isVisible:True"), True),
        ('(place "A2" 7)', SIZES.format(""), True),
        ('(place "A2" 7)', SIZES.format("isVisible:True"), False),
        ('(place "A2" 7)', LINE.format("1"), True),
        ('(place "A2" 7)', LINE.format("1 isVisible:True"), False),
        ('(place "A2" 4)', LINE.format("1 isVisible:True"), True),
        ("", "(= 2 (count SizeBiggestLine if:(= (who at:(to)) 1)))", True),
        ("", "(= 1 (count SizeBiggestLine Diagonal if:(= (who at:(to)) 1)))", True),
    ],
)
def test_groups_and_lines_may_have_to_be_in_sight(start: str, condition: str, holds: bool) -> None:
    placed = f'(start {{(place "A1" (sites {{1 6}})) {start}}})'
    assert bool(sites_where(condition, placed)) is holds
