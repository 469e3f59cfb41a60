"""Boards made from other boards: moved, cut, joined, refined, renumbered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY, replace
from typing import TYPE_CHECKING, Any

from boardless.games.kit import Graph, OneOrMore, SiteType, absent, frozen, ludeme
from boardless.games.ludemes.graphs import RotatedGraph
from boardless.games.ludemes.sizes import (
    MAKERS,
    AnySize,
    AreaOutline,
    Number,
    PlaneLine,
    PlanePlace,
    Side,
    corners,
    integer_of_size,
    line,
    real,
    side,
    spot,
    vertex_of,
)
from boardless.topo.layouts import editing, operators
from boardless.topo.layouts.faces import split_crossings
from boardless.topo.layouts.incidence import KINDS, renumbered
from boardless.topo.layouts.operators import (
    clip,
    complete,
    dual,
    hole,
    keep,
    make_faces,
    rotate,
    scale,
    shift,
    skew,
    subdivide,
)

if TYPE_CHECKING:
    from boardless.games.ludemes.sizes import Laying, Maker
    from boardless.topo.layouts.editing import Named
    from boardless.topo.layouts.layout import Layout

_Parts = OneOrMore[Graph]


class ReshapedGraph(Graph):
    """A graph with unknown properties, although its parts have known shapes."""

    def concepts(self) -> frozenset[str]:
        """Return the empty set, as Ludii does."""
        return frozenset()


@ludeme("shift")
class ShiftedGraph(Graph):
    """A board moved to the right, up, and to another level.

    Example: (shift 0.5 2 (square 3))
    """

    dx: Number
    dy: Number
    dz: Number | None
    graph: Graph


@ludeme("scale")
class ScaledGraph(Graph):
    """A board stretched from the origin, by one number for both directions or by two.

    Example: (scale 2 1 (square 3))
    """

    x: Number
    y: Number | None
    z: Number | None
    graph: Graph


@ludeme("skew")
class SkewedGraph(Graph):
    """A board slanted to the right, by a share of the height.

    Example: (skew 0.5 (square 4))
    """

    amount: Number
    graph: Graph


@frozen
class JoinedGraph(ReshapedGraph):
    """Several boards as one."""

    graphs: _Parts
    _: KW_ONLY
    connect: bool = False


@ludeme("merge")
class MergedGraph(JoinedGraph):
    """Several boards as one, with one vertex at each place; connect joins vertices nearer than 1.1.

    Example: (merge {(square 3) (shift 0 2 (wedge 3))})
    """


@ludeme("union")
class UnitedGraph(JoinedGraph):
    """Several boards as one, with all vertices of each; connect joins near vertices.

    Example: (union {(square 3) (shift 5 0 (hex 2))})
    """


@ludeme("intersect")
class IntersectedGraph(ReshapedGraph):
    """The part of the first board that all others share.

    Example: (intersect {(square 4) (rectangle 2 5)})
    """

    graphs: _Parts


@ludeme("layers")
class LayeredGraph(Graph):
    """Copies of a board above each other, joined upwards.

    Example: (layers 3 (square 3))
    """

    layers: Side
    graph: Graph


@ludeme("add")
class ExtendedGraph(Graph):
    """A board with more vertices, edges and cells, by places or by the numbers of vertices.

    A curved edge consists of its two ends and two tangents; connect joins new vertices with near
    ones.

    Example: (add (square 3) edges:{{0 4}})
    """

    graph: Graph | None = None
    _: KW_ONLY
    vertices: tuple[PlanePlace, ...] = ()
    edges: tuple[PlaneLine, ...] = ()
    edges_curved: tuple[PlaneLine, ...] = ()
    cells: tuple[PlaneLine, ...] = ()
    connect: bool = False


@ludeme("remove")
class ReducedGraph(ReshapedGraph):
    """A board without the vertices in an area, and without listed cells, edges and vertices.

    Edges that belonged only to removed cells go with them, unless trimEdges is False.

    Example: (remove (square 4) cells:{0 3})
    """

    graph: Graph
    area: AreaOutline | None = None
    _: KW_ONLY
    cells: tuple[AnySize | PlaneLine, ...] = ()
    edges: tuple[PlaneLine, ...] = ()
    vertices: tuple[AnySize | PlanePlace, ...] = ()
    trim_edges: bool = True


@frozen
class CutGraph(ReshapedGraph):
    """A board cut along an area."""

    graph: Graph
    area: AreaOutline


@ludeme("keep")
class KeptGraph(CutGraph):
    """The part of a board in an area.

    Example: (keep (square 6) (poly {{1 1} {1 4} {4 1}}))
    """


@ludeme("clip")
class ClippedGraph(CutGraph):
    """The part of a board outside an area.

    Example: (clip (square 6) (poly {{1 1} {1 4} {4 1}}))
    """


@ludeme("hole")
class HoledGraph(CutGraph):
    """A board without the cells in an area.

    Example: (hole (square 6) (poly {{2 2} {2 4} {4 4} {4 2}}))
    """


@frozen
class ChangedGraph(ReshapedGraph):
    """A board derived from one other board."""

    graph: Graph


@ludeme("trim")
class TrimmedGraph(ChangedGraph):
    """A board without edges that end in nothing and vertices without edges.

    Example: (trim (square 4))
    """


@ludeme("dual")
class DualGraph(ChangedGraph):
    """A board with a vertex for each cell of another.

    Example: (dual (square 5))
    """


@ludeme("subdivide")
class SubdividedGraph(ReshapedGraph):
    """A board with a vertex in each cell of `min` sides or more, joined with its corners.

    On a board played on vertices or edges no cells are left.

    Example: (subdivide (hex 3) min:6)
    """

    graph: Graph
    _: KW_ONLY
    min: AnySize = 1


@ludeme("complete")
class CompletedGraph(ReshapedGraph):
    """A board with an edge between any two vertices, or between any two of each cell.

    Example: (complete (square 3) eachCell:True)
    """

    graph: Graph
    _: KW_ONLY
    each_cell: bool = False


@ludeme("splitCrossings")
class SplitGraph(ChangedGraph):
    """A board with a vertex at each crossing of edges.

    Example: (splitCrossings (square 3 diagonals:Alternating))
    """


@ludeme("makeFaces")
class FacedGraph(ChangedGraph):
    """A board with new cells, computed from its edges.

    Example: (makeFaces (square 3))
    """


@ludeme("renumber")
class RenumberedGraph(Graph):
    """A board with new numbers from the bottom up: for vertices, edges and cells, or some.

    Example: (renumber (rotate 90 (square 3)))
    """

    types: tuple[SiteType, ...] = absent(())
    graph: Graph


@ludeme("recoordinate")
class RecoordinatedGraph(Graph):
    """The same board; coordinates are always computed again.

    Example: (recoordinate Cell (square 3))
    """

    types: tuple[SiteType, ...] = absent(())
    graph: Graph


def _extended(graph: ExtendedGraph, laying: Laying) -> Layout:
    additions = editing.Additions(
        arcs=[_arc(arc) for arc in graph.edges_curved],
        vertices=[spot(place) for place in graph.vertices],
        edges=[ends(edge) for edge in graph.edges],
        cells=[_cell(cell) for cell in graph.cells],
        connect=graph.connect,
    )
    return editing.add(None if graph.graph is None else laying(graph.graph), additions)


def _arc(arc: PlaneLine) -> tuple[editing.Point, editing.Point]:
    """Return the ends of an arc, without its curvature."""
    places = line(arc)
    if len(places) != 4 or isinstance(places[0], int) or isinstance(places[1], int):
        arc.reject("expected two places and two tangents of a curved edge")
    return places[0], places[1]


def _cell(cell: PlaneLine) -> list[editing.Named]:
    vertices = line(cell)
    if len(vertices) < 3:
        cell.reject("expected three or more vertices of a cell")
    return vertices


def _reduced(board: Layout, graph: ReducedGraph) -> Layout:
    cells: list[Any] = [
        line(cell) if isinstance(cell, PlaneLine) else integer_of_size(cell) for cell in graph.cells
    ]
    for cell, place in zip(cells, graph.cells, strict=True):
        if isinstance(cell, list) and isinstance(cell[0], int) and isinstance(place, PlaneLine):
            place.reject("expected the places of the corners of a cell")
    removals = editing.Removals(
        area=None if graph.area is None else corners(graph.area),
        cells=cells,
        edges=[ends(edge) for edge in graph.edges],
        vertices=[vertex_of(vertex) for vertex in graph.vertices],
        trim_edges=graph.trim_edges,
    )
    return replace(editing.remove(board, removals), shape="NoShape")


def ends(vertices: PlaneLine) -> tuple[Named, Named]:
    """Return the two end vertices of an edge."""
    named = line(vertices)
    if len(named) != 2:
        vertices.reject("expected the two ends of an edge")
    return named[0], named[1]


#: The layout of each operator on one board, from the layout of its board.
_OF_ONE: dict[type[Graph], Callable[[Layout, Any], Layout]] = {
    RotatedGraph: lambda board, graph: rotate(board, real(graph.degrees)),
    ShiftedGraph: lambda board, graph: shift(
        board, real(graph.dx), real(graph.dy), real(graph.dz or 0)
    ),
    ScaledGraph: lambda board, graph: scale(
        board,
        real(graph.x),
        real(graph.x if graph.y is None else graph.y),
        1.0 if graph.z is None else real(graph.z),
    ),
    SkewedGraph: lambda board, graph: skew(board, real(graph.amount)),
    LayeredGraph: lambda board, graph: operators.layers(board, side(graph.layers)),
    ReducedGraph: _reduced,
    KeptGraph: lambda board, graph: keep(board, corners(graph.area)),
    ClippedGraph: lambda board, graph: clip(board, corners(graph.area)),
    HoledGraph: lambda board, graph: hole(board, corners(graph.area)),
    TrimmedGraph: lambda board, graph: editing.trim(board),
    DualGraph: lambda board, graph: dual(board),
    SplitGraph: lambda board, graph: split_crossings(board),
    FacedGraph: lambda board, graph: make_faces(board),
    CompletedGraph: lambda board, graph: complete(board, graph.each_cell),
    RenumberedGraph: lambda board, graph: renumbered(
        board, [str(word) for word in graph.types] or KINDS
    ),
    RecoordinatedGraph: lambda board, graph: board,
}
#: The layout of each operator on no board, on several, or with regard to the play.
_OTHERS: dict[type[Graph], Maker] = {
    MergedGraph: lambda graph, laying: operators.merge([*map(laying, graph.graphs)], graph.connect),
    UnitedGraph: lambda graph, laying: operators.union([*map(laying, graph.graphs)], graph.connect),
    IntersectedGraph: lambda graph, laying: operators.intersect([*map(laying, graph.graphs)]),
    ExtendedGraph: _extended,
    SubdividedGraph: lambda graph, laying: subdivide(
        laying(graph.graph),
        integer_of_size(graph.min),
        cells=laying.on_cells,
        vertices=laying.use is SiteType.VERTEX,
    ),
}


def _lay(graph: Any, laying: Laying) -> Layout:
    """Return the layout of an operator, which has no dimensions."""
    operate = _OF_ONE.get(type(graph))
    layout = operate(laying(graph.graph), graph) if operate else _OTHERS[type(graph)](graph, laying)
    return replace(layout, dim=None)


MAKERS |= dict.fromkeys((*_OF_ONE, *_OTHERS), _lay)
