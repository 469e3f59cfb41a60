"""Operators on boards: moved, cut, refined, merged and joined."""

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate

import numpy as np

from boardless.jit.arrays import Bools, Floats, Ints
from boardless.topo.layouts.editing import Sketch, without_faces
from boardless.topo.layouts.editing import connect as connect_near
from boardless.topo.layouts.faces import faces_of
from boardless.topo.layouts.incidence import (
    CELL,
    Links,
    distinct_edges,
    renumbered,
    selected,
    turn_order,
)
from boardless.topo.layouts.layout import (
    MAX_EDGES,
    MAX_VERTICES,
    SAME,
    SAME_WHEN_MERGED,
    Corner,
    Layout,
    PointIndex,
    check_room,
    widened,
)
from boardless.topo.layouts.places import inside


def keep(layout: Layout, corners: Sequence[Corner]) -> Layout:
    """Return the part of a layout with its vertices in an area, a little widened."""
    if len(corners) < 3:
        return layout
    return replace(subgraph(layout, _inside(layout, corners)), basis=layout.basis)


def clip(layout: Layout, corners: Sequence[Corner]) -> Layout:
    """Return the part of a layout with its vertices outside an area, a little widened."""
    if len(corners) < 3:
        return layout
    return subgraph(layout, ~_inside(layout, corners))


def hole(layout: Layout, corners: Sequence[Corner]) -> Layout:
    """Return a layout without the cells in an area, and without the edges that only they had."""
    if len(corners) < 3:
        return layout
    middles = Links.of(layout).points[CELL][:, :2]
    gone = np.flatnonzero(inside(middles, np.array(widened(corners))))
    return without_faces(layout, gone.tolist(), with_edges=True)


def subgraph(layout: Layout, mask: Bools) -> Layout:
    """Return some vertices, the edges between them and the cells inside, without pivots."""
    between = mask[layout.edges].all(axis=1)
    bare = Layout(layout.points, layout.edges, ())
    part = selected(bare, np.flatnonzero(mask), np.flatnonzero(between))
    ends = distinct_edges(part.edges)
    return Layout(part.points, ends, faces_of(part.points, ends), "NoBasis", "NoShape")


def _inside(layout: Layout, corners: Sequence[Corner]) -> Bools:
    return inside(layout.points[:, :2], np.array(widened(corners)))


def shift(layout: Layout, dx: float, dy: float, dz: float = 0.0) -> Layout:
    """Return a layout moved by some amounts."""
    return replace(layout, points=np.add(layout.points, (dx, dy, dz)))


def scale(layout: Layout, x: float, y: float, z: float = 1.0) -> Layout:
    """Return a layout stretched from the origin."""
    points = np.multiply(layout.points, (x, y, z))
    if x > 0 and y > 0:
        return replace(layout, points=points)
    return replace(layout, points=points, spokes=turn_order(layout))


def rotate(layout: Layout, degrees: float) -> Layout:
    """Return a layout turned anticlockwise about the middle of the box around it."""
    if not len(layout.points):
        return layout
    angle = math.radians(degrees)
    sine, cosine = math.sin(angle), math.cos(angle)
    low, high = layout.points.min(axis=0), layout.points.max(axis=0)
    middle = low + (high - low) / 2.0
    x, y = (layout.points - middle)[:, :2].T
    points = layout.points.copy()
    points[:, 0] = middle[0] + x * cosine - y * sine
    points[:, 1] = middle[1] + y * cosine + x * sine
    return replace(layout, points=points, spokes=turn_order(layout))


def skew(layout: Layout, amount: float) -> Layout:
    """Return a slanted layout: each point moves right by `amount` times its height."""
    if not len(layout.points):
        return layout
    points = layout.points.copy()
    points[:, 0] += (points[:, 1] - np.min(points[:, 1])) * amount
    return replace(layout, points=points)


def make_faces(layout: Layout) -> Layout:
    """Return a layout with the faces of its graph as cells, except faces with crossed edges."""
    faces = faces_of(layout.points, layout.edges, True, layout.spokes)
    return replace(layout, faces=faces)


def complete(layout: Layout, each_cell: bool = False) -> Layout:
    """Return a layout with an edge between any two vertices, or any two of a cell, which stay."""
    if each_cell:
        sketch = Sketch(layout)
        for face in layout.faces:
            for n, a in enumerate(face):
                for b in face[n + 1 :]:
                    sketch.edge(a, b)
        return sketch.layout("NoBasis", layout.shape)
    size = len(layout.points)
    check_room(size * (size - 1) // 2, MAX_EDGES, "edges")
    edges = np.stack(np.triu_indices(size, 1), axis=1).astype(np.int32)
    return make_faces(replace(layout, edges=edges, basis="NoBasis", curved=(), spokes=None))


def dual(layout: Layout) -> Layout:
    """Return a vertex for each cell, joined where cells share edges; see `renumbered`."""
    if not layout.faces:
        return layout
    links = Links.of(layout)
    shared = (links.left >= 0) & (links.right >= 0)
    edges = np.stack((links.left[shared], links.right[shared]), axis=1).astype(np.int32)
    points = links.points[CELL]
    return renumbered(Layout(points, edges, faces_of(points, edges), "Dual", "NoShape"))


def subdivide(layout: Layout, least: int = 1, *, cells: bool, vertices: bool) -> Layout:
    """Return a layout with a vertex in each cell, joined with those around it.

    Cells with fewer sides than `least` stay whole. On a board that is played on `cells` they are
    derived again, and otherwise left out; on one that is played on `vertices` the cells to divide
    are derived again first.
    """
    if vertices:
        layout = make_faces(layout)
    check_room(len(layout.points) + len(layout.faces), MAX_VERTICES, "vertices")
    sketch = Sketch(layout)
    middles = Links.of(layout).points[CELL].tolist()
    for face, middle in zip(layout.faces[::-1], middles[::-1], strict=True):
        if len(face) >= least:
            new = sketch.add_vertex(*middle)
            for vertex in face:
                sketch.edge(new, vertex)
    divided = replace(sketch.layout("NoBasis", layout.shape), faces=())
    return make_faces(divided) if cells else divided


def merge(parts: Sequence[Layout], connect: bool = False) -> Layout:
    """Return one layout of several; the first of vertices at one place stays, cells are new."""
    united = union(parts)
    index = PointIndex(SAME_WHEN_MERGED)
    new = np.array([index.find_or_add(*point) for point in united.points.tolist()], np.int32)
    edges = new[united.edges]
    curved = {frozenset(edges[edge].tolist()) for edge in united.curved}
    ends = distinct_edges(edges)
    bent = tuple(n for n, pair in enumerate(ends.tolist()) if frozenset(pair) in curved)
    places = np.array(index.points)
    pivots = _merged_pivots(parts, new, places)
    merged = Layout(places, ends, (), "NoBasis", "NoShape", None, pivots, bent)
    if not connect:
        return replace(merged, faces=faces_of(places, ends))
    return _connected(merged)


def union(parts: Sequence[Layout], connect: bool = False) -> Layout:
    """Return layouts one after another; `connect` joins close vertices, with new cells."""
    points = np.concatenate([part.points for part in parts])
    check_room(len(points), MAX_VERTICES, "vertices")
    check_room(sum(len(part.edges) for part in parts), MAX_EDGES, "edges")
    # Each part with the numbers of vertices and of edges before it.
    shifted = list(
        zip(
            parts,
            accumulate((len(part.points) for part in parts[:-1]), initial=0),
            accumulate((len(part.edges) for part in parts[:-1]), initial=0),
            strict=True,
        )
    )
    pivots = tuple(
        pivot + vertices if pivot >= 0 else -1
        for part, vertices, _ in shifted
        for pivot in part.pivots or [-1] * len(part.points)
    )
    spokes = None
    if any(part.spokes for part in parts):
        rings = ((ring, edges) for part, _, edges in shifted for ring in turn_order(part))
        spokes = tuple(tuple(edge + edges for edge in ring) for ring, edges in rings)
    united = Layout(
        points,
        np.concatenate([part.edges + vertices for part, vertices, _ in shifted]).astype(np.int32),
        tuple(
            tuple(vertex + vertices for vertex in face)
            for part, vertices, _ in shifted
            for face in part.faces
        ),
        "NoBasis",
        "NoShape",
        pivots=pivots if max(pivots, default=-1) >= 0 else None,
        curved=tuple(edge + edges for part, _, edges in shifted for edge in part.curved),
        spokes=spokes,
    )
    return _connected(united) if connect else united


def intersect(parts: Sequence[Layout]) -> Layout:
    """Return the part of the first layout that all others share, with new cells."""
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
    return subgraph(replace(first, edges=first.edges[shared]), kept)


def layers(layout: Layout, count: int) -> Layout:
    """Return `count` copies as joined layers; vertex numbers do not go layer by layer."""
    size = len(layout.points)
    check_room(size * count, MAX_VERTICES, "vertices")
    check_room((len(layout.edges) + size) * count, MAX_EDGES, "edges")
    floors = [shift(layout, 0, 0, level) for level in range(count)]
    stacked = union(floors)
    edges, curved = [layout.edges], list(layout.curved)
    upright = np.arange(size, dtype=np.int32)[:, None] + np.array((0, size), np.int32)
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
    """Return a layout with all close vertices joined, and with new cells."""
    sketch = Sketch(layout)
    connect_near(sketch, range(len(layout.points)))
    return sketch.layout("NoBasis", "NoShape", make_faces=True, check_crossings=True)


def _merged_pivots(parts: Sequence[Layout], new: Ints, places: Floats) -> tuple[int, ...] | None:
    """Return the pivots of merged parts, found again by their points on the ground.

    As in Ludii, a pivot keeps its number within its part. When vertices are merged, the number
    means the vertex that has it at that moment, and the remaining vertex becomes the pivot.
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
