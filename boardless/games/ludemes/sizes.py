"""Numbers, points and areas that describe boards, and layouts within a budget of vertices."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass, field
from fractions import Fraction
from operator import sub, truediv
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np

from boardless.games.kit import DATA, STATIC, Limits, Ludeme, OneOrMore, bare, frozen, ludeme
from boardless.games.language.errors import LudemeError
from boardless.games.language.kinds import Graph, SiteType
from boardless.games.language.ludeme import arguments_of
from boardless.games.language.reader import MAX_INTEGER
from boardless.topo.layouts.layout import Layout, turned_around
from boardless.util.inputs import InputError

if TYPE_CHECKING:
    from boardless.topo.layouts.editing import Named
    from boardless.topo.layouts.editing import Point as PlanePoint
    from boardless.topo.layouts.layout import Corner


#: A literal whole number.
Whole = Annotated[int, Limits(-MAX_INTEGER, MAX_INTEGER)]
#: A literal number; coordinates are rounded to 32 bits.
Decimal = Annotated[float, Limits(-1_000_000, 1_000_000)]


class Size(Ludeme):
    """A whole number known before the game, such as the size of a board."""

    kind = "a size"
    source = "Ludii, game.functions.dim"
    facts = STATIC


class Real(Ludeme):
    """A number with or without decimals, known before the game."""

    kind = "a number that may have decimals"
    source = "Ludii, game.functions.floats"
    facts = STATIC


#: Cells along a side; 2,048 as on the largest regular board.
Side = Annotated[int, Limits(1, 2048)] | Size
#: A whole number, literal or computed.
AnySize = Whole | Size
#: A number, literal or computed.
Number = Decimal | Real


@frozen
class SizeOfSeveral(Size):
    """A size computed from others."""

    arguments: OneOrMore[AnySize]


@frozen
class SizeOfTwo(Size):
    """A size computed from two others."""

    a: AnySize
    b: AnySize


@frozen
class SizeOfOne(Size):
    """A size computed from another."""

    a: AnySize


@frozen
class RealOfSeveral(Real):
    """A number computed from one or more others."""

    arguments: OneOrMore[Number]


@frozen
class RealOfTwo(Real):
    """A number computed from two others."""

    a: Number
    b: Number


@frozen
class RealOfOne(Real):
    """A number computed from another."""

    a: Number


#: The most cells along a side.
MAX_SIDE = 2048
#: The largest exponent of a size: all whole numbers but -1, 0 and 1 are then too large.
_MAX_EXPONENT = 31


def quotient_to_zero(a: int, b: int) -> int:
    """Return a quotient rounded towards zero."""
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def _power(a: int, b: int) -> int:
    if b < 0:
        return quotient_to_zero(1, int(a ** min(-b, 2)))
    if abs(a) > 1 and b > _MAX_EXPONENT:
        raise OverflowError
    return int(a**b)


def _of_list(function: Callable[..., float]) -> Callable[..., float]:
    return lambda *numbers: function(numbers)


#: Operations: name, result, an example, words, and the function: of one list, or of one or two
#: numbers.
_OPERATIONS: tuple[tuple[str, type[Size | Real], str, str, Callable[..., float]], ...] = (
    ("+", SizeOfSeveral, "3 4", "The sum of sizes.", sum),
    ("-", SizeOfTwo, "9 2", "The first size less the second.", sub),
    ("*", SizeOfSeveral, "2 5", "The product of sizes.", math.prod),
    (
        "/", SizeOfTwo, "9 2",
        "The first size divided by the second, without what remains.", quotient_to_zero,
    ),
    ("^", SizeOfTwo, "2 3", "The first size to the power of the second.", _power),
    ("abs", SizeOfOne, "(- 2 5)", "A size without its sign.", abs),
    ("min", SizeOfTwo, "3 5", "The smaller of two sizes.", min),
    ("max", SizeOfTwo, "3 5", "The larger of two sizes.", max),
    ("+", RealOfSeveral, "0.5 2", "The sum of numbers.", sum),
    ("-", RealOfTwo, "90 22.5", "The first number less the second.", sub),
    ("*", RealOfSeveral, "0.5 3", "The product of numbers.", math.prod),
    ("/", RealOfTwo, "1 3", "The first number divided by the second.", truediv),
    ("^", RealOfTwo, "1.5 2", "The first number to the power of the second.", math.pow),
    ("abs", RealOfOne, "(- 0.5 2)", "A number without its sign.", abs),
    ("min", RealOfSeveral, "0.5 2", "The smallest of numbers.", min),
    ("max", RealOfSeveral, "0.5 2", "The largest of numbers.", max),
    ("sqrt", RealOfOne, "2", "The square root of a number.", math.sqrt),
    ("exp", RealOfOne, "1", "Euler's number to the power of a number.", math.exp),
    ("log", RealOfOne, "10", "The natural logarithm of a number.", math.log),
    ("log10", RealOfOne, "100", "The logarithm of a number to the base of ten.", math.log10),
    ("sin", RealOfOne, "30", "The sine of an angle in radians.", math.sin),
    ("cos", RealOfOne, "60", "The cosine of an angle in radians.", math.cos),
    ("tan", RealOfOne, "45", "The tangent of an angle in radians.", math.tan),
)  # fmt: skip
#: The function of each class of operations.
FUNCTIONS: dict[type[Ludeme], Callable[..., Any]] = {}
for _head, _kind, _example, _words, _function in _OPERATIONS:
    _said = f"{_words}\n\nExample: ({_head} {_example})"
    _names = {"__doc__": _said, "__module__": __name__}
    _class: type[Ludeme] = type(f"{_kind.__name__} {_head}", (_kind,), _names)
    _several = _kind in (SizeOfSeveral, RealOfSeveral)
    FUNCTIONS[ludeme(_head)(_class)] = _of_list(_function) if _several else _function


def integer_of_size(size: int | Size) -> int:
    """Return the value of a size."""
    if isinstance(size, int):
        return size
    known = [integer_of_size(argument) for argument in arguments(size)]
    try:
        value: int = FUNCTIONS[type(size)](*known)
    except ZeroDivisionError:
        size.reject("expected no division by zero")
    except OverflowError:
        value = MAX_INTEGER + 1
    if abs(value) > MAX_INTEGER:
        size.reject(f"expected a size of at most {MAX_INTEGER:,}")
    return value


def side(size: int | Size, low: int = 1) -> int:
    """Return the number of cells along a side, at least `low` and at most `MAX_SIDE`."""
    value = integer_of_size(size)
    if isinstance(size, Size) and not low <= value <= MAX_SIDE:
        size.reject(f"it is {value:,}, expected {low:,} to {MAX_SIDE:,} along a side")
    return value


def real(number: float | Real) -> float:
    """Return the value of a number, rounded to 32 bits at each step."""
    if isinstance(number, int | float):
        return float(np.float32(number))
    known = [real(argument) for argument in arguments(number)]
    try:
        value: float = FUNCTIONS[type(number)](*known)
    except (ArithmeticError, ValueError):
        number.reject("expected a number that can be worked out")
    if not abs(value) <= MAX_INTEGER:
        number.reject(f"expected a number of at most {MAX_INTEGER:,}")
    return float(np.float32(value))


def arguments(expression: Any) -> Sequence[Any]:
    """Return the operands of an expression: its one list, or its one or two numbers."""
    values: list[Any] = arguments_of(expression)
    return values[0] if isinstance(values[0], tuple) else values


class PlanePlace(Ludeme):
    """A place on a board: ``{x y}`` or ``{x y z}``, in the lengths of edges."""

    kind = "a place {x y}"
    facts = STATIC


@bare
class Point(PlanePlace):
    """The numbers of a place, across, up and, on boards of several layers, above the ground."""

    facts = DATA
    coordinates: Annotated[tuple[Number, ...], Limits(2)]


class PlaneLine(Ludeme):
    """Vertices by their numbers, or by their places: the two ends of an edge, or a whole cell."""

    kind = "a list {...} of vertices"
    facts = STATIC


@bare
class Vertices(PlaneLine):
    """Vertices one by one: ``{0 1}`` or ``{{0 0} {1 0}}``."""

    facts = DATA
    vertices: Annotated[tuple[AnySize | PlanePlace, ...], Limits(2)]


class AreaOutline(Ludeme):
    """A part of the plane that a board fills or that a cut removes, or the sides of a board."""

    kind = "an area, or the lengths of its sides {...}"
    source = "Ludii, game.functions.graph"
    facts = STATIC


@ludeme("poly")
class Polygon(AreaOutline):
    """The area between corners, in clockwise order, and its copies turned about the origin.

    Example: (poly {{0 0} {0 3} {3 0}})
    """

    corners: OneOrMore[PlanePlace]
    _: KW_ONLY
    rotns: AnySize | None = None


@bare
class Sides(AreaOutline):
    """The lengths of the sides, each turned right from the one before, or left if negative."""

    lengths: OneOrMore[AnySize]


#: The most copies of the corners of an area.
_MAX_TURNS = 360


def spot(place: PlanePlace) -> PlanePoint:
    """Return a place in space; without a height it lies on the ground."""
    assert isinstance(place, Point)
    if not 2 <= len(place.coordinates) <= 3:
        place.reject("expected two or three numbers")
    x, y, *z = map(real, place.coordinates)
    return x, y, z[0] if z else 0.0


def corner(place: PlanePlace) -> Corner:
    """Return a place in the plane."""
    return spot(place)[:2]


def vertex_of(vertex: int | Size | PlanePlace) -> Named:
    """Return a vertex by its number or its place."""
    return spot(vertex) if isinstance(vertex, PlanePlace) else integer_of_size(vertex)


def line(vertices: PlaneLine) -> list[Named]:
    """Return vertices given all by their numbers, or all by their places."""
    assert isinstance(vertices, Vertices)
    named = [vertex_of(vertex) for vertex in vertices.vertices]
    if len({isinstance(vertex, int) for vertex in named}) > 1:
        vertices.reject("expected numbers of vertices, or places, but not both")
    return named


def corners(area: AreaOutline) -> list[Corner]:
    """Return the corners of an area."""
    if not isinstance(area, Polygon):
        area.reject("expected an area (poly ...)")
    turns = 0 if area.rotns is None else integer_of_size(area.rotns)
    if abs(turns) > _MAX_TURNS:
        area.reject(f"expected at most {_MAX_TURNS} rotns")
    return turned_around([corner(place) for place in area.corners], turns)


def outline(area: AreaOutline) -> tuple[list[Corner], list[int]]:
    """Return the corners of an area, or the lengths of its sides; the other list is empty."""
    if isinstance(area, Sides):
        return [], lengths(area.lengths)
    return corners(area), []


def lengths(sizes: Sequence[int | Size]) -> list[int]:
    """Return sizes as whole numbers."""
    return [integer_of_size(size) for size in sizes]


def exact(number: float | Real) -> Fraction:
    """Return a number without rounding (0.1 is a tenth); an irrational one to a millionth."""
    if isinstance(number, float | int):
        return Fraction(repr(number))
    known = [exact(part) for part in arguments(number)]
    try:
        value = FUNCTIONS[type(number)](*known)
        rational = number.head in ("+", "-", "*", "/", "abs", "min", "max")
        return Fraction(value) if rational else Fraction(round(value * _MILLION), _MILLION)
    except (ArithmeticError, ValueError, TypeError):
        return number.reject("expected a number that there is: it cannot be worked out")


_MILLION = 10**6


#: The most vertices of all parts of a board.
MAX_TOTAL = 250_000
#: A function that lays out a ludeme.
Maker = Callable[[Any, "Laying"], Layout]
#: The layout function of each ludeme; the files of the ludemes add theirs.
MAKERS: dict[type[Graph], Maker] = {}


@dataclass
class Laying:
    """A layout under construction, with all of its parts."""

    #: The site type that sizes of some shapes count.
    use: SiteType
    #: Vertices of the parts so far.
    spent: int = field(default=0)

    @property
    def on_cells(self) -> bool:
        """Return True if the play uses the cells of the board."""
        return self.use is SiteType.CELL

    def __call__(self, graph: Graph) -> Layout:
        """Return the layout of a graph."""
        try:
            layout = MAKERS[type(graph)](graph, self)
        except LudemeError:
            raise
        except InputError as error:
            graph.reject(str(error))
        self.spent += len(layout.points)
        if self.spent > MAX_TOTAL:
            graph.reject(f"the parts of a board have at most {MAX_TOTAL:,} vertices in all")
        return layout


def layout_of(graph: Graph, use: SiteType = SiteType.CELL) -> Layout:
    """Return the layout of a graph such as ``(square 3)``, numbered and placed as in Ludii."""
    return Laying(use)(graph)
