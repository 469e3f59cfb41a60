"""Groups of sites, their sizes, what lies beside them and what they join."""

import pytest

from tests.games.compiler.boards import (
    FREE,
    SET,
    START,
    end_if,
    free_where,
    go,
    match_of,
    where,
)
from tests.games.compiler.kernels_run import KernelsRun

#: Plays on 4 x 4 squares by rules with effects.
MADE = "(play (move Add (to (sites Empty)) (then (remove 0))))"


@pytest.mark.parametrize(
    ("integer", "value"),
    [
        ("(count Groups)", 1),
        ("(count Groups Orthogonal)", 3),
        ("(count Groups Orthogonal if:(is Mover (who at:(to))))", 2),
        ("(count Groups Orthogonal if:(is Mover (who at:(to))) min:2)", 1),
        ("(count Groups Orthogonal if:(is Empty (to)))", 2),
        ("(size Group at:5)", 2),
        ("(size Group at:5 Orthogonal)", 1),
        ("(size Group at:5 Orthogonal if:(is Mover (who at:(to))))", 2),
        ("(size Group at:6 if:(is Mover (who at:(to))))", 0),
        ("(count Liberties at:5)", 4),
        ("(count Liberties at:5 Orthogonal)", 2),
        ("(count Liberties at:5 if:(= 0 (to)))", 0),
        ("(count Sites in:(sites Group at:5))", 2),
        ("(count Sites in:(sites Group at:5 Orthogonal))", 1),
        ("(max (sizes Group Orthogonal Mover))", 2),
        ("(min (sizes Group Orthogonal Mover))", 1),
        ("(max {3 (sizes Group Orthogonal Mover)})", 3),
        ("(max (sizes Group Orthogonal of:2 min:3))", -1),
        ("(size Array (sizes Group Orthogonal P2))", 2),
        ("(size Array (sizes Group))", 1),
        ("(size Array (array (sites Group at:5)))", 2),
        ("(count Sites in:(sites LineOfSight at:0))", 1),
        ("(count Steps 0 15)", 3),
        ("(count Steps 7 7)", 0),
        ("(count Steps Orthogonal 0 15)", 6),
        ("(count Steps Orthogonal 0 (sites {10 7 13}))", 4),
        ("(count Steps Diagonal 0 1)", 0),
        ("(count Steps (step Orthogonal (to if:(is Empty (to)))) 0 13)", 4),
        ("(count Steps (step Orthogonal (to if:(is Empty (to)))) 0 15)", 1_000_000_000),
        ("(count Steps (step Orthogonal (to if:(is Empty (to)))) 0 (sites {}))", 0),
    ],
)
def test_what_is_counted(integer: str, value: int) -> None:
    assert free_where(f"(= {value} {integer})") == FREE


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("(is In 0 (sites Group at:5))", True),
        ("(is In 9 (sites Group at:5))", False),
        ("(is In 5 (sites LineOfSight at:0))", True),
        ('(is Within (id "A1") at:5)', True),
        ('(is Within (id "A1") in:(sites {1 5}))', True),
        ('(is Within (id "B1") in:(sites {0 5}))', False),
        ("(is Connected at:5 {(sites {0}) (sites {9 10})})", True),
        ("(is Connected at:5 {(sites {0}) (sites {10})})", False),
        ("(is Connected 1 at:5 {(sites {0}) (sites {10})})", True),
        ("(is Connected at:5 Orthogonal {(sites {0}) (sites {9})})", False),
        ("(is Connected at:1 {(sites {1})})", False),
        ("(is Full)", False),
        ("(is Related Orthogonal 5 9)", True),
        ("(is Related Diagonal 5 9)", False),
        ("(is Related Diagonal 5 (sites {1 8}))", True),
    ],
)
def test_what_holds(condition: str, holds: bool) -> None:
    assert free_where(condition) == (FREE if holds else [])


def test_a_region_of_one_site_has_no_loop_that_could_be_left() -> None:
    assert free_where("(all Sites (to) if:(is Even (site)))") == [2, 4, 8, 12, 14]


def test_sites_in_sight() -> None:
    assert free_where("(is In (to) (sites LineOfSight Empty at:0))") == [1, 2, 3, 4, 8, 12]
    assert free_where("(is In (to) (sites LineOfSight Farthest at:0))") == [3, 12]
    assert free_where("(is In (to) (sites LineOfSight Empty at:0 E))") == [1, 2, 3]


def test_territories_lie_beside_one_role_alone() -> None:
    parts = {"before": '(start {(place "A1" (sites {1 3})) (place "A2" 8)})'}
    free = [0, 2, 4, 5, 6, 7]
    assert where("(= 1 (size Territory P1 Orthogonal))", **parts) == free
    assert where("(= 0 (size Territory P1))", **parts) == free
    assert where("(= 0 (size Territory P2 Orthogonal))", **parts) == free


def test_a_board_is_full() -> None:
    match = match_of(board="(square 2)", end=end_if("(is Full)"))
    assert go(match, 0, 1, 2) == -1
    assert go(match, 3) == 2


@pytest.mark.parametrize("play", ["(play (move Add (to (sites Empty))))", MADE])
def test_a_loop_goes_round_other_sites(play: str) -> None:
    match = KernelsRun(board="(square 4)", play=play, end=end_if("(is Loop)"))
    assert match.go(1, 3, 4, 12, 9, 15) == -1
    assert match.go(6) == 1
    # At the edge of the board nothing is shut in.
    assert KernelsRun(board="(square 4)", play=play, end=end_if("(is Loop)")).go(1, 3, 4) == -1


@pytest.mark.parametrize("last", [7, 11, 13, 17])
def test_a_loop_may_be_closed_by_any_of_its_pieces(last: int) -> None:
    again = "(play (move Add (to (sites Empty)) (then (moveAgain))))"
    match = KernelsRun(board="(square 5)", play=again, end=end_if("(is Loop)"))
    assert match.go(*(site for site in (7, 11, 13, 17) if site != last)) == -1
    assert match.go(last) == 1


def test_a_loop_goes_round_pieces_of_a_role() -> None:
    parts = {"board": "(square 4)", "play": MADE, "end": end_if("(is Loop surround:Next)")}
    match = KernelsRun(**parts)
    assert match.go(1, 3, 4, 12, 9, 5) == -1
    assert match.go(6) == 1
    # Nothing stands inside.
    assert KernelsRun(**parts).go(1, 3, 4, 12, 9, 15, 6) == -1


@pytest.mark.parametrize(
    ("condition", "winner"),
    [
        ("(is Connected 2 Sides)", 1),
        ("(is Connected 3 Sides)", -1),
        ("(is Connected 1 Corners)", 1),
        ("(is Connected 2 Corners)", -1),
        ("(is Connected 2 SidesNoCorners)", -1),
        ("(is Connected Next)", -1),
        ("(is Connected Mover)", 1),
    ],
)
def test_regions_of_a_sort_are_joined(condition: str, winner: int) -> None:
    regions = "(regions P1 {(sites {1}) (sites {2 3})}) (regions P2 {(sites {9}) (sites {0})})"
    match = KernelsRun(board="(square 4)", play=MADE, more=regions, end=end_if(condition))
    assert match.go(2, 8, 1, 12) == -1 or winner == 1
    if winner == -1:
        assert match.go(3) == -1


def test_sites_are_visited_until_the_turn_ends() -> None:
    play = "(play (move Add (to (sites Empty) if:(not (is Visited 0))) (then (if (is In (last To)"
    match = KernelsRun(play=f"{play} (sites {{0 1}})) (moveAgain)))))")
    assert match.go(1) == match.go(0) == -1
    # Whoever has visited a corner may only pass, and then nothing is visited.
    assert match.targets() == [-1]
    match.back()
    assert match.targets() == [0, 2, 3, 4, 5, 6, 7, 8]
    assert match.go(8) == match.go(0) == -1
    assert match.mover == 2
    match.back()
    assert match.targets() == [0, 2, 3, 4, 5, 6, 7]


def test_what_can_follow_a_move_sees_it_as_visited() -> None:
    again = "(then (if (can Move (select (from 0) (to 1 if:(is Visited 4)))) (moveAgain)))"
    match = KernelsRun(play=f"(play (move Add (to (sites Empty)) {again}))")
    match.go(3)
    assert match.mover == 2
    match.go(4)
    assert match.mover == 2


def test_every_group_makes_moves() -> None:
    rule = "(forEach Group Orthogonal (if (= 1 (count Sites in:(sites))) (remove (sites))))"
    match = KernelsRun(
        board="(square 4)",
        before=START,
        play=f"(play (move Add (to 14) (then {rule})))",
    )
    match.go(14)
    assert match.pieces == {site: what for site, what in SET.items() if site != 0}


def test_groups_of_a_condition_make_moves() -> None:
    rule = "(forEach Group Orthogonal if:(is Enemy (who at:(to))) (remove (sites)))"
    match = KernelsRun(
        board="(square 4)", before=START, play=f"(play (move Add (to 14) (then {rule})))"
    )
    match.go(14)
    assert match.pieces == {0: 1, 5: 1, 9: 3, 14: 1}
