"""Places, lines and areas of a board, as numbers."""

from collections.abc import Sequence

from boardless.games.boards.numbers import real, whole
from boardless.games.ludemes.areas import Line, Outline, Place, Point, Polygon, Sides, Vertices
from boardless.games.ludemes.sizes import Size
from boardless.topo.layouts.area import Corner, turned_around
from boardless.topo.layouts.editing import Named
from boardless.topo.layouts.editing import Point as Spot

#: The most copies of the corners of an area.
_MAX_TURNS = 360


def spot(place: Place) -> Spot:
    """Return a place in space; without a height it lies on the ground."""
    assert isinstance(place, Point)
    if not 2 <= len(place.coordinates) <= 3:
        place.reject("expected two or three numbers")
    x, y, *z = map(real, place.coordinates)
    return x, y, z[0] if z else 0.0


def corner(place: Place) -> Corner:
    """Return a place in the plane."""
    return spot(place)[:2]


def named(vertex: int | Size | Place) -> Named:
    """Return a vertex by its number or its place."""
    return spot(vertex) if isinstance(vertex, Place) else whole(vertex)


def line(vertices: Line) -> list[Named]:
    """Return vertices that are all given by their numbers, or all by their places."""
    assert isinstance(vertices, Vertices)
    found = [named(vertex) for vertex in vertices.vertices]
    if len({isinstance(vertex, int) for vertex in found}) > 1:
        vertices.reject("expected numbers of vertices, or places, but not both")
    return found


def ends(vertices: Line) -> tuple[Named, Named]:
    """Return the two ends of an edge."""
    found = line(vertices)
    if len(found) != 2:
        vertices.reject("expected the two ends of an edge")
    return found[0], found[1]


def corners(area: Outline) -> list[Corner]:
    """Return the corners of an area."""
    if not isinstance(area, Polygon):
        area.reject("expected an area (poly ...)")
    turns = 0 if area.rotns is None else whole(area.rotns)
    if abs(turns) > _MAX_TURNS:
        area.reject(f"expected at most {_MAX_TURNS} rotns")
    return turned_around([corner(place) for place in area.corners], turns)


def outline(given: Outline) -> tuple[list[Corner], list[int]]:
    """Return the corners of an area, or the lengths of its sides; the other list is empty."""
    if isinstance(given, Sides):
        return [], lengths(given.lengths)
    return corners(given), []


def lengths(given: Sequence[int | Size]) -> list[int]:
    """Return sizes as whole numbers."""
    return [whole(size) for size in given]
