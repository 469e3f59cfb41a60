"""Patterns, lines in one direction, rows and columns, copies, and the order of what is done."""

import pytest

from tests.games.compiler.boards import FREE, START, end_if, free_where
from tests.games.compiler.kernels_run import KernelsRun

STRIP = "(play (move Add (to (sites Empty))))"


#: Three of a square of player 1, and a piece of player 2 to the south and to the north of it.
SQUARE = """(start {
    (place "A1" (sites {5 6 9})) (place "A2" (sites {1 14}))
})"""


@pytest.mark.parametrize(
    ("pattern", "holds"),
    [
        ("{F R F R F}", True),
        ("{F L F L F}", True),
        ("{F F}", False),
        ("{F F} from:9 whats:{1 1 2}", True),
        ("{F F} from:9 whats:{1 2}", False),
        ("{F R F} from:9 what:1", True),
        ("{F R F} from:1 what:1", False),
        ("{F} from:1", False),
        ("{F} from:1 whats:{2 1}", True),
        ("{F} from:0 what:0", True),
        ("{L} from:9 what:1", True),
        ("{L} from:9 what:2", False),
    ],
)
def test_pieces_stand_along_a_walk(pattern: str, holds: bool) -> None:
    match = KernelsRun(
        board="(square 4)", before=SQUARE, play=STRIP, end=end_if(f"(is Pattern {pattern})")
    )
    assert match.go(10) == (1 if holds else -1)


@pytest.mark.parametrize(("below", "holds"), [(14, True), (24, False)])
def test_a_walk_down_to_the_north_west_comes_down_to_the_south_west(
    below: int, holds: bool
) -> None:
    """Site 21 is on the second level of 4 x 4 and lies on 14, to the south-west, and on 24."""
    match = KernelsRun(
        board="(square 4 pyramidal:True) use:Vertex",
        before=f'(start (place "A1" (sites {{21 {below}}})))',
        play=STRIP,
        end=end_if("(is Pattern {F} from:21)"),
    )
    assert match.go(0) == (1 if holds else -1)


@pytest.mark.parametrize(
    ("integer", "value"),
    [
        ("(row of:(+ 1 (count Pieces)))", 1),
        ("(column of:(count Pieces))", 2),
        ("(phase of:(count Pieces))", 1),
        ("(row of:(- (count Pieces) 100))", -1),
        ("(coord row:(- (count Pieces) 4) column:(- (count Pieces) 5))", 9),
        ("(coord row:(count Pieces) column:0)", -1),
        ("(count Sites in:(sites Row (- (count Pieces) 5)))", 4),
        ("(count Sites in:(intersection (sites Column (- (count Pieces) 4)) (sites Row 1)))", 1),
        ("(count Sites in:(sites Row (count Pieces)))", 0),
    ],
)
def test_lines_of_the_board_that_play_decides_on(integer: str, value: int) -> None:
    """Six pieces stand on 4 x 4 squares."""
    assert free_where(f"(= {value} {integer})") == FREE


@pytest.mark.parametrize(
    ("direction", "sites", "ends"),
    [
        ("E", (1, 0), True),
        ("E", (0, 1), True),
        ("W", (0, 1), True),
        ("N", (0, 1), False),
        ("N", (0, 4), True),
        ("N exact:True", (8, 12), False),
        ("S exact:True", (8, 12), True),
    ],
)
def test_lines_in_one_direction(direction: str, sites: tuple[int, int], ends: bool) -> None:
    match = KernelsRun(
        board="(square 4)", play=STRIP, end=end_if(f"(is Line 2 {direction})", "P1 Win")
    )
    assert match.go(sites[0], 15, sites[1]) == (1 if ends else -1)


def test_copies_leave_what_they_take() -> None:
    match = KernelsRun(
        before='(start (place "A1" 4))',
        play="(play (move (from 4) (to 0) copy:True (then (moveAgain))))",
    )
    match.go(0)
    assert match.pieces == {0: 1, 4: 1}
    log = match.arrays.log[0, :3].tolist()
    assert log == [match.kernels.COPIED, 5, 1]
    match.back()
    assert match.pieces == {4: 1}


def test_sites_in_a_state() -> None:
    match = KernelsRun(
        play="(play (move Add (to (difference (sites State 0) (sites Occupied))) (then (set State"
        " at:(ahead (last To) E) 1))))"
    )
    match.go(3)
    assert match.targets() == [0, 1, 2, 5, 6, 7, 8]


def test_effects_are_found_before_any_is_done() -> None:
    match = KernelsRun(
        before='(start (place "B1" 4))',
        play="(play (move Add (to 0) (then (and (remove 4) (add (piece (what at:4)) (to 8))))))",
    )
    match.go(0)
    assert match.pieces == {0: 1, 8: 3}


def test_sites_around_are_gone_through_in_order() -> None:
    match = KernelsRun(
        before=START,
        board="(square 4)",
        play="(play (move Add (to 1) (then (forEach Site (sites Around 4) (remember Value"
        " (site))))))",
    )
    match.go(1)
    rows = match.arrays.numbers.tolist()
    assert [0, 1, 5, 8, 9] in [rows[n : n + 5] for n in range(len(rows))]


def test_what_goes_before_a_move_is_done_from_the_last_on() -> None:
    kept = " ".join(f"(remember Value {value})" for value in (11, 12, 13, 14))
    match = KernelsRun(
        play=f"(play (do (and {{{kept}}}) next:(move Add (to (sites Empty)))))",
    )
    match.go(1)
    rows = match.arrays.numbers.tolist()
    assert [11, 14, 13, 12] in [rows[n : n + 4] for n in range(len(rows))]
