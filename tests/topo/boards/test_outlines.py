"""The borders of sets of cells."""

import numpy as np
from hypothesis import given, settings

from boardless.topo import HEXAGONAL, TRIANGULAR, Board, positions_of
from boardless.topo.boards.outlines import border
from tests.boards import boards


def test_borders_of_tiles() -> None:
    sides = border(TRIANGULAR, np.array([(0, 0, 0), (0, 0, 1)]))
    height = 3**0.5 / 2
    corners = {tuple(point) for point in sides.reshape(-1, 2).round(6).tolist()}
    assert corners == {
        tuple(np.round(p, 6)) for p in [(0, 0), (1, 0), (0.5, height), (1.5, height)]
    }
    assert len(sides) == 4
    # A ring of six hexagons has an outer border of 18 edges and an inner one of 6.
    ring = [key for key in Board.regular(HEXAGONAL, 2).keys.tolist() if key != [0, 1, 0]]
    assert len(border(HEXAGONAL, np.array(ring))) == 18 + 6
    assert border(HEXAGONAL, np.empty((0, 3), dtype=np.int64)).shape == (0, 2, 2)


@settings(max_examples=20)
@given(boards())
def test_borders_are_the_edges_with_one_cell(board: Board) -> None:
    sides = border(board.tiling, board.keys)
    graph, at = board.graph, positions_of(board.graph)
    single = [(a, b) for a, b, other in graph.edges(data="other") if other is None]

    def rounded(ends: list) -> frozenset:
        return frozenset(tuple(np.round(point, 6).tolist()) for point in ends)

    expected = {rounded([at[a], at[b]]) for a, b in single}
    assert {rounded(pair) for pair in sides.tolist()} == expected
    assert len(sides) == len(single)
