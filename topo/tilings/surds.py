"""Exact arithmetic with numbers ``a + b * sqrt(d)``, `a`, `b` and `d` whole, and points of them.

A number is a pair ``(a, b)``; a point of the plane is ``(a, b, c, e)``, at ``x = a + b * sqrt(d)``
and ``y = c + e * sqrt(d)``. The root `d` is no square.
"""

from math import isqrt, sqrt
from typing import TypeAlias

import numpy as np

from boardless.topo.kernels.arrays import Ints

Surd: TypeAlias = tuple[int, int]
Point: TypeAlias = tuple[int, int, int, int]

#: Whole numbers up to this stand exactly for numbers whose parts stay below 2**28.
ENOUGH = 2**31


def sign(number: Surd, root: int) -> int:
    """Return -1, 0 or 1: the sign of a number."""
    a, b = number
    signs = ((a > 0) - (a < 0), (b > 0) - (b < 0))
    if signs[0] * signs[1] >= 0:
        return signs[0] or signs[1]
    return signs[0] if a * a > root * b * b else signs[1]


def times(one: Surd, other: Surd, root: int) -> Surd:
    """Return the product of two numbers."""
    return (
        one[0] * other[0] + root * one[1] * other[1],
        one[0] * other[1] + one[1] * other[0],
    )


def plus(one: Point, other: Point, factor: int = 1) -> Point:
    """Return `one` plus `factor` times `other`."""
    a, b, c, e = (x + factor * y for x, y in zip(one, other, strict=True))
    return (a, b, c, e)


def cross(one: Point, other: Point, root: int) -> Surd:
    """Return the cross product of two vectors, twice the area of the triangle that they span."""
    a, b, c, e = one
    f, g, h, i = other
    left, right = times((a, b), (h, i), root), times((c, e), (f, g), root)
    return (left[0] - right[0], left[1] - right[1])


def square(vector: Point, root: int) -> Surd:
    """Return the squared length of a vector."""
    a, b, c, e = vector
    return (a * a + c * c + root * (b * b + e * e), 2 * (a * b + c * e))


def less(one: Surd, other: Surd, root: int) -> bool:
    """Tell whether one number is less than another."""
    return sign((one[0] - other[0], one[1] - other[1]), root) < 0


def plane(point: Point, root: int) -> tuple[float, float]:
    """Return where a point lies, in floats."""
    a, b, c, e = point
    return (a + b * sqrt(root), c + e * sqrt(root))


def shortest(vectors: Ints, root: int) -> Ints:
    """Return the positions of the shortest vectors, shape (n, 4); exact, so there may be several.

    Floats choose the few that may be shortest, whole numbers decide.
    """
    wide = vectors.astype(np.float64)
    x, y = (wide[:, n] + wide[:, n + 1] * sqrt(root) for n in (0, 2))
    about = x * x + y * y
    if not len(about):
        return np.empty(0, dtype=np.int64)
    size = (wide * wide).sum(axis=1)
    found: list[int] = []
    best: Surd = (0, 0)
    # Where the parts of a number cancel, its float is as uncertain as they are large.
    for n in np.flatnonzero(about - 1e-9 * size <= (about + 1e-9 * size).min()).tolist():
        a, b, c, e = vectors[n].tolist()
        length = square((a, b, c, e), root)
        if not found or less(length, best, root):
            found, best = [n], length
        elif length == best:
            found.append(n)
    return np.array(found, dtype=np.int64)


def grid(points: Ints, root: int) -> Ints:
    """Return points of shape (n, 4) as whole numbers, (n, 2), in the same order on each axis."""
    (x, _), (y, _) = (axis(points[:, n : n + 2], root) for n in (0, 2))
    return np.stack((points[:, :2] @ np.array(x), points[:, 2:] @ np.array(y)), axis=1)


def axis(numbers: Ints, root: int) -> tuple[Surd, float]:
    """Return weights that turn numbers into whole ones in the same order, and their unit.

    With the weights ``(q, p)`` the number ``a + b * sqrt(root)`` becomes ``a * q + b * p``, which
    is linear. If all `a` or all `b` are 0 the other ones serve as they are. Else ``p / q`` is a
    convergent of ``sqrt(root)``: it is so close that sums of the numbers keep their order as long
    as `a` and `b` stay below 2**28 (a number that is not 0 is at least the inverse of its
    conjugate, ``1 / (|a| + |b| * sqrt(root))``).

    Parameters
    ----------
    numbers : int array of shape (n, 2)
        What is to be turned, and sums of it.
    root : int
        Of all numbers.

    Returns
    -------
    tuple
        The weights, and the length of 1 as it is after the turn.
    """
    if not numbers[:, 1].any():
        return (1, 0), 1.0
    if not numbers[:, 0].any():
        return (0, 1), sqrt(root)
    # The continued fraction of a square root, and its convergents p / q.
    whole = isqrt(root)
    m, d, a = 0, 1, whole
    (p, q), (p_before, q_before) = (whole, 1), (1, 0)
    while q < ENOUGH:
        m = d * a - m
        d = (root - m * m) // d
        a = (whole + m) // d
        (p, q), (p_before, q_before) = (a * p + p_before, a * q + q_before), (p, q)
    return (q, p), 1 / q
