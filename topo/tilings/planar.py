"""The faces of a planar graph that repeats along two lattice vectors, from its vertices and edges.

Directions are compared exactly, so the faces are those of the drawing.
"""

from functools import cmp_to_key
from typing import TypeAlias

from boardless.topo.errors import InputError
from boardless.topo.tilings.incidence import Key, moved
from boardless.topo.tilings.surds import Point, cross, plus, sign

#: An edge of the lattice cell: a vertex of it, and the key of the vertex at the other end.
Edge: TypeAlias = tuple[int, Key]


def place(key: Key, basis: tuple[Point, Point], points: tuple[Point, ...]) -> Point:
    """Return where a vertex lies."""
    return plus(plus(points[key[2]], basis[0], key[0]), basis[1], key[1])


def traced_faces(
    root: int, basis: tuple[Point, Point], points: tuple[Point, ...], edges: list[Edge]
) -> tuple[tuple[Key, ...], ...]:
    """Return the faces of one lattice cell, each as its vertex keys, counter-clockwise.

    Parameters
    ----------
    root : int
        Of all points.
    basis : tuple of two points
        The lattice vectors.
    points : tuple of points
        The vertices of one lattice cell.
    edges : list of (vertex, key)
        The edges of one lattice cell, each in one of its two directions.

    Raises
    ------
    InputError
        If a face is not closed, or the graph not connected.
    """
    heads: list[list[Key]] = [[] for _ in points]
    for tail, head in edges:
        heads[tail].append(head)
        heads[head[2]].append(moved((0, 0, tail), head, -1))
    for tail, around in enumerate(heads):
        steps = {h: plus(place(h, basis, points), points[tail], -1) for h in around}

        def turn(one: Key, other: Key, steps: dict[Key, Point] = steps) -> int:
            return _turn(steps[one], steps[other], root)

        around.sort(key=cmp_to_key(turn))
    faces = []
    left = {(tail, head) for tail, around in enumerate(heads) for head in around}
    while left:
        face: list[Key] = []
        start = tail, head = min(left)
        here: Key = (0, 0, tail)
        # With the face to the left: at each vertex out by the spoke clockwise from the one back.
        while not face or (here[2], head) != start:
            left.remove((here[2], head))
            face.append(here)
            back = moved((0, 0, here[2]), head, -1)
            here = moved(head, here)
            around = heads[here[2]]
            head = around[around.index(back) - 1]
        if here != face[0]:
            raise InputError(f"the face along {face} is not closed: it returns as {here}")
        faces.append(tuple(face))
    return tuple(faces)


def _turn(one: Point, other: Point, root: int) -> int:
    """Return -1, 0 or 1: which of two directions comes first, counter-clockwise from east."""
    halves = _lower(one, root), _lower(other, root)
    if halves[0] != halves[1]:
        return -1 if halves[1] else 1
    return -sign(cross(one, other, root), root)


def _lower(vector: Point, root: int) -> bool:
    """Tell whether a direction is from west (included) round by south to east (not included)."""
    a, b, c, e = vector
    up = sign((c, e), root)
    return up < 0 or (up == 0 and sign((a, b), root) < 0)
