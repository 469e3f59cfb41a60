"""Edges as line segments: which of them cross, and which points they touch."""

from collections.abc import Iterator

import numpy as np

from boardless.topo.kernels.arrays import Bools, Floats, Ints
from boardless.topo.layouts.limits import MAX_PAIRS, check_room

#: Lines whose determinant is smaller are parallel.
_PARALLEL = 1e-7
#: Edges that cross share a point that is further than this share of their lengths from all ends.
_MARGIN = 0.01
#: Vertices nearer than this are the same place, or lie on an edge.
_TOUCH = 0.001
#: Pairs of edges looked at in one go.
_CHUNK = 1_000_000


def crossed_edges(points: Floats, edges: Ints) -> Bools:
    """Tell which edges are crossed by one that comes before them.

    Parameters
    ----------
    points : float64 array of shape (vertices, 3)
    edges : int array of shape (edges, 2)

    Returns
    -------
    bool array of shape (edges,)
        True where an earlier edge meets the edge and shares no end with it.

    Raises
    ------
    InputError
        If too many edges lie over each other to look at all pairs.
    """
    crossed = np.zeros(len(edges), bool)
    ends = points[edges][:, :, :2]
    for first, second in _overlapping(ends):
        a, b = ends[first], ends[second]
        apart = np.ones(len(a), bool)
        for i in range(2):
            for j in range(2):
                apart &= np.hypot(*(a[:, i] - b[:, j]).T) >= _TOUCH
        along, across, parallel = _meeting(a[apart], b[apart])
        low, high = -_PARALLEL, 1 + _PARALLEL
        meets = (along >= low) & (along <= high) & (across >= low) & (across <= high) & ~parallel
        crossed[second[apart][meets]] = True
    return crossed


def crossings(ends: Floats, others: Floats) -> tuple[Bools, Floats]:
    """Tell where segments cross others of the same row, and how far along.

    Parameters
    ----------
    ends, others : float64 arrays of shape (n, 2, 2)
        Two ends of each segment.

    Returns
    -------
    crosses : bool array of shape (n,)
        True if they share a point well inside both.
    along : float64 array of shape (n,)
        Where that is on the first of them, from 0 to 1.
    """
    along, across, parallel = _meeting(ends, others)
    inside = (along > _MARGIN) & (along < 1 - _MARGIN) & (across > _MARGIN) & (across < 1 - _MARGIN)
    return inside & ~parallel, along


def touched(a: Floats, b: Floats, points: Floats) -> Ints:
    """Return the points that lie on the segment from `a` to `b` and are none of its ends.

    Parameters
    ----------
    a, b : float64 arrays of shape (3,)
    points : float64 array of shape (n, 3)
    """
    step = b - a
    length = float(step @ step)
    if length == 0:
        return np.zeros(0, np.int64)
    along = np.clip((points - a) @ step / length, 0, 1)
    off = np.linalg.norm(points - a - along[:, None] * step, axis=1)
    near_a = np.linalg.norm(points - a, axis=1) < _TOUCH
    near_b = np.linalg.norm(points - b, axis=1) < _TOUCH
    return np.flatnonzero((off <= _TOUCH) & ~near_a & ~near_b)


def _meeting(a: Floats, b: Floats) -> tuple[Floats, Floats, Bools]:
    """Return where on `a`, and where on `b`, their lines meet, and whether they are parallel.

    After Bowyer and Woodwark, *A Programmer's Geometry* (1983): Cramer's rule.
    """
    lx, ly = (a[:, 1] - a[:, 0]).T
    nx, ny = (b[:, 1] - b[:, 0]).T
    mx, my = (b[:, 0] - a[:, 0]).T
    determinant = nx * ly - ny * lx
    parallel = np.abs(determinant) < _PARALLEL
    inverse = 1.0 / np.where(parallel, 1.0, determinant)
    return (nx * my - ny * mx) * inverse, (lx * my - ly * mx) * inverse, parallel


def _overlapping(ends: Floats) -> Iterator[tuple[Ints, Ints]]:
    """Yield pairs of segments, the lower first, whose boxes overlap, many at a time."""
    low = ends.min(axis=1) - _TOUCH
    high = ends.max(axis=1) + _TOUCH
    # Those that begin before another ends, in the order of their left ends, are a run behind it.
    order = np.argsort(low[:, 0], kind="stable")
    last = np.searchsorted(low[order, 0], high[order, 0], side="right")
    runs = last - np.arange(1, len(order) + 1)
    check_room(int(runs.sum()), MAX_PAIRS, "pairs of edges that may cross")
    begin = 0
    while begin < len(order):
        many = np.searchsorted(np.cumsum(runs[begin:]), _CHUNK, side="right") + 1
        stop = min(begin + int(many), len(order))
        counts = runs[begin:stop]
        left = np.repeat(np.arange(begin, stop), counts)
        starts = np.repeat(np.cumsum(counts) - counts, counts)
        right = left + 1 + np.arange(len(left)) - starts
        i, j = order[left], order[right]
        meet = (low[i, 1] <= high[j, 1]) & (low[j, 1] <= high[i, 1])
        yield np.minimum(i, j)[meet], np.maximum(i, j)[meet]
        begin = stop
