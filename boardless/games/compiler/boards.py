"""Fixed boards on tilings: cells and rotations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardless.games.language.kinds import SiteType
from boardless.games.ludemes.equipment import MAX_CELLS, BoardItem
from boardless.games.ludemes.graphs import (
    DiamondGraph,
    HexGraph,
    RectangleGraph,
    RotatedGraph,
    SquareGraph,
    TriangleGraph,
)
from boardless.games.ludemes.sizes import real, side
from boardless.topo.boards.numbering import shape_keys
from boardless.topo.tilings.named import HEXAGONAL, SQUARE, TRIANGULAR

if TYPE_CHECKING:
    import numpy as np

    from boardless.games.language.kinds import Graph
    from boardless.topo.tilings.incidence import Key
    from boardless.topo.tilings.tiling import Tiling


def plain(graph: Graph) -> tuple[Graph, float]:
    """Return the graph of a board before its rotations, and their sum, in degrees to the left."""
    turn = 0.0
    while isinstance(graph, RotatedGraph):
        turn += real(graph.degrees)
        graph = graph.graph
    # A diamond of hexagons stands on an obtuse corner, its hexagons on edges, as in Ludii.
    return graph, turn + 30.0 * isinstance(graph, DiamondGraph)


def cells_of(board: BoardItem) -> tuple[Tiling, tuple[Key, ...]]:
    """Return the tiling and the cells of a fixed board; the order of Ludii survives rotations."""
    graph, _ = plain(board.graph)
    if board.use is SiteType.EDGE:
        board.reject("play on edges is not supported")
    vertices = board.use is SiteType.VERTEX
    if _area(graph) > MAX_CELLS:
        graph.reject(f"expected a board of at most {MAX_CELLS:,} cells")
    if getattr(graph, "diagonals", None) or getattr(graph, "pyramidal", False):
        board.reject("this shape of board is not supported")
    if isinstance(graph, SquareGraph | RectangleGraph):
        rows, columns = _sides(graph)
        return SQUARE, tuple((i, j, 0) for j in range(rows) for i in range(columns))
    if vertices:
        board.reject("play on vertices is supported on squares and rectangles only")
    if isinstance(graph, HexGraph) and graph.other is None:
        return HEXAGONAL, _keys(shape_keys(HEXAGONAL, side(graph.side)))
    if isinstance(graph, TriangleGraph):
        return TRIANGULAR, _keys(shape_keys(TRIANGULAR, side(graph.side)))
    if isinstance(graph, DiamondGraph):
        along = range(side(graph.side))
        steps = sorted(((a + b, a - b), (a - b, b, 0)) for a in along for b in along)
        return HEXAGONAL, tuple(key for _, key in steps)
    return board.reject("this shape of board is not supported")


def is_of_cells(board: object) -> bool:
    """Return True if a board is one of the tilings' boards; others are laid out."""
    if not isinstance(board, BoardItem):
        return False
    graph, _ = plain(board.graph)
    if getattr(graph, "diagonals", None) or getattr(graph, "pyramidal", False):
        return False
    if isinstance(graph, SquareGraph | RectangleGraph):
        return board.use is not SiteType.EDGE
    hexagonal = isinstance(graph, HexGraph) and graph.other is None
    shaped = isinstance(graph, TriangleGraph | DiamondGraph)
    return board.use is SiteType.CELL and (hexagonal or shaped)


def _area(graph: Graph) -> int:
    """Return an upper bound of the number of cells of a board."""
    rows, columns = _sides(graph)
    return 3 * rows * columns if isinstance(graph, HexGraph) else rows * columns


def _sides(graph: Graph) -> tuple[int, int]:
    """Return the rows and columns of a board, or twice the number along its sides."""
    if isinstance(graph, RectangleGraph):
        rows = side(graph.rows)
        return rows, rows if graph.columns is None else side(graph.columns)
    along = side(getattr(graph, "side", 0))
    return along, along


def _keys(keys: np.ndarray) -> tuple[Key, ...]:
    return tuple((i, j, k) for i, j, k in keys.tolist())
