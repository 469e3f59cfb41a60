"""The numbers of vertices, edges and cells: from the bottom up, and from the left."""

from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np

from boardless.topo.kernels.arrays import Floats, Ints
from boardless.topo.layouts.face_walks import Face
from boardless.topo.layouts.layout import Layout

#: What can be numbered.
KINDS = ("Vertex", "Edge", "Cell")


def renumbered(layout: Layout, kinds: Collection[str] = KINDS) -> Layout:
    """Return a layout with its vertices, edges and cells, or some of them, numbered anew.

    They are ordered by ``100 * y + x`` of their points, those that are equal stay in their order.
    The sum is compared exactly: rounding that differs along a row shows in its numbers.

    Parameters
    ----------
    layout : Layout
    kinds : collection of str
        Which to number: ``"Vertex"``, ``"Edge"``, ``"Cell"``.
    """
    if "Vertex" in kinds:
        order = _order(layout.points)
        layout = with_vertices(layout, order)
    if "Edge" in kinds:
        order = _order(edge_points(layout))
        curved = set(layout.curved)
        kept = tuple(new for new, old in enumerate(order.tolist()) if old in curved)
        layout = replace(layout, edges=layout.edges[order], curved=kept)
    if "Cell" in kinds:
        order = _order(face_points(layout.points, layout.faces))
        layout = replace(layout, faces=tuple(layout.faces[face] for face in order.tolist()))
    return layout


def with_vertices(layout: Layout, order: Ints) -> Layout:
    """Return a layout whose vertices stand in another order: first the vertex ``order[0]``."""
    new = np.empty(len(order), np.int32)
    new[order] = np.arange(len(order), dtype=np.int32)
    numbers = new.tolist()
    pivots = layout.pivots
    if pivots:
        moved = [pivots[old] for old in order.tolist()]
        pivots = tuple(numbers[pivot] if pivot >= 0 else -1 for pivot in moved)
    faces = tuple(tuple(numbers[vertex] for vertex in face) for face in layout.faces)
    edges = new[layout.edges].reshape(-1, 2)
    return replace(layout, points=layout.points[order], edges=edges, faces=faces, pivots=pivots)


def edge_points(layout: Layout) -> Floats:
    """Return the middles of the edges: float64 (edges, 3)."""
    ends = layout.points[layout.edges]
    middles: Floats = (ends[:, 0] + ends[:, 1]) * 0.5
    return middles


def face_points(points: Floats, faces: Sequence[Face]) -> Floats:
    """Return the means of the vertices of cells, summed in their order: float64 (cells, 3)."""
    means = np.zeros((len(faces), 3))
    sizes = np.array([len(face) for face in faces], np.int64)
    for size in np.unique(sizes).tolist():
        which = np.flatnonzero(sizes == size)
        corners = np.array([faces[face] for face in which.tolist()])
        total = np.zeros((len(which), 3))
        for corner in range(size):
            total += points[corners[:, corner]]
        means[which] = total / size
    return means


def _order(points: Floats) -> Ints:
    return np.argsort(points[:, 1] * 100 + points[:, 0], kind="stable")
