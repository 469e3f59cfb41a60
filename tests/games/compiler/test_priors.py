"""Rules that are followed first, and what they leave to the moves behind them."""

import pytest

from tests.games.compiler.kernels_run import KernelsRun

#: What lies on site 0 goes to 2, by way of a variable; what lies on 1 goes to 0.
TURN = "(and {(remove 0) (if (is Occupied 1) (fromTo (from 1) (to 0))) (add (piece (var)) (to 2))})"


@pytest.mark.parametrize(
    "prior",
    [
        "(set Var (what at:0))",
        '(and (set Var "other" 1) (set Var (what at:0)))',
        '(and {(set Var (what at:0)) (set Var "other" 1) (set Var "more" 1)})',
    ],
)
def test_a_variable_keeps_what_was_seen_before_any_consequence(prior: str) -> None:
    """Else the add, which comes third, would see what the fromTo has put on site 0."""
    before = '(start {(place "B1" 0) (place "B2" 1)})'
    turned = f"(then (do {prior} next:{TURN}))"
    run = KernelsRun(before=before, play=f"(play (move Add (to 8) {turned}))")
    run.go(8)
    assert run.pieces == {0: 4, 2: 3, 8: 1}
