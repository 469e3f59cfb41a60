"""Pieces that lie turned look elsewhere than their owner does."""

import pytest

from tests.games.compiler.kernels_run import KernelsRun


@pytest.mark.parametrize(
    ("rotation", "among", "ends"),
    [
        (0, "Orthogonal", 7),
        (1, "Orthogonal", 5),
        (2, "Orthogonal", 1),
        (4, "Orthogonal", 7),
        (1, "Adjacent", 8),
        (8, "Adjacent", 7),
    ],
)
def test_a_turned_piece_moves_where_it_looks(rotation: int, among: str, ends: int) -> None:
    """One turn is to the next direction to the right of those that are asked for."""
    game = KernelsRun(
        before=f'(start (place "A1" 4 rotation:{rotation}))',
        play=f"(play (move Step (from 4) (directions Forward of:{among}) (to)))",
    )
    assert game.targets() == [ends]


def test_a_piece_that_is_moved_stays_turned() -> None:
    game = KernelsRun(
        before='(start {(place "A1" 4 rotation:1) (place "A2" 0)})',
        play="(play (forEach Piece (move Step (directions Forward of:Orthogonal) (to))))",
    )
    game.go(5)
    assert game.targets() == [3]
