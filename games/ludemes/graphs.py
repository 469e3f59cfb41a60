"""The shapes of boards on squares, hexagons and triangles."""

from dataclasses import KW_ONLY
from typing import Annotated, ClassVar

from boardless.games.language.facts import STATIC
from boardless.games.language.ludeme import Limits, Ludeme, Word, ludeme
from boardless.games.ludemes.areas import Line, Outline, Place
from boardless.games.ludemes.sizes import Real, Side


class Graph(Ludeme):
    """The vertices, edges and cells of a fixed board."""

    kind: ClassVar[str] = "the shape of a board"
    source: ClassVar[str] = "Ludii, game.functions.graph"
    facts = STATIC


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
    """How lines cross the squares of a board.

    Solid meet in a vertex, SolidNoSplit cross without one; Alternating are one to a square, as on
    alquerque boards, Concentric lie around the middle, Radiating lead away from it, and Implied
    are not drawn.
    """

    IMPLIED = "Implied"
    SOLID = "Solid"
    SOLID_NO_SPLIT = "SolidNoSplit"
    ALTERNATING = "Alternating"
    CONCENTRIC = "Concentric"
    RADIATING = "Radiating"


@ludeme("square", example="(square 8 diagonals:Alternating)")
class SquareGraph(Graph):
    """Squares, as many along a side; played on its vertices, as many points along a side.

    A pyramid has layers of ever fewer points on them.
    """

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

    outline: Outline
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

    outline: Outline


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

    outline: Outline


@ludeme("graph", example="(graph vertices:{{0 0} {1 0} {0 1}} edges:{{0 1} {1 2}})")
class DrawnGraph(Graph):
    """Vertices by their places, edges by the numbers of their ends, and the cells between them."""

    _: KW_ONLY
    vertices: Annotated[tuple[Place, ...], Limits(1)]
    edges: tuple[Line, ...] = ()


@ludeme("rotate", example="(rotate 45 (square 4))")
class RotatedGraph(Graph):
    """A board turned anticlockwise by a number of degrees; its sites keep their numbers."""

    degrees: Annotated[float, Limits(-360, 360)] | Real
    graph: Graph
