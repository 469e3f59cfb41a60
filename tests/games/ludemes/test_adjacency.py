"""Conditions and integers of boards, hands and groups that few games ask for."""

import pytest

from boardless.games import LudemeWarning
from tests.games.compiler.boards import end_if, free_where
from tests.games.compiler.kernels_run import KernelsRun

#: Squares of side 4: player 1 has 0, 5 and 9, player 2 has 6, 10 and 15; 9 and 10 are B1 and B2.
HOLDS, FAILS = True, False


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("(all Different (sites {0 6 9 10}) if:(is Occupied (site)))", HOLDS),
        ("(all Different (sites {0 5}) if:(is Occupied (site)))", FAILS),
        ("(all Different (sites {0 1}) if:(is Occupied (site)))", FAILS),
        ("(all Different (sites {0 1}) if:True)", HOLDS),
        ("(all Groups Orthogonal if:(< (count Sites in:(sites)) 3))", HOLDS),
        ("(all Groups if:(< (count Sites in:(sites)) 3))", FAILS),
        ("(all Groups Orthogonal of:(is Occupied (to)) if:(< (count Sites in:(sites)) 4))", FAILS),
        ("(is Mover P5)", FAILS),
        ("(= 3 Shared)", HOLDS),
        ("(= (value MoveLimit) 10000)", HOLDS),
        ("(= (value TurnLimit) 1250)", HOLDS),
        ('(= (count Sites "Board") 16)', HOLDS),
        ("(= (count Orthogonal at:0) 2)", HOLDS),
        ('(= (count Orthogonal at:(where "B" Mover)) 4)', HOLDS),
        ("(= (mul 3 2) 6)", HOLDS),
    ],
)
def test_what_holds_at_the_start(condition: str, holds: bool) -> None:
    assert bool(free_where(condition)) == holds


@pytest.mark.parametrize(("sites", "blocked"), [((7, 4, 8, 5), False), ((7, 4, 8, 5, 6, 3), True)])
def test_who_cannot_join_regions_is_blocked(sites: tuple[int, ...], blocked: bool) -> None:
    """Player 1 goes from the bottom to the top of nine squares; player 2 takes the middle row."""
    match = KernelsRun(
        more="(regions P1 {(sites Bottom) (sites Top)})",
        play="(play (move Add (to (sites Empty))))",
        end=end_if("(is Blocked P1)", "P2 Win"),
    )
    assert (match.go(*sites) == 2) == blocked


HANDS = {
    "more": "(hand Each size:2) (hand Shared size:2)",
    "before": '(start {(place "A1" (handSite P1)) (place "A1" (handSite Shared 1))})',
}


@pytest.mark.parametrize(
    ("region", "sites"),
    [
        ("(sites Empty 1)", [1]),
        ("(difference (sites Hand Shared) (sites Empty 3))", [5]),
        ("(sites Hand)", []),
        ("(sites Hand Shared)", [5]),
    ],
)
def test_sites_of_hands(region: str, sites: list[int]) -> None:
    match = KernelsRun(
        **HANDS, play=f"(play (move Select (from {region} if:(is Occupied (from)))))"
    )
    if region == "(sites Empty 1)":
        match = KernelsRun(**HANDS, play=f"(play (move Select (from {region})))")
    assert [row[2] - 1 for row in match.rows() if row[0] != -1] == sites


def test_who_moved_in_the_turn_before() -> None:
    play = "(play (move Add (to (sites Empty)) (then (if (= 1 (count Moves)) (moveAgain)))))"
    match = KernelsRun(play=play, end=end_if("(= 1 (prev MoverLastTurn))", "P2 Win"))
    assert match.go(0, 1) == -1
    assert match.go(2) == 2


def test_leaps_forward_lead_to_rows_before_the_piece() -> None:
    match = KernelsRun(
        board="(square 5)",
        pieces='(piece "A" P1 N) (piece "B" P2 S)',
        before='(start {(place "A1" 12) (place "B2" 11)})',
        play="(play (forEach Piece (move Leap {{F F R F} {F F L F}} forward:True"
        " (to if:(is Empty (to))))))",
    )
    assert match.targets() == [19, 15, 21, 23] or match.targets() == [15, 19, 21, 23]
    match.go(23)
    assert match.targets() == [0, 2, 8]


def test_leaps_lead_forward_only_where_a_condition_holds() -> None:
    match = KernelsRun(
        board="(square 5)",
        pieces='(piece "A" P1 N) (piece "B" P2 S)',
        before='(start {(place "A1" 12) (place "B2" 11)})',
        play="(play (forEach Piece (move Leap {{F F R F} {F F L F}} forward:(is Mover P2)"
        " (to if:(is Empty (to))))))",
    )
    assert len(match.targets()) == 8
    match.go(23)
    assert match.targets() == [0, 2, 8]


def test_an_id_that_no_component_has_is_none() -> None:
    with pytest.warns(LudemeWarning, match="Queen: no component has this in its name"):
        assert free_where('(= -1 (id "Queen" Mover))')


NEAR = "(can Move (forEach Piece (move Step Orthogonal (to if:(is {} (who at:(to))))) Next))"


@pytest.mark.parametrize(("who", "may"), [("Next", True), ("Prev", True), ("Mover", False)])
def test_for_the_pieces_of_another_whose_turn_it_is_comes_next(who: str, may: bool) -> None:
    """The second player's piece may step to where the mover's is."""
    run = KernelsRun(
        before='(start {(place "A1" 1) (place "A2" 4)})',
        play=f"(play (if {NEAR.format(who)} (move Add (to (sites Empty)))))",
    )
    assert (run.targets() != [-1]) is may


def test_who_asks_what_holds_after_moves_of_another_is_the_mover() -> None:
    steps = "(forEach Piece (move Step (to if:(is Empty (to)))) Next)"
    tried = f"(do {steps} ifAfterwards:(is Mover P1))"
    run = KernelsRun(
        before='(start (place "A2" 4))',
        play=f"(play (if (can Move {tried}) (move Add (to (sites Empty)))))",
    )
    assert run.targets() == [0, 1, 2, 3, 5, 6, 7, 8]
