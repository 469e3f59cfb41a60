"""Boards made of others: moved, cut, joined, refined and renumbered."""

from dataclasses import KW_ONLY
from typing import Annotated

from boardless.games.language.ludeme import Limits, absent, ludeme
from boardless.games.ludemes.areas import Line, Outline, Place
from boardless.games.ludemes.graphs import Graph
from boardless.games.ludemes.kinds import SiteType
from boardless.games.ludemes.sizes import AnySize, Number, Side

_Parts = Annotated[tuple[Graph, ...], Limits(1)]


@ludeme("shift")
class ShiftedGraph(Graph):
    """A board moved to the right, up, and to another level."""

    dx: Number
    dy: Number
    dz: Number | None
    graph: Graph


@ludeme("scale")
class ScaledGraph(Graph):
    """A board stretched from the origin; by one number in both directions of the plane."""

    x: Number
    y: Number | None
    z: Number | None
    graph: Graph


@ludeme("skew")
class SkewedGraph(Graph):
    """A board slanted to the right, by a share of the height."""

    amount: Number
    graph: Graph


@ludeme("merge")
class MergedGraph(Graph):
    """Several boards as one; vertices at one place become one.

    With connect, vertices nearer than 1.1 mean edge lengths are joined.
    """

    graphs: _Parts
    _: KW_ONLY
    connect: bool = False


@ludeme("union")
class UnitedGraph(Graph):
    """Several boards as one, each with all of its vertices; connect joins those that are near."""

    graphs: _Parts
    _: KW_ONLY
    connect: bool = False


@ludeme("intersect")
class IntersectedGraph(Graph):
    """What the first board has in common with all others."""

    graphs: _Parts


@ludeme("layers")
class LayeredGraph(Graph):
    """Copies of a board above each other, joined upwards."""

    layers: Side
    graph: Graph


@ludeme("add")
class ExtendedGraph(Graph):
    """A board with more vertices, edges and cells, by places or by the numbers of vertices.

    A curved edge is its two ends and two tangents. With connect, new vertices are joined with all
    that are near.
    """

    graph: Graph | None = None
    _: KW_ONLY
    vertices: tuple[Place, ...] = ()
    edges: tuple[Line, ...] = ()
    edges_curved: tuple[Line, ...] = ()
    cells: tuple[Line, ...] = ()
    connect: bool = False


@ludeme("remove")
class ReducedGraph(Graph):
    """A board without the vertices in an area, and without cells, edges and vertices.

    These are given by places or numbers. Edges that only removed cells had go with them, unless
    trimEdges is False.
    """

    graph: Graph
    area: Outline | None = None
    _: KW_ONLY
    cells: tuple[AnySize | Line, ...] = ()
    edges: tuple[Line, ...] = ()
    vertices: tuple[AnySize | Place, ...] = ()
    trim_edges: bool = True


@ludeme("keep")
class KeptGraph(Graph):
    """The part of a board in an area."""

    graph: Graph
    area: Outline


@ludeme("clip")
class ClippedGraph(Graph):
    """The part of a board outside an area."""

    graph: Graph
    area: Outline


@ludeme("hole")
class HoledGraph(Graph):
    """A board without the cells in an area."""

    graph: Graph
    area: Outline


@ludeme("trim")
class TrimmedGraph(Graph):
    """A board without edges that end in nothing and vertices without edges."""

    graph: Graph


@ludeme("dual")
class DualGraph(Graph):
    """A board with a vertex for each cell of another."""

    graph: Graph


@ludeme("subdivide")
class SubdividedGraph(Graph):
    """A board with a vertex in each cell that has at least so many sides, joined with its corners.

    On a board played on vertices or edges no cells are left.
    """

    graph: Graph
    _: KW_ONLY
    min: AnySize = 1


@ludeme("complete")
class CompletedGraph(Graph):
    """A board with an edge between any two vertices, or between any two of each cell."""

    graph: Graph
    _: KW_ONLY
    each_cell: bool = False


@ludeme("splitCrossings")
class SplitGraph(Graph):
    """A board with a vertex at each crossing of edges."""

    graph: Graph


@ludeme("makeFaces")
class FacedGraph(Graph):
    """A board whose cells are found anew between its edges."""

    graph: Graph


@ludeme("renumber")
class RenumberedGraph(Graph):
    """A board numbered anew from the bottom up: its vertices, edges and cells, or only some."""

    types: tuple[SiteType, ...] = absent(())
    graph: Graph


@ludeme("recoordinate")
class RecoordinatedGraph(Graph):
    """The same board; coordinates are always taken anew."""

    types: tuple[SiteType, ...] = absent(())
    graph: Graph
