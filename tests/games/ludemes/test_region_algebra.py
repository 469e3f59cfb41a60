"""Every region in a game of a few lines, against what it says by hand."""

from collections.abc import Callable
from itertools import product

import pytest

from tests.games.compiler.boards import FREE, OWNER, SET, START, free_where, match_of, near, targets
from tests.games.compiler.kernels_run import KernelsRun

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
    ("(sites LastTo)", {10}),
    ("(sites Around 6)", set(near(6))),
    ("(sites Around 6 Empty)", {s for s in near(6) if s in FREE}),
    ("(sites Around 6 NotEmpty)", {s for s in near(6) if s in SET}),
    ("(sites Around 6 Own)", {5, 9}),
    ("(sites Around 5 Enemy)", {6, 10}),
    ("(sites Around (sites {0 15}))", {1, 4, 5, 10, 11, 14}),
    ("(sites Around (sites {0 15}) Own)", {5}),
    ("(sites Around (sites {0 1}))", {2, 4, 5, 6}),
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


def test_regions_of_who_plays_alone() -> None:
    regions = '(regions "Home" P1 (sites {2 4}))'
    play = '(play (move Add (to (sites Mover "Home")) (then (set Counter))))'
    assert KernelsRun(more=regions, play=play, players=1).targets() == [2, 4]


def test_regions_of_who_moves_next_follow_what_a_move_says() -> None:
    regions = '(regions "Home" P1 (sites {0})) (regions "Home" P2 (sites {8}))'
    again = '(and (moveAgain) (if (is In (last To) (sites Next "Home")) (remove 4)))'
    for site, left in ((8, {4: 4, 8: 1}), (0, {0: 1})):
        run = KernelsRun(
            more=regions,
            before='(start (place "B2" 4))',
            play=f"(play (move Add (to (sites Empty)) (then (moveAgain (then {again})))))",
        )
        run.go(site)
        assert run.pieces == left


@pytest.mark.parametrize(("use", "count"), [("", 2), (" use:Vertex", 1)])
def test_hands_are_occupied_where_cells_are_played_on(use: str, count: int) -> None:
    """They have cells, which are not among what is occupied where others are played on."""
    alone = "(all Sites (sites Occupied by:Mover) if:(= 0 (site)))"
    run = KernelsRun(
        board=f"(board (square 2){use})",
        more="(hand Each)",
        before='(start {(place "A1" (handSite P1)) (place "B1" 0)})',
        play=f"(play (move Add (to (if {alone} 1 2)) (then (remove 3))))",
    )
    assert run.targets() == [count]


def test_actions_of_the_last_move_lead_to_several_sites() -> None:
    adds = "(and (add (piece 1) (to 3)) (add (piece 2) (to 5)))"
    first = f"(move Add (to 8) (then {adds}))"
    run = KernelsRun(
        play=f"(play (if (= (count Moves) 0) {first} (move Select (from (sites LastTo)))))"
    )
    run.go(8)
    assert run.targets() == [3, 5, 8]
    run.go(5)
    assert run.targets() == [5]
    run.back()
    assert run.targets() == [3, 5, 8]
