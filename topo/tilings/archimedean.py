"""The eight Archimedean tilings that are not regular, each from one polygon and two periods.

All their vertices are corners of one polygon that is moved along the lattice, and their edges lead
from each vertex to those at the length of an edge. Points count half edges, so that a step along
an edge is 2 long; the orientation is Ludii's.
"""

from collections.abc import Iterator

from boardless.topo.tilings.checks import one_way
from boardless.topo.tilings.incidence import Key
from boardless.topo.tilings.planar import place, traced_faces
from boardless.topo.tilings.surds import Point, plus, square
from boardless.topo.tilings.tables import refined_tiling
from boardless.topo.tilings.tiling import Tiling

#: Two units in the directions of 0, 30, 60 and 0, 45 degrees; see `_step` for the others.
TWELFTHS: tuple[Point, ...] = ((2, 0, 0, 0), (0, 1, 1, 0), (1, 0, 0, 1))
EIGHTHS: tuple[Point, ...] = ((2, 0, 0, 0), (0, 1, 0, 1))
STEPS = {3: TWELFTHS, 2: EIGHTHS}

#: Root, sides of the polygon, direction of its first side in steps of a turn, and the periods.
PERIODS: dict[str, tuple[int, int, int, tuple[Point, Point]]] = {
    "3.3.3.3.6": (3, 6, 0, ((5, 0, 0, 1), (1, 0, 0, 3))),
    "3.3.3.4.4": (3, 4, 0, ((2, 0, 0, 0), (1, 0, 2, 1))),
    "3.3.4.3.4": (3, 4, 2, ((1, 1, 1, 1), (-1, -1, 1, 1))),
    "3.4.6.4": (3, 6, 0, ((3, 1, 1, 1), (0, 0, 2, 2))),
    "3.6.3.6": (3, 6, 0, ((4, 0, 0, 0), (2, 0, 0, 2))),
    "3.12.12": (3, 12, 0, ((4, 2, 0, 0), (2, 1, 3, 2))),
    "4.6.12": (3, 12, 0, ((6, 2, 0, 0), (3, 1, 3, 3))),
    "4.8.8": (2, 8, 0, ((2, 2, 0, 0), (0, 0, 2, 2))),
}


def archimedean(name: str) -> Tiling:
    """Return the Archimedean tiling of a vertex configuration, such as "4.8.8"."""
    root, sides, first, basis = PERIODS[name]
    points: tuple[Point, ...] = ()
    corner: Point = (0, 0, 0, 0)
    turn = len(STEPS[root]) * 4
    for side in range(sides):
        if corner not in [place(key, basis, points) for key in _near(len(points))]:
            points = (*points, corner)
        corner = plus(corner, _step(root, first + side * turn // sides))
    edges = [
        (tail, head)
        for tail, point in enumerate(points)
        for head in _near(len(points))
        if square(plus(place(head, basis, points), point, -1), root) == (4, 0)
    ]
    return refined_tiling(
        name, root, basis, points, traced_faces(root, basis, points, one_way(edges))
    )


def _step(root: int, n: int) -> Point:
    """Return two units in direction `n`, counted in steps of a turn from east."""
    quarter, rest = divmod(n, len(STEPS[root]))
    a, b, c, e = STEPS[root][rest]
    for _ in range(quarter % 4):
        a, b, c, e = -c, -e, a, b
    return (a, b, c, e)


def _near(count: int) -> Iterator[Key]:
    """Yield the vertices of the lattice cells around one, and of itself."""
    yield from ((i, j, k) for i in (-1, 0, 1) for j in (-1, 0, 1) for k in range(count))
