"""Boards of squares, hexagons and triangles, and their layouts."""

from __future__ import annotations

from dataclasses import KW_ONLY, replace
from typing import TYPE_CHECKING, Annotated

from boardless.games.initial.layouts import lays_out
from boardless.games.language.ludeme import Limits, Word, ludeme
from boardless.games.ludemes.kinds import Graph
from boardless.games.ludemes.shapes import other_layout
from boardless.games.ludemes.sizes import (
    AreaOutline,
    PlaneLine,
    PlanePlace,
    Real,
    Side,
    line,
    outline,
    side,
    spot,
)
from boardless.topo.layouts import square
from boardless.topo.layouts.editing import Sketch
from boardless.topo.layouts.hexagonal import HEXAGONS, TRIANGLES

if TYPE_CHECKING:
    from boardless.games.initial.layouts import Laying
    from boardless.topo.layouts.layout import Layout


class SquareShape(Word):
    """The shapes of boards of squares."""

    SQUARE = "Square"
    DIAMOND = "Diamond"
    LIMPING = "Limping"


class HexShape(Word):
    """The shapes of boards of hexagons."""

    HEXAGON = "Hexagon"
    LIMPING = "Limping"
    PRISM = "Prism"
    RECTANGLE = "Rectangle"
    SQUARE = "Square"
    STAR = "Star"
    TRIANGLE = "Triangle"


class TriangleShape(Word):
    """The shapes of boards of triangles."""

    DIAMOND = "Diamond"
    HEXAGON = "Hexagon"
    LIMPING = "Limping"
    PRISM = "Prism"
    RECTANGLE = "Rectangle"
    SQUARE = "Square"
    STAR = "Star"
    TRIANGLE = "Triangle"


class Diagonals(Word):
    """The lines that cross the squares of a board.

    Solid meet in a vertex, SolidNoSplit do not; Alternating are one to a square, as on
    alquerque boards; Concentric lie around the middle, Radiating lead from it, Implied are not
    drawn.
    """

    IMPLIED = "Implied"
    SOLID = "Solid"
    SOLID_NO_SPLIT = "SolidNoSplit"
    ALTERNATING = "Alternating"
    CONCENTRIC = "Concentric"
    RADIATING = "Radiating"


@ludeme("square", example="(square 8 diagonals:Alternating)")
class SquareGraph(Graph):
    """Squares, or on vertices points, so many along a side; pyramidal: in ever smaller layers."""

    side: Side
    _: KW_ONLY
    diagonals: Diagonals | None = None
    pyramidal: bool = False


@ludeme("square", example="(square Diamond 4)")
class ShapedSquares(Graph):
    """Squares in a shape: Limping has one column more, Diamond stands on its corner."""

    shape: SquareShape
    side: Side
    _: KW_ONLY
    diagonals: Diagonals | None = None
    pyramidal: bool = False


@ludeme("square", example="(square (poly {{1 2} {1 6} {3 6} {3 2}}))")
class SquaresWithin(Graph):
    """The squares between the points of an area, or in a shape with these sides."""

    outline: AreaOutline
    _: KW_ONLY
    diagonals: Diagonals | None = None


@ludeme("rectangle", example="(rectangle 3 7)")
class RectangleGraph(Graph):
    """Squares in rows and columns."""

    rows: Side
    columns: Side | None = None
    _: KW_ONLY
    diagonals: Diagonals | None = None


@ludeme("hex", example="(hex 5)")
class HexGraph(Graph):
    """A hexagon of hexagons; with another side, its sides alternate."""

    side: Side
    other: Side | None = None


@ludeme("hex", "Diamond", example="(hex Diamond 11)")
class DiamondGraph(Graph):
    """A rhombus of hexagons, on its obtuse corner."""

    side: Side


@ludeme("hex", example="(hex Star 3)")
class ShapedHexagons(Graph):
    """Hexagons in a shape; some have a second size."""

    shape: HexShape
    side: Side
    other: Side | None = None


@ludeme("hex", example="(hex (poly {{1 2} {1 6} {3 6} {3 2}}))")
class HexagonsWithin(Graph):
    """The hexagons in an area, or in a shape with these sides, each turned by 60 degrees."""

    outline: AreaOutline


@ludeme("tri", example="(tri 6)")
class TriangleGraph(Graph):
    """A triangle of triangles; played on its vertices, as many points along a side."""

    side: Side


@ludeme("tri", example="(tri Hexagon 4)")
class ShapedTriangles(Graph):
    """Triangles in a shape; some have a second size."""

    shape: TriangleShape
    side: Side
    other: Side | None = None


@ludeme("tri", example="(tri (poly {{1 2} {1 6} {3 6} {3 2}}))")
class TrianglesWithin(Graph):
    """The points of triangles in an area, or in a shape with these sides."""

    outline: AreaOutline


@ludeme("graph", example="(graph vertices:{{0 0} {1 0} {0 1}} edges:{{0 1} {1 2}})")
class ExplicitGraph(Graph):
    """Vertices by their places, edges by the numbers of their ends, and the cells between them."""

    _: KW_ONLY
    vertices: Annotated[tuple[PlanePlace, ...], Limits(1)]
    edges: tuple[PlaneLine, ...] = ()


@ludeme("rotate", example="(rotate 45 (square 4))")
class RotatedGraph(Graph):
    """A board turned anticlockwise by a number of degrees; its sites keep their numbers."""

    degrees: Annotated[float, Limits(-360, 360)] | Real
    graph: Graph


@lays_out(SquareGraph)
def _square(graph: SquareGraph, laying: Laying) -> Layout:
    return _squares(graph, side(graph.side), side(graph.side), laying)


@lays_out(ShapedSquares)
def _shaped_squares(graph: ShapedSquares, laying: Laying) -> Layout:
    size = side(graph.side)
    if graph.shape is SquareShape.DIAMOND:
        return square.diamond(size, _diagonals(graph))
    wider = size + (graph.shape is SquareShape.LIMPING)
    return _squares(graph, size, wider, laying)


@lays_out(RectangleGraph)
def _rectangle(graph: RectangleGraph, laying: Laying) -> Layout:
    rows = side(graph.rows)
    return _squares(graph, rows, other_layout(graph.columns, rows), laying)


def _squares(
    graph: SquareGraph | ShapedSquares | RectangleGraph,
    rows: int,
    columns: int,
    laying: Laying,
) -> Layout:
    diagonals = _diagonals(graph)
    pyramidal = getattr(graph, "pyramidal", False)
    if diagonals and pyramidal:
        graph.reject("expected diagonals: or pyramidal:, but not both")
    more = laying.on_cells
    layout = square.rectangle(rows + more, columns + more, diagonals, pyramidal)
    return replace(layout, dim=(rows, columns))


@lays_out(SquaresWithin)
def _squares_within(graph: SquaresWithin, laying: Laying) -> Layout:
    area, sides = outline(graph.outline)
    diagonals = _diagonals(graph)
    return square.along_sides(sides, diagonals) if sides else square.area(area, diagonals)


def _diagonals(
    graph: SquareGraph | ShapedSquares | RectangleGraph | SquaresWithin,
) -> square.Diagonals | None:
    return graph.diagonals.value if graph.diagonals else None


@lays_out(HexGraph)
def _hexagon(graph: HexGraph, laying: Laying) -> Layout:
    if graph.other is None:
        return HEXAGONS.hexagon(side(graph.side))
    return HEXAGONS.along_sides((side(graph.side), side(graph.other)))


@lays_out(DiamondGraph)
def _hexagon_diamond(graph: DiamondGraph, laying: Laying) -> Layout:
    return HEXAGONS.diamond(side(graph.side))


@lays_out(ShapedHexagons)
def _shaped_hexagons(graph: ShapedHexagons, laying: Laying) -> Layout:
    size = side(graph.side)
    other = other_layout(graph.other, size)
    shape = HexShape
    if graph.shape is shape.HEXAGON:
        if graph.other is None:
            return HEXAGONS.hexagon(size)
        return HEXAGONS.along_sides((size, other))
    if graph.shape is shape.LIMPING:
        return HEXAGONS.along_sides((size, size + 1))
    if graph.shape is shape.PRISM:
        return HEXAGONS.prism(size, other)
    if graph.shape is shape.RECTANGLE:
        return HEXAGONS.rectangle(size, other)
    if graph.shape is shape.SQUARE:
        return HEXAGONS.rectangle(size, size)
    return HEXAGONS.star(size) if graph.shape is shape.STAR else HEXAGONS.triangle(size)


@lays_out(HexagonsWithin)
def _hexagons_within(graph: HexagonsWithin, laying: Laying) -> Layout:
    area, sides = outline(graph.outline)
    return HEXAGONS.along_sides(sides) if sides else HEXAGONS.area(area)


@lays_out(TriangleGraph)
def _triangle(graph: TriangleGraph, laying: Laying) -> Layout:
    size = side(graph.side)
    return replace(TRIANGLES.triangle(size + laying.on_cells), dim=(size,))


@lays_out(ShapedTriangles)
def _shaped_triangles(graph: ShapedTriangles, laying: Laying) -> Layout:
    size = side(graph.side)
    other = other_layout(graph.other, size)
    more = laying.on_cells
    shape = TriangleShape
    if graph.shape is shape.STAR:
        return TRIANGLES.star(size)
    if graph.shape is shape.LIMPING:
        return TRIANGLES.along_sides((size, size + 1))
    if graph.shape is shape.PRISM:
        return replace(TRIANGLES.prism(size + more, other + more), dim=(size, other))
    if graph.shape in (shape.RECTANGLE, shape.SQUARE):
        other = size if graph.shape is shape.SQUARE else other
        return replace(TRIANGLES.rectangle(size + more, other + more), dim=(size, other))
    if graph.shape is shape.HEXAGON:
        layout = TRIANGLES.hexagon(size + more)
    elif graph.shape is shape.DIAMOND:
        layout = TRIANGLES.diamond(size + more)
    else:
        layout = TRIANGLES.triangle(size + more)
    return replace(layout, dim=(size,))


@lays_out(TrianglesWithin)
def _triangles_within(graph: TrianglesWithin, laying: Laying) -> Layout:
    area, sides = outline(graph.outline)
    return TRIANGLES.along_sides(sides) if sides else TRIANGLES.area(area)


@lays_out(ExplicitGraph)
def _lay_out_explicit(graph: ExplicitGraph, laying: Laying) -> Layout:
    sketch = Sketch()
    for place in graph.vertices:
        sketch.add_vertex(*spot(place))
    for edge in graph.edges:
        a, b = line(edge)
        if not (isinstance(a, int) and isinstance(b, int)):
            edge.reject("expected the numbers of two vertices")
        for vertex in (a, b):
            if not 0 <= vertex < len(graph.vertices):
                edge.reject(f"expected vertices from 0 to {len(graph.vertices) - 1}")
        sketch.edge(a, b)
    return sketch.layout("NoBasis", "NoShape", make_faces=True)
