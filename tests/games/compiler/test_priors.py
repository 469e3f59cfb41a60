"""Rules that are followed first, and what they leave to the moves behind them."""

import pytest

from tests.games.compiler.kernels_run import KernelsRun

#: What lies on site 0 goes to 2, by way of a variable; what lies on 1 goes to 0.
TURN = "(and {(remove 0) (fromTo (from 1) (to 0)) (add (piece (var)) (to 2))})"


@pytest.mark.parametrize(
    "prior",
    [
        "(set Var (what at:0))",
        '(and (set Var "other" 1) (set Var (what at:0)))',
        '(and {(set Var (what at:0)) (set Var "other" 1) (set Var "more" 1)})',
    ],
)
def test_a_variable_keeps_what_was_seen_before_any_consequence(prior: str) -> None:
    """Else it would be set again before each of them, to what has come to site 0 meanwhile."""
    before = '(start {(place "B1" 0) (place "B2" 1)})'
    add = f"(move Add (to 8) (then (do {prior} next:{TURN})))"
    run = KernelsRun(before=before, play=f"(play (if (is Mover P1) {add} (move Add (to (var)))))")
    run.go(8)
    assert run.pieces == {0: 4, 2: 3, 8: 1}
    assert run.targets() == [3]
