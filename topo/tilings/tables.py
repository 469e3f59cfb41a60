"""Tilings from tables that people write, and from graphs of vertices and edges; their proof.

The proof that a table is a tiling: its faces have edges that do not cross, match edge to edge, and
have the lattice cell's area together. So they map onto the plane without folds, and cover it once.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cmp_to_key
from itertools import islice, product
from math import gcd, isqrt, lcm
from pathlib import Path
from reprlib import repr as short
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from boardless.topo.tilings.exact_numbers import (
    Basis,
    Point,
    Surd,
    cross,
    exact_points,
    grid,
    plane,
    plus,
    sign,
    square,
    times,
)
from boardless.topo.tilings.incidence import Faces, Key, moved
from boardless.topo.tilings.tiling import Tiling
from boardless.util.inputs import InputError, as_integer

if TYPE_CHECKING:
    import networkx as nx

#: The most prototiles, and vertices, of a table.
MAX_FACES = 250
MAX_VERTICES = 500

#: The largest offset of the vertices of a face, in lattice vectors.
MAX_OFFSET = 8

#: The most nodes of a patch of a graph.
MAX_NODES = 2000

#: The most characters of a table in a file.
MAX_TEXT = 1_000_000

MAX_NAME = 60

FIELDS = ("name", "periods", "vertices", "faces", "root")


#: An edge of the lattice cell: a vertex of it, and the key of the vertex at the other end.
Edge: TypeAlias = tuple[int, Key]


def place(tiling: Tiling, key: Key) -> Point:
    """Return the point of a vertex."""
    (one, two), (i, j, k) = tiling.basis, key
    return plus(plus(tiling.vertices[k], one, i), two, j)


def traced_faces(tiling: Tiling, edges: list[Edge]) -> Faces:
    """Return the faces of one lattice cell, counter-clockwise, from one-way edges."""
    heads: list[list[Key]] = [[] for _ in tiling.vertices]
    for tail, head in edges:
        heads[tail].append(head)
        heads[head[2]].append(moved((0, 0, tail), head, -1))
    for tail, around in enumerate(heads):
        steps = {h: plus(place(tiling, h), tiling.vertices[tail], -1) for h in around}

        def turn(one: Key, other: Key, steps: dict[Key, Point] = steps) -> int:
            return _turn(steps[one], steps[other], tiling.root)

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
    """Return -1, 0 or 1: the order of two directions, counter-clockwise from east."""
    halves = _lower(one, root), _lower(other, root)
    if halves[0] != halves[1]:
        return -1 if halves[1] else 1
    return -sign(cross(one, other, root), root)


def _lower(vector: Point, root: int) -> bool:
    """Return True if a direction is from west (included) by south to east (not included)."""
    a, b, c, e = vector
    up = sign((c, e), root)
    return up < 0 or (up == 0 and sign((a, b), root) < 0)


def refined_tiling(tiling: Tiling) -> Tiling:
    """Return a tiling with points multiplied so that the centres of its faces are integers, too.

    Faces are put in order by their corners, the largest last, and those by how low and how far to
    the left they lie. Each is named by its lowest and leftmost vertex, in lattice cell (0, 0).
    """
    tidy, root = [], tiling.root
    for face in tiling.faces:
        corners = grid(_places(tiling, face), root)
        first = int(np.lexsort((corners[:, 0], corners[:, 1]))[0])
        i, j, _ = face[first]
        tidy.append(tuple((x - i, y - j, k) for x, y, k in face[first:] + face[:first]))
    sums = [_places(tiling, face).sum(axis=0) for face in tidy]
    factor = lcm(*(len(f) // gcd(len(f), *s.tolist()) for f, s in zip(tidy, sums, strict=True)))
    means = [s * factor // len(f) for f, s in zip(tidy, sums, strict=True)]
    middles = grid(np.array(means), root).tolist()
    order = sorted(range(len(tidy)), key=lambda n: (len(tidy[n]), *middles[n][::-1]))
    one, two, *rest = (
        (a, b, c, e)
        for a, b, c, e in (np.array([*tiling.basis, *tiling.vertices]) * factor).tolist()
    )
    faces = tuple(tidy[n] for n in order)
    return replace(tiling, basis=(one, two), vertices=tuple(rest), faces=faces)


def _places(tiling: Tiling, face: Sequence[Key]) -> Any:
    return np.array([place(tiling, key) for key in face])


def tiling_from_table(
    name: str,
    periods: Iterable[Any],
    vertices: Iterable[Any],
    faces: Iterable[Any],
    root: int | None = None,
) -> Tiling:
    """Return the tiling that a table describes; see `topo.Tiling.from_table`."""
    both = _two_periods(periods)
    corners = listed(vertices, MAX_VERTICES, "vertices")
    cells = listed(faces, MAX_FACES, "faces")
    if not corners or not cells:
        raise InputError(f"{len(corners)} vertices and {len(cells)} faces: give some of both")
    keys = tuple(face_keys(face, len(corners)) for face in cells)
    root, points = exact_points([*both, *corners], root)
    return _whole(Tiling(name, root, (points[0], points[1]), tuple(points[2:]), keys))


def _two_periods(periods: Any) -> list[Any]:
    both = listed(periods, 2, "periods")
    if len(both) != 2:
        raise InputError(f"{len(both)} periods: give two")
    return both


def checked_name(name: Any) -> str:
    """Return the name of a tiling; raise an InputError unless it is short and printable."""
    if not isinstance(name, str) or not name or len(name) > MAX_NAME or not name.isprintable():
        raise InputError(f"name {short(name)}: give 1 to {MAX_NAME} printable characters")
    return name


def listed(values: Any, most: int, name: str) -> list[Any]:
    """Return the values of an iterable as a list, of at most `most`."""
    if isinstance(values, str | dict):
        raise InputError(f"{name} {short(values)}: give a list")
    try:
        listed = list(islice(values, most + 1))
    except TypeError:
        raise InputError(f"{name} {short(values)}: give a list") from None
    if len(listed) > most:
        count = f"{len(values):,}" if hasattr(values, "__len__") else f"over {most:,}"
        raise InputError(f"{count} {name}: give at most {most:,}")
    return listed


def face_keys(face: Any, vertices: int, most: int = MAX_OFFSET) -> tuple[Key, ...]:
    """Return the vertices of a face; `i` and `j` are at most `most` lattice vectors away."""
    keys = []
    for key in listed(face, 4 * MAX_VERTICES, "vertices of a face"):
        try:
            i, j, k = map(as_integer, key)
        except (TypeError, ValueError):
            i = j = k = None
        if i is None or j is None or k is None:
            raise InputError(f"vertex {short(key)} of a face: give (i, j, k), whole numbers")
        if max(abs(i), abs(j)) > most or not 0 <= k < vertices:
            raise InputError(
                f"vertex {(i, j, k)} of a face: i and j from -{most} to {most}, "
                f"k from 0 to {vertices - 1}"
            )
        keys.append((i, j, k))
    return tuple(keys)


def tiling_from_graph(
    graph: "nx.Graph[Any]",
    periods: Iterable[Any],
    name: str = "graph",
    pos: str = "pos",
    root: int | None = None,
) -> Tiling:
    """Return the tiling that has a graph as a patch; see `topo.Tiling.from_graph`."""
    both = _two_periods(periods)
    if not 0 < len(graph) <= MAX_NODES:
        raise InputError(f"graph of {len(graph):,} nodes: give a patch of 1 to {MAX_NODES:,}")
    places = []
    for node, data in graph.nodes(data=True):
        if pos not in data and not ("x" in data and "y" in data):
            raise InputError(
                f"node {short(node)} has no attribute {pos!r}, nor x and y: give each node a place"
            )
        places.append(data[pos] if pos in data else (data["x"], data["y"]))
    root, points = exact_points([*both, *places], root)
    basis = (points[0], points[1])
    check_periods(root, basis)
    keys: dict[Any, Key] = {}
    kinds: dict[tuple[Any, ...], int] = {}
    first: list[Point] = []
    for node, point in zip(graph, points[2:], strict=True):
        offset, rest = _within(point, basis, root)
        if rest not in kinds:
            kinds[rest] = len(first)
            first.append(plus(plus(point, basis[0], -offset[0]), basis[1], -offset[1]))
        keys[node] = (*offset, kinds[rest])
    if len(first) > MAX_VERTICES:
        raise InputError(f"{len(first):,} vertices in a lattice cell: at most {MAX_VERTICES:,}")
    edges: list[Edge] = []
    for tail, head in graph.edges():
        (i, j, k), (x, y, n) = keys[tail], keys[head]
        edges.append((k, (x - i, y - j, n)))
    edges = one_way(edges)
    tiling = Tiling(name, root, basis, tuple(first), ())
    ends = [end for tail, (_, _, head) in edges for end in (tail, head)]
    for kind in range(len(first)):
        if ends.count(kind) < 2:
            raise InputError(
                f"the vertex at {first[kind]} has {ends.count(kind)} edges: give two or more, in "
                "a patch that has all edges of one lattice cell"
            )
    check_edges(tiling, edges)
    faces = traced_faces(tiling, edges)
    if len(faces) > MAX_FACES:
        raise InputError(f"{len(faces):,} faces in a lattice cell: at most {MAX_FACES:,}")
    return _whole(replace(tiling, faces=faces))


def _whole(tiling: Tiling) -> Tiling:
    """Return a tiling that has been checked, slots included, so that boards can be made of it."""
    tiling = refined_tiling(replace(tiling, faces=check_faces(tiling)))
    checked_name(tiling.name)
    # Computed now, so that a tiling without slots is refused now.
    _ = tiling.slots
    return tiling


def _within(point: Point, basis: Basis, root: int) -> tuple[tuple[int, int], tuple[Surd, ...]]:
    """Return the lattice cell of a point, and the rest of the point as a comparable value."""
    whole = cross(*basis, root)
    # By the conjugate, so that the divisor is an integer.
    conjugate = (whole[0], -whole[1])
    norm = whole[0] ** 2 - root * whole[1] ** 2
    offset, rest = [], []
    for part in (cross(point, basis[1], root), cross(basis[0], point, root)):
        a, b = times(part, conjugate, root)
        if norm < 0:
            a, b = -a, -b
        # The floor of b times the root, which is not an integer unless b is 0.
        below = isqrt(root * b * b) if b >= 0 else -isqrt(root * b * b) - 1
        n = (a + below) // abs(norm)
        offset.append(n)
        rest.append((a - n * abs(norm), b))
    return (offset[0], offset[1]), tuple(rest)


def read_tiling(path: str | Path) -> Tiling:
    """Return the tiling of a table in a JSON file.

    The file is an object with the fields ``periods``, ``vertices`` and ``faces``, and perhaps
    ``name`` (by default the file's) and ``root``; see `topo.Tiling.from_table`.

    Parameters
    ----------
    path : str or Path
        The file.

    Returns
    -------
    Tiling
        The tiling of its table.

    Raises
    ------
    InputError
        If the file cannot be read, or its table is not a tiling.
    """
    path = Path(path)
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(MAX_TEXT + 1)
        if len(text) > MAX_TEXT:
            raise InputError(f"{path}: over {MAX_TEXT:,} characters")
        table = json.loads(text)
    except OSError as error:
        raise InputError(f"{path}: {(error.strerror or 'cannot be read').lower()}") from None
    except (ValueError, RecursionError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"{path}: this is not JSON: {error}") from None
    if not isinstance(table, dict) or not set(FIELDS[1:4]) <= set(table) <= set(FIELDS):
        raise InputError(
            f"{path}: give an object with periods, vertices and faces, and perhaps name and root"
        )
    fields: dict[str, Any] = {"name": path.stem[:MAX_NAME]} | table
    return tiling_from_table(**fields)


def check_periods(root: int, basis: Basis) -> Surd:
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


def check_faces(tiling: Tiling) -> Faces:
    """Return the faces counter-clockwise; raise InputError if they do not make a tiling."""
    root = tiling.root
    area = check_periods(root, tiling.basis)
    oriented: list[tuple[Key, ...]] = []
    total = (0, 0)
    for face in tiling.faces:
        if len(set(face)) < max(3, len(face)):
            raise InputError(f"face {face} is not a polygon: give three or more different vertices")
        own = _area(tiling, face)
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
    check_edges(tiling, one_way(sides))
    for (start, end), face in sides.items():
        if (end[2], moved((0, 0, start), end, -1)) not in sides:
            raise InputError(
                f"edge from {(0, 0, start)} to {end} of face {face} matches no other face: "
                "each edge lies between two"
            )
    for vertex in range(len(tiling.vertices)):
        if not any(start == vertex for start, _ in sides):
            raise InputError(f"vertex {vertex} belongs to no face")
    if total != area:
        raise InputError(
            f"the faces overlap: their area is {_float(total, root) / _float(area, root):.6g} "
            "times the area of the lattice cell"
        )
    return tuple(oriented)


def one_way(edges: Iterable[Edge]) -> list[Edge]:
    """Return edges in one of their two directions each."""
    singles: dict[Edge, None] = {}
    for tail, head in edges:
        if (head[2], moved((0, 0, tail), head, -1)) not in singles:
            singles[tail, head] = None
    return list(singles)


def check_edges(tiling: Tiling, edges: list[Edge]) -> None:
    """Raise InputError if two edges share more than an end, or one has length 0."""
    # On a torus, as many edges as vertices and faces; a face has three edges, an edge two faces.
    vertices = len(tiling.vertices)
    if len(edges) > 3 * vertices:
        raise InputError(
            f"edges cross: there are {len(edges):,}, and {vertices} vertices have at most "
            f"{3 * vertices}"
        )
    ends = [((0, 0, tail), head) for tail, head in edges]
    for tail, head in ends:
        if place(tiling, tail) == place(tiling, head):
            raise InputError(f"edge from {tail} to {head} has no length")
    lattice = np.array([plane(period, tiling.root) for period in tiling.basis])
    places = np.array([[plane(place(tiling, key), tiling.root) for key in pair] for pair in ends])
    coordinates = places @ np.linalg.inv(lattice)
    # In lattice coordinates, so that a move by (i, j) adds i and j.
    low, high = coordinates.min(axis=1) - 1e-6, coordinates.max(axis=1) + 1e-6
    most = np.ceil(high.max(axis=0) - low.min(axis=0)).astype(int).tolist()
    for i, j in product(*(range(-n, n + 1) for n in most)):
        move = np.array((i, j))
        overlap = (low[:, None] <= high + move) & (low + move <= high[:, None])
        for one, other in np.argwhere(overlap.all(axis=2)).tolist():
            here, there = ends[one], tuple(moved(key, (i, j, 0)) for key in ends[other])
            if set(here) != set(there) and _cross(
                [place(tiling, key) for key in (*here, *there)], tiling.root
            ):
                raise InputError(
                    f"edges cross: from {here[0]} to {here[1]} and from {there[0]} to {there[1]}"
                )


def _cross(places: list[Point], root: int) -> bool:
    """Return True if two different edges a to b and c to d share more than an end."""
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
    """Return True if `c`, on the line through `a` and `b`, lies between them and is neither."""
    # Then it sees them in opposite directions, at an angle of more than 90 degrees.
    whole, one, other = (square(plus(p, q, -1), root) for p, q in ((a, b), (a, c), (b, c)))
    return sign((whole[0] - one[0] - other[0], whole[1] - one[1] - other[1]), root) > 0


def _area(tiling: Tiling, face: tuple[Key, ...]) -> Surd:
    """Return twice the area of a polygon, negative when it is clockwise."""
    places = [place(tiling, key) for key in face]
    parts = [cross(a, b, tiling.root) for a, b in zip(places, places[1:] + places[:1], strict=True)]
    return (sum(part[0] for part in parts), sum(part[1] for part in parts))


def _positive(number: Surd, root: int) -> Surd:
    return number if sign(number, root) >= 0 else (-number[0], -number[1])


def _float(number: Surd, root: int) -> float:
    return plane((*number, 0, 0), root)[0]
