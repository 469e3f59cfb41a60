"""Pieces that become others."""

import pytest

from tests.games.compiler.kernels_run import KernelsRun


@pytest.mark.parametrize(("site", "targets"), [(4, [4]), (5, [-1])])
def test_nothing_is_promoted_to_what_does_not_stand_there(site: int, targets: list[int]) -> None:
    """A component by its number is none where the number is that of an empty site."""
    promote = f"(move Promote {site} (piece (what at:{site})))"
    game = KernelsRun(before='(start (place "A1" 4))', play=f"(play {promote})")
    assert game.targets() == targets


def test_pieces_on_vertices_are_not_on_cells() -> None:
    """Cells of a board that is played on its vertices have nothing; those of hands may."""

    def targets(count: str) -> list[int]:
        play = f"(play (move Add (to (sites {{0}}) if:(= 1 {count}))))"
        start = '(start {(place "A1" 3) (place "B1" (handSite P1))})'
        return KernelsRun(
            board="(square 2) use:Vertex", more="(hand Each)", before=start, play=play
        ).targets()

    assert targets("(count at:3)") == [0]
    assert targets("(count Cell at:3)") == [-1]
    assert targets("(count Cell at:(handSite P1))") == [0]
