"""Places in the plane, and the areas and lines that they make."""

from dataclasses import KW_ONLY
from typing import Annotated, ClassVar

from boardless.games.language.facts import DATA, STATIC
from boardless.games.language.ludeme import Limits, Ludeme, bare, ludeme
from boardless.games.ludemes.sizes import AnySize, Number


class Place(Ludeme):
    """A place on a board: ``{x y}`` or ``{x y z}``, in the lengths of edges."""

    kind: ClassVar[str] = "a place {x y}"
    facts = STATIC


@bare
class Point(Place):
    """The numbers of a place, across, up and, on boards of several layers, above the ground."""

    facts = DATA

    coordinates: Annotated[tuple[Number, ...], Limits(2)]


class Line(Ludeme):
    """Vertices by their numbers, or by their places: the two ends of an edge, or a whole cell."""

    kind: ClassVar[str] = "a list {...} of vertices"
    facts = STATIC


@bare
class Vertices(Line):
    """Vertices one by one: ``{0 1}`` or ``{{0 0} {1 0}}``."""

    facts = DATA

    vertices: Annotated[tuple[AnySize | Place, ...], Limits(2)]


class Outline(Ludeme):
    """A part of the plane that a board fills or that is cut out of it, or the sides of a board."""

    kind: ClassVar[str] = "an area, or the lengths of its sides {...}"
    source: ClassVar[str] = "Ludii, game.functions.graph"
    facts = STATIC


@ludeme("poly", example="(poly {{0 0} {0 3} {3 0}})")
class Polygon(Outline):
    """The area between corners, in clockwise order, and its copies turned about the origin."""

    corners: Annotated[tuple[Place, ...], Limits(1)]
    _: KW_ONLY
    rotns: AnySize | None = None


@bare
class Sides(Outline):
    """The lengths of the sides, each turned right from the one before, or left if negative."""

    lengths: Annotated[tuple[AnySize, ...], Limits(1)]
