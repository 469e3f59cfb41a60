"""The corners of a convex hull, in whole numbers."""

import numpy as np

from boardless.topo.kernels.arrays import Ints
from boardless.topo.tilings import surds


def hull_corners(points: Ints, root: int) -> Ints:
    """Return the points that are corners of the convex hull of all, as sorted positions.

    Andrew's monotone chain over the ends of each row.

    Parameters
    ----------
    points : int array of shape (n, 4)
        Points as `topo.tilings.surds` has them, all different.
    root : int
        Their root.

    Returns
    -------
    int array
        Positions in `points`.
    """
    grid = surds.grid(points, root)
    order = np.lexsort((grid[:, 0], grid[:, 1]))
    rows = grid[order, 1]
    ends = np.ones(len(order), dtype=np.bool_)
    ends[1:-1] = (rows[1:-1] != rows[:-2]) | (rows[1:-1] != rows[2:])
    candidates = order[ends].tolist()
    corners = set(_chain(points, root, candidates)) | set(_chain(points, root, candidates[::-1]))
    return np.array(sorted(corners), dtype=np.int64)


def _chain(points: Ints, root: int, candidates: list[int]) -> list[int]:
    chain: list[int] = []
    for candidate in candidates:
        while len(chain) > 1 and not _turns_left(points[[*chain[-2:], candidate]], root):
            chain.pop()
        chain.append(candidate)
    return chain


def _turns_left(corner: Ints, root: int) -> bool:
    into, out = (corner[1:] - corner[:-1]).tolist()
    return surds.sign(surds.cross(into, out, root), root) > 0
