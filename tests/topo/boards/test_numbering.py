import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardless.topo import (
    HEXAGONAL,
    SQUARE,
    TRIANGULAR,
    Board,
    InputError,
    Tiling,
    contour_added,
    contour_index,
)
from tests.boards import act, boards, histories


def grown(tiling: Tiling, dimension: int, *moves: int) -> np.ndarray:
    """Return the mapping of zone moves on the given indices of a regular board."""
    board = Board.regular(tiling, dimension)
    before = board.numbering()
    for move in moves:
        board.grow_around(move)
    return before.mapping(board.numbering())


@given(boards(), histories)
def test_the_mapping_follows_the_cells(board: Board, more: list) -> None:
    before = board.numbering()
    keys = board.keys[before.sites].copy()
    for action in more:
        act(board, action)
    after = board.numbering()
    mapping = before.mapping(after)
    assert np.array_equal(board.keys[after.sites[mapping]], keys)
    assert np.array_equal(after.index[before.sites], mapping)


@given(boards())
def test_indices_run_row_by_row_from_the_bottom(board: Board) -> None:
    numbering = board.numbering()
    assert sorted(numbering.sites.tolist()) == list(board)
    assert np.array_equal(numbering.index[numbering.sites], board.sites)
    places = board.positions[numbering.sites].round(6).tolist()
    assert places == sorted(places, key=lambda place: (place[1], place[0]))
    assert (
        numbering.rows.tolist()
        == np.unique([y for _, y in places], return_inverse=True)[1].tolist()
    )
    assert [row.tolist() for row in board.rows] == [
        numbering.sites[numbering.rows == n].tolist() for n in range(numbering.rows.max() + 1)
    ]


def test_regular_boards_are_numbered_as_they_are_built(tiling: Tiling) -> None:
    for dimension in range(1, 8):
        board = Board.regular(tiling, dimension)
        assert board.numbering().sites.tolist() == list(board)


@given(st.sampled_from([SQUARE, HEXAGONAL, TRIANGULAR]), st.integers(1, 12))
def test_closed_forms_equal_the_general_mapping(tiling: Tiling, d: int) -> None:
    board = Board.regular(tiling, d)
    before = board.numbering()
    new = board.grow_contour()
    assert len(new) == contour_added(tiling, d)
    mapping = before.mapping(board.numbering())
    assert np.array_equal(contour_index(tiling, d, np.arange(len(before)), before.rows), mapping)


# The worked examples of sections 5.1 and 5.2: tiling, dimension, index, row, new index.
@pytest.mark.parametrize(
    ("tiling", "d", "index", "row", "new"),
    [
        (SQUARE, 3, 7, 2, 17),
        (SQUARE, 3, 0, 0, 6),
        (SQUARE, 4, 0, 0, 7),
        (SQUARE, 4, 5, 1, 14),
        (SQUARE, 4, 6, 1, 15),
        (SQUARE, 4, 9, 2, 20),
        (SQUARE, 4, 10, 2, 21),
        (HEXAGONAL, 3, 14, 3, 25),
        (TRIANGULAR, 3, 7, 3, 25),
    ],
)
def test_worked_examples_of_contours(
    tiling: Tiling, d: int, index: int, row: int, new: int
) -> None:
    board = Board.regular(tiling, d)
    before = board.numbering()
    assert before.rows[index] == row
    board.grow_contour()
    assert before.mapping(board.numbering())[index] == contour_index(tiling, d, index, row) == new


def test_contours_add_what_the_thesis_says() -> None:
    assert contour_added(SQUARE, 4) == 20
    assert contour_added(HEXAGONAL, 3) == 18
    assert contour_added(TRIANGULAR, 3) == 27


@pytest.mark.parametrize("d", [0, -1, 2.5])
def test_the_laws_refuse_what_is_no_dimension(tiling: Tiling, d: int) -> None:
    for law in (lambda: contour_added(tiling, d), lambda: contour_index(tiling, d, 0, 0)):
        with pytest.raises(InputError, match=r"dimension .*: choose a whole number from 1 to"):
            law()


def test_worked_examples_of_zones() -> None:
    for corner in (0, 3, 12, 15):
        board = Board.regular(SQUARE, 4)
        assert len(board.grow_around(corner)) == 5
    assert len(grown(SQUARE, 3, 3)) == 9
    assert grown(SQUARE, 3, 3)[[0, 1, 3]].tolist() == [1, 2, 5]
    for move in (1, 3, 6, 12):
        assert grown(HEXAGONAL, 3, move)[16] == 18
    for move in range(1, 4):
        assert grown(TRIANGULAR, 5, move)[0] == 5


def test_site_35_of_a_triangle_of_side_6_is_on_row_10() -> None:
    assert Board.regular(TRIANGULAR, 6).numbering().rows[35] == 10
