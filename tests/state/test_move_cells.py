"""The anchor is the cell in the centre, of one prototile on boards of all sizes."""

import pytest

from boardless.state import anchor_site
from boardless.topo import HEXAGONAL, REGULAR, SQUARE, TRIANGULAR, Board, InputError


def test_known_anchors():
    assert anchor_site(Board.regular(SQUARE, 4)) == 5
    assert anchor_site(Board.regular(SQUARE, 41)) == 840
    assert anchor_site(Board.regular(HEXAGONAL, 3)) == 9
    # Side 6 has six cells in its centre; 17 is the lowest that points down.
    assert anchor_site(Board.regular(TRIANGULAR, 6)) == 17


@pytest.mark.parametrize("tiling", REGULAR.values(), ids=lambda t: t.name)
@pytest.mark.parametrize("dimension", range(2, 42))
def test_is_a_centre_cell_that_points_down_if_there_is_one(tiling, dimension):
    board = Board.regular(tiling, dimension)
    anchor = anchor_site(board)
    last = len(tiling.faces) - 1
    assert board.key(anchor)[2] == last
    centre = [site for site in board.centre.tolist() if board.key(site)[2] == last]
    if centre:
        assert anchor == centre[0]
    else:
        beside = [
            site
            for site in board.neighbours(int(board.centre[0]), "orthogonal").tolist()
            if board.key(site)[2] == last
        ]
        assert anchor == min(beside)


def test_one_cell_is_its_own_anchor():
    for tiling in REGULAR.values():
        assert anchor_site(Board.regular(tiling, 1)) == 0
    with pytest.raises(InputError, match="empty board"):
        anchor_site(Board(SQUARE))
