"""Graph generators in the manner of NetworkX, for the graph of a regular board alone.

The graphs are ordinary ones. Nodes are numbered row by row from the bottom, left to right, as
Ludii and the thesis number them.
"""

from typing import TYPE_CHECKING, Any

from boardless.topo.boards.board import Board
from boardless.topo.boards.numbering import row_order
from boardless.topo.tilings.named import HEXAGONAL, SQUARE, TRIANGULAR
from boardless.topo.tilings.tiling import Tiling
from boardless.util.inputs import InputError, check_choice

if TYPE_CHECKING:
    import networkx as nx

KINDS = ("graph", "cells", "dual")


def tiling_graph(
    tiling: Tiling | str,
    n: int,
    kind: str = "graph",
    *,
    with_positions: bool = True,
    create_using: Any = None,
) -> "nx.Graph[int]":
    """Return a graph of the regular board of dimension `n`.

    Parameters
    ----------
    tiling : Tiling or str
        Any tiling, or its name.
    n : int
        Cells along a side.
    kind : {"graph", "cells", "dual"}
        Vertices and edges; cells with an arc to every related cell; cells that share an edge.
    with_positions : bool, default True
        Add the position in the plane as attributes ``x`` and ``y``, in edge lengths.
    create_using : NetworkX graph constructor, optional
        Type of graph to create: by default ``nx.DiGraph`` for "cells", else ``nx.Graph``.

    Returns
    -------
    networkx.Graph
        The graph, its nodes numbered row by row from the bottom.

    Raises
    ------
    InputError
        If the tiling, the dimension or the kind is not allowed.

    Examples
    --------
    >>> from boardless.topo import TRIANGULAR, tiling_graph
    >>> print(tiling_graph(TRIANGULAR, 2, "dual"))
    Graph with 4 nodes and 3 edges
    """
    import networkx as nx

    check_choice(kind, "unknown kind of graph", KINDS)
    board = Board.regular(tiling, n)
    live: nx.Graph[int] = getattr(board, kind)
    if kind == "graph":
        order = row_order(board.tiling.vertex_grid(board.vertices.keys))
    else:
        order = board.numbering().sites
    new = {node: number for number, node in enumerate(order.tolist())}
    plain: nx.Graph[int] = nx.empty_graph(0, create_using, default=type(live))
    plain.graph["tiling"] = board.tiling.name
    for node, number in new.items():
        data = dict(live.nodes[node])
        if not with_positions:
            del data["x"], data["y"]
        plain.add_node(number, **data)
    plain.add_edges_from((new[a], new[b], dict(data)) for a, b, data in live.edges(data=True))
    return plain


def positions_of(graph: "nx.Graph[Any]") -> dict[Any, tuple[float, float]]:
    """Return the place ``(x, y)`` of each node of a graph, for ``nx.draw``, in edge lengths.

    The graph is one of a board or a state, a copy of it, or one that was read from a file.

    Parameters
    ----------
    graph : networkx.Graph
        One with positions.

    Returns
    -------
    dict
        The position of each node.

    Raises
    ------
    InputError
        If a node lacks ``x`` or ``y``.

    Examples
    --------
    >>> from boardless.topo import SQUARE, Board, positions_of
    >>> positions_of(Board.regular(SQUARE, 2).dual)
    {0: (0.5, 0.5), 1: (1.5, 0.5), 2: (0.5, 1.5), 3: (1.5, 1.5)}
    """
    places = {}
    for node, data in graph.nodes(data=True):
        if "x" not in data or "y" not in data:
            raise InputError(f"node {node!r} has no place: give it the attributes x and y")
        places[node] = (data["x"], data["y"])
    return places


def square_graph(n: int, **options: Any) -> "nx.Graph[int]":
    """Return the vertices and edges of a board of `n` x `n` squares; see `tiling_graph`.

    Parameters
    ----------
    n : int
        The dimension of the board.
    **options
        ``with_positions`` and ``create_using`` of `tiling_graph`.

    Returns
    -------
    networkx.Graph
        The graph.
    """
    return tiling_graph(SQUARE, n, **options)


def hexagonal_graph(n: int, **options: Any) -> "nx.Graph[int]":
    """Return the vertices and edges of a hexagon of side `n` of hexagons; see `tiling_graph`.

    Parameters
    ----------
    n : int
        The dimension of the board.
    **options
        ``with_positions`` and ``create_using`` of `tiling_graph`.

    Returns
    -------
    networkx.Graph
        The graph.
    """
    return tiling_graph(HEXAGONAL, n, **options)


def triangular_graph(n: int, **options: Any) -> "nx.Graph[int]":
    """Return the vertices and edges of a triangular board of side `n`; see `tiling_graph`.

    Parameters
    ----------
    n : int
        The dimension of the board.
    **options
        ``with_positions`` and ``create_using`` of `tiling_graph`.

    Returns
    -------
    networkx.Graph
        The graph.
    """
    return tiling_graph(TRIANGULAR, n, **options)
