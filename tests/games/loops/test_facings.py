"""Directions that change from move to move, and the order of what a move does on its way."""

import pytest

from boardless.topo import InputError
from tests.games.compiler.boards import game_of
from tests.games.compiler.kernels_run import KernelsRun

#: Two pieces on 5 x 5 squares; both step to the west, then the second goes on as a rule says.
START = '(start {(place "A1" 6) (place "A2" 24)})'
PLAY = """(play (if (< (count Moves) 2)
    (forEach Piece (move Step W (to if:(is Empty (to)))))
    (move Step (from (last To)) %s (to if:(is Empty (to))))))"""


@pytest.mark.parametrize(
    ("ways", "sites"),
    [
        ("SameDirection", [22]),
        ("OppositeDirection", [24]),
        ("(directions Cell from:(last To) to:(last From))", [24]),
        ("(directions Cell from:5 to:9)", [24]),
        ("(directions Cell from:0 to:7)", [-1]),
        ("(difference Orthogonal SameDirection)", [18, 24]),
        ("(union OppositeDirection S)", [18, 24]),
        ("(if (is Mover P1) W E)", [22]),
        ("(if (is Mover P2) W E)", [24]),
        ("(if (is Mover P1) (difference Orthogonal OppositeDirection) SameDirection)", [18, 22]),
        ("(if (is Mover P2) (difference Orthogonal OppositeDirection) SameDirection)", [22]),
        ("(difference Orthogonal {W E})", [18]),
    ],
)
def test_directions_are_those_of_the_last_move(ways: str, sites: list[int]) -> None:
    match = KernelsRun(board="(square 5)", before=START, play=PLAY % ways)
    match.go(5, 23)
    assert match.targets() == sites


@pytest.mark.parametrize(
    ("way", "sites"), [("SameDirection", [7]), ("OppositeDirection", [1, 5, 7, 11])]
)
def test_ahead_goes_on_as_the_move_in_question(way: str, sites: list[int]) -> None:
    ahead = f"(is Occupied (ahead (to) {way}))"
    match = KernelsRun(
        board="(square 5)",
        before='(start {(place "A1" 6) (place "A2" 8)})',
        play=f"(play (forEach Piece (move Step Orthogonal (to if:{ahead}))))",
    )
    assert match.targets() == sites


def test_too_many_alternatives_are_refused() -> None:
    ways = " ".join(f"(union (directions Cell from:{n} to:(last To))" for n in range(5))
    with pytest.raises(InputError, match="sets of directions: expected at most 2,000"):
        game_of(play=f"(play (move Step (from 0) {ways} N{')' * 5} (to if:(is Empty (to)))))")


def done(match: KernelsRun) -> list[tuple[str, int]]:
    """Return what the last move has done, in order: what was done, and the site or player."""
    kernels, found = match.kernels, list[tuple[str, int]]()
    for kind, first, *_ in match.logged():
        if kind == kernels.COUNTER_SET:
            found.append(("counter", first))
        else:
            name = {kernels.REMOVED: "removed", kernels.MOVED: "moved"}[kind]
            found.append((name, first - 1 - match.held))
    return found


def test_what_a_hop_passes_goes_from_its_end_backwards_and_its_target_last() -> None:
    over = "(between (range 1 3) if:(is Enemy (who at:(between))) (apply (remove (between))))"
    match = KernelsRun(
        board="(square 5)",
        before='(start {(place "A1" 0) (place "A2" (sites {1 2}))})',
        play=f"(play (move Hop (from 0) E {over} (to if:(is Empty (to)) (apply (set Counter 7)))))",
    )
    match.go(3)
    assert done(match) == [("removed", 2), ("removed", 1), ("counter", 7), ("moved", 0)]


def test_what_a_slide_passes_goes_from_its_end_backwards() -> None:
    over = "(between if:(is Enemy (who at:(between))) (apply (remove (between))))"
    to = "(to if:(is Empty (to)) (apply (set Counter 7)))"
    match = KernelsRun(
        board="(square 5)",
        before='(start {(place "A1" 0) (place "A2" (sites {1 2}))})',
        play=f"(play (move Slide (from 0) E {over} {to}))",
    )
    match.go(3)
    assert done(match) == [("removed", 2), ("removed", 1), ("counter", 7), ("moved", 0)]


def test_what_follows_from_an_effect_comes_before_the_next_thing_that_the_move_does() -> None:
    match = KernelsRun(
        before='(start {(place "A1" 0) (place "A2" 1)})',
        play="(play (move Step (from 0) E (to (apply (remove (to) (then (set Counter 7)))))))",
    )
    match.go(1)
    assert done(match) == [("removed", 1), ("counter", 7), ("moved", 0)]
    assert match.pieces == {1: 1}


def test_a_hop_that_is_not_told_over_what_passes_any_site() -> None:
    match = KernelsRun(
        board="(square 3)",
        before='(start {(place "A1" 0) (place "A2" 1)})',
        play="(play (move Hop (from 0) Orthogonal (to if:(is Empty (to))) (then (set Counter 7))))",
    )
    assert match.targets() == [2, 6]


@pytest.mark.parametrize(("over", "targets"), [("(range 0 2)", {1, 3}), ("(max 2)", set[int]())])
def test_a_hop_over_so_many_at_most_is_over_one_at_least(over: str, targets: set[int]) -> None:
    between = f"(between {over} if:(is Enemy (who at:(between))))"
    match = KernelsRun(
        before='(start (place "A1" 0))',
        play=f"(play (move Hop (from 0) Orthogonal {between} (to if:(is Empty (to)))))",
    )
    assert set(match.targets()) - {-1} == targets


def test_nobody_comes_before_who_moves_first() -> None:
    match = KernelsRun(
        before='(start {(place "A1" 0) (place "A2" 8)})',
        play="(play (move Step (from 0) (to if:(is In (to) (sites Occupied by:Prev)))))",
    )
    assert match.targets() == [-1]
