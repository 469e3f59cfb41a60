"""Lists of integers: what they are made of, and what is made of them."""

import pytest

from boardless.topo import InputError
from tests.games.compiler.boards import FREE, START, free_where, game_of, match_of, targets
from tests.games.compiler.kernels_run import KernelsRun

P1 = "(sizes Group Orthogonal P1)"  # 1 and 2
LOW = "(results from:(sites {1 2 3}) to:0 (/ (from) 2))"  # 0, 1 and 1
HIGH = "(results from:(sites {2 3 4}) to:0 (/ (from) 2))"  # 1, 1 and 2
AROUND = "(results from:(sites Occupied by:Mover) to:(sites Around (from) Own) (to))"


@pytest.mark.parametrize(
    ("integer", "value"),
    [
        (f"(+ {P1})", 3),
        (f"(+ {{5 {P1} {LOW}}})", 10),
        (f"(* {P1})", 2),
        (f"(* (difference {P1} {P1}))", 0),
        ("(- (- 4))", 4),
        (f"(size Array (union {LOW} {HIGH}))", 4),
        (f"(+ (union {LOW} {HIGH}))", 4),
        (f"(size Array (intersection {LOW} {HIGH}))", 2),
        (f"(+ (intersection {{{LOW} {P1} {HIGH}}}))", 2),
        (f"(size Array (difference {HIGH} {LOW}))", 1),
        (f"(+ (difference {HIGH} {P1}))", 1),
        (f"(size Array (difference {LOW} 1))", 2),
        (f"(size Array (if (is Mover P1) {P1}))", 2),
        (f"(size Array (if (is Mover P2) {P1}))", 0),
        (f"(size Array (if (is Mover P2) {P1} {LOW}))", 3),
        (f"(size Array {AROUND})", 4),
        (f"(+ {AROUND})", 19),
        (f"(count Sites in:(sites {AROUND}))", 3),
        ("(id P2)", 2),
        ("(count Sites in:(sites Group from:(sites {5 6}) Orthogonal))", 2),
        ("(count Sites in:(sites Group from:(sites {5 6})))", 3),
    ],
)
def test_integers_from_lists(integer: str, value: int) -> None:
    assert free_where(f"(= {value} {integer})") == FREE


def test_the_sites_of_several_groups() -> None:
    region = "(sites Group from:(sites {5 6}) Orthogonal if:(is Mover (who at:(to))))"
    assert free_where(f"(= 2 (count Sites in:{region}))") == FREE
    assert free_where(f"(is In 9 {region})") == FREE
    assert free_where(f"(is In 0 {region})") == []


def test_moves_for_each_of_a_list() -> None:
    rule = "(forEach Value (array (sites Occupied by:Next)) (remove (value)))"
    match = KernelsRun(
        board="(square 4)", before=START, play=f"(play (move Add (to 14) (then {rule})))"
    )
    match.go(14)
    assert set(match.pieces) == {0, 5, 9, 14}


def test_a_list_or_two_bounds_are_needed() -> None:
    with pytest.raises(InputError, match="expected integers, or min: and max:"):
        game_of(play="(play (forEach Value min:2 (move Add (to (value)))))")


def test_effects_under_a_condition() -> None:
    match = KernelsRun(
        play="(play (move Add (to (sites Empty)) (then (apply if:(is Mover P1) (moveAgain)))))"
    )
    match.go(0)
    assert match.mover == 1


def test_all_values_of_all_names_are_forgotten() -> None:
    kept = '(and {(remember Value 3) (remember Value "A" 4)})'
    match = KernelsRun(
        play=f"(play (move Add (to (sites Empty) if:(not (is In 4 (values Remembered "
        f'"A")))) (then (if (is In (last To) {{0 1}}) {kept} (forget Value All)))))'
    )
    match.go(0)
    assert match.targets() == [-1]
    match.back()
    match.go(2)
    assert match.targets() == [0, 1, 3, 4, 5, 6, 7, 8]


def test_outside_of_a_move_there_is_no_target_to_count_at() -> None:
    rule = "(move Remove (sites Occupied by:Mover) count:(count at:(to)))"
    match = KernelsRun(before='(start (place "A1" 4))', play=f"(play {rule})")
    assert match.targets() == [4]
    assert match.go(4) == -1
    assert not match.pieces


#: Sites are filled one by one; whoever leaves nothing to do goes on.
STUCK = (
    "(play (move Add (to (sites Empty) if:(= (to) (count Pieces))) (then (if (no Moves Next)"
    " (moveAgain)))))"
)


def test_what_follows_from_a_move_knows_whether_the_next_is_stuck() -> None:
    match = KernelsRun(board="(square 2)", play=STUCK)
    match.go(0, 1, 2)
    assert match.mover == 2
    match.go(3)
    assert match.mover == 2


def test_whether_the_next_is_stuck_is_asked_where_moves_are_tried() -> None:
    tried = STUCK.replace("(play ", "(play (do ")[:-1] + " ifAfterwards:(is Empty 3)))"
    match = KernelsRun(board="(square 2)", play=tried)
    match.go(0, 1)
    # After the move to 2 the other has none, as 3 has to stay empty: the mover goes on.
    match.go(2)
    assert match.mover == 1


def test_whether_the_next_is_stuck_is_not_asked_where_ways_on_are_tried() -> None:
    tried = STUCK.replace("(play ", "(play (max Moves ")[:-1] + "))"
    with pytest.raises(InputError, match="depends on itself where moves are made for a trial"):
        game_of(board="(square 2)", play=tried)


@pytest.mark.parametrize(
    ("lists", "sites"),
    [
        ("(union (array {0 1}) (array {1 4}))", {0, 1, 4}),
        ("(intersection (array {0 1}) (array {1 4}))", {1}),
        ("(difference (array {0 1 4}) (array {1}))", {0, 4}),
        ("(difference (array {0 1 4}) 4)", {0, 1}),
    ],
)
def test_lists_that_are_known_before_the_first_move(lists: str, sites: set[int]) -> None:
    match = match_of(before=f'(start (place "A1" (sites {lists})))')
    assert set(targets(match)) == set(range(9)) - sites
