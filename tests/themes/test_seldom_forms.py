"""Forms of Ludii's grammar that few descriptions use, against what its source says they mean."""

from collections.abc import Callable

import pytest

from tests.games.compiler.boards import FREE, end_if, free_where, near, where
from tests.games.compiler.kernels_run import KernelsRun

CORNERS = (3, 12)


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        # Roles that are no single player have numbers, or none.
        ("(= (to) Each)", lambda t: t == 3),
        ("(= (to) Team2)", lambda t: t == 2),
        ("(= (to) TeamMover)", lambda t: t == 1),
        ("(is Mover Enemy)", lambda t: False),
        ("(= -1 (amount Ally))", lambda t: True),
        ("(= 0 (amount (player 2)))", lambda t: True),
        ("(= (to) (size Array (players Ally)))", lambda t: False),
        ("(is In (to) (sites Hand Enemy))", lambda t: False),
        # A condition stands for True or False.
        ("(is In 0 (sites Between from:0 fromIncluded:(> (to) 3) to:10))", lambda t: t > 3),
        # Numbers and conditions.
        ("(xor (> (to) 3) (> (to) 8))", lambda t: 3 < t <= 8),
        ("(toBool (- (to) 3))", lambda t: t != 3),
        ("(toBool 0.5)", lambda t: True),
        ("(= 1 (toInt (> (to) 3)))", lambda t: t > 3),
        ("(= (to) (toInt 3.7))", lambda t: t == 3),
        ("(!= (sites {3}) (sites {3 4}))", lambda t: True),
        ("(!= (sites {3 4}) (sites {4 3}))", lambda t: False),
        ("(is In (to) (union {1 2} {2 3}))", lambda t: t in (1, 2, 3)),
        ("(is In (to) (intersection {1 2} {2 3}))", lambda t: t == 2),
        # Sites beside one.
        ("(= 2 (count Orthogonal at:(to)))", CORNERS.__contains__),
        ("(= 3 (count Neighbours at:(to)))", CORNERS.__contains__),
        ("(= 3 (count Adjacent at:(to)))", CORNERS.__contains__),
        ("(= 1 (count Diagonal at:(to)))", CORNERS.__contains__),
        ("(= 3 (count Adjacent in:(sites {3 5})))", lambda t: True),
        ("(= 4 (count Orthogonal))", lambda t: True),
        ("(is In 6 (sites Around (to) NotOwn))", near(6).__contains__),
        ("(is In 5 (sites Around (to) NotOwn))", lambda t: False),
        ("(is In 5 (sites Around (to) NotEnemy))", near(5).__contains__),
        ("(= (to) (ahead Vertex 3 N))", lambda t: t == 8),
        # Directions as numbers, among eight of which four are sides.
        ("(is In (to) (rotations {E W}))", lambda t: t == 2),
        ("(is In (to) (rotations Orthogonal))", lambda t: t in (2, 4)),
        # Patterns and angles.
        ("(is In (to) (sites Pattern {F} from:(to) whats:{0 1}))", lambda t: t in (1, 4)),
        ("(is In 2 (sites Pattern {F} from:6 whats:{2 0}))", lambda t: True),
        ("(is Right at:0 (= (site) (to)) (= (site) 5))", lambda t: t == 4),
        ("(is Obtuse at:0 (= (site) (to)) (= (site) 5))", lambda t: t < 4),
        ("(is Acute at:0 (= (site) (to)) (= (site) 5))", lambda t: False),
        ("(is Reflex at:0 (= (site) (to)) (= (site) 5))", lambda t: False),
        # Regions.
        ("(is In 6 (forEach {2} (sites Occupied by:Player)))", lambda t: True),
        ("(is In 5 (forEach {2} (sites Occupied by:Player)))", lambda t: False),
        ('(is In (to) (sites Cell {"B1" "C1"}))', lambda t: t in (1, 2)),
        ("(is In (to) (sites Row))", lambda t: False),
        ("(is In (to) (sites Side (player 1)))", lambda t: False),
        ("(is In 5 (sites LargePiece at:5))", lambda t: True),
        ("(is In (to) (sites LargePiece at:(to)))", lambda t: False),
        ("(= 2 (size LargePiece in:(sites {0 5 3})))", lambda t: True),
        # The last move.
        ("(is LastTo Cell)", lambda t: True),
        ("(is LastFrom Vertex)", lambda t: False),
        ("(= 1 (count))", lambda t: True),
    ],
)  # fmt: skip
def test_conditions(condition: str, holds: Callable[[int], bool]) -> None:
    assert free_where(condition) == [site for site in FREE if holds(site)]


TRACK = '(board (square 3) {(track "Way" "0,E2,N2")})'


@pytest.mark.parametrize(("first", "steps"), [(1, {1: 0, 2: 1, 5: 2, 8: 3, 0: 4}), (4, {0: 0})])
def test_steps_on_a_track_are_counted_all_around(first: int, steps: dict[int, int]) -> None:
    for to, count in steps.items():
        counted = f'(= {count} (count StepsOnTrack "Way" {first} {to}))'
        assert len(where(counted, board=TRACK)) == 9
    assert len(where(f"(= -1 (count StepsOnTrack {first} 6))", board=TRACK)) == 9


MADE = "(play (move Add (to (sites Empty)) (then (addScore Mover 1))))"


@pytest.mark.parametrize(
    ("found", "ends"),
    [
        ("(is Loop {Neutral Next})", True),
        ("(is Loop surround:P1)", False),
        ("(is Loop surround:Enemy)", False),
        ("(is Loop Orthogonal)", False),
        ("(is Loop Diagonal 1)", True),
        ("(is Loop 2)", False),
        ("(is Loop 1 9)", True),
        ("(is Loop Vertex)", False),
        ("(is In 5 (sites Loop inside:True surround:Next))", True),
        ("(is In 6 (sites Loop inside:True))", False),
        ("(= 4 (size Array (array (sites Loop))))", True),
        ("(is In 9 (sites Loop))", True),
        ("(= 0 (size Array (array (sites Loop surround:Mover))))", True),
    ],
)
def test_a_ring_of_four_around_a_piece(found: str, ends: bool) -> None:
    condition = f"(and (= 7 (count Moves)) {found})"
    match = KernelsRun(board="(square 4)", play=MADE, end=end_if(condition))
    assert match.go(1, 3, 4, 12, 9, 5) == -1
    assert match.go(6) == (1 if ends else -1)
