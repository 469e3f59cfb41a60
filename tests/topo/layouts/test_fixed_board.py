"""Fixed boards: relations, radials, places and graphs that follow from points and lines."""

from itertools import pairwise

import networkx as nx
import numpy as np
import pytest
from matplotlib.figure import Figure

from boardless.topo import (
    HEXAGONAL,
    SQUARE,
    TRIANGULAR,
    Board,
    FixedBoard,
    InputError,
    Layout,
    positions_of,
)
from boardless.topo.layouts import circles, operators
from boardless.topo.layouts.editing import without_vertices
from boardless.topo.layouts.incidence import renumbered
from boardless.topo.layouts.shapes import brick_rectangle
from tests.graph_files import assert_written_and_read
from tests.topo.layouts.samples import STAR, drawn, grid, of_board

RELATIONS = ["orthogonal", "diagonal", "off", "adjacent", "all"]


def listed(board, name, kind=None):
    return board.sites_of(kind).listed(name).tolist()


def radials(board, site):
    return {
        label: [walk.tolist() for walk in walks] for label, walks in board.radials(site).items()
    }


@pytest.mark.parametrize("relation", RELATIONS)
@pytest.mark.parametrize(("tiling", "size"), [(SQUARE, 5), (HEXAGONAL, 4), (TRIANGULAR, 6)])
def test_relations_are_those_of_the_tiling(tiling, size, relation):
    board = Board.regular(tiling, size)
    fixed = FixedBoard(of_board(board))
    # At the border of a triangular board, of several cells another one may be straightest across.
    inner = fixed.sites_of().listed("inner") if tiling is TRIANGULAR else board.sites
    for site in inner.tolist():
        expected = board.neighbours(site, relation)
        assert sorted(fixed.neighbours(site, relation)) == sorted(expected)


@pytest.mark.parametrize(("tiling", "size"), [(SQUARE, 5), (HEXAGONAL, 4), (TRIANGULAR, 6)])
def test_radials_are_those_of_the_tiling(tiling, size):
    board = Board.regular(tiling, size)
    fixed = FixedBoard(of_board(board))
    for site in fixed.sites_of().listed("inner").tolist():
        expected = {
            label: [walk.tolist() for walk in walks] for label, walks in board.radials(site).items()
        }
        assert radials(fixed, site) == expected


@pytest.mark.parametrize("kind", ["Cell", "Vertex", "Edge"])
@pytest.mark.parametrize("layout", [grid(4, 3), of_board(Board.regular(HEXAGONAL, 3)), STAR])
def test_relations_are_mutual_and_radials_go_from_neighbour_to_neighbour(layout, kind):
    sites = FixedBoard(layout, kind).sites_of()
    for relation in RELATIONS:
        pairs = {(a, b) for a in sites for b in sites.neighbours(a, relation).tolist()}
        assert pairs == {(b, a) for a, b in pairs}
        for site in sites:
            first = {
                label: [int(walk[1]) for walk in walks]
                for label, walks in sites.radials(site).items()
            }
            assert sites.next_sites(site) == first
            for walk in sites.radials_in(site, relation):
                assert walk[0] == site
                assert len(set(walk.tolist())) == len(walk)
                assert all(b in sites.neighbours(a, relation) for a, b in pairwise(walk))
    assert len(set(sites.labels)) == len(sites)


def test_cells_of_a_square_board():
    board = FixedBoard(grid(3, 3))
    assert board.neighbours(0, "all").tolist() == [3, 4, 1]
    assert board.neighbours(4, "orthogonal").tolist() == [7, 5, 1, 3]
    assert board.neighbours(4, "diagonal").tolist() == [8, 2, 0, 6]
    assert radials(board, 0) == {"N": [[0, 3, 6]], "NE": [[0, 4, 8]], "E": [[0, 1, 2]]}
    assert board.sites_of().labels == ("A1", "B1", "C1", "A2", "B2", "C2", "A3", "B3", "C3")
    assert [phase.tolist() for phase in board.sites_of().phases] == [
        *([0, 2, 4, 6, 8], [1, 3, 5, 7]),
        *([], [], []),
    ]
    assert board.sites_of().sides.keys() == {"N", "E", "S", "W"}
    assert board.sites_of().sides["W"].tolist() == [0, 3, 6]
    assert listed(board, "corners") == [0, 2, 6, 8]
    assert listed(board, "inner") == listed(board, "centre") == [4]


def test_edges_of_a_square_board():
    edges = FixedBoard(grid(2, 1), "Edge").sites_of()
    assert edges.labels == tuple("0123456")
    assert edges.listed("horizontal").tolist() == [0, 1, 2, 3]
    assert edges.listed("vertical").tolist() == edges.listed("axial")[4:].tolist() == [4, 5, 6]
    assert edges.neighbours(4).tolist() == [2, 0]
    assert edges.coordinates.row.tolist() == [0, 0, 2, 2, 1, 1, 1]
    assert edges.coordinates.column.tolist() == [1, 3, 1, 3, 0, 2, 4]


def test_vertices_of_a_star_are_diagonal_across_no_triangle():
    board = FixedBoard(STAR, "Vertex")
    assert board.neighbours(0).tolist() == [2, 1, 6, 5, 4, 3]
    assert board.neighbours(0, "diagonal").tolist() == []
    assert radials(board, 4)["E"] == [[4, 0, 1, 7]]
    assert board.perimeter.tolist() == [1, 2, 3, 4, 5, 6, 7]
    assert [walk.tolist() for walk in board.outer_walks] == [[4, 5, 6, 1, 7, 1, 2, 3]]


def test_a_walk_bends_by_a_quarter_radian_at_most():
    # Both steps are nearest to east, as one falls and one rises by half of the bend.
    for half, expected in ((0.12, [[0, 1, 2]]), (0.13, [[0, 1]])):
        fall = np.tan(half)
        line = drawn([(0, fall), (1, 0), (2, fall)], [(0, 1), (1, 2)])
        assert radials(FixedBoard(line, "Vertex"), 0) == {"E": expected}


def test_of_opposite_radials_the_first_is_distinct():
    sites = FixedBoard(drawn([(0, 0), (1, 0), (2, 0)], [(0, 1), (1, 2)]), "Vertex").sites_of()
    walks = sites.walks("orthogonal")
    assert [walk.tolist() for walk in sites.radials_in(1, "orthogonal")] == [[1, 2], [1, 0]]
    assert walks.distinct(1) == [0]


def test_directions_around_a_pivot():
    ring = [(0, 0), (1, 0), (0, 1), (-1, 0), (0, -1)]
    edges = [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (2, 3), (3, 4), (4, 1)]
    layout = drawn(ring, edges)
    turning = Layout(layout.points, layout.edges, (), pivots=(-1, 0, 0, 0, 0), curved=(4, 5, 6, 7))
    found = radials(FixedBoard(turning, "Vertex"), 1)
    assert found["CCW"] == [[1, 2, 3, 4]]
    assert found["CW"] == [[1, 4, 3, 2]]
    assert found["In"] == [[1, 0]]
    assert radials(FixedBoard(turning, "Vertex"), 0)["Out"] == [[0, n] for n in (2, 1, 4, 3)]
    assert "CW" not in radials(FixedBoard(layout, "Vertex"), 1)


def test_steps_up_and_down_have_directions_of_their_own():
    tower = drawn([(0, 0, 0), (0, 0, 1), (1, 0, 1)], [(0, 1), (0, 2), (1, 2)])
    board = FixedBoard(tower, "Vertex")
    assert radials(board, 0).keys() == {"U", "UE"}
    assert board.sites_of().coordinates.layer.tolist() == [0, 1, 1]
    assert board.sites_of().labels == ("A1/0", "A1/1", "B1/1")


def test_distances_are_counted_in_steps():
    board = FixedBoard(grid(4, 4))
    assert board.distances()[0].reshape(4, 4).max(axis=0).tolist() == [3, 3, 3, 3]
    assert board.distance(0, 15, "orthogonal") == board.distances("orthogonal")[0, 15] == 6
    assert FixedBoard(drawn([(0, 0), (1, 0)], []), "Vertex").distance(0, 1) == -1


def test_graphs_have_places_and_cannot_be_changed():
    board = FixedBoard(grid(3, 2))
    assert nx.check_planarity(board.graph)[0]
    assert board.graph.nodes[5] == {"label": "B2", "x": 1.0, "y": 1.0}
    assert (board.graph.edges[1, 5]["site"], board.graph.edges[1, 5]["other"]) == (0, 1)
    assert board.graph.edges[0, 1].keys() == {"edge", "site"}
    assert set(board.dual.edges) == {(0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)}
    step = {"relation": "diagonal", "adjacent": True, "direction": "NE"}
    assert board.cells.edges[0, 4] == step
    with pytest.raises(nx.NetworkXError):
        board.graph.add_edge(0, 11)
    faces = {frozenset(board.embedding().traverse_face(*arc)) for arc in [(0, 1), (1, 0)]}
    assert frozenset((0, 1, 4, 5)) in faces


@pytest.mark.parametrize("use", ["Cell", "Vertex", "Edge"])
@pytest.mark.parametrize("layout", [grid(3, 2), STAR], ids=["grid", "star"])
def test_graphs_are_written_to_files_and_their_copies_are_plain(layout, use):
    board = FixedBoard(layout, use)
    for graph in (board.graph, board.cells, board.relations, board.dual):
        assert_written_and_read(graph)
    assert list(positions_of(board.relations).values()) == [tuple(it) for it in board.positions]


def test_crossing_edges_have_no_embedding():
    crossed = drawn(
        [(0, 0), (1, 0), (1, 1), (0, 1)], [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3)]
    )
    with pytest.raises(InputError, match="planar"):
        FixedBoard(crossed, "Vertex").embedding()


@pytest.mark.parametrize("use", ["Cell", "Vertex", "Edge"])
def test_boards_are_drawn_for_every_type_of_sites(use):
    board = FixedBoard(grid(2, 2), use)
    axes = board.draw(Figure().add_subplot(), numbers="site", chips=[3])
    assert len(axes.collections[1].get_paths()) == len(board)
    picture = board._repr_svg_()
    assert picture.count("<title>") == len(board)
    assert picture.count("<path") == len(board) + 1
    lines = picture.partition('<g class="cells"')[0]
    assert lines.count("M") == 12
    for outline in board.outlines():
        x, y = outline.T
        assert (x * np.roll(y, -1) - np.roll(x, -1) * y).sum() > 0


@pytest.mark.parametrize(
    ("layout", "named"),
    [
        (drawn([(0, 0), (1, 0)], [(0, 2)]), "vertex 2.*there are 2"),
        (drawn([(0, 0), (1, 0), (0, 1)], [(0, 1), (1, 2)], [(0, 2, 1)]), "side from vertex 0 to"),
        (drawn([(0, float("nan"))], []), "vertex 0.*nan.*finite"),
        (Layout(np.zeros((2, 3)), np.array([(0, 1)]), (), spokes=((0,), ())), "spokes"),
    ],
)
def test_layouts_that_are_no_graph_are_refused(layout, named):
    with pytest.raises(InputError, match=named):
        FixedBoard(layout)


def test_what_is_not_there_is_named():
    board = FixedBoard(grid(2, 2))
    with pytest.raises(InputError, match=r"cell 4.*0 to 3"):
        board.neighbours(4)
    with pytest.raises(InputError, match=r"'Face'.*Vertex, Edge, Cell"):
        board.sites_of("Face")
    with pytest.raises(InputError, match=r"'middle'.*corners"):
        board.sites_of().listed("middle")
    with pytest.raises(InputError, match=r"'Z9'.*A1 to B2"):
        board.sites_of().labelled("Z9")


def test_an_empty_layout_is_a_board_of_nothing():
    board = FixedBoard(drawn([], []), "Vertex")
    assert len(board) == 0
    assert board.outer_walks == []
    assert board.distances().shape == (0, 0)
    assert board._repr_svg_() is None


def test_turned_bricks_keep_their_diagonals_to_the_last_bit() -> None:
    # The edge between bricks 5 and 10 lies as far from the line between them as an edge may.
    turned = operators.rotate(brick_rectangle(4, 5), 77)
    board = FixedBoard(renumbered(without_vertices(turned, [1, 4])))
    assert sorted(board.neighbours(5, "diagonal").tolist()) == [0, 4]


def test_shared_parts_of_curved_boards_are_straight() -> None:
    rings = circles.target(3)
    shared = operators.intersect([rings, operators.shift(rings, 0, 0)])
    assert shared.counts[1:] == rings.counts[1:]
    nothing = operators.intersect([rings, operators.shift(rings, 1, 0)])
    assert (nothing.curved, len(nothing.edges)) == ((), 0)


def test_what_is_given_out_cannot_be_changed_for_others() -> None:
    points = np.array([(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)], dtype=float)
    edges = np.array([(0, 1), (0, 2), (1, 3), (2, 3)], dtype=np.int32)
    board = FixedBoard(Layout(points, edges, ((0, 2, 3, 1),)), "Vertex")
    sites = board.sites_of()
    given = (
        board.positions, board.corners, board.centre, board.perimeter, *board.rows, *board.columns,
        sites.points, *sites.sides.values(), *sites.phases,
    )  # fmt: skip
    assert not any(array.flags.writeable for array in given)
    # The layout is whoever's it is that gave it.
    assert points.flags.writeable
