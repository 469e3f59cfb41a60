"""Captures: between pieces, around them, in groups."""

import pytest

from tests.games.compiler.boards import SET, START, game_of
from tests.games.compiler.kernels_run import KernelsRun


def test_where_there_are_no_such_directions_nothing_is_captured() -> None:
    """Cells that are hexagons have no neighbour to the north."""
    play = "(play (move Add (to (sites Empty)) (then (custodial (from (last To)) N))))"
    assert "act_0" in game_of(board="(boardless Hexagonal)", play=play).source


def taken(rule: str, *sites: int) -> set[int]:
    """Return the sites of the start that are empty after moves that capture by a rule."""
    match = KernelsRun(
        board="(square 4)",
        before=START,
        play=f"(play (move Add (to (sites Empty)) (then {rule})))",
    )
    match.go(*sites)
    return set(SET) - set(match.pieces)


@pytest.mark.parametrize(
    ("rule", "sites", "gone"),
    [
        ("(custodial (from (last To)) Orthogonal)", (7,), {6}),
        ("(custodial)", (7,), {6}),
        ("(custodial Diagonal)", (7,), set()),
        ("(custodial (from 0))", (7,), set()),
        ("(custodial Orthogonal)", (14, 3, 2), {6, 10}),
        ("(custodial Orthogonal (between (max 1)))", (14, 3, 2), set()),
        ("(custodial Orthogonal (between (range 2 2)))", (7,), set()),
        ("(custodial Orthogonal (between if:(= 3 (what at:(between)))))", (13,), {9}),
        ("(custodial Orthogonal (between (apply (remove (to)))))", (7,), {5}),
        ("(custodial Orthogonal (to if:(is Empty (to))))", (14,), {6, 10}),
        ("(custodial Orthogonal (then (remove 0)))", (7,), {0, 6}),
        ("(surround (from (last To)) Orthogonal)", (11, 3), set()),
        ("(surround (from (last To)) Orthogonal)", (11, 3, 14), {15}),
        ("(surround (from (last To)) Orthogonal except:1)", (11,), {15}),
        ('(surround (from (last To)) Orthogonal except:1 with:(piece "B1"))', (11,), set()),
        (
            "(surround (from (last To)) Orthogonal (to if:(is Occupied (to))))",
            (11, 3, 14),
            {10, 15},
        ),
        ("(enclose (from (last To)) Orthogonal)", (11, 3), set()),
        ("(enclose (from (last To)) Orthogonal)", (11, 3, 14), {15}),
        ("(enclose Orthogonal (then (remove 0)))", (11, 3, 14), {0, 15}),
        ("(enclose Orthogonal (between (apply (remove 9))))", (11, 3, 14), {9}),
        ("(intervene (from 5) Orthogonal (to if:(is Occupied (to))))", (4,), {6}),
        ("(intervene (from 5))", (14,), set()),
        ("(intervene (from 11) Diagonal)", (14,), set()),
        ("(intervene (from 10) Diagonal (to if:(is Occupied (to))))", (14,), {5, 15}),
        ("(intervene (from 10) Diagonal (to if:(is In (to) (sites {0 5 15}))))", (14,), {5, 15}),
        (
            "(intervene (from 15) Diagonal (between (range 1 2)) (to if:(is Occupied (to))))",
            (14,),
            set(),
        ),
        (
            "(intervene (from 10) Diagonal (to if:(is Occupied (to))) (then (remove 9)))",
            (14,),
            {5, 9, 15},
        ),
        ("(directional (from (last To)) S)", (14,), {6, 10}),
        ("(directional (from (last To)) S (to if:(= 4 (what at:(to)))))", (14,), {10}),
    ],
)
def test_what_is_captured(rule: str, sites: tuple[int, ...], gone: set[int]) -> None:
    assert taken(rule, *sites) == gone


@pytest.mark.parametrize(("exceptions", "gone"), [("", set()), (" numException:1", {0})])
def test_a_group_may_have_some_empty_sites(exceptions: str, gone: set[int]) -> None:
    match = KernelsRun(
        before='(start {(place "A1" (sites {2 4})) (place "A2" 0)})',
        play=f"(play (move Add (to (sites Empty)) (then (enclose Orthogonal{exceptions}))))",
    )
    match.go(3)
    assert {0} - set(match.pieces) == gone


def test_pieces_are_pushed() -> None:
    match = KernelsRun(
        board="(square 4)",
        before=START,
        play="(play (move Add (to (sites Empty)) (then (push (from 5) E))))",
    )
    match.go(12)
    assert match.pieces == {0: 1, 6: 1, 7: 2, 9: 3, 10: 4, 12: 1, 15: 2}
    match.go(4)
    # Nothing stands where it begins.
    assert match.pieces[4] == 2


def test_a_push_from_an_empty_site_is_noted_and_puts_nothing_there() -> None:
    match = KernelsRun(play="(play (move Add (to (sites Empty)) (then (push (from 3) E))))")
    match.go(0)
    assert 0 in match.values(match.kernels.ADDED)
    assert match.pieces == {0: 1}
    match.go(4)
    assert match.pieces == {0: 1, 5: 2}


def test_what_is_pushed_over_the_edge_is_gone() -> None:
    match = KernelsRun(
        before='(start {(place "A1" (sites {3 4})) (place "A2" 5)})',
        play="(play (move Add (to (sites Empty)) (then (push (from 3) E))))",
    )
    match.go(0)
    assert match.pieces == {0: 1, 4: 1, 5: 1}


def test_pieces_are_attracted() -> None:
    match = KernelsRun(
        board="(square 4)",
        before='(start {(place "A1" 3) (place "A2" 2) (place "B1" 12) (place "B2" 15)})',
        play="(play (move Add (to (sites Empty)) (then (attract (from (last To)) Orthogonal))))",
    )
    match.go(0)
    assert match.pieces == {0: 1, 1: 2, 2: 1, 4: 3, 15: 4}


@pytest.mark.parametrize(
    ("to", "times"),
    [
        ("(sites {1 2}) (apply (remove 0))", 2),
        ("(sites {1 2}) (apply if:(is Mover P2) (remove 0))", 1),
        ("1 (apply (remove 0))", 1),
        ("(sites {1 2})", 1),
    ],
)
def test_a_move_into_a_region_with_something_beside_counts_twice(to: str, times: int) -> None:
    """As in Ludii."""
    match = KernelsRun(play=f"(play (move Add (to {to}) (then (remove 3))))")
    assert match.targets().count(1) == times


@pytest.mark.parametrize(("to", "more"), [("(sites {1}) (apply (remove 0))", 2), ("1", 1)])
def test_what_a_rule_around_it_says_follows_as_often_as_it_is_listed(to: str, more: int) -> None:
    """As in Ludii, where what the move itself says follows once."""
    own, around = "(then (addScore P1 1))", "(then (addScore P2 1))"
    run = KernelsRun(play=f"(play (or (move Add (to {to}) {own}) (move Pass) {around}))")
    run.go(1)
    scored = [row[1] for row in run.logged() if row[0] == run.kernels.SCORE_ADDED]
    assert scored == [1] + [2] * more


def test_what_is_done_is_judged_before_what_follows_from_it() -> None:
    rule = "(do (move Add (to (sites Empty))) ifAfterwards:(is Occupied 1) (then (remove 1)))"
    match = KernelsRun(play=f"(play {rule})")
    assert match.targets() == [1]
    match.go(1)
    assert match.pieces == {}


def test_what_follows_from_an_effect_beside_comes_before_the_move() -> None:
    """As in Ludii."""
    beside = "(remove (to) (then (if (is Occupied 0) (add (to 2)))))"
    match = KernelsRun(
        before='(start {(place "A1" 0) (place "B2" 1)})',
        play=f"(play (move (from 0) (to 1 (apply {beside}))))",
    )
    match.go(1)
    assert match.pieces == {1: 1, 2: 1}


@pytest.mark.parametrize(
    ("board", "start", "move", "filled"),
    [
        ("(rectangle 1 5)", (), 2, {0, 1, 3, 4}),
        # The sites around are no chain: 0 and 2 do not touch.
        ("(rectangle 1 5)", (0,), 2, {3, 4}),
        ("(rectangle 1 5)", (0, 4), 2, set()),
        # 1 and 3 touch at a corner.
        ("(square 3)", (1,), 3, {0, 2, 4, 5, 6, 7, 8}),
        ("(square 3)", (4, 5), 3, {0, 1, 2, 6, 7, 8}),
        # From 4, which is met first, there is no way to both 3 and 5 without going back.
        ("(square 3)", (3, 5), 4, set()),
    ],
)
def test_empty_sites_are_shut_in_by_a_chain(
    board: str, start: tuple[int, ...], move: int, filled: set[int]
) -> None:
    between = '(between if:(is Empty (between)) (apply (add (piece "B1") (to (between)))))'
    placed = " ".join(f'(place "A1" {site})' for site in start)
    match = KernelsRun(
        board=board,
        before=f"(start {{ {placed} }})" if start else "",
        play='(play (move Add (piece "A1") (to (sites Empty))'
        f" (then (enclose Orthogonal {between}))))",
    )
    match.go(move)
    assert {site for site, piece in match.pieces.items() if piece == 3} == filled
