"""Proof that a table is a tiling: its periods span the plane, and its faces fill it once.

Faces whose edges do not cross, that match edge to edge and whose areas add up to that of the
lattice cell cover the plane once: they map onto it without folds, and as often as their area says.
"""

from collections.abc import Iterable
from itertools import product

import numpy as np

from boardless.jit.arrays import Floats
from boardless.topo.tilings.exact_numbers import Point, Surd, cross, plane, plus, sign, square
from boardless.topo.tilings.incidence import Edge, Key, moved, place
from boardless.util.inputs import InputError

#: The most prototiles, and vertices, of a table.
MAX_FACES = 250
MAX_VERTICES = 500

#: The largest offset of the vertices of a face, in lattice vectors.
MAX_OFFSET = 8


def check_periods(root: int, basis: tuple[Point, Point]) -> Surd:
    """Return twice the area of the lattice cell; raise InputError if it is zero."""
    for n, period in enumerate(basis):
        if not any(period):
            raise InputError(f"period {n + 1} is zero: give two that are not parallel")
    area = cross(*basis, root)
    if not any(area):
        raise InputError(
            f"periods {plane(basis[0], root)} and {plane(basis[1], root)} are parallel: "
            "give two that are not"
        )
    a, b = _positive(area, root)
    return (2 * a, 2 * b)


def check_faces(
    root: int,
    basis: tuple[Point, Point],
    points: tuple[Point, ...],
    faces: tuple[tuple[Key, ...], ...],
) -> tuple[tuple[Key, ...], ...]:
    """Return the faces counter-clockwise; raise InputError if they are no tiling's."""
    area = check_periods(root, basis)
    oriented: list[tuple[Key, ...]] = []
    total = (0, 0)
    for face in faces:
        if len(set(face)) < max(3, len(face)):
            raise InputError(f"face {face} is no polygon: give three or more different vertices")
        own = _area(root, basis, points, face)
        oriented.append(face if sign(own, root) > 0 else face[::-1])
        own = _positive(own, root)
        total = (total[0] + own[0], total[1] + own[1])
    sides: dict[tuple[int, Key], tuple[Key, ...]] = {}
    for face in oriented:
        for tail, head in zip(face, face[1:] + face[:1], strict=True):
            step = (tail[2], moved(head, tail, -1))
            if step in sides:
                raise InputError(
                    f"faces {sides[step]} and {face} overlap: both lie on one side of the edge "
                    f"from {tail} to {head}"
                )
            sides[step] = face
    check_edges(root, basis, points, one_way(sides))
    for (start, end), face in sides.items():
        if (end[2], moved((0, 0, start), end, -1)) not in sides:
            raise InputError(
                f"edge from {(0, 0, start)} to {end} of face {face} matches no other face: "
                "each edge lies between two"
            )
    for vertex in range(len(points)):
        if not any(start == vertex for start, _ in sides):
            raise InputError(f"vertex {vertex} belongs to no face")
    if total != area:
        raise InputError(
            f"the faces overlap: their area is {_float(total, root) / _float(area, root):.6g} "
            "times that of the lattice cell"
        )
    return tuple(oriented)


def one_way(edges: Iterable[Edge]) -> list[Edge]:
    """Return edges in one of their two directions each."""
    found: dict[Edge, None] = {}
    for tail, head in edges:
        if (head[2], moved((0, 0, tail), head, -1)) not in found:
            found[tail, head] = None
    return list(found)


def check_edges(
    root: int, basis: tuple[Point, Point], points: tuple[Point, ...], edges: list[Edge]
) -> None:
    """Raise InputError if two edges have more in common than an end, or one has no length.

    Floats find the edges whose boxes overlap, integers decide.
    """
    # On a torus, as many edges as vertices and faces; a face has three edges, an edge two faces.
    if len(edges) > 3 * len(points):
        raise InputError(
            f"edges cross: there are {len(edges):,}, and {len(points)} vertices have at most "
            f"{3 * len(points)}"
        )
    ends = [((0, 0, tail), head) for tail, head in edges]
    for tail, head in ends:
        if place(tail, basis, points) == place(head, basis, points):
            raise InputError(f"edge from {tail} to {head} has no length")
    box = _boxes(root, basis, points, ends)
    # In lattice coordinates, so that a move by (i, j) adds i and j.
    low, high = box[:, 0], box[:, 1]
    most = np.ceil(high.max(axis=0) - low.min(axis=0)).astype(int).tolist()
    for i, j in product(*(range(-n, n + 1) for n in most)):
        move = np.array((i, j))
        overlap = (low[:, None] <= high + move) & (low + move <= high[:, None])
        for one, other in np.argwhere(overlap.all(axis=2)).tolist():
            here, there = ends[one], tuple(moved(key, (i, j, 0)) for key in ends[other])
            if set(here) != set(there) and _cross(
                [place(key, basis, points) for key in (*here, *there)], root
            ):
                raise InputError(
                    f"edges cross: from {here[0]} to {here[1]} and from {there[0]} to {there[1]}"
                )


def _boxes(
    root: int, basis: tuple[Point, Point], points: tuple[Point, ...], ends: list[tuple[Key, Key]]
) -> Floats:
    """Return the bounding boxes of edges in lattice coordinates, shape ``(n, 2, 2)``."""
    lattice = np.array([plane(period, root) for period in basis])
    places = np.array([[plane(place(key, basis, points), root) for key in pair] for pair in ends])
    coordinates = places @ np.linalg.inv(lattice)
    return np.stack((coordinates.min(axis=1) - 1e-6, coordinates.max(axis=1) + 1e-6), axis=1)


def _cross(places: list[Point], root: int) -> bool:
    """Tell whether two edges a to b and c to d, not the same, share more than one end of both."""
    a, b, c, d = places
    sides = [
        _side(a, b, c, root), _side(a, b, d, root), _side(c, d, a, root), _side(c, d, b, root)
    ]  # fmt: skip
    if sides[0] * sides[1] < 0 and sides[2] * sides[3] < 0:
        return True
    lines = ((a, b, c), (a, b, d), (c, d, a), (c, d, b))
    return any(side == 0 and _between(*line, root) for side, line in zip(sides, lines, strict=True))


def _side(a: Point, b: Point, c: Point, root: int) -> int:
    return sign(cross(plus(b, a, -1), plus(c, a, -1), root), root)


def _between(a: Point, b: Point, c: Point, root: int) -> bool:
    """Tell whether `c`, on the line through `a` and `b`, lies between them and is neither."""
    # Then it sees them in opposite directions, at an angle of more than 90 degrees.
    whole, one, other = (square(plus(p, q, -1), root) for p, q in ((a, b), (a, c), (b, c)))
    return sign((whole[0] - one[0] - other[0], whole[1] - one[1] - other[1]), root) > 0


def _area(
    root: int, basis: tuple[Point, Point], points: tuple[Point, ...], face: tuple[Key, ...]
) -> Surd:
    """Return twice the area of a polygon, negative when it is clockwise."""
    places = [place(key, basis, points) for key in face]
    parts = [cross(a, b, root) for a, b in zip(places, places[1:] + places[:1], strict=True)]
    return (sum(part[0] for part in parts), sum(part[1] for part in parts))


def _positive(number: Surd, root: int) -> Surd:
    return number if sign(number, root) >= 0 else (-number[0], -number[1])


def _float(number: Surd, root: int) -> float:
    return plane((*number, 0, 0), root)[0]
