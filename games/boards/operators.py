"""The layouts of boards made of others."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from boardless.games.boards.laying import Laying, lays_out
from boardless.games.boards.numbers import real, side, whole
from boardless.games.boards.places import corners, ends, line, named, spot
from boardless.games.ludemes import graph_operators as given
from boardless.games.ludemes.areas import Line
from boardless.games.ludemes.graphs import Graph, RotatedGraph
from boardless.games.ludemes.kinds import SiteType
from boardless.topo import Layout
from boardless.topo.layouts import cutting, editing, joining, moving, refining
from boardless.topo.layouts.crossings import split_crossings
from boardless.topo.layouts.links import KINDS
from boardless.topo.layouts.order import renumbered

_Graph = TypeVar("_Graph", bound=Graph)
_Operator = Callable[[Any, Laying], Layout]


def _operator(cls: type[Graph]) -> Callable[[_Operator], _Operator]:
    """Register a function that lays out an operator, whose boards have no dimensions."""

    def register(maker: _Operator) -> _Operator:
        lays_out(cls)(lambda graph, laying: replace(maker(graph, laying), dim=None))
        return maker

    return register


@_operator(RotatedGraph)
def _rotate(graph: RotatedGraph, laying: Laying) -> Layout:
    return moving.rotate(laying(graph.graph), real(graph.degrees))


@_operator(given.ShiftedGraph)
def _shift(graph: given.ShiftedGraph, laying: Laying) -> Layout:
    dz = 0.0 if graph.dz is None else real(graph.dz)
    return moving.shift(laying(graph.graph), real(graph.dx), real(graph.dy), dz)


@_operator(given.ScaledGraph)
def _scale(graph: given.ScaledGraph, laying: Laying) -> Layout:
    x = real(graph.x)
    y = x if graph.y is None else real(graph.y)
    return moving.scale(laying(graph.graph), x, y, 1.0 if graph.z is None else real(graph.z))


@_operator(given.SkewedGraph)
def _skew(graph: given.SkewedGraph, laying: Laying) -> Layout:
    return moving.skew(laying(graph.graph), real(graph.amount))


@_operator(given.MergedGraph)
def _merge(graph: given.MergedGraph, laying: Laying) -> Layout:
    return joining.merge([laying(part) for part in graph.graphs], graph.connect)


@_operator(given.UnitedGraph)
def _unite(graph: given.UnitedGraph, laying: Laying) -> Layout:
    return joining.union([laying(part) for part in graph.graphs], graph.connect)


@_operator(given.IntersectedGraph)
def _intersect(graph: given.IntersectedGraph, laying: Laying) -> Layout:
    return joining.intersect([laying(part) for part in graph.graphs])


@_operator(given.LayeredGraph)
def _layers(graph: given.LayeredGraph, laying: Laying) -> Layout:
    return joining.layers(laying(graph.graph), side(graph.layers))


@_operator(given.ExtendedGraph)
def _extend(graph: given.ExtendedGraph, laying: Laying) -> Layout:
    additions = editing.Additions(
        arcs=[_arc(arc) for arc in graph.edges_curved],
        vertices=[spot(place) for place in graph.vertices],
        edges=[ends(edge) for edge in graph.edges],
        cells=[_cell(cell) for cell in graph.cells],
        connect=graph.connect,
    )
    return editing.add(None if graph.graph is None else laying(graph.graph), additions)


def _arc(arc: Line) -> tuple[editing.Point, editing.Point]:
    """Return the ends of an arc; how it bends does not count."""
    places = line(arc)
    if len(places) != 4 or isinstance(places[0], int) or isinstance(places[1], int):
        arc.reject("expected two places and two tangents of a curved edge")
    return places[0], places[1]


def _cell(cell: Line) -> list[editing.Named]:
    vertices = line(cell)
    if len(vertices) < 3:
        cell.reject("expected three or more vertices of a cell")
    return vertices


@_operator(given.ReducedGraph)
def _reduce(graph: given.ReducedGraph, laying: Laying) -> Layout:
    cells: list[Any] = [
        line(cell) if isinstance(cell, Line) else whole(cell) for cell in graph.cells
    ]
    for cell, place in zip(cells, graph.cells, strict=True):
        if isinstance(cell, list) and isinstance(cell[0], int) and isinstance(place, Line):
            place.reject("expected the places of the corners of a cell")
    removals = editing.Removals(
        area=None if graph.area is None else corners(graph.area),
        cells=cells,
        edges=[ends(edge) for edge in graph.edges],
        vertices=[named(vertex) for vertex in graph.vertices],
        trim_edges=graph.trim_edges,
    )
    return replace(editing.remove(laying(graph.graph), removals), shape="NoShape")


@_operator(given.KeptGraph)
def _keep(graph: given.KeptGraph, laying: Laying) -> Layout:
    return cutting.keep(laying(graph.graph), corners(graph.area))


@_operator(given.ClippedGraph)
def _clip(graph: given.ClippedGraph, laying: Laying) -> Layout:
    return cutting.clip(laying(graph.graph), corners(graph.area))


@_operator(given.HoledGraph)
def _hole(graph: given.HoledGraph, laying: Laying) -> Layout:
    return cutting.hole(laying(graph.graph), corners(graph.area))


@_operator(given.TrimmedGraph)
def _trim(graph: given.TrimmedGraph, laying: Laying) -> Layout:
    return editing.trim(laying(graph.graph))


@_operator(given.DualGraph)
def _dual(graph: given.DualGraph, laying: Laying) -> Layout:
    return refining.dual(laying(graph.graph))


@_operator(given.SubdividedGraph)
def _subdivide(graph: given.SubdividedGraph, laying: Laying) -> Layout:
    on_vertices = laying.use is SiteType.VERTEX
    inner = laying(graph.graph)
    return refining.subdivide(inner, whole(graph.min), cells=laying.on_cells, vertices=on_vertices)


@_operator(given.CompletedGraph)
def _complete(graph: given.CompletedGraph, laying: Laying) -> Layout:
    return refining.complete(laying(graph.graph), graph.each_cell)


@_operator(given.SplitGraph)
def _split(graph: given.SplitGraph, laying: Laying) -> Layout:
    return split_crossings(laying(graph.graph))


@_operator(given.FacedGraph)
def _make_faces(graph: given.FacedGraph, laying: Laying) -> Layout:
    return refining.make_faces(laying(graph.graph))


@_operator(given.RenumberedGraph)
def _renumber(graph: given.RenumberedGraph, laying: Laying) -> Layout:
    return renumbered(laying(graph.graph), [str(word) for word in graph.types] or KINDS)


@_operator(given.RecoordinatedGraph)
def _recoordinate(graph: given.RecoordinatedGraph, laying: Laying) -> Layout:
    return laying(graph.graph)
