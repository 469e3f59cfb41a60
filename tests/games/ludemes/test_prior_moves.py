"""Rules that are followed first, and what they leave to the moves behind them."""

import pytest

from tests.games.compiler.kernels_run import KernelsRun

#: What lies on site 0 goes to 2, by way of a variable; what lies on 1 goes to 0.
TURN = "(and {(remove 0) (fromTo (from 1) (to 0)) (add (piece (var)) (to 2))})"


@pytest.mark.parametrize(
    "prior",
    [
        "(set Var (what at:0))",
        '(and (set Var "other" 1) (set Var (what at:0)))',
        '(and {(set Var (what at:0)) (set Var "other" 1) (set Var "more" 1)})',
    ],
)
def test_a_variable_keeps_what_was_seen_before_any_consequence(prior: str) -> None:
    """Else it would be set again before each of them, to what has come to site 0 meanwhile."""
    before = '(start {(place "B1" 0) (place "B2" 1)})'
    add = f"(move Add (to 8) (then (do {prior} next:{TURN})))"
    run = KernelsRun(before=before, play=f"(play (if (is Mover P1) {add} (move Add (to (var)))))")
    run.go(8)
    assert run.pieces == {0: 4, 2: 3, 8: 1}
    assert run.targets() == [3]


THEN = "(play (move Add (to (sites Empty)) (then (do {} next:{}))))"


def test_each_move_has_what_was_found_before_any_of_them() -> None:
    """The first of two adds a piece, which neither of them remembers."""
    prior = "(forEach Site (sites Occupied by:Mover) (remember Value (site)))"
    adds = "(forEach Site (sites {3 4}) (add (piece (mover)) (to (site))))"
    run = KernelsRun(before='(start (place "A1" (sites {0 1})))', play=THEN.format(prior, adds))
    run.go(8)
    assert run.values(run.kernels.REMEMBERED) == [0, 8, 1] * 2
    assert run.pieces == {0: 1, 1: 1, 3: 1, 4: 1, 8: 1}


def test_what_followed_from_what_goes_before_is_done_as_it_was_found() -> None:
    """A move of two actions goes behind as many actions as the one before it has."""
    counted = '(set Var "n" (+ 1 (var "n")))'
    prior = f"(forEach Site (sites {{0 1 2}}) (remove (site) (then {counted})))"
    before = '(start (place "A1" (sites {0 1 2})))'
    run = KernelsRun(before=before, play=THEN.format(prior, "(add (to 4))"))
    run.go(8)
    assert run.values(run.kernels.VARIABLE_SET) == [0, 2, 1]
    assert run.pieces == {4: 1, 8: 1}


def test_a_prior_inside_of_a_prior_keeps_its_own() -> None:
    inner = "(do (forEach Site (sites {0 1}) (remove (site))) next:(add (to 0)))"
    prior = f"(and (remember Value (count Sites in:(sites Empty))) {inner})"
    before = '(start (place "A2" (sites {0 1})))'
    run = KernelsRun(
        before=before, play=THEN.format(prior, "(forEach Site (sites {3 4}) (add (to (site))))")
    )
    run.go(8)
    assert run.values(run.kernels.REMEMBERED) == [6, 6]
    assert run.pieces == {0: 1, 3: 1, 4: 1, 8: 1}


def test_what_is_iterated_over_outside_of_a_prior_is_not_what_is_inside() -> None:
    adds = "(forEach Site (sites {4 5}) (move Add (to (site))))"
    prior = '(set Var "at" (site))'
    run = KernelsRun(play=f"(play (forEach Site (sites {{0 1}}) (do {prior} next:{adds})))")
    run.go(4)
    assert run.values(run.kernels.VARIABLE_SET) == [0]


def test_what_there_is_no_room_to_keep_is_lost_and_said_to_be() -> None:
    """Two lists, of which none, one or both have room; where they have no end nothing returns."""
    prior = "(forEach Site (sites {0 1}) (remove (site)))"
    again = f"(and (do {prior} next:(add (to 3))) (do {prior} next:(add (to 4))))"
    play = f"(play (move Add (to 8) (then {again})))"
    lost = []
    for rows in range(1, 8):
        run = KernelsRun(before='(start (place "A2" (sites {0 1})))', play=play)
        run.arrays = run.arrays._replace(tried=run.arrays.tried[:rows])
        run.go(8)
        lost.append(bool(run.arrays.n[run.kernels.LOST]))
        assert lost[-1] or run.pieces == {3: 1, 4: 1, 8: 1}
    assert lost == [True] * 6 + [False]


def test_what_goes_before_moves_of_another_is_the_movers() -> None:
    rule = "(forEach Piece (move (from) (to (sites Empty))) Next)"
    run = KernelsRun(
        before='(start (place "A2" 0))', play=f'(play (do (set Var "who" (mover)) next:{rule}))'
    )
    run.go(8)
    assert run.values(run.kernels.VARIABLE_SET) == [1]


def test_what_is_forgotten_before_each_of_two_moves_is_the_same() -> None:
    adds = "(forEach Site (sites {3 4}) (add (piece (mover)) (to (site))))"
    forgets = f"(move Add (to 7) (then (do (forget Value All) next:{adds})))"
    values = "(and (remember Value 5) (remember Value 6))"
    remembers = f"(move Add (to 8) (then {values}))"
    run = KernelsRun(play=f"(play (if (is Empty 8) {remembers} {forgets}))")
    run.go(8, 7)
    assert run.values(run.kernels.FORGOTTEN) == [5, 6, 5, 6]


def test_actions_of_what_goes_before_stand_amid_those_of_another_move() -> None:
    """The third move goes behind as many actions as the second has, as in Ludii."""
    values = "(and {(remember Value 5) (remember Value 6) (remember Value 7)})"
    prior = '(and {(add (piece 1) (to 3)) (forget Value All) (set Var "n" 1)})'
    first = f"(move Add (to 8) (then {values}))"
    do = f"(do {prior} next:(move Add (to 4)))"
    match = KernelsRun(play=f"(play (if (= (count Moves) 0) {first} {do}))")
    match.go(8, 4)
    k = match.kernels
    done = [k.ADDED, k.FORGOTTEN, k.FORGOTTEN, k.VARIABLE_SET, k.FORGOTTEN, k.ADDED]
    assert [row[0] for row in match.logged()] == done


def test_a_move_stands_amid_the_actions_of_one_effect_among_consequences() -> None:
    """The third goes behind three actions: two of those that the second has, and the first's."""
    prior = '(and {(set Var "a" 1) (add (piece 1) (to 3) count:3) (set Var "b" 2)})'
    run = KernelsRun(play=THEN.format(prior, "(add (piece 1) (to 4))"))
    run.go(8)
    k = run.kernels
    done = [k.ADDED, k.VARIABLE_SET, k.ADDED, k.ADDED, k.VARIABLE_SET, k.ADDED, k.ADDED]
    assert [row[0] for row in run.logged()] == done


@pytest.mark.parametrize(
    "move",
    [
        "(move Step Orthogonal (to if:(is In (to) (sites {1})) #))",
        "(move Slide Orthogonal (between if:False) (to if:(is In (to) (sites {1})) #))",
        "(move (from) (to 1 #))",
    ],
)
def test_what_goes_along_with_moves_before_others_is_found_with_them(move: str) -> None:
    """Both pieces take what lies on site 1, though the first has taken it when the second comes."""
    along = "(apply (if (is Enemy (who at:(to))) (remove (to))))"
    prior = f"(forEach Piece {move.replace('#', along)})"
    run = KernelsRun(
        before='(start {(place "A1" (sites {0 2})) (place "A2" 1)})',
        play=f"(play (do {prior} next:(move Add (to 8))))",
    )
    run.go(8)
    k = run.kernels
    taken_twice = [k.REMOVED, k.MOVED, k.REMOVED, k.MOVED, k.ADDED]
    assert [row[0] for row in run.logged()] == taken_twice
    assert run.pieces == {1: 1, 8: 1}
    run.back()
    assert run.pieces == {0: 1, 1: 2, 2: 1}


def test_what_goes_before_a_move_is_before_what_goes_along_with_it() -> None:
    move = "(move Step Orthogonal (to if:(is Enemy (who at:(to))) (apply (remove (to)))))"
    run = KernelsRun(
        before='(start {(place "A1" 0) (place "A2" 1)})',
        play=f'(play (do (set Var "n" 1) next:(forEach Piece {move})))',
    )
    run.go(1)
    k = run.kernels
    assert [row[0] for row in run.logged()] == [k.VARIABLE_SET, k.REMOVED, k.MOVED]
