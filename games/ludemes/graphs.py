"""The shapes of fixed boards."""

from typing import Annotated, ClassVar

from boardless.games.language.ludeme import Limits, Ludeme, ludeme

#: Cells along a side; 2,048 as the largest regular board that is built.
Side = Annotated[int, Limits(1, 2048)]


class Graph(Ludeme):
    """The vertices, edges and cells of a fixed board."""

    kind: ClassVar[str] = "the shape of a board"
    source: ClassVar[str] = "Ludii, game.functions.graph"


@ludeme("square", example="(square 8)")
class SquareGraph(Graph):
    """Squares, as many along a side; played on its vertices, as many points along a side."""

    side: Side


@ludeme("rectangle", example="(rectangle 6 7)")
class RectangleGraph(Graph):
    """Squares in rows and columns."""

    rows: Side
    columns: Side


@ludeme("hex", example="(hex 5)")
class HexGraph(Graph):
    """A hexagon of hexagons."""

    side: Side


@ludeme("hex", "Diamond", example="(hex Diamond 11)")
class DiamondGraph(Graph):
    """A rhombus of hexagons."""

    side: Side


@ludeme("tri", example="(tri 6)")
class TriangleGraph(Graph):
    """A triangle of triangles."""

    side: Side


@ludeme("rotate", example="(rotate 90 (hex 5))")
class RotatedGraph(Graph):
    """A board turned anticlockwise by a number of degrees; its sites keep their numbers."""

    degrees: Annotated[float, Limits(-360, 360)]
    graph: Graph
