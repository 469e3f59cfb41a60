"""Graphs of edges on which pieces stand, their costs, and targets."""

import pytest

from tests.games.compiler.boards import end_if
from tests.games.compiler.kernels_run import KernelsRun

#: The four edges of a square, 0 1 2 3 in turn, and a diagonal, 4.
GRAPH = "(graph vertices:{{0 0} {1 0} {1 1} {0 1}} edges:{{0 1} {1 2} {2 3} {3 0} {0 2}})"
BOARD = f"(board {GRAPH} use:Edge)"
PLAY = "(play (move Add (piece 1) (to (sites Empty))))"


@pytest.mark.parametrize(
    ("condition", "moves", "ends"),
    [
        ("(is RegularGraph P1)", (0, 2), True),
        ("(is RegularGraph P1)", (0, 1), False),
        ("(is RegularGraph Neutral)", (0, 2), True),
        ("(is RegularGraph P1 k:2)", (0, 2), False),
        ("(is RegularGraph P1 k:2)", (0, 1, 2, 3), True),
        ("(is RegularGraph P1 odd:True)", (0, 2), True),
        ("(is RegularGraph P1 even:True)", (0, 2), False),
        ("(is RegularGraph P2)", (0, 2), True),
        ("(not (is Tree P1))", (0, 1, 2), False),
        ("(not (is Tree P1))", (0, 1, 4), True),
        ("(not (is Tree Neutral))", (0, 1, 2, 3), True),
        ("(is SpanningTree P1)", (0, 1), False),
        ("(is SpanningTree P1)", (0, 1, 2), True),
        ("(is SpanningTree P1)", (0, 4, 2), True),
        ("(is SpanningTree P2)", (0, 4, 2), False),
        ("(is SpanningTree (player 1))", (0, 4, 2), True),
        ("(is CaterpillarTree P1)", (0, 1), False),
        ("(is CaterpillarTree P1)", (0, 4, 2), True),
    ],
)
def test_graphs_of_edges(condition: str, moves: tuple[int, ...], ends: bool) -> None:
    """All edges that are taken are taken for component 1."""
    match = KernelsRun(board=BOARD, play=PLAY, end=end_if(f"(and (< 1 (count Moves)) {condition})"))
    assert (match.go(*moves) > 0) == ends


@pytest.mark.parametrize(("tree", "ends"), [("SpanningTree", True), ("CaterpillarTree", False)])
def test_three_legs_of_two_edges_are_no_caterpillar(tree: str, ends: bool) -> None:
    points = "{{0 0} {1 0} {2 0} {0 1} {0 2} {-1 0} {-2 0}}"
    legs = f"(graph vertices:{points} edges:{{{{0 1}} {{1 2}} {{0 3}} {{3 4}} {{0 5}} {{5 6}}}})"
    match = KernelsRun(board=f"(board {legs} use:Edge)", play=PLAY, end=end_if(f"(is {tree} P1)"))
    assert (match.go(0, 1, 2, 3, 4, 5) > 0) == ends


def test_what_sites_cost() -> None:
    match = KernelsRun(
        board=BOARD,
        before="(start {(set Cost 3 Edge at:1) (set Cost 4 Edge at:2)})",
        play="(play (move Add (to (sites Empty) if:(= 7 (+ (cost Edge at:(to))"
        " (cost Edge in:(sites Occupied)) 4)))))",
    )
    assert match.targets() == [1]
    match.go(1)
    assert match.targets() == [0, 3, 4]


@pytest.mark.parametrize(
    ("target", "ends"),
    [
        ("{1 2 0 0}", True),
        ("{1 0 2 0}", False),
        ("{1 2}", False),
        ("{2 0 1} {1 3 0}", True),
        ("{2 1} {1 2}", False),
        ("{2 1} {1}", False),
    ],
)
def test_targets(target: str, ends: bool) -> None:
    play = "(play (move Add (to (sites Empty))))"
    match = KernelsRun(board="(square 2)", play=play, end=end_if(f"(is Target {target})"))
    assert (match.go(0, 1) > 0) == ends


def test_who_plays_alone_ends_a_game_by_a_pass() -> None:
    match = KernelsRun(
        board="(square 2)",
        players=1,
        play="(play (move Add (to (difference (sites Bottom) (sites Occupied)))))",
    )
    assert match.go(0, 1) == -1
    assert match.go(-1) == 0


def test_how_many_pieces_are_put_is_known_before_any_is_taken() -> None:
    held = "(handSite P1)"
    match = KernelsRun(
        more="(hand Each)",
        before=f'(start (place "A1" {held} count:3))',
        play=f"(play (move Pass (then (and (remove {held})"
        f" (add (piece 1) (to 0) count:(count at:{held}))))))",
    )
    match.go(-1)
    counts = match.arrays.fields[match.kernels.COUNTS].tolist()
    assert counts[1 + match.held] == 3


def test_a_choice_of_conditions_does_not_hold_where_nothing_is_chosen() -> None:
    match = KernelsRun(
        play="(play (move Add (to (sites Empty) if:(if (= (to) 4) (is Mover P1))) (then (pass))))"
    )
    assert match.targets() == [4]


def test_directions_count_where_moves_are_kept() -> None:
    play = "(play (move Add (to (difference (sites Empty) (sites Around 4 Orthogonal)))))"
    assert KernelsRun(play=play).targets() == [0, 2, 4, 6, 8]


def test_playable_sites_are_beside_pieces_where_moves_have_effects() -> None:
    match = KernelsRun(
        before='(start (place "A1" 0))',
        play="(play (move Add (to (sites Playable)) (then (pass))))",
    )
    assert match.targets() == [1, 3, 4]
