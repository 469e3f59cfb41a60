"""First boards: by the number of start tiles, and by where they lie."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardless.strategies import first_dimension, smallest_board
from boardless.topo import (
    HEXAGONAL,
    REGULAR,
    SQUARE,
    TRIANGULAR,
    Board,
    InputError,
    Key,
    Tiling,
    shape_keys,
)
from tests.boards import keys_of, neighbours_by_incidence, tilings

cells = st.lists(
    st.tuples(st.integers(-4, 4), st.integers(-4, 4), st.integers(0, 1)), max_size=5, unique=True
)


def test_by_number_of_tiles() -> None:
    tiles = range(10)
    assert [first_dimension(SQUARE, t) for t in tiles] == [3, 3, 4, 5, 6, 7, 8, 9, 10, 11]
    assert [first_dimension(HEXAGONAL, t) for t in tiles] == [2, 2, 3, 3, 5, 5, 7, 7, 9, 9]
    assert [first_dimension(TRIANGULAR, t) for t in tiles] == [4, 4, 6, 6, 8, 8, 10, 10, 12, 12]
    with pytest.raises(InputError, match="-1"):
        first_dimension(SQUARE, -1)


@pytest.mark.parametrize("tiling", REGULAR.values(), ids=REGULAR.keys())
@pytest.mark.parametrize("tiles", range(1, 10))
def test_a_row_of_tiles_has_room_for_all_its_neighbours(tiling: Tiling, tiles: int) -> None:
    prototiles = len(tiling.faces)
    row = [(n // prototiles, 0, n % prototiles) for n in range(tiles)]
    board = Board.regular(tiling, first_dimension(tiling, tiles))
    assert len(smallest_board(tiling, row)) <= len(board)


def test_a_block_needs_25_cells_where_its_number_asks_for_121() -> None:
    block = list(itertools.product(range(3), range(3), [0]))
    board = smallest_board(SQUARE, block)
    assert len(board) == 25
    assert set(keys_of(board)) == set(itertools.product(range(-1, 4), range(-1, 4), [0]))
    assert first_dimension(SQUARE, len(block)) ** 2 == 121


def fits(tiling: Tiling, dimension: int, needed: set[Key]) -> bool:
    """Tell whether a regular board can lie on all the cells, by trying every place for it."""
    shape = {tuple(key) for key in shape_keys(tiling, dimension).tolist()}
    anywhere = min(needed)
    return any(
        all((x - anywhere[0] + i, y - anywhere[1] + j, k) in shape for i, j, k in needed)
        for x, y, k in shape
        if k == anywhere[2]
    )


# Every place for a board is tried, so there are fewer examples than of other properties.
@settings(max_examples=settings().max_examples // 3)
@given(tilings, cells)
def test_smallest_board(tiling: Tiling, drawn: list[Key]) -> None:
    tiles = {(i, j, k % len(tiling.faces)) for i, j, k in drawn}
    board = smallest_board(tiling, tiles)
    if not tiles:
        assert len(board) == 1
        return
    for tile in tiles:
        assert not board.on_perimeter(board.site(tile))
    assert board.numbering().sites.tolist() == list(range(len(board)))
    dimension = next(d for d in range(1, 99) if len(shape_keys(tiling, d)) == len(board))
    needed = tiles.union(*(neighbours_by_incidence(tiling, tile)["adjacent"] for tile in tiles))
    assert not fits(tiling, dimension - 1, needed)
    # The tiles lie low on it, and then to the left: moved on, the board would lose a cell.
    for di, dj in ((0, 1), (1, 0)) if tiling.shape else ():
        assert not needed <= {(i + di, j + dj, k) for i, j, k in keys_of(board)}


def test_tiles_too_far_apart_are_refused() -> None:
    with pytest.raises(InputError, match="too far apart"):
        smallest_board(SQUARE, [(0, 0, 0), (3000, 0, 0)])
    assert len(smallest_board(SQUARE, [(0, 0, 0), (0, 397, 0)])) == 400**2
