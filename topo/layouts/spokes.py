"""Boards that keep the order of the edges at each vertex from before they were turned."""

from collections.abc import Sequence

from boardless.topo.layouts.layout import Layout
from boardless.topo.layouts.links import spokes_of

#: The edges at each vertex in turn.
Spokes = tuple[tuple[int, ...], ...]


def turn_order(layout: Layout) -> Spokes:
    """Return the edges at each vertex of a layout in turn."""
    if layout.spokes is not None:
        return layout.spokes
    return tuple(map(tuple, spokes_of(layout.points, layout.edges).lists()))


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
