"""The corners of a convex hull, in whole numbers."""

import numpy as np

from topo.arrays import Ints


def hull_corners(grid: Ints) -> Ints:
    """Return the points that are corners of the convex hull of all, as sorted positions.

    Andrew's monotone chain over the ends of each row; exact, and it does not matter in which units
    the axes count.

    Parameters
    ----------
    grid : int array of shape (n, 2)
        Whole points, all different.

    Returns
    -------
    int array
        Positions in `grid`.
    """
    order = np.lexsort((grid[:, 0], grid[:, 1]))
    rows = grid[order, 1]
    ends = np.ones(len(order), dtype=np.bool_)
    ends[1:-1] = (rows[1:-1] != rows[:-2]) | (rows[1:-1] != rows[2:])
    candidates = order[ends].tolist()
    corners = set(_chain(grid, candidates)) | set(_chain(grid, candidates[::-1]))
    return np.array(sorted(corners), dtype=np.int64)


def _chain(grid: Ints, candidates: list[int]) -> list[int]:
    chain: list[int] = []
    for candidate in candidates:
        while len(chain) > 1 and not _turns_left(grid, chain[-2], chain[-1], candidate):
            chain.pop()
        chain.append(candidate)
    return chain


def _turns_left(grid: Ints, a: int, b: int, c: int) -> bool:
    (ax, ay), (bx, by), (cx, cy) = grid[[a, b, c]].tolist()
    return bool((bx - ax) * (cy - ay) > (by - ay) * (cx - ax))
