"""Boards on other tilings or without a tiling, and their layouts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import KW_ONLY
from functools import partial
from typing import TYPE_CHECKING, Annotated

from boardless.games.kit import Graph, Limits, OneOrMore, Word, ludeme, words
from boardless.games.ludemes.sizes import (
    MAKERS,
    AnySize,
    AreaOutline,
    PlanePlace,
    Side,
    corner,
    corners,
    lengths,
    outline,
    side,
)
from boardless.topo.layouts import circles, shapes, tilings
from boardless.topo.layouts.shapes import brick_rectangle, diamond, regular, repeat, spiral, wedge

if TYPE_CHECKING:
    from boardless.games.ludemes.sizes import Laying, Size
    from boardless.topo.layouts.layout import Corner, Layout


class PlaneTiling(Word):
    """Tilings of boards, named by the polygons around their vertices."""

    vars().update(words("T31212 T3464 T488 T33434 T33336 T33344 T3636 T4612 T333333_33434"))


class BrickShape(Word):
    """The shapes of boards of bricks."""

    SQUARE = "Square"
    RECTANGLE = "Rectangle"
    DIAMOND = "Diamond"
    PRISM = "Prism"
    SPIRAL = "Spiral"
    LIMPING = "Limping"


class ConcentricShape(Word):
    """Shapes inside each other; a target is round."""

    SQUARE = "Square"
    TRIANGLE = "Triangle"
    HEXAGON = "Hexagon"
    TARGET = "Target"


class StarWord(Word):
    """A word for a star polygon."""

    STAR = "Star"


@ludeme("tiling", concepts="SemiRegularTiling PolygonShape")
class TilingGraph(Graph):
    """A board of a tiling, with N of its largest cells along a side, or within an outline.

    Example: (tiling T488 3)
    """

    tiling: PlaneTiling
    side: Side | None = None
    other: Side | None = None
    outline: AreaOutline | None = None

    def more_concepts(self) -> Iterable[str]:
        """Return the concepts of its shape and tiling."""
        if self.side is None:
            return ()
        if self.tiling.value == "T488":
            shape = "SquareShape" if self.other is None else "RectangleShape"
            return shape, "RegularShape"
        if self.tiling.value == "T3464":
            return ("HexShape" if self.other is None else "ParallelogramShape",)
        return ()

    def __post_init__(self) -> None:
        if (self.side is None) == (self.outline is None):
            self.reject("expected a size or an outline")


@ludeme("brick", concepts="BrickTiling PolygonShape")
class BrickGraph(Graph):
    """Bricks: cells twice as long as high, with each row half a brick off the last.

    Example: (brick Diamond 4)
    """

    shape: BrickShape | None
    rows: Side
    columns: Side | None = None
    _: KW_ONLY
    trim: bool = False

    def more_concepts(self) -> Iterable[str]:
        """Return the concepts of its shape and tiling."""
        if self.shape in (BrickShape.DIAMOND, BrickShape.PRISM, BrickShape.SPIRAL):
            return (f"{self.shape}Shape",)
        is_square = self.columns is None and self.shape is not BrickShape.LIMPING
        return ("SquareShape" if is_square else "RectangleShape",)


@ludeme(
    "celtic",
    concepts="CelticTiling PolygonShape !columns:SquareShape columns:RectangleShape",
)
class CelticGraph(Graph):
    """Squares on their corners with a rounded border, in rows and columns.

    Example: (celtic 3 4)
    """

    rows: Side
    columns: Side | None = None


@ludeme("celtic", concepts="CelticTiling PolygonShape")
class CelticWithin(Graph):
    """The squares of a Celtic board in an area, or in a shape with these sides.

    Example: (celtic (poly {{1 2} {1 6} {3 6} {3 2}}))
    """

    outline: AreaOutline


@ludeme("quadhex", concepts="QuadHexTiling HexShape PolygonShape")
class QuadhexGraph(Graph):
    """A hexagon of N rings of quadrilaterals, in six sections; with thirds, in three.

    Example: (quadhex 4)
    """

    layers: Side
    _: KW_ONLY
    thirds: bool = False


@ludeme("concentric", concepts="ConcentricTiling")
class ConcentricGraph(Graph):
    """Polygons or circles inside each other.

    Polygons, a word or a number of sides, have rings and vertices at the middles of their sides.
    They are joined there, or at their corners. Circles have a number of cells, or points, for each
    ring; the number 1 stands for the middle, and a negative number draws no ring.

    Example: (concentric Square rings:3)
    """

    shape: ConcentricShape | None = None
    cells: OneOrMore[AnySize] | None = None
    _: KW_ONLY
    sides: Annotated[int, Limits(3, 2048)] | None = None
    rings: AnySize | None = None
    steps: AnySize | None = None
    midpoints: bool = True
    join_midpoints: bool = True
    join_corners: bool = False
    stagger: bool = False

    def more_concepts(self) -> Iterable[str]:
        """Return the concepts of its shape and tiling."""
        target = self.shape is ConcentricShape.TARGET
        if self.cells is not None or (target and self.steps is not None):
            return "CircleTiling", "CircleShape"
        if target:
            return ("TargetShape",)
        named = {3: "Triangle", 4: "Square", 6: "Hex"}
        shape = named.get(self.sides or 0) or str(self.shape or "Regular").removesuffix("agon")
        return "MorrisTiling", "RegularShape", "PolygonShape", f"{shape}Shape"

    def __post_init__(self) -> None:
        if sum(option is not None for option in (self.shape, self.cells, self.sides)) != 1:
            self.reject("expected one of a shape, a list of cells and sides:")
        if self.cells is None and self.rings is None:
            self.reject("expected rings: as well")


@ludeme("regular", concepts="RegularShape PolygonShape")
class RegularGraph(Graph):
    """A regular polygon, or the star in it.

    Example: (regular Star 5)
    """

    star: StarWord | None
    sides: Side


@ludeme("repeat")
class RepeatGraph(Graph):
    """Polygons copied in rows and columns; steps lead to the next column and the next row.

    Example: (repeat 2 3 step:{{1 0} {0 1}} (poly {{0 0} {0 1} {1 1} {1 0}}))
    """

    rows: Side
    columns: Side
    polygons: OneOrMore[AreaOutline]
    _: KW_ONLY
    step: Annotated[tuple[PlanePlace, ...], Limits(2)]


@ludeme("spiral", concepts="SpiralTiling SpiralShape")
class SpiralGraph(Graph):
    """A path in a spiral, with given numbers of sites and turns.

    Example: (spiral turns:4 sites:80)
    """

    _: KW_ONLY
    turns: Side
    sites: Side
    clockwise: bool = True


@ludeme("wedge", concepts="PolygonShape")
class WedgeGraph(Graph):
    """A triangle of points on rays from its tip, by default three rays.

    Example: (wedge 3)
    """

    rows: Side
    columns: Side | None = None


def second(size: int | Size | None) -> int | None:
    """Return a second size if the rule gives one."""
    return None if size is None else side(size)


def inside(
    within: AreaOutline,
    of_area: Callable[[list[Corner]], Layout],
    of_sides: Callable[[list[int]], Layout],
) -> Layout:
    """Return the layout of an area, or of a shape with some sides."""
    area, sides = outline(within)
    return of_sides(sides) if sides else of_area(area)


def _tiling(graph: TilingGraph, laying: Laying) -> Layout:
    name = graph.tiling.value
    if graph.outline is not None:
        along = partial(tilings.along_sides, name)
        return inside(graph.outline, partial(tilings.area, name), along)
    return tilings.board(name, side(graph.side or 1), second(graph.other))


def _bricks(graph: BrickGraph, laying: Laying) -> Layout:
    rows, columns = side(graph.rows), second(graph.columns)
    match graph.shape:
        case BrickShape.SPIRAL:
            return spiral(rows)
        case BrickShape.DIAMOND:
            return diamond(rows, None, graph.trim)
        case BrickShape.PRISM:
            return diamond(rows, rows if columns is None else columns, graph.trim)
        case BrickShape.LIMPING:
            columns = rows + 1
    return brick_rectangle(rows, columns, graph.trim)


def _concentric(graph: ConcentricGraph, laying: Laying) -> Layout:
    if graph.cells is not None:
        return _rings(graph, lengths(graph.cells), graph.stagger, laying)
    rings = side(graph.rings if graph.rings is not None else 0)
    if graph.shape is ConcentricShape.TARGET:
        if graph.steps is not None:
            return _rings(graph, [side(graph.steps)] * rings, False, laying)
        if not laying.on_cells:
            graph.reject("expected a board that is played on cells for a target without steps:")
        return circles.target(rings)
    sides = graph.sides or {"Triangle": 3, "Square": 4, "Hexagon": 6}[str(graph.shape)]
    return shapes.polygons(
        sides,
        rings,
        midpoints=graph.midpoints,
        join_midpoints=graph.join_midpoints,
        join_corners=graph.join_corners,
        cells=laying.on_cells,
    )


#: The most sites of a ring.
_MAX_RING = 10_000


def _rings(graph: ConcentricGraph, counts: list[int], stagger: bool, laying: Laying) -> Layout:
    if max(map(abs, counts)) > _MAX_RING:
        graph.reject(f"expected at most {_MAX_RING:,} sites in a ring")
    if laying.on_cells:
        return circles.cells(counts, stagger)
    if len(counts) == 1 and counts[0] < 3:
        graph.reject("expected three points or more in the one ring of a board played on vertices")
    return circles.points(counts, stagger)


def _regular(graph: RegularGraph, laying: Laying) -> Layout:
    sides = side(graph.sides)
    if sides < 3:
        graph.reject("expected three sides or more")
    return regular(sides, graph.star is not None, cells=laying.on_cells)


def _repeat(graph: RepeatGraph, laying: Laying) -> Layout:
    across, up = (corner(place) for place in graph.step[:2])
    polygons = [corners(area) for area in graph.polygons]
    return repeat(side(graph.rows), side(graph.columns), (across, up), polygons)


def _wedge(graph: WedgeGraph, laying: Laying) -> Layout:
    columns = second(graph.columns)
    if columns == 1:
        graph.reject("expected two columns or more")
    return wedge(side(graph.rows), columns)


MAKERS |= {
    TilingGraph: _tiling,
    BrickGraph: _bricks,
    CelticGraph: lambda graph, laying: shapes.celtic(side(graph.rows), second(graph.columns)),
    CelticWithin: lambda graph, laying: inside(graph.outline, shapes.area, shapes.along_sides),
    QuadhexGraph: lambda graph, laying: shapes.quadhex(side(graph.layers), graph.thirds),
    ConcentricGraph: _concentric,
    RegularGraph: _regular,
    RepeatGraph: _repeat,
    SpiralGraph: lambda graph, laying: circles.spiral(
        side(graph.turns), side(graph.sites), graph.clockwise
    ),
    WedgeGraph: _wedge,
}
