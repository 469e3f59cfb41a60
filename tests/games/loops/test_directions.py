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


@pytest.mark.parametrize(
    ("board", "directions", "ends"),
    [
        ("(concentric {1 6 6}) use:Vertex", "Rotational", [0, 3, 5, 10]),
        ("(concentric {1 6 6}) use:Vertex", "In", [0]),
        ("(concentric {1 6 6}) use:Vertex", "Out", [10]),
        ("(concentric {1 6 6}) use:Vertex", "{CW CCW}", [3, 5]),
        ("(concentric {1 6 6}) use:Vertex", "SameLayer", [0, 3, 5, 10]),
        ("(square 3 pyramidal:True) use:Vertex", "Upward", [7]),
        ("(square 3 pyramidal:True) use:Vertex", "Downward", [1, 2, 6, 8]),
        ("(square 3)", "Rotational", []),
    ],
)
def test_directions_around_a_pivot_and_between_levels(
    board: str, directions: str, ends: list[int]
) -> None:
    game = KernelsRun(board=board, play=f"(play (move Step (from 4) {directions} (to)))")
    assert sorted(game.targets()) == (ends or [-1])


def test_a_hop_leads_through_the_pivot() -> None:
    """A walk inwards goes on behind the pivot when all directions around it are meant."""

    def hops(directions: str) -> list[int]:
        hop = f"(move Hop (from 4) {directions} (between if:(is Occupied (between))) (to))"
        board, start = "(concentric {1 6 6}) use:Vertex", '(start (place "A2" 0))'
        return KernelsRun(board=board, before=start, play=f"(play {hop})").targets()

    assert hops("Rotational") == [1]
    assert hops("In") == [-1]
