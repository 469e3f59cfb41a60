"""The Laves tilings: the duals of the Archimedean ones, whose cells are all of one shape."""

import numpy as np

from boardless.topo.tilings.surds import Point
from boardless.topo.tilings.tables import refined_tiling
from boardless.topo.tilings.tiling import Tiling

#: What they are called, and of which tilings they are the duals.
LAVES = {
    "floret": "3.3.3.3.6",
    "prismatic": "3.3.3.4.4",
    "cairo": "3.3.4.3.4",
    "deltoidal": "3.4.6.4",
    "rhombille": "3.6.3.6",
    "triakis": "3.12.12",
    "kisrhombille": "4.6.12",
    "tetrakis": "4.8.8",
}


def dual(tiling: Tiling, name: str, diagonal: bool = False) -> Tiling:
    """Return the dual of a tiling: a vertex for each face, a face for each vertex.

    Parameters
    ----------
    tiling : Tiling
        One whose faces are regular polygons, or other ones whose centres, joined where two faces
        share an edge, make a tiling.
    name : str
        What to call it.
    diagonal : bool, default False
        Turn it by 45 degrees (and stretch it by the root of 2).
    """
    keys = np.array([(0, 0, k) for k in range(len(tiling.faces))])
    centres = [(a, b, c, e) for a, b, c, e in tiling.face_points(keys).tolist()]
    points = [_turned(point) if diagonal else point for point in (*tiling.basis, *centres)]
    faces = tuple(tuple(spoke.face for spoke in star) for star in tiling.incidence.stars)
    return refined_tiling(name, tiling.root, (points[0], points[1]), tuple(points[2:]), faces)


def _turned(point: Point) -> Point:
    a, b, c, e = point
    return (a - c, b - e, a + c, b + e)
