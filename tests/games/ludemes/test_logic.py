"""Every condition and integer in a game of a few lines, against what it says by hand."""

from collections.abc import Callable

import pytest

from tests.games.compiler.boards import FREE, OWNER, SET, free_where


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
        ("(= (last To) 10)", lambda t: True),
        ("(= (last From) 10)", lambda t: True),
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
        ("(= (ahead (to) W) (to))", lambda t: t % 4 == 0),
        ("(= (ahead (to) steps:2 NE) (+ (to) 10))", lambda t: t % 4 < 2 and t < 8),
        ("(= (ahead (to) SW steps:(- 4 2)) (to))", lambda t: t % 4 < 2 or t < 8),
        ("(= (what at:(ahead (to) SE)) 3)", lambda t: t == 12),
    ],
)
def test_conditions_and_integers(condition: str, holds: Callable[[int], bool]) -> None:
    assert free_where(condition) == [site for site in FREE if holds(site)]
