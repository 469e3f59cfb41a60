import copy
from collections import defaultdict
from operator import itemgetter
from pickle import dumps, loads

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.collections import PathCollection
from matplotlib.figure import Figure

from boardless.topo import HEXAGONAL, RELATIONS, SQUARE, Board, Tiling, positions_of
from tests.boards import boards, hole_count, keys_of
from tests.graph_files import assert_written_and_read

KEY = itemgetter("i", "j", "k")


def faces_of(embedding: nx.PlanarEmbedding) -> list[list[int]]:
    """Return every cycle of vertices that the embedding's half-edges go round."""
    seen: set[tuple[int, int]] = set()
    return [embedding.traverse_face(a, b, seen) for a, b in embedding.edges if (a, b) not in seen]


def rotated(cycle: list[int]) -> tuple[int, ...]:
    least = cycle.index(min(cycle))
    return tuple(cycle[least:] + cycle[:least])


@given(boards())
def test_bounded_faces_are_the_cells_and_the_holes(board: Board) -> None:
    graph = board.graph
    components = nx.number_connected_components(graph)
    bounded = len(board) + hole_count(board)
    assert graph.number_of_nodes() - graph.number_of_edges() + bounded == components


@given(boards())
def test_the_embedding_is_the_tilings_own(board: Board) -> None:
    embedding = board.embedding()
    embedding.check_structure()
    assert nx.utils.graphs_equal(nx.Graph(embedding.to_undirected()), nx.Graph(board.graph.edges))
    # NetworkX goes round a face with the face on its right: clockwise.
    found = {rotated(face[::-1]) for face in faces_of(embedding)}
    cells = {rotated(board.face(site)) for site in board}
    assert cells <= found
    assert len(cells) == len(board)
    cycles = len(faces_of(embedding))
    components = nx.number_connected_components(board.graph)
    assert cycles == 2 * components - len(board.graph) + board.graph.number_of_edges()


@given(boards())
def test_graphs_are_planar_and_say_what_the_board_says(board: Board) -> None:
    assert nx.check_planarity(board.graph)[0]
    assert nx.check_planarity(board.dual)[0]
    assert len(board.graph) == len(board.vertices)
    assert board.graph.number_of_edges() == len(board.edges)
    for site, key in enumerate(keys_of(board)):
        assert KEY(board.cells.nodes[site]) == KEY(board.dual.nodes[site]) == key
        assert board.cells.nodes[site]["site"] == site
        assert set(board.dual[site]) == set(board.neighbours(site, "orthogonal").tolist())
        assert set(board.cells[site]) == set(board.neighbours(site, "all").tolist())
        for relation in RELATIONS:
            arcs = board.cells[site].items()
            chosen = {
                other
                for other, data in arcs
                if relation in ("all", data["relation"])
                or (relation == "adjacent" and data["adjacent"])
            }
            assert chosen == set(board.neighbours(site, relation).tolist())


@given(boards())
def test_arcs_agree_with_radials_and_come_back(board: Board) -> None:
    for a, b, data in board.cells.edges(data=True):
        assert b in [walk[1] for walk in board.radials(a)[data["direction"]]]
        assert board.step[a, data["slot"]] == b
        assert board.cells.pred[b][a] == data
    assert nx.utils.graphs_equal(
        nx.DiGraph(board.cells).reverse().reverse(), nx.DiGraph(board.cells)
    )


@given(boards())
def test_edges_know_their_cells(board: Board) -> None:
    beside: dict[int, set[int]] = defaultdict(set)
    for site in board:
        for edge in board.edges.of_cells[site].tolist():
            beside[edge].add(site)
    for a, b, data in board.graph.edges(data=True):
        sites = [data[name] for name in ("site", "other") if name in data]
        assert sites == sorted(beside[data["edge"]])
        assert board.graph[b][a]["edge"] == data["edge"]
    for a, b, data in board.dual.edges(data=True):
        assert data["edge"] in board.edges.of_cells[a]
        assert data["edge"] in board.edges.of_cells[b]


def test_graphs_are_live(tiling: Tiling) -> None:
    board = Board.regular(tiling, 2)
    graph, cells, dual = board.graph, board.cells, board.dual
    nodes, row = cells.nodes, cells.adj[0]
    before = (len(graph), len(cells), dual.number_of_edges(), dict(row))
    board.grow_contour()
    assert len(nodes) == len(cells) == len(board)
    assert len(graph) == len(board.vertices) > before[0]
    assert set(cells.adj[0]) == set(board.neighbours(0, "all").tolist())
    assert graph is board.graph
    board.shrink(before[1])
    assert (len(graph), len(cells), dual.number_of_edges(), dict(cells.adj[0])) == before


def test_views_held_on_to_are_live_but_a_row_is_as_it_was(tiling: Tiling) -> None:
    board = Board.regular(tiling, 2)
    dual = board.dual
    nodes, edges, adj, degree, row = dual.nodes, dual.edges, dual.adj, dual.degree, dual[0]
    before = dict(row)
    board.grow_around(0)
    assert len(adj[0]) == degree[0] == len(board.neighbours(0, "orthogonal")) > len(before)
    assert set(nodes) == set(board)
    assert len(edges) == sum(len(adj[site]) for site in board) // 2
    assert dict(row) == before


def test_graphs_cannot_be_changed_but_copies_can() -> None:
    board = Board.regular(HEXAGONAL, 2)
    for graph in (board.graph, board.cells, board.dual):
        assert nx.is_frozen(graph)
        for change in (
            lambda g=graph: g.add_node(99),
            lambda g=graph: g.remove_node(0),
            lambda g=graph: g.add_edge(0, 99),
            lambda g=graph: g.clear(),
            lambda g=graph: nx.set_node_attributes(g, 1, "weight"),
            lambda g=graph: g.nodes[0].update(x=0.0),
            lambda g=graph: g.nodes[0].pop("x"),
            lambda g=graph: g[0][next(iter(g[0]))].clear(),
            lambda g=graph: g.graph.update(name="mine"),
        ):
            with pytest.raises(nx.NetworkXError, match="modified"):
                change()
        plain = graph.copy()
        assert nx.utils.graphs_equal(plain, graph)
        for twin in (copy.deepcopy(graph), loads(dumps(graph))):
            assert nx.utils.graphs_equal(twin, graph)
        plain.add_edge(0, 99, weight=1)
        plain.nodes[0]["x"] = 1.5
        plain.graph["name"] = "mine"
        plain.remove_node(1)
        assert 99 not in graph
        assert 1 in graph


def test_networkx_algorithms_run_on_live_graphs() -> None:
    board = Board.regular(SQUARE, 4)
    assert nx.shortest_path_length(board.dual, 0, 15) == 6 == board.distance(0, 15, "orthogonal")
    assert nx.diameter(board.cells) == 3
    assert nx.to_numpy_array(board.dual).sum() == 2 * 24
    assert positions_of(board.dual)[0] == (0.5, 0.5)
    assert len(board.cells.to_undirected().edges) == 42
    assert board.cells.reverse()[0].keys() == board.cells[0].keys()
    assert 16 not in board.dual
    with pytest.raises(KeyError):
        board.dual[16]
    with pytest.raises(KeyError):
        board.dual["0"]


def test_positions_are_the_plane_in_edge_lengths(tiling: Tiling) -> None:
    board = Board.regular(tiling, 3)
    place, centres = positions_of(board.graph), positions_of(board.cells)
    for a, b in board.graph.edges:
        (ax, ay), (bx, by) = place[a], place[b]
        assert (ax - bx) ** 2 + (ay - by) ** 2 == pytest.approx(1)
    for site in board:
        around = [place[vertex] for vertex in board.face(site)]
        mean = [sum(axis) / len(around) for axis in zip(*around, strict=True)]
        assert centres[site] == pytest.approx(tuple(mean))


@settings(max_examples=15)
@given(boards(), st.integers(0, 10**6))
def test_graphs_are_written_to_files_and_their_copies_are_plain(board: Board, version: int) -> None:
    for one in (board, board.at(version % (board.version + 1)), board.copy()):
        for graph in (one.graph, one.cells, one.dual):
            assert_written_and_read(graph)
    copied, nodes = board.cells.copy(), len(board)
    board.grow_contour()
    assert len(copied) == nodes < len(board.cells)


def test_graphs_are_drawn_at_the_places_of_their_nodes() -> None:
    board = Board.regular(HEXAGONAL, 2)
    for graph in (board.graph, board.dual.copy()):
        axes = Figure().add_subplot()
        nx.draw(graph, positions_of(graph), ax=axes)
        (drawn,) = (it for it in axes.collections if isinstance(it, PathCollection))
        assert len(drawn.get_offsets()) == len(graph)
