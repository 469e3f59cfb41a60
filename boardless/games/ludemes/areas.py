"""Points, lines and areas in the plane, from which boards are cut."""

from __future__ import annotations

from dataclasses import KW_ONLY
from typing import TYPE_CHECKING, Annotated, ClassVar

from boardless.games.language.facts import DATA, STATIC
from boardless.games.language.ludeme import Limits, Ludeme, bare, ludeme
from boardless.games.ludemes.sizes import AnySize, Number, integer_of_size, real
from boardless.topo.layouts.layout import turned_around

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boardless.games.ludemes.sizes import Size
    from boardless.topo.layouts.editing import Named
    from boardless.topo.layouts.editing import Point as PlanePoint
    from boardless.topo.layouts.layout import Corner


class PlanePlace(Ludeme):
    """A place on a board: ``{x y}`` or ``{x y z}``, in the lengths of edges."""

    kind: ClassVar[str] = "a place {x y}"
    facts = STATIC


@bare
class Point(PlanePlace):
    """The numbers of a place, across, up and, on boards of several layers, above the ground."""

    facts = DATA

    coordinates: Annotated[tuple[Number, ...], Limits(2)]


class PlaneLine(Ludeme):
    """Vertices by their numbers, or by their places: the two ends of an edge, or a whole cell."""

    kind: ClassVar[str] = "a list {...} of vertices"
    facts = STATIC


@bare
class Vertices(PlaneLine):
    """Vertices one by one: ``{0 1}`` or ``{{0 0} {1 0}}``."""

    facts = DATA

    vertices: Annotated[tuple[AnySize | PlanePlace, ...], Limits(2)]


class AreaOutline(Ludeme):
    """A part of the plane that a board fills or that is cut out of it, or the sides of a board."""

    kind: ClassVar[str] = "an area, or the lengths of its sides {...}"
    source: ClassVar[str] = "Ludii, game.functions.graph"
    facts = STATIC


@ludeme("poly", example="(poly {{0 0} {0 3} {3 0}})")
class Polygon(AreaOutline):
    """The area between corners, in clockwise order, and its copies turned about the origin."""

    corners: Annotated[tuple[PlanePlace, ...], Limits(1)]
    _: KW_ONLY
    rotns: AnySize | None = None


@bare
class Sides(AreaOutline):
    """The lengths of the sides, each turned right from the one before, or left if negative."""

    lengths: Annotated[tuple[AnySize, ...], Limits(1)]


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


def named(vertex: int | Size | PlanePlace) -> Named:
    """Return a vertex by its number or its place."""
    return spot(vertex) if isinstance(vertex, PlanePlace) else integer_of_size(vertex)


def line(vertices: PlaneLine) -> list[Named]:
    """Return vertices that are all given by their numbers, or all by their places."""
    assert isinstance(vertices, Vertices)
    found = [named(vertex) for vertex in vertices.vertices]
    if len({isinstance(vertex, int) for vertex in found}) > 1:
        vertices.reject("expected numbers of vertices, or places, but not both")
    return found


def corners(area: AreaOutline) -> list[Corner]:
    """Return the corners of an area."""
    if not isinstance(area, Polygon):
        area.reject("expected an area (poly ...)")
    turns = 0 if area.rotns is None else integer_of_size(area.rotns)
    if abs(turns) > _MAX_TURNS:
        area.reject(f"expected at most {_MAX_TURNS} rotns")
    return turned_around([corner(place) for place in area.corners], turns)


def outline(given: AreaOutline) -> tuple[list[Corner], list[int]]:
    """Return the corners of an area, or the lengths of its sides; the other list is empty."""
    if isinstance(given, Sides):
        return [], lengths(given.lengths)
    return corners(given), []


def lengths(given: Sequence[int | Size]) -> list[int]:
    """Return sizes as whole numbers."""
    return [integer_of_size(size) for size in given]
