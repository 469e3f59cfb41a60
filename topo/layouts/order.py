"""The numbers of vertices, edges and cells: from the bottom up, and from the left."""

from collections.abc import Collection
from dataclasses import replace

import numpy as np

from boardless.topo.kernels.arrays import Floats, Ints
from boardless.topo.layouts.layout import Layout
from boardless.topo.layouts.links import CELL, EDGE, KINDS, VERTEX, Links
from boardless.topo.layouts.spokes import kept_spokes


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
    points = Links.of(layout).points
    if VERTEX in kinds:
        layout = with_vertices(layout, _order(points[VERTEX]))
    if EDGE in kinds:
        order = _order(points[EDGE])
        curved = set(layout.curved)
        kept = tuple(new for new, old in enumerate(order.tolist()) if old in curved)
        spokes = kept_spokes(layout, range(len(layout.points)), _places(order).tolist())
        layout = replace(layout, edges=layout.edges[order], curved=kept, spokes=spokes)
    if CELL in kinds:
        order = _order(points[CELL])
        layout = replace(layout, faces=tuple(layout.faces[face] for face in order.tolist()))
    return layout


def with_vertices(layout: Layout, order: Ints) -> Layout:
    """Return a layout whose vertices stand in another order: first the vertex ``order[0]``."""
    new = _places(order)
    numbers = new.tolist()
    pivots = layout.pivots
    if pivots:
        moved = [pivots[old] for old in order.tolist()]
        pivots = tuple(numbers[pivot] if pivot >= 0 else -1 for pivot in moved)
    faces = tuple(tuple(numbers[vertex] for vertex in face) for face in layout.faces)
    return replace(
        layout,
        points=layout.points[order],
        edges=new[layout.edges].reshape(-1, 2),
        faces=faces,
        pivots=pivots,
        spokes=kept_spokes(layout, order.tolist(), range(len(layout.edges))),
    )


def _places(order: Ints) -> Ints:
    """Return where each number stands in an order."""
    places = np.empty(len(order), np.int32)
    places[order] = np.arange(len(order), dtype=np.int32)
    return places


def _order(points: Floats) -> Ints:
    return np.argsort(points[:, 1] * 100 + points[:, 0], kind="stable")


def distinct_edges(edges: Ints) -> Ints:
    """Return the numbers of the edges that no earlier edge has the two ends of."""
    ends = np.sort(edges, axis=1)
    _, first = np.unique(ends, axis=0, return_index=True)
    return np.sort(first)
