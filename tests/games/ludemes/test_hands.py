"""Several pieces on a site: in hands, which have cells, and on the board from the start on."""

import pytest

from tests.games.compiler.kernels_run import KernelsRun


@pytest.mark.parametrize(
    ("use", "type_", "count"), [("", "", 3), ("Vertex", "", 0), ("Vertex", "Cell ", 3)]
)
def test_what_is_held_is_counted_on_cells(use: str, type_: str, count: int) -> None:
    value = f'(set Var "held" (count {type_}at:(handSite P1)))'
    run = KernelsRun(
        board=f"(board (square 3) use:{use})" if use else "(square 3)",
        more="(hand P1)",
        before='(start {(place "A1" (handSite P1) count:3)})',
        play=f"(play (move Add (to (sites Empty)) (then {value})))",
    )
    run.go(1)
    assert run.values(run.kernels.VARIABLE_SET) == [count]


def test_who_leaves_a_site_with_several_leaves_the_others() -> None:
    run = KernelsRun(
        before='(start (place "A1" 0 count:3))',
        play="(play (forEach Piece (move Step (to if:(is Empty (to))))))",
    )
    run.go(1)
    assert run.pieces == {0: 1, 1: 1}
    run.back()
    assert run.pieces == {0: 1}


@pytest.mark.parametrize(
    ("container", "targets"),
    [("", [2, 2]), (' container:"Board"', [2]), (' container:"Hand"', [2])],
)
def test_what_is_occupied_may_be_held(container: str, targets: list[int]) -> None:
    before = '(start {(place "A1" 0) (place "A2" 1) (place "B1" (handSite 1))})'
    move = f"(move (from (sites Occupied by:Mover{container})) (to 2) (then (set Counter)))"
    run = KernelsRun(more="(hand Each)", before=before, play=f"(play {move})")
    assert run.targets() == targets


@pytest.mark.parametrize(("hand", "target"), [("P1", 7), ("P2", 8)])
def test_a_site_of_a_hand_is_in_the_hand_alone(hand: str, target: int) -> None:
    inside = f"(is In (handSite P1) (union (sites {{2}}) (sites Hand {hand})))"
    play = f"(play (if {inside} (move Add (to 7)) (move Add (to 8) (then (set Counter)))))"
    assert KernelsRun(more="(hand Each)", play=play).targets() == [target]
