"""Boards with the same vertices and more edges, or with vertices for cells."""

from dataclasses import replace

import numpy as np

from boardless.topo.layouts.face_walks import faces_of
from boardless.topo.layouts.layout import Layout
from boardless.topo.layouts.limits import MAX_EDGES, MAX_VERTICES, check_room
from boardless.topo.layouts.links import CELL, Links
from boardless.topo.layouts.order import renumbered
from boardless.topo.layouts.sketch import Sketch


def make_faces(layout: Layout) -> Layout:
    """Return a layout whose cells are those that its edges enclose; none has a crossed edge."""
    found = faces_of(layout.points, layout.edges, True, layout.spokes)
    return replace(layout, faces=found)


def complete(layout: Layout, each_cell: bool = False) -> Layout:
    """Return a layout with an edge between any two vertices, or any two of a cell.

    Parameters
    ----------
    layout : Layout
    each_cell : bool
        Whether to join the vertices of each cell, rather than all; the cells then stay.
    """
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
    """Return the layout of the cells of another: a vertex for each, joined where they share edges.

    It is numbered by ``100 * y + x``.
    """
    if not layout.faces:
        return layout
    links = Links.of(layout)
    shared = (links.left >= 0) & (links.right >= 0)
    edges = np.stack((links.left[shared], links.right[shared]), axis=1).astype(np.int32)
    points = links.points[CELL]
    return renumbered(Layout(points, edges, faces_of(points, edges), "Dual", "NoShape"))


def subdivide(layout: Layout, least: int = 1, *, cells: bool, vertices: bool) -> Layout:
    """Return a layout with a vertex in each cell, joined with those around it.

    Parameters
    ----------
    layout : Layout
    least : int
        Cells with fewer sides stay whole.
    cells : bool
        Whether the board is played on cells: they are found anew, and there are none otherwise.
    vertices : bool
        Whether it is played on vertices: the cells to divide are then found anew.
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
