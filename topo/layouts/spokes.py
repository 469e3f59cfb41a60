"""The edges at each vertex in turn, and boards that keep an order from before they were turned."""

from collections.abc import Sequence

import numpy as np

from boardless.topo.kernels.arrays import Floats, Ints
from boardless.topo.layouts.layout import Layout

Spokes = tuple[tuple[int, ...], ...]


def by_angle(points: Floats, edges: Ints) -> tuple[Ints, Ints]:
    """Return the directed edges that leave each vertex, anticlockwise from due west.

    Parameters
    ----------
    points : float64 array of shape (vertices, 3)
    edges : int array of shape (edges, 2)

    Returns
    -------
    order : int64 array of shape (2 * edges,)
        Directed edges, vertex by vertex: ``2 * e`` goes from the first end of edge `e` to its
        second, ``2 * e + 1`` back. Edges in one direction stay in the order of their numbers.
    start : int64 array of shape (vertices + 1,)
        Where the edges of each vertex begin in `order`, and where the last end.
    """
    tails, heads = edges.reshape(-1), edges[:, ::-1].reshape(-1)
    steps = points[heads] - points[tails]
    angles = np.arctan2(steps[:, 1], steps[:, 0])
    order = np.lexsort((np.arange(len(tails)), angles, tails))
    counts = np.bincount(tails, minlength=len(points))
    return order, np.concatenate(([0], np.cumsum(counts)))


def spokes_of(layout: Layout) -> Spokes:
    """Return the edges at each vertex of a layout in turn."""
    if layout.spokes is not None:
        return layout.spokes
    order, start = by_angle(layout.points, layout.edges)
    edges, places = (order // 2).tolist(), start.tolist()
    return tuple(tuple(edges[a:b]) for a, b in zip(places, places[1:], strict=False))


def kept_spokes(layout: Layout, vertices: Sequence[int], edges: Sequence[int]) -> Spokes | None:
    """Return the spokes of a layout with other vertices and edges; None if they go by angle.

    Parameters
    ----------
    layout : Layout
        What it was made from.
    vertices : sequence of int
        The old number of each vertex that it has.
    edges : sequence of int
        The new number of each old edge, or -1 if it is gone.
    """
    if layout.spokes is None:
        return None
    return tuple(
        tuple(edges[edge] for edge in layout.spokes[vertex] if edges[edge] >= 0)
        for vertex in vertices
    )
