"""Boards of squares, hexagons and triangles, and their layouts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import KW_ONLY, replace
from typing import TYPE_CHECKING, Annotated

from boardless.games.kit import Graph, Limits, OneOrMore, Word, ludeme, words
from boardless.games.ludemes.shapes import inside, second
from boardless.games.ludemes.sizes import (
    MAKERS,
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
from boardless.topo.layouts.editing import Sketch
from boardless.topo.layouts.lattice import (
    HEXAGONS,
    TRIANGLES,
    rectangle,
    square_along_sides,
    square_area,
    square_diamond,
)

if TYPE_CHECKING:
    from boardless.games.ludemes.sizes import Laying
    from boardless.topo.layouts.lattice import HexagonalLattice, SquareDiagonals
    from boardless.topo.layouts.layout import Layout


class SquareShape(Word):
    """The shapes of boards of squares."""

    SQUARE = "Square"
    DIAMOND = "Diamond"
    LIMPING = "Limping"


class HexShape(Word):
    """The shapes of boards of hexagons."""

    vars().update(words("Hexagon Limping Prism Rectangle Square Star Triangle"))


class TriangleShape(Word):
    """The shapes of boards of triangles."""

    vars().update(words("Diamond Hexagon Limping Prism Rectangle Square Star Triangle"))


class Diagonals(Word):
    """The lines that cross the squares of a board.

    Solid meet in a vertex, SolidNoSplit do not; Alternating are one to a square, as on
    alquerque boards; Concentric lie around the middle, Radiating lead from it, Implied are not
    drawn.
    """

    vars().update(words("Implied Solid SolidNoSplit Alternating Concentric Radiating"))


@ludeme("square", phrase="squares, {side} along a side")
class SquareGraph(Graph):
    """Squares, or points on vertices, N along a side; a pyramidal board has ever smaller layers.

    Example: (square 8 diagonals:Alternating)
    """

    side: Side
    _: KW_ONLY
    diagonals: Diagonals | None = None
    pyramidal: bool = False

    def more_concepts(self) -> Iterable[str]:
        """Return the concepts of its shape and tiling."""
        return _of_squares(self.diagonals, True, self.pyramidal)


@ludeme("square")
class ShapedSquares(Graph):
    """Squares in a shape: Limping has one column more, Diamond stands on its corner.

    Example: (square Diamond 4)
    """

    shape: SquareShape
    side: Side
    _: KW_ONLY
    diagonals: Diagonals | None = None
    pyramidal: bool = False

    def more_concepts(self) -> Iterable[str]:
        """Return the concepts of its shape and tiling."""
        if self.shape is SquareShape.DIAMOND:
            return _tiled(self.diagonals) | {"DiamondShape"}
        return _of_squares(self.diagonals, self.shape is SquareShape.SQUARE, self.pyramidal)


@ludeme("square")
class SquaresWithin(Graph):
    """The squares between the points of an area, or in a shape with these sides.

    Example: (square (poly {{1 2} {1 6} {3 6} {3 2}}))
    """

    outline: AreaOutline
    _: KW_ONLY
    diagonals: Diagonals | None = None

    def more_concepts(self) -> Iterable[str]:
        """Return the concept of its tiling."""
        return _tiled(self.diagonals)


@ludeme("rectangle")
class RectangleGraph(Graph):
    """Squares in rows and columns.

    Example: (rectangle 3 7)
    """

    rows: Side
    columns: Side | None = None
    _: KW_ONLY
    diagonals: Diagonals | None = None

    def more_concepts(self) -> Iterable[str]:
        """Return the concepts of its shape and tiling."""
        rows = side(self.rows)
        as_many = self.columns is None or side(self.columns) == rows
        return _of_squares(self.diagonals, as_many, False)


@ludeme(
    "hex",
    concepts="HexTiling PolygonShape !other:RegularShape !other:HexShape",
    phrase="a hexagon of hexagons with {side} along a side",
)
class HexGraph(Graph):
    """A hexagon of hexagons; with a second number, the lengths of its sides alternate.

    Example: (hex 5)
    """

    side: Side
    other: Side | None = None


@ludeme("hex", "Diamond", concepts="HexTiling DiamondShape PolygonShape RegularShape")
class DiamondGraph(Graph):
    """A rhombus of hexagons, on its obtuse corner.

    Example: (hex Diamond 11)
    """

    side: Side


@ludeme("hex", concepts="HexTiling PolygonShape")
class ShapedHexagons(Graph):
    """Hexagons in a shape; some have a second size.

    Example: (hex Star 3)
    """

    shape: HexShape
    side: Side
    other: Side | None = None

    def more_concepts(self) -> Iterable[str]:
        """Return the concepts of its shape and tiling."""
        shape = "Rectangle" if self.shape.value == "Square" else self.shape.value
        irregular = shape == "Hexagon" and self.other is not None
        return () if irregular else _of_shape(shape)


@ludeme("hex", concepts="HexTiling PolygonShape")
class HexagonsWithin(Graph):
    """The hexagons in an area, or in a shape with these sides, each turned by 60 degrees.

    Example: (hex (poly {{1 2} {1 6} {3 6} {3 2}}))
    """

    outline: AreaOutline


@ludeme(
    "tri",
    concepts="TriangleTiling RegularShape PolygonShape TriangleShape",
    phrase="triangles, {side} along a side",
)
class TriangleGraph(Graph):
    """A triangle of triangles; played on its vertices, it has N points along a side.

    Example: (tri 6)
    """

    side: Side
    #: As in Ludii, this has no effect.
    other: Side | None = None


@ludeme("tri", concepts="TriangleTiling PolygonShape")
class ShapedTriangles(Graph):
    """Triangles in a shape; some have a second size.

    Example: (tri Hexagon 4)
    """

    shape: TriangleShape
    side: Side
    other: Side | None = None

    def more_concepts(self) -> Iterable[str]:
        """Return the concepts of its shape and tiling."""
        shape = (
            "Square" if self.shape.value == "Rectangle" and self.other is None else self.shape.value
        )
        return _of_shape(shape)


@ludeme("tri", concepts="TriangleTiling PolygonShape")
class TrianglesWithin(Graph):
    """The points of triangles in an area, or in a shape with these sides.

    Example: (tri (poly {{1 2} {1 6} {3 6} {3 2}}))
    """

    outline: AreaOutline


@ludeme("graph")
class ExplicitGraph(Graph):
    """Vertices by their places, edges by the numbers of their ends, and cells between them.

    Example: (graph vertices:{{0 0} {1 0} {0 1}} edges:{{0 1} {1 2}})
    """

    _: KW_ONLY
    vertices: OneOrMore[PlanePlace]
    edges: tuple[PlaneLine, ...] = ()


@ludeme("rotate")
class RotatedGraph(Graph):
    """A board turned anticlockwise by a number of degrees; its sites keep their numbers.

    Example: (rotate 45 (square 4))
    """

    degrees: Annotated[float, Limits(-360, 360)] | Real
    graph: Graph


def _tiled(diagonals: Diagonals | None) -> frozenset[str]:
    """Return the concept of squares with diagonals."""
    if diagonals is None:
        return frozenset(("SquareTiling",))
    return frozenset(("AlquerqueTiling",) if diagonals.value == "Alternating" else ())


def _of_squares(diagonals: Diagonals | None, as_many: bool, pyramidal: bool) -> frozenset[str]:
    """Return the concepts of rows and columns, equal or not, with diagonals or in layers."""
    shape = f"{'Square' if as_many else 'Rectangle'}{'Pyramidal' * pyramidal}Shape"
    return _tiled(diagonals) | {shape, "RegularShape", "PolygonShape"}


def _of_shape(shape: str) -> frozenset[str]:
    """Return the concepts of a shape that has a name."""
    if shape == "Limping":
        return frozenset()
    name = "Hex" if shape == "Hexagon" else shape
    return frozenset((f"{name}Shape", "RegularShape"))


def _shaped_squares(graph: ShapedSquares, laying: Laying) -> Layout:
    size = side(graph.side)
    if graph.shape is SquareShape.DIAMOND:
        return square_diamond(size, _diagonals(graph))
    return _squares(graph, size, size + (graph.shape is SquareShape.LIMPING), laying)


def _squares(
    graph: SquareGraph | ShapedSquares | RectangleGraph,
    rows: int,
    columns: int | None,
    laying: Laying,
) -> Layout:
    """Return the layout of rows and columns; by default a square."""
    columns = rows if columns is None else columns
    diagonals, pyramidal = _diagonals(graph), getattr(graph, "pyramidal", False)
    if diagonals and pyramidal:
        graph.reject("expected diagonals: or pyramidal:, but not both")
    more = laying.on_cells
    layout = rectangle(rows + more, columns + more, diagonals, pyramidal)
    return replace(layout, dim=(rows, columns))


def _squares_within(graph: SquaresWithin, laying: Laying) -> Layout:
    area, sides = outline(graph.outline)
    diagonals = _diagonals(graph)
    return square_along_sides(sides, diagonals) if sides else square_area(area, diagonals)


def _diagonals(
    graph: SquareGraph | ShapedSquares | RectangleGraph | SquaresWithin,
) -> SquareDiagonals | None:
    return graph.diagonals.value if graph.diagonals else None


def _shaped(
    lattice: HexagonalLattice, shape: str, size: int, other: int | None, more: int = 0
) -> Layout:
    """Return a shape of hexagons or triangles; a side has `more` points more than cells."""
    if shape == "Star":
        return lattice.star(size)
    if shape == "Limping":
        return lattice.along_sides((size, size + 1))
    if shape == "Hexagon" and other is not None and lattice is HEXAGONS:
        return lattice.along_sides((size, other))
    if shape in ("Prism", "Rectangle", "Square"):
        columns = size if other is None or shape == "Square" else other
        in_rows = lattice.prism if shape == "Prism" else lattice.rectangle
        return replace(in_rows(size + more, columns + more), dim=(size, columns))
    regular = {"Hexagon": lattice.hexagon, "Diamond": lattice.diamond, "Triangle": lattice.triangle}
    return replace(regular[shape](size + more), dim=(size,))


def _explicit(graph: ExplicitGraph, laying: Laying) -> Layout:
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


MAKERS |= {
    SquareGraph: lambda graph, laying: _squares(graph, side(graph.side), None, laying),
    ShapedSquares: _shaped_squares,
    RectangleGraph: lambda graph, laying: _squares(
        graph, side(graph.rows), second(graph.columns), laying
    ),
    SquaresWithin: _squares_within,
    HexGraph: lambda graph, laying: _shaped(
        HEXAGONS, "Hexagon", side(graph.side), second(graph.other)
    ),
    DiamondGraph: lambda graph, laying: HEXAGONS.diamond(side(graph.side)),
    ShapedHexagons: lambda graph, laying: _shaped(
        HEXAGONS, str(graph.shape), side(graph.side), second(graph.other)
    ),
    HexagonsWithin: lambda graph, laying: inside(
        graph.outline, HEXAGONS.area, HEXAGONS.along_sides
    ),
    TriangleGraph: lambda graph, laying: _shaped(
        TRIANGLES, "Triangle", side(graph.side), None, laying.on_cells
    ),
    ShapedTriangles: lambda graph, laying: _shaped(
        TRIANGLES, str(graph.shape), side(graph.side), second(graph.other), laying.on_cells
    ),
    TrianglesWithin: lambda graph, laying: inside(
        graph.outline, TRIANGLES.area, TRIANGLES.along_sides
    ),
    ExplicitGraph: _explicit,
}
