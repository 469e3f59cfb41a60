"""Boards of regular polygons inside each other, as morris boards have them."""

import math

from boardless.topo.layouts.layout import Layout
from boardless.topo.layouts.limits import MAX_VERTICES, check_room
from boardless.topo.layouts.order import renumbered
from boardless.topo.layouts.refining import make_faces
from boardless.topo.layouts.sketch import Sketch

_NAMES = {3: "Triangle", 4: "Square", 6: "Hexagon"}


def polygons(
    sides: int,
    rings: int,
    *,
    midpoints: bool = True,
    join_midpoints: bool = True,
    join_corners: bool = False,
    cells: bool = False,
) -> Layout:
    """Return regular polygons inside each other, their corners and the middles of their sides.

    Parameters
    ----------
    sides, rings : int
    midpoints : bool
        Whether there are vertices in the middle of the sides.
    join_midpoints, join_corners : bool
        Whether rings are joined there.
    cells : bool
        Whether the board is played on cells; it has none otherwise.
    """
    per_side = 1 + midpoints
    check_room(sides * rings * per_side, MAX_VERTICES, "vertices")
    sketch = Sketch()
    arc = 2 * math.pi / sides
    first = math.pi / 2 + (arc / 2 if sides % 2 == 0 else 0)
    for ring in range(rings):
        begin = len(sketch.points)
        radius = 1 + ring * (2 if sides == 3 else 1)
        for side in range(sides):
            (ax, ay), (cx, cy) = (
                (radius * math.cos(angle), radius * math.sin(angle))
                for angle in (first + arc * side, first + arc * (side + 1))
            )
            sketch.vertex(ax, ay)
            if midpoints:
                sketch.vertex((ax + cx) / 2.0, (ay + cy) / 2.0)
        stop = len(sketch.points)
        for vertex in range(begin, stop):
            sketch.add_edge(vertex, vertex + 1 if vertex + 1 < stop else begin)
    _join_rings(sketch, sides, rings, per_side, midpoints, join_midpoints, join_corners)
    layout = renumbered(sketch.layout("Concentric", _NAMES.get(sides, "Regular")))
    return make_faces(layout) if cells else layout


def _join_rings(
    sketch: Sketch,
    sides: int,
    rings: int,
    per_side: int,
    midpoints: bool,
    join_midpoints: bool,
    join_corners: bool,
) -> None:
    if not ((midpoints and join_midpoints) or join_corners):
        return
    per_ring = sides * per_side
    for ring in range(rings - 1):
        for side in range(sides):
            corner = ring * per_ring + side * per_side
            if join_corners:
                sketch.add_edge(corner, corner + per_ring)
            if join_midpoints and corner + 1 + per_ring < len(sketch.points):
                sketch.add_edge(corner + 1, corner + 1 + per_ring)
