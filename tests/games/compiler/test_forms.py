"""Every form of the language in a game of a few lines, against what it says by hand.

On squares of side n, site ``n * row + column`` has row 0 in the south and column 0 in the west.
"""

from collections.abc import Callable
from itertools import product

import pytest

import games
from games.ways import way_named
from play.match import Choice, Match
from tests.games.compiler.boards import ADD, go, match_of, pieces, steps, targets, text_of, where

ALL = list(range(9))
#: Steps on squares to a column and a row further.
EDGES = ((0, 1), (1, 0), (0, -1), (-1, 0))
CORNERS = ((1, 1), (1, -1), (-1, -1), (-1, 1))
TOUCH = EDGES + CORNERS
#: A start on 4 x 4 squares: components 1 and 2 are A1 and A2, 3 and 4 are B1 and B2.
SET = {0: 1, 5: 1, 6: 2, 9: 3, 10: 4, 15: 2}
START = """(start {
    (place "A1" (sites {0 5})) (place "A2" (sites {6 15})) (place "B1" 9) (place "B2" 10)
})"""
FREE = [site for site in range(16) if site not in SET]
OWNER = {1: 1, 2: 2, 3: 1, 4: 2}


def near(site: int, side: int = 4, ways: tuple[tuple[int, int], ...] = TOUCH) -> list[int]:
    """Return the squares a step from a square."""
    row, column = divmod(site, side)
    places = [(row + dy, column + dx) for dx, dy in ways]
    return [side * y + x for y, x in places if 0 <= x < side and 0 <= y < side]


def free_where(condition: str) -> list[int]:
    """Return the empty sites of the start of which a condition holds, player 1 to move."""
    return where(condition, board="(square 4)", before=START)


def end_if(condition: str, result: str = "Mover Win") -> str:
    return f"(end (if {condition} (result {result})))"


# -- conditions and integers ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("(= (to) 3)", lambda t: t == 3),
        ("(!= (to) 3)", lambda t: t != 3),
        ("(< (to) 3)", lambda t: t < 3),
        ("(<= (to) 3)", lambda t: t <= 3),
        ("(> (to) 8)", lambda t: t > 8),
        ("(>= (to) 8)", lambda t: t >= 8),
        ("(and {(> (to) 3) (< (to) 9)})", lambda t: 3 < t < 9),
        ("(or {(< (to) 3) (> (to) 9)})", lambda t: t < 3 or t > 9),
        ("(or (< (to) 3) (> (to) 9))", lambda t: t < 3 or t > 9),
        ("(not (< (to) 3))", lambda t: t >= 3),
        ("(and True (not False))", lambda t: True),
        ("(is In (to) {1 3 5})", lambda t: t in (1, 3, 5)),
        ("(is Mover P1)", lambda t: True),
        ("(is Mover Next)", lambda t: False),
        ("(is Mover (to))", lambda t: t == 1),
        ("(= (mover) P1)", lambda t: True),
        ("(= (next) P2)", lambda t: True),
        ("(= Next (to))", lambda t: t == 2),
        ("(= (count Players) (to))", lambda t: t == 2),
        ("(= (count Moves) 0)", lambda t: True),
        ("(= (last To) -1)", lambda t: True),
        ('(= (id "B" P1) (to))', lambda t: t == 3),
        ('(= (id "B" Mover) (to))', lambda t: t == 3),
        ('(= (id "B" Next) (to))', lambda t: t == 4),
        ('(= (id "A2") (to))', lambda t: t == 2),
        ("(= (+ (to) 1) 4)", lambda t: t == 3),
        ("(= (+ {(to) 1 2}) 4)", lambda t: t == 1),
        ("(= (- (to) 8) -5)", lambda t: t == 3),
        ("(= (* (to) -2) -6)", lambda t: t == 3),
        ("(= (* {(to) 2 2}) 12)", lambda t: t == 3),
        ("(= (/ (- (to) 8) 3) -1)", lambda t: int((t - 8) / 3) == -1),
        ("(= (/ (- 8 (to)) -3) 1)", lambda t: int((8 - t) / -3) == 1),
        ("(= (% (- (to) 8) 3) -2)", lambda t: t == 3),
        ("(= (% (to) -3) 2)", lambda t: t % 3 == 2),
        ("(= (abs (- (to) 8)) 4)", lambda t: abs(t - 8) == 4),
        ("(= (min (to) 5) 5)", lambda t: t >= 5),
        ("(= (max {(to) 5 2}) 5)", lambda t: t <= 5),
        ("(= (what at:(- (to) 1)) 1)", lambda t: SET.get(t - 1) == 1),
        ("(= (who at:(- (to) 1)) 2)", lambda t: OWNER.get(SET.get(t - 1, 0)) == 2),
        ("(is Empty (+ (to) 1))", lambda t: t + 1 in FREE),
        ("(is Occupied (+ (to) 1))", lambda t: t + 1 in SET),
        ("(= (ahead (to) E) (+ (to) 1))", lambda t: t % 4 < 3),
        ("(= (ahead (to) N) (+ (to) 4))", lambda t: t < 12),
        ("(= (ahead (to) W) -1)", lambda t: t % 4 == 0),
        ("(= (ahead (to) steps:2 NE) (+ (to) 10))", lambda t: t % 4 < 2 and t < 8),
        ("(= (ahead (to) SW steps:(- 4 2)) -1)", lambda t: t % 4 < 2 or t < 8),
        ("(= (what at:(ahead (to) SE)) 3)", lambda t: t == 12),
    ],
)
def test_conditions_and_integers(condition: str, holds: Callable[[int], bool]) -> None:
    assert free_where(condition) == [site for site in FREE if holds(site)]


@pytest.mark.parametrize("a", [-7, -6, -1, 0, 7])
@pytest.mark.parametrize("b", [-3, 2, 7])
def test_division_is_rounded_towards_zero(a: int, b: int) -> None:
    quotient = abs(a) // abs(b) * (1 if a * b >= 0 else -1)
    equal = f"(and (= (/ {a} {b}) {quotient}) (= (% {a} {b}) {a - b * quotient}))"
    assert where(equal) == ALL


# -- regions ----------------------------------------------------------------------------------

REGIONS: list[tuple[str, set[int]]] = [
    ("(sites Empty)", set(FREE)),
    ("(sites Occupied)", set(SET)),
    ("(sites Occupied by:All)", set(SET)),
    ("(sites Occupied by:Mover)", {0, 5, 9}),
    ("(sites Occupied by:Next)", {6, 10, 15}),
    ("(sites Occupied by:P2)", {6, 10, 15}),
    ("(sites Occupied by:Neutral)", set()),
    ("(sites Board)", set(range(16))),
    ("(sites Playable)", {s for s in FREE if any(n in SET for n in near(s))}),
    ("(sites Outer)", {s for s in range(16) if s // 4 in (0, 3) or s % 4 in (0, 3)}),
    ("(sites Side N)", {12, 13, 14, 15}),
    ("(sites Side S)", {0, 1, 2, 3}),
    ("(sites Side E)", {3, 7, 11, 15}),
    ("(sites Side W)", {0, 4, 8, 12}),
    ("(sites {1 2 10})", {1, 2, 10}),
    ("(sites LastTo)", set()),
    ("(sites Around 6)", set(near(6))),
    ("(sites Around 6 Empty)", {s for s in near(6) if s in FREE}),
    ("(sites Around 6 NotEmpty)", {s for s in near(6) if s in SET}),
    ("(sites Around 6 Own)", {5, 9}),
    ("(sites Around 5 Enemy)", {6, 10}),
    ("(sites Around (sites {0 15}))", {1, 4, 5, 10, 11, 14}),
    ("(sites Around (sites {0 15}) Own)", {5}),
    ("(sites Around (sites {0 1}))", {0, 1, 2, 4, 5, 6}),
    ("(union (sites Side N) (sites Side E))", {12, 13, 14, 15, 3, 7, 11}),
    ("(union {(sites {1}) (sites {2}) (sites {3})})", {1, 2, 3}),
    ("(intersection (sites Side N) (sites Side E))", {15}),
    ("(intersection (sites Board) (sites Around 6 Own))", {5, 9}),
    ("(difference (sites Side N) (sites Side E))", {12, 13, 14}),
    ("(difference (sites Board) 3)", set(range(16)) - {3}),
    ("(difference (sites Around 6) (sites Around 5 Enemy))", set(near(6)) - {10}),
    ("(expand (sites {0}))", {0, 1, 4, 5}),
    ("(expand (sites {0}) steps:0)", {0}),
    ("(expand (sites {0}) steps:2)", {s for s in range(16) if s // 4 < 3 and s % 4 < 3}),
    ("(expand (sites {0}) Orthogonal steps:2)", {0, 1, 2, 4, 5, 8}),
    ("(expand (sites {5}) Diagonal)", {5, 0, 2, 8, 10}),
    ("(expand (sites Around 0 Own))", {5, *near(5)}),
]


@pytest.mark.parametrize(("region", "sites"), REGIONS)
def test_regions(region: str, sites: set[int]) -> None:
    play = f"(play (move Add (to {region})))"
    reached = targets(match_of(board="(square 4)", before=START, play=play))
    assert [site for site in reached if site >= 0] == sorted(sites)
    assert free_where(f"(is In (to) {region})") == [s for s in FREE if s in sites]
    assert free_where(f"(= (to) (count Sites in:{region}))") == [s for s in FREE if s == len(sites)]


@pytest.mark.parametrize(
    ("which", "kept"),
    [
        ("", lambda s: True),
        ("Empty", lambda s: s in FREE),
        ("NotEmpty", lambda s: s in SET),
        ("Own", lambda s: OWNER.get(SET.get(s, 0)) == 1),
        ("Enemy", lambda s: OWNER.get(SET.get(s, 0)) == 2),
    ],
)
def test_sites_counted_around_a_target(which: str, kept: Callable[[int], bool]) -> None:
    expected = [site for site in FREE if sum(map(kept, near(site))) == 2]
    assert free_where(f"(= 2 (count Sites in:(sites Around (to) {which})))") == expected


def test_results_are_the_integers_of_all_pairs() -> None:
    sums = "(results from:(sites {1 2}) to:(sites Around 0) (+ (from) (to)))"
    expected = {a + b for a, b in product((1, 2), (1, 4, 5))}
    assert free_where(f"(is In (to) {sums})") == [s for s in FREE if s in expected]
    beside = "(is In 4 (results from:(to) to:(sites Around (to)) (what at:(to))))"
    assert free_where(beside) == [s for s in FREE if 10 in near(s)]


# -- lines, loops and connections -------------------------------------------------------------


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
    """A rhombus of hexagons of side 3, row by row from the south: 0, 1 2, 3 4 5, 6 7, 8."""
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
    assert go(match, 3, 0, 7) == -1
    assert go(match, 4) == -1
    assert go(match, 6) == 1
    crossed = match_of(**parts)
    assert go(crossed, 3, 0, 7, 2, 8, 4) == -1
    assert go(crossed, 1, 6) == 2


# -- moves ------------------------------------------------------------------------------------


def moves_of(play: str, **parts: str) -> Match:
    """Return a match on 4 x 4 squares with the pieces of START."""
    return match_of(board="(square 4)", before=START, play=f"(play {play})", **parts)


@pytest.mark.parametrize(
    ("play", "sites"),
    [
        ("(or {(move Add (to 1)) (move Add (to 2))})", [1, 2]),
        ("(or (move Add (to 1)) (move Add (to 2)))", [1, 2]),
        ("(and {(move Add (to 1)) (move Add (to 2))})", [1, 2]),
        ("(priority {(move Add (to (sites {}))) (move Add (to 2)) (move Add (to 3))})", [2]),
        ("(or (move Add (to 1)) (priority {(move Add (to 2)) (move Add (to 3))}))", [1, 2]),
        ("(if (is Mover P1) (move Add (to 1)) (move Add (to 2)))", [1]),
        ("(if (is Mover P2) (move Add (to 1)) (move Add (to 2)))", [2]),
        ("(if (is Mover P2) (move Add (to 1)))", [-1]),
        ("(if (= (count Moves) 0) (or (move Add (to 1)) (move Add (to 2))))", [1, 2]),
    ],
)
def test_rules_are_combined(play: str, sites: list[int]) -> None:
    assert targets(moves_of(play)) == sites


@pytest.mark.parametrize(
    ("piece", "component"),
    [
        ("", 1),
        ('(piece "B")', 3),
        ('(piece "B" Mover)', 3),
        ('(piece "B" Next)', 4),
        ('(piece "A" P2)', 2),
        ('(piece "A2")', 2),
        ("(piece 4)", 4),
    ],
)
def test_what_is_added(piece: str, component: int) -> None:
    match = moves_of(f"(move Add {piece} (to 1))")
    go(match, 1)
    assert pieces(match) == {**SET, 1: component}


def test_moves_on_the_board() -> None:
    play = "(move (from (sites Occupied by:Mover)) (to (sites Around (from) Empty)))"
    match = moves_of(play)
    expected = {(a, b) for a in (0, 5, 9) for b in near(a) if b in FREE}
    assert set(steps(match)) == expected
    go(match, 13, origin=9)
    assert pieces(match) == {0: 1, 5: 1, 6: 2, 10: 4, 13: 3, 15: 2}
    assert set(steps(match)) == {
        (a, b) for a in (6, 10, 15) for b in near(a) if b not in pieces(match)
    }
    assert match.made[0].component == 3


def test_moves_that_take_and_copy() -> None:
    from_ = "(from (sites Occupied by:Mover) if:(= (what at:(from)) 3))"
    match = moves_of(f"(move {from_} (to (sites Occupied by:Next) if:(< (to) 15)) copy:True)")
    assert steps(match) == [(9, 6), (9, 10)]
    go(match, 6)
    assert pieces(match) == {**SET, 6: 3}
    match = moves_of(f"(move {from_} (to (sites Occupied by:Next)))")
    go(match, 15)
    assert pieces(match) == {0: 1, 5: 1, 6: 2, 10: 4, 15: 3}


def test_hands_run_out() -> None:
    parts = {
        "more": "(hand Each size:2)",
        "before": """(start {
            (place "A1" (handSite P1)) (place "B1" (handSite P1 1) count:2)
            (place "A2" (handSite P2 0) count:9)
        })""",
    }
    from_hand = "(play (move (from (sites Hand Mover)) (to (sites {0 1 2 3}) if:(is Empty (to)))"
    match = match_of(**parts, play=from_hand + "))")
    assert [(c.component, c.origin) for c in match.choices()] == [(1, 0)] * 4 + [(3, 1)] * 4
    go(match, 0, 1)
    assert [(c.component, c.origin) for c in match.choices()] == [(3, 1)] * 2
    go(match, 2, 3)
    assert pieces(match) == {0: 1, 1: 2, 2: 3, 3: 2}
    assert targets(match) == [-1]
    endless = match_of(**parts, play=from_hand + " copy:True))")
    go(endless, 0, 1)
    assert [(c.component, c.origin) for c in endless.choices()] == [(1, 0)] * 2 + [(3, 1)] * 2


def test_conditions_see_what_is_taken_from_a_hand() -> None:
    match = match_of(
        more="(hand Each)",
        before='(start {(place "B1" (handSite P1)) (place "A2" (handSite P2))})',
        play="(play (move (from (sites Hand Mover)) (to (sites Empty)"
        " if:(= (to) (what at:(from)))) copy:True))",
    )
    assert targets(match) == [3]
    go(match, 3)
    assert targets(match) == [2]


def test_legal_moves_follow_sites_that_are_named_by_numbers() -> None:
    """What is kept from move to move must not depend on a site elsewhere."""
    for condition in ("(is Empty 0)", "(= 0 (what at:(* 0 (to))))", "(is In 0 (sites Empty))"):
        match = match_of(play=f"(play (move Add (to (sites Empty) if:{condition})))")
        assert targets(match) == ALL
        go(match, 0)
        assert targets(match) == [-1], condition


# -- the course of a game ---------------------------------------------------------------------


def test_phases() -> None:
    match = match_of(
        play="""phases:{
            (phase "one" (play (move Add (to 0))) (nextPhase (= (count Moves) 1) "three"))
            (phase "two" (play (move Add (to 1))) (end (if (= 1 1) (result Mover Loss))))
            (phase "three" (play (move Add (to (sites {2 3}))))
                (nextPhase (is In 3 (sites Occupied)) "two"))
        }"""
    )
    assert targets(match) == [0]
    go(match, 0)
    assert targets(match) == [2, 3]
    assert go(match, 2) == -1
    assert targets(match) == [2, 3]
    assert go(match, 3) == -1
    assert targets(match) == [1]
    assert go(match, 1) == 1


@pytest.mark.parametrize(
    ("result", "winner"),
    [("Mover Win", 1), ("Next Win", 2), ("P2 Win", 2), ("P1 Loss", 2), ("Mover Draw", 0)],
)
def test_results(result: str, winner: int) -> None:
    match = match_of(end=end_if("(is Occupied 4)", result))
    assert go(match, 0, 1) == -1
    assert go(match, 4) == winner


def test_the_first_end_that_holds_decides() -> None:
    cases = (("(= 1 2)", "P1"), ("(= 1 1)", "P2"), ("(= 1 1)", "P1"))
    ends = f"(end {{{' '.join(f'(if {test} (result {who} Win))' for test, who in cases)}}})"
    assert go(match_of(end=ends), 0) == 2


def test_no_moves_and_passing() -> None:
    play = "(play (move Add (to (sites {0 1}) if:(is Empty (to)))))"
    stuck = match_of(play=play, end=end_if("(no Moves Next)"))
    assert go(stuck, 0) == -1
    assert go(stuck, 1) == 2
    passing = match_of(play=play)
    go(passing, 0, 1)
    assert list(passing.choices()) == [Choice(None, 0)]
    assert passing.mover == 1
    assert passing.make(Choice(None, 0)) == -1
    assert passing.mover == 2
    assert passing.make(Choice(None, 0)) == 0
    passed = match_of(play=play, end=end_if("(all Passed)", "P1 Win"))
    assert go(passed, 0, 1) == -1
    assert passed.make(Choice(None, 0)) == -1
    assert passed.make(Choice(None, 0)) == 1


def test_a_pass_goes_nowhere() -> None:
    play = "(play (if (is Mover P1) (move Add (to (sites Empty)))))"
    match = match_of(play=play, end=end_if("(and (= (last To) -1) (> (count Moves) 0))"))
    assert go(match, 4) == -1
    assert match.make(Choice(None, 0)) == 2
    beside = "(move Add (to (sites Empty) if:(= (to) (+ (last To) 4))))"
    match = match_of(play=f"(play (if (is Mover P1) {beside}))")
    go(match, 3)
    assert match.make(Choice(None, 0)) == -1
    # Site 7 lies four after the last piece, but site 3 was four after no site.
    assert targets(match) == [-1]


def test_the_last_move() -> None:
    match = match_of(play="(play (move Add (to (sites Empty) if:(!= (to) (+ (last To) 1)))))")
    go(match, 4)
    assert targets(match) == [0, 1, 2, 3, 6, 7, 8]


def test_swapping() -> None:
    match = match_of(before="(meta (swap))", end=end_if("(is Line 3)"))
    assert len(match.choices()) == 9
    go(match, 0)
    assert len(match.choices()) == 9
    # Player 2 takes over the first piece, and player 1 goes on with the other colour.
    assert match.make(Choice(None, -1)) == -1
    assert Choice(None, -1) not in match.choices()
    go(match, 3)
    assert pieces(match) == {0: 1, 3: 2}
    assert go(match, 1, 4, 2) == 2
    plain = match_of(before="(meta (swap))", end=end_if("(is Line 3)"))
    go(plain, 0, 3)
    assert Choice(None, -1) not in plain.choices()
    assert go(plain, 1, 4, 2) == 1


# -- boards and starts ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "cells", "beside"),
    [
        ("(square 3)", 9, 8),
        ("(rectangle 3 5)", 15, 8),
        ("(hex 3)", 19, 6),
        ("(hex Diamond 3)", 9, 6),
        ("(tri 5)", 25, 12),
        ("(rotate 45 (square 3))", 9, 8),
        ("(board (square 3) use:Vertex)", 9, 4),
        ("(board (rectangle 3 5) use:Vertex)", 15, 4),
    ],
)
def test_boards(board: str, cells: int, beside: int) -> None:
    assert len(targets(match_of(board=board))) == cells
    around = "(count Sites in:(sites Around (to)))"
    assert where(f"(= {beside} {around})", board=board)
    assert not where(f"(> {around} {beside})", board=board)


def test_the_order_of_rows_and_columns() -> None:
    assert where("(is In (to) (sites Side N))", board="(rectangle 2 4)") == [4, 5, 6, 7]
    assert where("(= (to) (centrePoint))", board="(rectangle 3 5)") == [7]
    assert where("(is Empty (ahead (to) NNE))", board="(hex 2)") == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("board", "ways"),
    [
        ("(rotate 90 (square 4))", {"W": 4, "S": -1, "NW": 5, "N": 1}),
        ("(rotate -90 (square 4))", {"E": 4, "S": 1, "SE": 5}),
        ("(rotate 45 (square 4))", {"NW": 4, "NE": 1, "N": 5}),
        ("(rotate 45 (rotate 45 (square 4)))", {"W": 4, "S": -1}),
        ("(board (rotate 45 (square 4)) use:Vertex)", {"NW": 4, "N": 5}),
        ("(rotate 30 (hex 3))", {"ENE": 1, "ESE": -3, "WNW": 4, "N": 5}),
    ],
)
def test_turned_boards_keep_their_sites_and_turn_what_faces_a_direction(
    board: str, ways: dict[str, int]
) -> None:
    for way, step in ways.items():
        from_5 = f"(= (to) (ahead 5 {way}))"
        assert where(from_5, board=board) == [5 + step], way


def test_sides_of_turned_boards() -> None:
    for degrees, side in ((45, "NW"), (-45, "NE"), (90, "W"), (180, "S"), (-360, "N")):
        board = f"(rotate {degrees} (square 4))"
        assert where(f"(is In (to) (sites Side {side}))", board=board) == [12, 13, 14, 15]


def test_lines_between_vertices_may_be_diagonal() -> None:
    for directions, winner in (("", -1), ("All", 1), ("Diagonal", 1)):
        end = end_if(f"(is Line 3 {directions})")
        assert go(match_of(board="(board (square 3) use:Vertex)", end=end), 0, 1, 4, 2, 8) == winner


def test_places() -> None:
    match = match_of(
        more="(hand Each)",
        before="""(start {
            (place "A1" (sites Side W)) (place "B2" (centrePoint))
            (place "A2" (ahead (centrePoint) steps:1 E)) (place "B1" 8) (place "A1" (handSite P1))
        })""",
    )
    assert pieces(match) == {0: 1, 3: 1, 6: 1, 4: 4, 5: 2, 8: 3}
    assert match.mover == 1
    assert pieces(match_of(before='(start {(place "A2" (sites Outer))})')) == dict.fromkeys(
        [0, 1, 2, 3, 5, 6, 7, 8], 2
    )


def test_components_are_numbered_as_they_are_declared() -> None:
    more = '(piece "Both" Shared) (tile "Own" P2 numSides:4)'
    game = match_of(more=more).game
    named = [(component.name, component.owner) for component in game.components]
    assert named == [("A1", 1), ("A2", 2), ("B1", 1), ("B2", 2), ("Both", 0), ("Own2", 2)]


@pytest.mark.parametrize(
    ("tiling", "beside"), [("Hexagonal", 6), ("Square", 8), ("Triangular", 12)]
)
def test_boards_that_grow(tiling: str, beside: int) -> None:
    start = '(start (place "A1" (centrePoint)))'
    text = text_of(before=start, play=ADD.replace("Empty", "Playable"))
    game = games.compile(text.replace("(board (square 3))", f"(boardless {tiling})"), jit=False)
    match = Match(game, way_named("ZONE-APPEND"))
    assert len(match.choices()) == beside
    match.make(next(iter(match.choices())))
    assert len(match.choices()) > beside
