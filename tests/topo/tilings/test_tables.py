"""Tilings from tables and from graphs, and what is refused."""

import json
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

from boardless.topo import HEXAGONAL, TILINGS, Board, InputError, Tiling, read_tiling, tiling_graph
from boardless.topo.tilings.exact_numbers import plane

SQUARES: dict[str, Any] = {
    "name": "squares",
    "periods": [(1, 0), (0, 1)],
    "vertices": [(0, 0)],
    "faces": [[(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)]],
}


def table(**changes: Any) -> dict[str, Any]:
    return SQUARES | changes


def same(one: Tiling, other: Tiling, dimension: int = 4) -> bool:
    """Tell whether boards of two tilings have the same cells, related in the same way."""
    graphs = [Board.regular(tiling, dimension).dual.copy() for tiling in (one, other)]
    return nx.faster_could_be_isomorphic(*graphs) and nx.is_isomorphic(*graphs)


def test_a_table() -> None:
    slanted = Tiling.from_table(**table(name="slanted", periods=[(2, 0), (1, 1)]))
    board = Board.regular(slanted, 2)
    assert (slanted.name, len(board)) == ("slanted", 9)
    assert [len(row) for row in board.rows] == [3, 3, 3]
    assert board.positions[0].tolist() == [-0.75, -0.25]


def test_numbers_may_be_written_in_several_ways() -> None:
    half = Fraction(1, 2)
    faces = [[(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(1, 0, 0), (1, 1, 0), (0, 1, 0)]]
    written = [
        [(1, 0), (half, (0, half))],
        [(1.0, 0.0), (0.5, sqrt(3) / 2)],
        [("1", 0), ("1/2", (0, "1/2"))],
    ]
    made = [Tiling.from_table("t", periods, [(0, 0)], faces, root=3) for periods in written]
    assert made[0] == made[1] == made[2] == Tiling.from_table("t", written[1], [(0, 0)], faces)
    assert made[0].root == 3


def test_pairs_need_a_root() -> None:
    """Without one, the sides of a square would have other lengths than they are meant to have."""
    diagonal = [((0, "1/2"), (0, "1/2")), ((0, "-1/2"), (0, "1/2"))]
    with pytest.raises(InputError, match=r"^number \(0, '1/2'\): give root, too"):
        Tiling.from_table("t", diagonal, [(0, 0)], SQUARES["faces"])
    assert Tiling.from_table("t", diagonal, [(0, 0)], SQUARES["faces"], root=2).root == 2
    assert Tiling.from_table("t", [((1, 0), 0), (0, 1)], [(0, 0)], SQUARES["faces"]).root == 3


def test_clockwise_faces_are_turned_over() -> None:
    assert Tiling.from_table(**table(faces=[SQUARES["faces"][0][::-1]])) == Tiling.from_table(
        **SQUARES
    )


def test_cells_may_be_hollow() -> None:
    """A square with a dent, and the square that fills it."""
    vertices = [(0, 0), (1, 0), (1, 1), (0, 1)]
    small = [(0, 0, 0), (0, 0, 1), (0, 0, 2), (0, 0, 3)]
    outer = [(0, 0, 1), (1, 0, 0), (1, 0, 3), (1, 1, 0), (0, 1, 1), (0, 1, 0), (0, 0, 3)]
    dented = [*outer, (0, 0, 2)]
    tiling = Tiling.from_table("dents", [(2, 0), (0, 2)], vertices, [dented, small])
    assert [len(face) for face in tiling.faces] == [4, 8]
    assert len(Board.regular(tiling, 3)) > 9


BAD = [
    (table(periods=[(0, 0), (0, 1)]), "period 1 is zero"),
    (table(periods=[(1, 2), (2, 4)]), "are parallel"),
    (table(periods=[(1, 2)]), "1 periods: give two"),
    (table(periods=[(1, 2), (1,)]), r"point \(1,\): give two numbers"),
    (table(periods=7), "periods 7: give a list"),
    (table(vertices=[]), "0 vertices and 1 faces"),
    (table(vertices=[(0, "x")]), "number 'x'"),
    (table(vertices=[(0, float("nan"))]), "number nan"),
    (table(vertices=[(0, 0.123456789)]), "number 0.123456789 is not near a fraction"),
    (table(vertices=[(0, 10**9)]), "choose points nearer to 0"),
    (table(vertices=[(0, 0), (0.5, 0.5)]), "vertex 1 belongs to no face"),
    (table(faces=[[(0, 0, 0), (1, 0, 0)]]), "is not a polygon"),
    (table(faces=[[*SQUARES["faces"][0], (0, 0, 0)]]), "is not a polygon"),
    (table(faces=[[(0, 0, 0), (1, 0, 0), (1, 1, 0)]]), "matches no other face"),
    (table(faces=[[(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 1)]]), "k from 0 to 0"),
    (table(faces=[[(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 99, 0)]]), "from -8 to 8"),
    (table(faces=[[(0, 0, 0), (1, 0, 0), (1, 1, 0), "x"]]), "whole numbers"),
    (table(faces=SQUARES["faces"] * 2), "overlap"),
    (
        table(
            vertices=[(0, 0), (0, 0)],
            faces=[[(i, j, k) for i, j, _ in SQUARES["faces"][0]] for k in (0, 1)],
        ),
        "overlap: their area is 2 times",
    ),
    (table(faces=[[(0, 0, 0), (2, 0, 0), (2, 1, 0), (0, 1, 0)]]), "edges cross"),
    (table(faces=[[(0, 0, 0), (1, 1, 0), (1, 0, 0), (0, 1, 0)]]), "cross|overlap"),
    (table(faces=SQUARES["faces"] * 10**6), "1,000,000 faces: give at most 250"),
    (table(vertices=[(0, 0)] * 10**6), "1,000,000 vertices: give at most 500"),
    (table(faces=(face for _ in iter(int, 1) for face in SQUARES["faces"])), "over 250 faces"),
    (table(vertices=[(0, 10**5000)]), "choose points nearer to 0"),
    (table(name="x" * 10**6), "name 'xxx"),
    (table(vertices=[(0, 1e9 + 0.33)]), "choose points nearer to 0"),
    (table(vertices=[(0, "1e999999999")]), "number '1e999999999'"),
    (table(root=4), "root 4"),
    (table(name=""), "name ''"),
]


@pytest.mark.parametrize(("bad", "message"), BAD, ids=[message for _, message in BAD])
def test_bad_tables_are_refused_in_one_line(bad: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message) as error:
        Tiling.from_table(**bad)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 400


def test_faces_that_leave_gaps_are_refused() -> None:
    vertices = [(0, 0), (2, 0), (2, 2), (0, 2)]
    ring = [[(0, 0, 0), (0, 0, 1), (0, 0, 2), (0, 0, 3)]]
    with pytest.raises(InputError, match="matches no other face"):
        Tiling.from_table("islands", [(4, 0), (0, 4)], vertices, ring)
    # The plane twice over: the faces of a lattice half as large.
    with pytest.raises(InputError, match=r"edges cross|overlap"):
        Tiling.from_table(**table(periods=[(2, 0), (0, 1)], faces=[
            [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)],
            [(0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)],
        ], vertices=[(0, 0), (1, 0)]))  # fmt: skip


@pytest.mark.parametrize("name", TILINGS)
def test_every_tiling_comes_back_from_a_patch_of_its_graph(name: str) -> None:
    tiling = TILINGS[name]
    dimension = 4 if name in ("square", "hexagonal", "triangular") else 3
    periods = [plane(period, tiling.root) for period in tiling.basis]
    # In the unit of the tiling's points: the first edge may be no number with small parts there.
    graph, unit = tiling_graph(tiling, dimension), 1 / tiling.scale
    for _, data in graph.nodes(data=True):
        data |= {"x": unit * data["x"], "y": unit * data["y"]}
    found = Tiling.from_graph(graph, periods, root=tiling.root, name=name)
    assert len(found.faces) == len(tiling.faces)
    if name not in ("square", "triangular"):
        assert same(found, tiling, 2)


def test_a_graph_of_networkx() -> None:
    honeycomb = nx.hexagonal_lattice_graph(3, 3)
    periods = [(1.5, sqrt(3) / 2), (0, sqrt(3))]
    tiling = Tiling.from_graph(honeycomb, periods)
    assert [len(face) for face in tiling.faces] == [6]
    assert same(tiling, HEXAGONAL, 3) or len(Board.regular(tiling, 3)) == 19


def bad_graphs() -> list[tuple["nx.Graph[Any]", Any, str]]:
    plain = nx.grid_2d_graph(3, 3)
    nx.set_node_attributes(plain, {node: node for node in plain}, "pos")
    crossed = plain.copy()
    crossed.add_edges_from([((0, 0), (1, 1)), ((1, 0), (0, 1))])
    loose = plain.copy()
    loose.add_node("end", pos=(0.5, 0.5))
    loose.add_edge("end", (0, 0))
    lines = nx.path_graph(3)
    nx.set_node_attributes(lines, {n: (n, 0) for n in lines}, "pos")
    dots = nx.Graph()
    dots.add_node(0, pos=(0, 0))
    periods = [(1, 0), (0, 1)]
    return [
        (nx.path_graph(3), periods, "node 0 has no attribute 'pos'"),
        (crossed, periods, "edges cross"),
        (loose, periods, "has 1 edges"),
        (lines, periods, "is not closed"),
        (plain, [(1, 0), (2, 0)], "parallel"),
        (plain, [(0, 0), (2, 0)], "zero"),
        (plain, [(1, 0)], "1 periods"),
        (nx.empty_graph(20_000), periods, "20,000 nodes"),
        (nx.empty_graph(0), periods, "graph of 0 nodes"),
        (dots, periods, "has 0 edges"),
    ]


@pytest.mark.parametrize(("graph", "periods", "message"), bad_graphs())
def test_bad_graphs_are_refused(graph: "nx.Graph[Any]", periods: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        Tiling.from_graph(graph, periods)


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "bricks.json"
    path.write_text(json.dumps({n: v for n, v in SQUARES.items() if n != "name"}))
    assert read_tiling(path).name == "bricks"
    for text, message in (
        ("{", "not JSON"),
        ("[]", "give an object"),
        ('{"periods": 1, "faces": 2}', "give an object"),
        (json.dumps(SQUARES | {"colour": 1}), "give an object"),
        (" " * 1_000_001, "over 1,000,000 characters"),
    ):
        path.write_text(text)
        with pytest.raises(InputError, match=message):
            read_tiling(path)
    with pytest.raises(InputError, match="no such file"):
        read_tiling(tmp_path / "missing.json")
