"""Components by their names, and whose they are."""

import pytest

from tests.games.compiler.kernels_run import KernelsRun


@pytest.mark.parametrize(
    ("component", "number"), [('"One"', 5), ('"One" Shared', 5), ('"A" Next', 2), ('"A" P1', 1)]
)
def test_the_number_of_a_component(component: str, number: int) -> None:
    play = f"(play (move Add (piece (id {component})) (to 0) (then (set Var 1))))"
    run = KernelsRun(more='(piece "One" Shared)', play=play)
    run.go(0)
    assert run.pieces == {0: number}
