"""Boards that are too large, or none: refused in one line, before anything is made."""

import pytest

from boardless.games import LudemeError
from tests.games.initial.texts import laid_out

SQUARE = "(poly {{0 0} {0 1} {1 1} {1 0}})"


@pytest.mark.parametrize(
    "graph",
    [
        "(square 1000)",
        "(hex 2048)",
        "(tri Star 2000)",
        "(rectangle 2048 2048 diagonals:Solid)",
        f"(repeat 100000 100000 step:{{{{1 0}} {{0 1}}}} {SQUARE})",
        f"(repeat 2000 2000 step:{{{{1 0}} {{0 1}}}} {SQUARE})",
        "(square (poly {{0 0} {0 900000} {900000 900000} {900000 0}}))",
        "(square (^ 10 100))",
        "(square (^ 2 (^ 2 (^ 2 30))))",
        "(square (/ 3 0))",
        "(square (- 3 3))",
        "(shift (sqrt -1) 0 (square 2))",
        "(shift (/ 0 0) 0 (square 2))",
        "(shift NaN 0 (square 2))",
        "(layers 2048 (square 50))",
        "(complete (square 50))",
        "(concentric {1 9999999})",
        "(spiral turns:2000 sites:1000)",
        "(splitCrossings (complete (regular 30)))",
        "(intersect (scale 0 (square 60)) (scale 0 (square 60)))",
        "(add (square 2) cells:{{0 1 0 1}})",
        "(add (square 2) edges:{{0 99}})",
        "(remove (square 2) cells:{4})",
        "(graph vertices:{{0 0} {1 0}} edges:{{0 2}})",
        "(graph vertices:{{0}})",
        "(concentric Square)",
        "(tiling T3464)",
        "(regular 2)",
    ],
)
def test_boards_that_cannot_be_made_are_refused_in_one_line(graph):
    with pytest.raises(LudemeError) as error:
        laid_out(graph)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 300
    assert str(error.value).startswith("line 1, column ")


def test_cells_that_cross_themselves_are_drawn_as_far_as_they_are_cells():
    bow = "(graph vertices:{{0 0} {1 1} {0 1} {1 0}} edges:{{0 1} {1 2} {2 3} {3 0}})"
    assert laid_out(bow).counts == (0, 4, 4)
