"""Regions of sites that meet others, of edges that cross, and of the ends of walks."""

import pytest

from boardless.topo import InputError
from tests.games.compiler.boards import game_of
from tests.games.compiler.kernels_run import KernelsRun

CELLS = "(square 3)"
VERTICES = "(board (square 3) use:Vertex)"
EDGES = "(board (square 2) use:Edge)"
TO = "(play (move Add (piece 1) (to %s)))"
WHERE = "(forEach (sites Empty) if:%s)"


@pytest.mark.parametrize(
    ("board", "region", "sites"),
    [
        # Cells of 3 x 3 squares, which have 16 vertices and 24 edges.
        (CELLS, "(sites Incident Cell of:Vertex at:5)", [0, 1, 3, 4]),
        (CELLS, "(sites Incident Cell of:Vertex at:99)", [-1]),
        (CELLS, "(sites Incident Cell of:Cell at:(if (= 0 (count Moves)) 0 4))", [1, 3]),
        (CELLS, WHERE % "(= 2 (count Sites in:(sites Incident Cell of:Cell at:(site))))",
         [0, 2, 6, 8]),
        (CELLS, WHERE % "(= 1 (count Sites in:(intersection (sites Incident Edge of:Cell at:(site))"
         " (sites Incident Edge of:Cell at:4))))", [1, 3, 5, 7]),
        (CELLS, WHERE % "(is In 15 (sites Incident Vertex of:Cell at:(site)))", [8]),
        (CELLS, WHERE % "(all Sites (sites Board Vertex) if:(<= (count Sites"
         " in:(sites Incident Cell of:Vertex at:(site))) (+ 3 (site))))", list(range(9))),
        # The nine vertices of four squares, and the four edges of one.
        (VERTICES, "(sites Incident Vertex of:Cell at:(count Moves))", [0, 1, 3, 4]),
        (VERTICES, WHERE % "(= 4 (count Sites in:(sites Incident Edge of:Vertex at:(site))))", [4]),
        (EDGES, "(sites Incident Edge of:Edge at:(count Moves))", [1, 2]),
        # The edges of a cell, on which pieces may lie, and those of nobody.
        (CELLS, "(intersection (sites Empty Edge) (sites Incident Edge of:Cell at:0))",
         [0, 3, 4, 7]),
        (CELLS, "(sites Incident Edge of:Cell at:4 Mover)", [-1]),
        (EDGES, "(sites Incident Edge of:Vertex at:0)", [0, 1]),
        # The ends of knight's moves, and of the same to the north alone.
        (CELLS, "(sites (count Moves) {{F F R F} {F F L F}})", [5, 7]),
        (CELLS, "(sites (count Moves) {{F F R F} {F F L F}} rotations:False)", [7]),
        (CELLS, WHERE % "(is In 4 (results from:(site) to:(sites {{F R F}}) (to)))", [0, 2, 6, 8]),
    ],
)  # fmt: skip
def test_sites_that_meet_others(board: str, region: str, sites: list[int]) -> None:
    assert KernelsRun(board=board, play=TO % region).targets() == sites


def test_vertices_are_told_from_edges_on_which_pieces_lie() -> None:
    """Cells come first, edges behind them: vertices, on which none lies, are not among either."""
    bare = (
        "(all Sites (sites Incident Vertex of:Cell at:(site)) if:"
        "(all Sites (sites Incident Edge of:Vertex at:(site)) if:(is Empty Edge (site))))"
    )
    start = '(start (place "A1" Edge 0))'
    run = KernelsRun(board=CELLS, before=start, play=TO % (WHERE % bare))
    assert run.targets() == [2, 3, 4, 5, 6, 7, 8]


def test_sites_of_a_role_that_meet_others() -> None:
    some = "(!= 0 (count Sites in:(sites Incident Edge of:Edge at:(site) %s)))"
    for role, sites in (("P1", {1, 2}), ("All", {1, 2}), ("P2", {-1}), ("Mover", {-1})):
        play = TO % f"(if (= 0 (count Moves)) (sites Empty) {WHERE % (some % role)})"
        match = KernelsRun(board=EDGES, play=play)
        match.go(0)
        assert set(match.targets()) == sites
    match = KernelsRun(board=EDGES, play=TO % (WHERE % (some % "owner:(player 1)")))
    assert match.targets() == [-1]


def test_edges_that_cross() -> None:
    """Both diagonals of a square cross each other and none of its sides."""
    graph = "(graph vertices:{{0 0} {1 0} {1 1} {0 1}} edges:{{0 1} {1 2} {2 3} {3 0} {0 2} {1 3}})"
    crossed = WHERE % "(= 0 (count Sites in:(sites Crossing at:(site) All)))"
    match = KernelsRun(board=f"(board {graph} use:Edge)", play=TO % crossed)
    match.go(4)
    assert match.targets() == [0, 1, 2, 3]
    for edges, crossing in (((4, 5), True), ((5, 4), True), ((0, 4), False), ((4, 9), False)):
        test = f"(is Crossing {edges[0]} {edges[1]})"
        crossed = KernelsRun(board=f"(board {graph} use:Edge)", play=TO % (WHERE % test))
        assert (crossed.targets() != [-1]) == crossing


@pytest.mark.parametrize(
    ("board", "region", "complaint"),
    [
        (CELLS, "(sites Crossing at:0 All)", "played on its edges"),
    ],
)
def test_edges_that_cross_need_pieces_on_edges(board: str, region: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        game_of(board=board, play=TO % f"(forEach {region} if:(is Empty (site)))")
