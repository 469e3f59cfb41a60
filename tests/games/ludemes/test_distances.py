"""Sites so many steps away, where the steps are given."""

import pytest

from tests.games.compiler.kernels_run import KernelsRun

FACING = "{(player N) (player S)}"


@pytest.mark.parametrize(
    ("range_", "sites"),
    [("(range 1 2)", [1, 4]), ("(range 2 2)", [1]), ("(range 1 0)", [4]), ("(range 0 0)", [4])],
)
def test_all_steps_are_as_the_piece_looks_that_they_begin_with(
    range_: str, sites: list[int]
) -> None:
    """On empty sites, too; and one step is made whatever the most is, as in Ludii."""
    region = f"(sites Distance (step Forward (to)) from:7 {range_})"
    game = KernelsRun(
        players=FACING,
        before='(start (place "A2" 7))',
        play=f"(play (move Add (to {region})))",
    )
    assert game.targets() == sites
