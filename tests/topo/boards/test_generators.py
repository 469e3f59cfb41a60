import networkx as nx
import pytest

from boardless.topo import (
    HEXAGONAL,
    SQUARE,
    TRIANGULAR,
    Board,
    InputError,
    hexagonal_graph,
    positions_of,
    square_graph,
    tiling_graph,
    triangular_graph,
)


def test_square_graph_is_the_grid_of_networkx() -> None:
    grid = nx.convert_node_labels_to_integers(nx.grid_2d_graph(4, 4))
    assert nx.utils.edges_equal(square_graph(3).edges, grid.edges)
    assert list(square_graph(3)) == list(range(16))


@pytest.mark.parametrize("n", [1, 2, 3])
def test_generators_make_the_lattices_of_networkx(n: int) -> None:
    assert nx.is_isomorphic(square_graph(n), nx.grid_2d_graph(n + 1, n + 1))
    triangle = triangular_graph(n)
    assert (len(triangle), triangle.size()) == ((n + 1) * (n + 2) // 2, 3 * n * (n + 1) // 2)
    hexagon = hexagonal_graph(n)
    assert (len(hexagon), hexagon.size()) == (6 * n * n, 9 * n * n - 3 * n)
    assert nx.is_isomorphic(hexagonal_graph(1), nx.cycle_graph(6))


def test_graphs_are_ordinary_and_keep_their_attributes() -> None:
    graph = tiling_graph(HEXAGONAL, 2, "cells")
    graph.add_edge(0, 100)
    assert graph.is_directed()
    assert graph[0][1] == {
        "relation": "orthogonal", "adjacent": True, "direction": "E", "slot": 3,
    }  # fmt: skip
    assert tiling_graph(SQUARE, 2, "dual").nodes[3] == {
        "site": 3, "i": 1, "j": 1, "k": 0, "x": 1.5, "y": 1.5,
    }  # fmt: skip
    assert square_graph(2, with_positions=False).nodes[0] == {"i": 0, "j": 0, "k": 0}
    assert isinstance(square_graph(2, create_using=nx.DiGraph), nx.DiGraph)
    assert triangular_graph(2).graph["tiling"] == "triangular"


def test_nodes_are_numbered_row_by_row() -> None:
    for tiling in (SQUARE, HEXAGONAL, TRIANGULAR):
        places = positions_of(tiling_graph(tiling, 3)).values()
        rounded = [(round(y, 6), round(x, 6)) for x, y in places]
        assert rounded == sorted(rounded)
        assert list(tiling_graph(tiling, 3, "dual")) == list(Board.regular(tiling, 3))


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(InputError, match="dimension 0"):
        square_graph(0)
    with pytest.raises(InputError, match=r"unknown kind of graph 'edges': choose one of graph"):
        tiling_graph(SQUARE, 2, "edges")
    with pytest.raises(InputError, match="node 0 has no place: give it the attributes x and y"):
        positions_of(nx.path_graph(2))
