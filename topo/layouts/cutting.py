"""Parts of boards: what lies inside an area, outside it, or what is left with a hole."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from boardless.topo.kernels.arrays import Bools
from boardless.topo.layouts.area import Corner, widened
from boardless.topo.layouts.editing import without_faces
from boardless.topo.layouts.face_walks import faces_of
from boardless.topo.layouts.layout import Layout
from boardless.topo.layouts.links import CELL, Links
from boardless.topo.layouts.order import distinct_edges
from boardless.topo.layouts.outline import inside


def keep(layout: Layout, corners: Sequence[Corner]) -> Layout:
    """Return the part of a layout whose vertices lie in an area, a little widened."""
    if len(corners) < 3:
        return layout
    return replace(kept_vertices(layout, _inside(layout, corners)), basis=layout.basis)


def clip(layout: Layout, corners: Sequence[Corner]) -> Layout:
    """Return the part of a layout whose vertices lie outside an area, a little widened."""
    if len(corners) < 3:
        return layout
    return kept_vertices(layout, ~_inside(layout, corners))


def hole(layout: Layout, corners: Sequence[Corner]) -> Layout:
    """Return a layout without the cells in an area, and without the edges that only they had."""
    if len(corners) < 3:
        return layout
    middles = Links.of(layout).points[CELL][:, :2]
    gone = np.flatnonzero(inside(middles, np.array(widened(corners))))
    return without_faces(layout, gone.tolist(), with_edges=True)


def kept_vertices(layout: Layout, kept: Bools) -> Layout:
    """Return some vertices of a layout, the edges between them, and the cells that these enclose.

    Cells are found anew; pivots and curves are lost.
    """
    numbers = np.cumsum(kept) - 1
    edges = layout.edges[kept[layout.edges].all(axis=1)]
    ends = numbers[edges].astype(np.int32).reshape(-1, 2)
    ends = ends[distinct_edges(ends)]
    points = layout.points[kept]
    return Layout(points, ends, faces_of(points, ends), "NoBasis", "NoShape")


def _inside(layout: Layout, corners: Sequence[Corner]) -> Bools:
    return inside(layout.points[:, :2], np.array(widened(corners)))
