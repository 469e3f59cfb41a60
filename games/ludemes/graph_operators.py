"""Boards made of others: moved, cut, joined, refined and renumbered."""

from dataclasses import KW_ONLY
from typing import Annotated

from boardless.games.language.ludeme import Limits, absent, ludeme
from boardless.games.ludemes.areas import Line, Outline, Place
from boardless.games.ludemes.graphs import Graph
from boardless.games.ludemes.kinds import SiteType
from boardless.games.ludemes.sizes import AnySize, Number, Side

_Parts = Annotated[tuple[Graph, ...], Limits(1)]


@ludeme("shift", example="(shift 0.5 2 (square 3))")
class ShiftedGraph(Graph):
    """A board moved to the right, up, and to another level."""

    dx: Number
    dy: Number
    dz: Number | None
    graph: Graph


@ludeme("scale", example="(scale 2 1 (square 3))")
class ScaledGraph(Graph):
    """A board stretched from the origin; by one number in both directions of the plane."""

    x: Number
    y: Number | None
    z: Number | None
    graph: Graph


@ludeme("skew", example="(skew 0.5 (square 4))")
class SkewedGraph(Graph):
    """A board slanted to the right, by a share of the height."""

    amount: Number
    graph: Graph


@ludeme("merge", example="(merge {(square 3) (shift 0 2 (wedge 3))})")
class MergedGraph(Graph):
    """Several boards as one; vertices at one place become one.

    With connect, vertices nearer than 1.1 mean edge lengths are joined.
    """

    graphs: _Parts
    _: KW_ONLY
    connect: bool = False


@ludeme("union", example="(union {(square 3) (shift 5 0 (hex 2))})")
class UnitedGraph(Graph):
    """Several boards as one, each with all of its vertices; connect joins those that are near."""

    graphs: _Parts
    _: KW_ONLY
    connect: bool = False


@ludeme("intersect", example="(intersect {(square 4) (rectangle 2 5)})")
class IntersectedGraph(Graph):
    """What the first board has in common with all others."""

    graphs: _Parts


@ludeme("layers", example="(layers 3 (square 3))")
class LayeredGraph(Graph):
    """Copies of a board above each other, joined upwards."""

    layers: Side
    graph: Graph


@ludeme("add", example="(add (square 3) edges:{{0 4}})")
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


@ludeme("remove", example="(remove (square 4) cells:{0 3})")
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


@ludeme("keep", example="(keep (square 6) (poly {{1 1} {1 4} {4 1}}))")
class KeptGraph(Graph):
    """The part of a board in an area."""

    graph: Graph
    area: Outline


@ludeme("clip", example="(clip (square 6) (poly {{1 1} {1 4} {4 1}}))")
class ClippedGraph(Graph):
    """The part of a board outside an area."""

    graph: Graph
    area: Outline


@ludeme("hole", example="(hole (square 6) (poly {{2 2} {2 4} {4 4} {4 2}}))")
class HoledGraph(Graph):
    """A board without the cells in an area."""

    graph: Graph
    area: Outline


@ludeme("trim", example="(trim (square 4))")
class TrimmedGraph(Graph):
    """A board without edges that end in nothing and vertices without edges."""

    graph: Graph


@ludeme("dual", example="(dual (square 5))")
class DualGraph(Graph):
    """A board with a vertex for each cell of another."""

    graph: Graph


@ludeme("subdivide", example="(subdivide (hex 3) min:6)")
class SubdividedGraph(Graph):
    """A board with a vertex in each cell that has at least so many sides, joined with its corners.

    On a board played on vertices or edges no cells are left.
    """

    graph: Graph
    _: KW_ONLY
    min: AnySize = 1


@ludeme("complete", example="(complete (square 3) eachCell:True)")
class CompletedGraph(Graph):
    """A board with an edge between any two vertices, or between any two of each cell."""

    graph: Graph
    _: KW_ONLY
    each_cell: bool = False


@ludeme("splitCrossings", example="(splitCrossings (square 3 diagonals:Alternating))")
class SplitGraph(Graph):
    """A board with a vertex at each crossing of edges."""

    graph: Graph


@ludeme("makeFaces", example="(makeFaces (square 3))")
class FacedGraph(Graph):
    """A board whose cells are found anew between its edges."""

    graph: Graph


@ludeme("renumber", example="(renumber (rotate 90 (square 3)))")
class RenumberedGraph(Graph):
    """A board numbered anew from the bottom up: its vertices, edges and cells, or only some."""

    types: tuple[SiteType, ...] = absent(())
    graph: Graph


@ludeme("recoordinate", example="(recoordinate Cell (square 3))")
class RecoordinatedGraph(Graph):
    """The same board; coordinates are always taken anew."""

    types: tuple[SiteType, ...] = absent(())
    graph: Graph
