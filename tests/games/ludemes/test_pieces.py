"""Components, players, regions and hands by their names and numbers."""

import pytest

from tests.games.compiler.boards import FREE, free_where, go, match_of, where
from tests.games.compiler.kernels_run import KernelsRun

LONG = '(piece "King_a" P1) (piece "King_b" P2)'
HOMES = '(regions "Home" P1 (sites {0 1})) (regions "Home" P2 (sites {7 8}))'


@pytest.mark.parametrize(
    ("integer", "value"),
    [
        ('(id "King" P2)', 2),
        ('(id "King" Mover)', 1),
        ('(id "King_a" Next)', -1),
        ('(id "King")', -1),
        ('(id "King_b2")', 2),
    ],
)
def test_components_by_parts_of_their_names(integer: str, value: int) -> None:
    assert where(f"(= {value} {integer})", pieces=LONG) == list(range(9))


def test_players_by_their_roles() -> None:
    assert free_where("(and (= 2 (id P2)) (= 1 (id Mover)))") == FREE


@pytest.mark.parametrize(
    ("region", "sites"),
    [
        ("(sites (player 1))", [0, 1]),
        ("(sites (player (next)))", [7, 8]),
        ('(sites (player 2) "Home")', [7, 8]),
        ("(sites (player 3))", [-1]),
    ],
)
def test_regions_of_players_by_their_numbers(region: str, sites: list[int]) -> None:
    assert KernelsRun(more=HOMES, play=f"(play (move Select (from {region})))").targets() == sites


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        ("(sites Occupied by:P1)", "(sites {0 5 9})", True),
        ("(sites {0 5})", "(sites Occupied by:P1)", False),
        ("(sites Occupied by:P1)", "(sites {0 5})", False),
    ],
)
def test_regions_that_are_the_same(left: str, right: str, same: bool) -> None:
    assert free_where(f"(= {left} {right})") == (FREE if same else [])


def test_what_is_in_the_hand_of_a_role() -> None:
    match = KernelsRun(
        more="(hand Each)",
        before='(start {(place "A1" (handSite P1)) (place "B2" (handSite P2))})',
        play="""(play (move (from (sites Occupied by:Mover container:"Hand"))
            (to (sites Empty)) (then (set NextPlayer (player (next))))))""",
    )
    match.go(0, 1)
    assert match.pieces == {0: 1, 1: 4}
    assert match.targets() == [-1]


def test_all_values_of_all_names_are_forgotten() -> None:
    match = KernelsRun(
        play="""(play (move Add (to (sites Empty)) (then (if (is Mover P1)
            (and (remember Value "X" 3) (remember Value "Y" 4)) (forget Value All)))))""",
        end="""(end (if (and (= 0 (size Array (values Remembered "X")))
            (= 0 (size Array (values Remembered "Y")))) (result Mover Loss)))""",
    )
    assert match.go(0) == -1
    assert match.go(1) == 1


def test_phases_of_two_players_may_have_one_name() -> None:
    phase = '(phase "Main" %s (play (move Add (to (sites {%s})))))'
    game = f"phases:{{{phase % ('P1', '0')} {phase % ('P2', '1')}}}"
    match = KernelsRun(play=game)
    assert match.targets() == [0]
    match.go(0)
    assert match.targets() == [1]


@pytest.mark.parametrize(("number", "left"), [("(what at:(to))", {1: 1, 8: 2}), ("-1", {1: 1})])
def test_what_is_added_is_decided_before_where(number: str, left: dict[int, int]) -> None:
    match = KernelsRun(
        before='(start {(place "A1" 0) (place "A2" 1)})',
        play=f"(play (move Step (from 0) E (to (apply (add (piece {number}) (to 8))))))",
    )
    match.go(1)
    assert match.pieces == left


@pytest.mark.parametrize(
    ("component", "number"), [('"One"', 5), ('"One" Shared', 5), ('"A" Next', 2), ('"A" P1', 1)]
)
def test_the_number_of_a_component(component: str, number: int) -> None:
    play = f"(play (move Add (piece (id {component})) (to 0) (then (set Var 1))))"
    run = KernelsRun(more='(piece "One" Shared)', play=play)
    run.go(0)
    assert run.pieces == {0: number}


def test_of_players_one_by_one_a_name_means_the_number_of_the_player() -> None:
    counts = '(forEach Player (if (= (id "B" Player) (player)) (addScore Player 1)))'
    match = match_of(
        play=f"(play (move Pass (then {counts})))",
        end="(end (if (and (= 1 (score P1)) (= 1 (score P2))) (result P2 Win)))",
    )
    assert go(match, -1) == 2
