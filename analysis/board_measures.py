"""What a board that grows is like after each move."""

from functools import cached_property
from typing import Any

import numpy as np

from boardless.play.state import State

#: What is measured of a board.
BOARD_COLUMNS = ("cells", "pieces", "playable", "diameter", "perimeter", "holes", "unused")
#: Distances between all cells of larger boards are not worked out: the diameter is that of the rows
#: from one cell then, a lower bound.
MAX_DIAMETER_CELLS = 400


class BoardRows:
    """Measures the boards of a game; what never changes is worked out once.

    Parameters
    ----------
    state : State
        Any of the game.
    """

    def __init__(self, state: State) -> None:
        self._grows = state.game.growing
        self._board: Any = state.board

    @cached_property
    def _fixed(self) -> tuple[int, int, int, int]:
        return _shape(self._board)

    def row(self, state: State, playable: int) -> tuple[float, ...]:
        """Return the numbers of `BOARD_COLUMNS` of a state.

        Cells; cells with a piece; cells on which a move of the mover ends, which are given; the
        largest distance between two cells, in steps between adjacent ones; cells on the border;
        holes in the board; the share of cells without a piece.
        """
        cells, diameter, border, holes = _shape(state.board) if self._grows else self._fixed
        position = state.position
        pieces = int(np.count_nonzero(position.arrays.what[position.sites()]))
        unused = (cells - pieces) / cells if cells else 0.0
        return (cells, pieces, playable, diameter, border, holes, unused)


def _shape(board: Any) -> tuple[int, int, int, int]:
    """Return the cells of a board, its diameter, the cells on its border, and its holes."""
    return len(board), _diameter(board), len(board.perimeter), _holes(board)


def _diameter(board: Any) -> int:
    if not len(board):
        return 0
    if len(board) <= MAX_DIAMETER_CELLS:
        return max(0, int(board.distances().max()))
    from networkx import single_source_shortest_path_length

    lengths = single_source_shortest_path_length(board.cells, next(iter(board)))
    return int(max(lengths.values()))


def _holes(board: Any) -> int:
    """Return how many holes a board has, by Euler's formula: V - E + F = 1 + components."""
    from networkx import number_connected_components

    graph = board.graph
    if not len(board):
        return 0
    faces = 1 + number_connected_components(graph) + graph.number_of_edges() - len(graph)
    return int(faces - 1 - len(board))
