"""Moves from hands, where the rules do not say so."""

import pytest

from tests.games.compiler.kernels_run import KernelsRun


@pytest.mark.parametrize(
    ("container", "targets"),
    [("", [2, 2]), (' container:"Board"', [2]), (' container:"Hand"', [2])],
)
def test_what_is_occupied_may_be_held(container: str, targets: list[int]) -> None:
    before = '(start {(place "A1" 0) (place "A2" 1) (place "B1" (handSite 1))})'
    move = f"(move (from (sites Occupied by:Mover{container})) (to 2) (then (set Counter)))"
    run = KernelsRun(more="(hand Each)", before=before, play=f"(play {move})")
    assert run.targets() == targets
