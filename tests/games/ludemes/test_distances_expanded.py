"""Regions that grow while a game is played, and other forms of rules."""

import pytest

from tests.games.compiler.boards import FREE, START, end_if, free_where
from tests.games.compiler.kernels_run import KernelsRun

#: Makes the moves of a game effects.
THEN = "(then (if (= 1 2) (moveAgain)))"


def _targets(region: str) -> list[int]:
    """Return the sites of a region of 4 x 4 squares with six pieces that a move may go to."""
    play = f"(play (move Select (from 0) (to {region}) {THEN}))"
    return KernelsRun(board="(square 4)", before=START, play=play).targets()


@pytest.mark.parametrize(
    ("region", "sites"),
    [
        ("(expand origin:(- (count Pieces) 6) steps:(- (count Pieces) 5))", [0, 1, 4, 5]),
        ("(expand origin:0 Orthogonal steps:(- (count Pieces) 4))", [0, 1, 2, 4, 5, 8]),
        ("(expand (sites Occupied by:P2) E steps:1)", [6, 7, 10, 11, 15]),
        ("(expand (sites Occupied by:P2) steps:0)", [6, 10, 15]),
        (
            "(forEach of:(sites Occupied by:P1) (if (< 0 (site)) (sites Around (site) Enemy)))",
            [6, 10],
        ),
        ("(sites Occupied by:(player (+ 1 (mover))))", [6, 10, 15]),
    ],
)
def test_regions_that_grow(region: str, sites: list[int]) -> None:
    assert _targets(region) == sites
    # One site after another says the same as all of them.
    assert _targets(f"(intersection (sites Board) {region})") == sites


def test_a_site_grows_on_a_board_that_grows() -> None:
    to = "(to (sites Playable) if:(is In (to) (expand origin:(last To) Orthogonal)))"
    play = f"(play (move Add {to}))"
    run = KernelsRun(board="(boardless Square)", before='(start (place "A1" 840))', play=play)
    run.go(839)
    assert run.targets() == [798, 838, 880]


def test_the_site_that_a_move_goes_to_is_meant_if_none_is_given() -> None:
    assert free_where("(is In (sites {1 5 8}))") == [1, 8]
    assert free_where("(is In 5 (sites {1 5 8}))") == FREE


def test_a_choice_is_read_as_what_is_chosen() -> None:
    rule = "(forEach Group (if (is Mover P1) (remove (sites))))"
    match = KernelsRun(
        board="(square 4)", before=START, play=f"(play (move Add (to 14) (then {rule})))"
    )
    match.go(14)
    assert set(match.pieces.values()) == {2, 4}


def test_the_first_of_the_phases_with_a_name_is_meant() -> None:
    match = KernelsRun(
        play='phases:{(phase "A" (play (move Add (to 0))) (nextPhase "B"))'
        ' (phase "B" (play (move Add (to 1))) (nextPhase "B"))'
        ' (phase "B" (play (move Add (to 2))))}'
    )
    match.go(0)
    assert match.targets() == [1]
    match.go(1)
    assert match.targets() == [1]


def test_whoever_claims_a_site_puts_the_component_with_his_number_there() -> None:
    match = KernelsRun(play="(play (move Claim (to (sites Empty))))", end=end_if("(is Full)"))
    match.go(4, 5)
    assert match.pieces == {4: 1, 5: 2}


def test_pieces_of_nobody_are_named_with_and_without_a_number() -> None:
    for name in ("C", "C0"):
        match = KernelsRun(
            pieces='(piece "C" Neutral)', play=f'(play (move Add (piece "{name}") (to 0)))'
        )
        match.go(0)
        assert match.pieces == {0: 1}


def test_a_hand_site_is_a_start_of_moves() -> None:
    match = KernelsRun(
        more="(hand Each)",
        before='(start (place "A1" (handSite P1)))',
        play="(play (move (from (handSite Mover)) (to (sites Empty))))",
    )
    match.go(4)
    assert match.pieces == {4: 1}
