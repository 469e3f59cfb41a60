"""Hands have cells: pieces are found in them where cells are counted, as in Ludii."""

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
