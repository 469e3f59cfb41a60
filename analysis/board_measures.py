"""What a board that grows is like after each move."""

from boardless.play.state import State

#: What is measured of a board.
BOARD_COLUMNS = ("cells", "pieces", "playable", "diameter", "perimeter", "holes", "unused")
#: Distances between all cells of larger boards are not worked out: the diameter is that of the rows
#: from one cell then, a lower bound.
MAX_DIAMETER_CELLS = 400


def board_row(state: State) -> tuple[float, ...]:
    """Return the numbers of `BOARD_COLUMNS` of a state.

    Cells; cells with a piece; cells on which a move of the mover ends; the largest distance between
    two cells, in steps between adjacent ones; cells on the border; holes in the board; the share of
    cells without a piece.
    """
    board, pieces = state.board, len(state.pieces)
    cells = len(board)
    targets = {move.cell for move in state.legal_moves if move.cell is not None}
    return (
        cells, pieces, len(targets), _diameter(state), len(board.perimeter), _holes(state),
        (cells - pieces) / cells if cells else 0.0,
    )  # fmt: skip


def _diameter(state: State) -> int:
    board = state.board
    if not len(board):
        return 0
    if len(board) <= MAX_DIAMETER_CELLS:
        return max(0, int(board.distances().max()))
    from networkx import single_source_shortest_path_length

    lengths = single_source_shortest_path_length(board.cells, next(iter(board)))
    return int(max(lengths.values()))


def _holes(state: State) -> int:
    """Return how many holes a board has, by Euler's formula: V - E + F = 1 + components."""
    from networkx import number_connected_components

    board = state.board
    graph = board.graph
    if not len(board):
        return 0
    faces = 1 + number_connected_components(graph) + graph.number_of_edges() - len(graph)
    return int(faces - 1 - len(board))
