"""The laws, against published sizes and against every board of a few moves."""

from collections.abc import Callable

import pytest

from boardless.analysis import BOUNDS, contour_best, zone_best, zone_worst
from boardless.topo import HEXAGONAL, REGULAR, SQUARE, TRIANGULAR, Board, InputError, Key, Tiling
from tests.analysis.published import PUBLISHED

TRIANGLES = (
    "13 16 19 22 24 24 27 30 32 32 35 37 37 40 42 42 45 47 47 50 52 52 54 54 57 59 59 62 64 64"
)


@pytest.mark.parametrize(("tiling", "strategy", "sequence", "move", "cells"), PUBLISHED)
def test_published_sizes(tiling: str, strategy: str, sequence: str, move: int, cells: int) -> None:
    assert BOUNDS[strategy, sequence](REGULAR[tiling], move) == cells


def test_published_sizes_of_compact_triangles() -> None:
    sizes = [zone_best(TRIANGULAR, m) for m in range(1, 31)]
    assert sizes == [int(n) for n in TRIANGLES.split()]


@pytest.mark.parametrize(("tiling", "most"), [(SQUARE, 5), (HEXAGONAL, 5), (TRIANGULAR, 4)])
def test_no_zone_game_is_outside_the_bounds(tiling: Tiling, most: int) -> None:
    # Which cells were played decides the size, not their order, so games are sets of cells.
    around = _closed_neighbourhood(tiling)
    games = {frozenset({(0, 0, 0)})}
    for m in range(1, most + 1):
        boards = {game: {near for key in game for near in around(key)} for game in games}
        sizes = [len(board) for board in boards.values()]
        assert (min(sizes), max(sizes)) == (zone_best(tiling, m), zone_worst(tiling, m))
        games = {game | {key} for game, board in boards.items() for key in board - game}


def _closed_neighbourhood(tiling: Tiling) -> Callable[[Key], list[Key]]:
    board = Board.regular(tiling, 30)
    centres = {}
    for k in range(len(tiling.faces)):
        i, j, _ = board.key(int(board.centre[0]))
        site = board.site((i, j, k))
        centres[k] = [
            (a - i, b - j, c) for a, b, c in map(board.key, [site, *board.neighbours(site)])
        ]

    def around(key: Key) -> list[Key]:
        return [(key[0] + i, key[1] + j, k) for i, j, k in centres[key[2]]]

    return around


def test_contour_best_is_the_smallest_board_that_holds_the_moves() -> None:
    # Facts: the smallest d > 1 whose inner cells hold m moves; d odd, any, 4 7 10 ...
    for m in range(1, 400):
        d = next(d for d in range(3, 99, 2) if (d - 2) ** 2 >= m)
        assert contour_best(SQUARE, m) == d * d
        d = next(d for d in range(2, 99) if 3 * (d - 1) * (d - 2) + 1 >= m)
        assert contour_best(HEXAGONAL, m) == 3 * d * (d - 1) + 1
        d = next(d for d in range(4, 99, 3) if (d - 3) ** 2 >= m)
        assert contour_best(TRIANGULAR, m) == d * d


@pytest.mark.parametrize("law", BOUNDS.values())
def test_bad_input(law: Callable[[Tiling, int], int]) -> None:
    with pytest.raises(InputError, match=r"moves -1: choose"):
        law(SQUARE, -1)
    strange = Tiling("strange", (1, 1), SQUARE.basis, SQUARE.vertices, SQUARE.faces, (), 3)
    with pytest.raises(InputError, match="'strange'"):
        law(strange, 3)
