"""Every rule that makes moves, and what the moves do."""

import pytest

from boardless.play import Position
from boardless.play.legal_moves import perft
from tests.games.compiler.boards import (
    FREE,
    SET,
    START,
    go,
    match_of,
    near,
    pieces,
    steps,
    targets,
)
from tests.games.compiler.kernels_run import KernelsRun


def moves_of(play: str, **parts: str) -> Position:
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


@pytest.mark.parametrize("far", ["", " if:(is Empty (centrePoint))"])
def test_a_move_that_two_rules_allow_is_listed_once(far: str) -> None:
    """Whether lists are kept or moves are searched for."""
    rules = [f"(move Add (to {region}{far}))" for region in ("(sites Empty)", "(sites Playable)")]
    match = match_of(play=f"(play (or {' '.join(rules)}))", board="(boardless Square)")
    assert len(match.moves()) == perft(match, 1) > 1


def test_a_move_onto_pieces_that_two_rules_allow_is_counted_twice_as_in_ludii() -> None:
    rules = [f"(move Add (to (sites {{{sites}}})))" for sites in ("1 2", "2 3")]
    match = match_of(play=f"(play (or {' '.join(rules)}))")
    assert targets(match) == [1, 2, 2, 3]
    assert (len(match.moves()), perft(match, 1)) == (3, 4)


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
    assert match.move_stack[0].actions[-1].value == 3


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
    assert [(m.actions[0].value, m.from_) for m in match.moves()] == [(1, (1, 0))] * 4 + [
        (3, (1, 1))
    ] * 4
    go(match, 0, 1)
    assert [(m.actions[0].value, m.from_) for m in match.moves()] == [(3, (1, 1))] * 2
    go(match, 2, 3)
    assert pieces(match) == {0: 1, 1: 2, 2: 3, 3: 2}
    assert targets(match) == [-1]
    endless = match_of(**parts, play=from_hand + " copy:True))")
    go(endless, 0, 1)
    assert [m.actions[0].value for m in endless.moves()] == [1, 1, 3, 3]


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


@pytest.mark.parametrize("play", ["(priority {%s})", "(if (= 1 1) %s)"])
def test_a_move_inside_other_rules_is_one_move(play: str) -> None:
    twice = "(or (move Add (to (sites Empty))) (move Add (to (sites Empty))))"
    match = match_of(play=f"(play {play % twice})", board="(boardless Square)")
    assert len(match.moves()) == perft(match, 1) > 0
    # Ludii counts it twice, and so do fixed boards that are laid out.
    match = match_of(play=f"(play {play % twice})")
    assert (len(match.moves()), perft(match, 1)) == (9, 18)


def test_a_site_is_selected_to_go_to_itself() -> None:
    """Until another is chosen, (to) is where the selection begins."""
    assert steps(moves_of("(forEach Piece (move Select (from) (to)))")) == [(0, 0), (5, 5), (9, 9)]


@pytest.mark.parametrize(
    ("play", "left"),
    [
        ("(move (from 5) (to 1) (then (if (= (from) -1) (remove 0))))", {1, 6, 9, 10, 15}),
        ("(move (from 5) (to 1) (then (if (= (to) -1) (remove 0))))", {1, 6, 9, 10, 15}),
        (
            "(do (move (from 5) (to 1) (then (remove 0)))"
            " ifAfterwards:(= 0 (last To afterConsequence:True)))",
            {1, 6, 9, 10, 15},
        ),
        (
            '(forEach Piece "B" (do (set Var "x" 1 (then (set Var "x" (from))))'
            ' next:(move (from) (to 1) (then (remove (var "x"))))))',
            {0, 1, 5, 6, 10, 15},
        ),
    ],
)
def test_what_follows_does_not_know_where_a_move_began(play: str, left: set[int]) -> None:
    """A move that comes from nowhere leaves (from) what it was where it was found."""
    run = KernelsRun(board="(square 4)", before=START, play=f"(play {play})")
    run.go(1)
    assert set(run.pieces) == left
