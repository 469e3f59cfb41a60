"""The shapes of boards on other tilings and on none."""

from dataclasses import KW_ONLY
from typing import Annotated

from boardless.games.language.ludeme import Limits, Word, ludeme
from boardless.games.ludemes.areas import Outline, Place
from boardless.games.ludemes.graphs import Graph
from boardless.games.ludemes.sizes import AnySize, Side


class PlaneTiling(Word):
    """Tilings of which there are boards, by the polygons around their vertices."""

    T31212 = "T31212"
    T3464 = "T3464"
    T488 = "T488"
    T33434 = "T33434"
    T33336 = "T33336"
    T33344 = "T33344"
    T3636 = "T3636"
    T4612 = "T4612"
    T333333_33434 = "T333333_33434"


class BrickShape(Word):
    """The shapes of boards of bricks."""

    SQUARE = "Square"
    RECTANGLE = "Rectangle"
    DIAMOND = "Diamond"
    PRISM = "Prism"
    SPIRAL = "Spiral"
    LIMPING = "Limping"


class ConcentricShape(Word):
    """What lies inside each other; a target is round."""

    SQUARE = "Square"
    TRIANGLE = "Triangle"
    HEXAGON = "Hexagon"
    TARGET = "Target"


class StarWord(Word):
    """Says that a polygon is drawn as a star."""

    STAR = "Star"


@ludeme("tiling", example="(tiling T488 3)")
class TilingGraph(Graph):
    """A board of a tiling: so many of its largest cells along a side, or those in an outline."""

    tiling: PlaneTiling
    side: Side | None = None
    other: Side | None = None
    outline: Outline | None = None

    def __post_init__(self) -> None:
        if (self.side is None) == (self.outline is None):
            self.reject("expected a size or an outline")


@ludeme("brick", example="(brick Diamond 4)")
class BrickGraph(Graph):
    """Bricks: cells twice as long as high, those of each row half a brick beside the last."""

    shape: BrickShape | None
    rows: Side
    columns: Side | None = None
    _: KW_ONLY
    trim: bool = False


@ludeme("celtic", example="(celtic 3 4)")
class CelticGraph(Graph):
    """Squares on their corners with a rounded border, in rows and columns."""

    rows: Side
    columns: Side | None = None


@ludeme("celtic", example="(celtic (poly {{1 2} {1 6} {3 6} {3 2}}))")
class CelticWithin(Graph):
    """Such squares in an area, or in a shape with these sides."""

    outline: Outline


@ludeme("quadhex", example="(quadhex 4)")
class QuadhexGraph(Graph):
    """A hexagon made of quadrilaterals, so many from its middle to its border.

    It has six sections that meet in the middle, or with thirds three around a triangle.
    """

    layers: Side
    _: KW_ONLY
    thirds: bool = False


@ludeme("concentric", example="(concentric Square rings:3)")
class ConcentricGraph(Graph):
    """Polygons or circles inside each other.

    Polygons are a word or a number of sides, with so many rings, and have vertices in the middle
    of their sides unless midpoints says otherwise; they are joined there, or at their corners.
    Circles are the numbers of cells, or points, of their rings, the innermost first: one in the
    first is the middle, of points a negative number draws no ring.
    """

    shape: ConcentricShape | None = None
    cells: Annotated[tuple[AnySize, ...], Limits(1)] | None = None
    _: KW_ONLY
    sides: Annotated[int, Limits(3, 2048)] | None = None
    rings: AnySize | None = None
    steps: AnySize | None = None
    midpoints: bool = True
    join_midpoints: bool = True
    join_corners: bool = False
    stagger: bool = False

    def __post_init__(self) -> None:
        if sum(given is not None for given in (self.shape, self.cells, self.sides)) != 1:
            self.reject("expected one of a shape, a list of cells and sides:")
        if self.cells is None and self.rings is None:
            self.reject("expected rings: as well")


@ludeme("regular", example="(regular Star 5)")
class RegularGraph(Graph):
    """A regular polygon, or the star in it."""

    star: StarWord | None
    sides: Side


@ludeme("repeat", example="(repeat 2 3 step:{{1 0} {0 1}} (poly {{0 0} {0 1} {1 1} {1 0}}))")
class RepeatGraph(Graph):
    """Polygons copied in rows and columns; a step leads to the next column, and to the next row."""

    rows: Side
    columns: Side
    polygons: Annotated[tuple[Outline, ...], Limits(1)]
    _: KW_ONLY
    step: Annotated[tuple[Place, ...], Limits(2)]


@ludeme("spiral", example="(spiral turns:4 sites:80)")
class SpiralGraph(Graph):
    """A path in a spiral, of so many sites and turns."""

    _: KW_ONLY
    turns: Side
    sites: Side
    clockwise: bool = True


@ludeme("wedge", example="(wedge 3)")
class WedgeGraph(Graph):
    """A triangle of points on rays from its tip, three when no other number is given."""

    rows: Side
    columns: Side | None = None
