"""Boards made of several: merged, side by side, on top of each other, or what they share."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from boardless.topo.kernels.arrays import Floats, Ints
from boardless.topo.layouts.cutting import kept_vertices
from boardless.topo.layouts.editing import connect as connect_near
from boardless.topo.layouts.face_walks import faces_of
from boardless.topo.layouts.layout import Layout
from boardless.topo.layouts.limits import MAX_EDGES, MAX_VERTICES, check_room
from boardless.topo.layouts.moving import shift
from boardless.topo.layouts.nearness import SAME, SAME_WHEN_MERGED, PointIndex
from boardless.topo.layouts.order import distinct_edges, renumbered
from boardless.topo.layouts.sketch import Sketch
from boardless.topo.layouts.spokes import Spokes, turn_order


def merge(parts: Sequence[Layout], connect: bool = False) -> Layout:
    """Return one layout of several, in which vertices at one place are one.

    Vertices and edges keep the order of the parts, the first of those that are one stays where it
    is, and the cells are found anew.

    Parameters
    ----------
    parts : sequence of Layout
    connect : bool
        Whether vertices that are near each other are joined.
    """
    points = np.concatenate([part.points for part in parts])
    check_room(len(points), MAX_VERTICES, "vertices")
    index = PointIndex(SAME_WHEN_MERGED)
    new = np.array([index.find_or_add(*point) for point in points.tolist()], np.int32)
    edges = new[_shifted_edges(parts)]
    kept = distinct_edges(edges)
    curved = _curved_pairs(parts, edges)
    ends = edges[kept]
    bent = tuple(n for n, pair in enumerate(ends.tolist()) if frozenset(pair) in curved)
    places = np.array(index.points)
    pivots = _merged_pivots(parts, new, places)
    merged = Layout(places, ends, (), "NoBasis", "NoShape", None, pivots, bent)
    if not connect:
        return replace(merged, faces=faces_of(places, ends))
    return _connected(merged)


def union(parts: Sequence[Layout], connect: bool = False) -> Layout:
    """Return several layouts as one, all vertices, edges and cells one part after another.

    Parameters
    ----------
    parts : sequence of Layout
    connect : bool
        Whether vertices that are near each other are joined; the cells are then found anew.
    """
    starts = _starts(parts)
    check_room(starts[-1], MAX_VERTICES, "vertices")
    check_room(sum(len(part.edges) for part in parts), MAX_EDGES, "edges")
    points = np.concatenate([part.points for part in parts])
    faces = tuple(
        tuple(vertex + start for vertex in face)
        for start, part in zip(starts, parts, strict=False)
        for face in part.faces
    )
    pivots = [
        pivot + start if pivot >= 0 else -1
        for start, part in zip(starts, parts, strict=False)
        for pivot in part.pivots or [-1] * len(part.points)
    ]
    edges = _shifted_edges(parts)
    curved, done = [], 0
    for part in parts:
        curved += [edge + done for edge in part.curved]
        done += len(part.edges)
    united = Layout(
        points,
        edges,
        faces,
        "NoBasis",
        "NoShape",
        None,
        tuple(pivots) if max(pivots, default=-1) >= 0 else None,
        tuple(curved),
        _united_spokes(parts),
    )
    return _connected(united) if connect else united


def intersect(parts: Sequence[Layout]) -> Layout:
    """Return the part of the first layout that all others have, too, its cells found anew."""
    if len(parts) == 1:
        return parts[0]
    first = parts[0]
    kept = np.ones(len(first.points), bool)
    shared = np.ones(len(first.edges), bool)
    for other in parts[1:]:
        index = PointIndex(SAME_WHEN_MERGED)
        for point in other.points.tolist():
            index.add(*point)
        same = [index.find_all(*point) for point in first.points.tolist()]
        kept &= np.array([bool(vertices) for vertices in same], bool)
        pairs = {frozenset(pair) for pair in other.edges.tolist()}
        has = [
            any(frozenset((u, v)) in pairs for u in same[a] for v in same[b])
            for a, b in first.edges.tolist()
        ]
        shared &= np.array(has, bool)
    return kept_vertices(replace(first, edges=first.edges[shared]), kept)


def layers(layout: Layout, count: int) -> Layout:
    """Return copies of a layout above each other, one edge apart, and joined upwards.

    Vertices, edges and cells are numbered by ``100 * y + x``, which mixes the layers.
    """
    size = len(layout.points)
    check_room(size * count, MAX_VERTICES, "vertices")
    check_room((len(layout.edges) + size) * count, MAX_EDGES, "edges")
    floors = [shift(layout, 0, 0, level) for level in range(count)]
    stacked = union(floors)
    edges, curved = [layout.edges], list(layout.curved)
    upright = np.stack((np.arange(size), np.arange(size) + size), axis=1).astype(np.int32)
    for level in range(1, count):
        begin = sum(map(len, edges))
        curved += [edge + begin for edge in layout.curved]
        edges += [layout.edges + level * size, upright + (level - 1) * size]
    joined = replace(
        stacked,
        edges=np.concatenate(edges).astype(np.int32),
        basis=layout.basis,
        shape=layout.shape,
        curved=tuple(curved),
        # Edges that are added, upwards, put those around them in order by angle.
        spokes=layout.spokes if count == 1 else None,
    )
    return renumbered(joined)


def _connected(layout: Layout) -> Layout:
    """Return a layout whose vertices are joined with all that are near, its cells found anew."""
    sketch = Sketch(layout)
    connect_near(sketch, range(len(layout.points)))
    return sketch.layout("NoBasis", "NoShape", make_faces=True, check_crossings=True)


def _united_spokes(parts: Sequence[Layout]) -> Spokes | None:
    """Return the spokes of parts side by side; None if all go by angle."""
    if all(part.spokes is None for part in parts):
        return None
    starts = np.cumsum([0, *(len(part.edges) for part in parts)]).tolist()
    return tuple(
        tuple(edge + start for edge in ring)
        for start, part in zip(starts, parts, strict=False)
        for ring in turn_order(part)
    )


def _starts(parts: Sequence[Layout]) -> list[int]:
    """Return the number of the first vertex of each part, and how many there are in all."""
    starts: list[int] = np.cumsum([0, *(len(part.points) for part in parts)]).tolist()
    return starts


def _shifted_edges(parts: Sequence[Layout]) -> Ints:
    starts = _starts(parts)
    shifted = [part.edges + start for start, part in zip(starts, parts, strict=False)]
    return np.concatenate(shifted).astype(np.int32).reshape(-1, 2)


def _curved_pairs(parts: Sequence[Layout], edges: Ints) -> set[frozenset[int]]:
    """Return the ends of the edges of merged parts that are curved."""
    curved, done = set(), 0
    for part in parts:
        curved |= {frozenset(edges[done + edge].tolist()) for edge in part.curved}
        done += len(part.edges)
    return curved


def _merged_pivots(parts: Sequence[Layout], new: Ints, places: Floats) -> tuple[int, ...] | None:
    """Return the pivots of merged parts, found again by their places on the ground.

    Ludii numbers a pivot within its part, and takes it for the vertex that has this number when
    vertices are made one: the pivot is then the vertex that stays. So it goes here, too.
    """
    if not any(part.pivots for part in parts):
        return None
    local = np.concatenate([part.pivots or np.full(len(part.points), -1) for part in parts])
    spots = np.concatenate(
        [part.points[list(part.pivots or [-1] * len(part.points))] for part in parts]
    )
    has = local >= 0
    _, kept = np.unique(new, return_index=True)
    left = np.ones(len(new), bool)
    gone = np.setdiff1d(np.arange(len(new)), kept)
    for vertex in gone[np.lexsort((-gone, new[gone]))].tolist():
        moved = local == np.count_nonzero(left[:vertex])
        local[moved] = -1
        spots[moved] = places[new[vertex]]
        left[vertex] = False
    index = PointIndex(SAME)
    for place in places.tolist():
        index.add(*place)
    return tuple(
        index.find(*spots[vertex, :2].tolist()) if has[vertex] else -1 for vertex in kept.tolist()
    )
