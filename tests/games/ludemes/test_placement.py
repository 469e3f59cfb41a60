"""Pieces that become others."""

import pytest

from tests.games.compiler.kernels_run import KernelsRun


@pytest.mark.parametrize(("site", "targets"), [(4, [4]), (5, [-1])])
def test_nothing_is_promoted_to_what_does_not_stand_there(site: int, targets: list[int]) -> None:
    """A component by its number is none where the number is that of an empty site."""
    promote = f"(move Promote {site} (piece (what at:{site})))"
    game = KernelsRun(before='(start (place "A1" 4))', play=f"(play {promote})")
    assert game.targets() == targets
