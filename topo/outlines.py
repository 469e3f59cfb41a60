"""Where cells lie in the plane: the polygons that drawings are made of."""

import numpy as np

from topo.arrays import Floats, Ints
from topo.tiling import Tiling


def outlines(tiling: Tiling, keys: Ints) -> list[Floats]:
    """Return the polygon of each cell.

    Parameters
    ----------
    tiling : Tiling
        What the cells are cells of.
    keys : int array of shape (n, 3)
        Their lattice keys.

    Returns
    -------
    list of n float arrays of shape (corners, 2)
        Plane positions of the vertices of each cell, in edge lengths, counter-clockwise.
    """
    origins = tiling.face_grid(np.array([(0, 0, k) for k in range(len(tiling.faces))]))
    corners = [
        tiling.vertex_grid(np.array(face, dtype=np.int64)) - origin
        for face, origin in zip(tiling.faces, origins, strict=True)
    ]
    kinds = keys[:, 2].tolist()
    centres = tiling.face_grid(keys)
    return [tiling.plane(corners[k] + centre) for k, centre in zip(kinds, centres, strict=True)]


def inradius(outline: Floats) -> float:
    """Return the distance from the mean of a polygon's corners to its nearest side."""
    sides = np.roll(outline, -1, axis=0) - outline
    to_mean = outline.mean(axis=0) - outline
    across = sides[:, 0] * to_mean[:, 1] - sides[:, 1] * to_mean[:, 0]
    return float((across / np.hypot(sides[:, 0], sides[:, 1])).min())
