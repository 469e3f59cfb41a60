"""Exact numbers ``a + b * sqrt(d)``, and their recognition in floats and texts."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import isfinite, isqrt, lcm, sqrt
from numbers import Rational
from reprlib import repr as short
from typing import Any, TypeAlias

import numpy as np

from boardless.jit.arrays import Ints
from boardless.util.inputs import InputError, integer_between

Surd: TypeAlias = tuple[int, int]
Point: TypeAlias = tuple[int, int, int, int]
Points: TypeAlias = tuple[Point, ...]
#: Two lattice vectors.
Basis: TypeAlias = tuple[Point, Point]

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
    return one[0] * other[0] + root * one[1] * other[1], one[0] * other[1] + one[1] * other[0]


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


def plane(point: Point, root: int) -> tuple[float, float]:
    """Return where a point lies, in floats."""
    a, b, c, e = point
    return (a + b * sqrt(root), c + e * sqrt(root))


def shortest(vectors: Ints, root: int) -> Ints:
    """Return the positions of the shortest of vectors, (n, 4), several if exactly equal."""
    wide = vectors.astype(np.float64)
    x, y = (wide[:, n] + wide[:, n + 1] * sqrt(root) for n in (0, 2))
    about = x * x + y * y
    if not len(about):
        return np.empty(0, dtype=np.int64)
    size = (wide * wide).sum(axis=1)
    indices: list[int] = []
    best: Surd = (0, 0)
    # If the parts of a number cancel, its float is as uncertain as the parts are large.
    for n in np.flatnonzero(about - 1e-9 * size <= (about + 1e-9 * size).min()).tolist():
        a, b, c, e = vectors[n].tolist()
        length = square((a, b, c, e), root)
        if not indices or sign((length[0] - best[0], length[1] - best[1]), root) < 0:
            indices, best = [n], length
        elif length == best:
            indices.append(n)
    return np.array(indices, dtype=np.int64)


def grid(points: Ints, root: int) -> Ints:
    """Return points of shape (n, 4) as integers, (n, 2), in the same order on each axis."""
    (x, _), (y, _) = (axis(points[:, n : n + 2], root) for n in (0, 2))
    return np.stack((points[:, :2] @ np.array(x), points[:, 2:] @ np.array(y)), axis=1)


def axis(numbers: Ints, root: int) -> tuple[Surd, float]:
    """Return weights that map numbers, (n, 2), to integers in the same order, and the unit.

    With the weights ``(q, p)`` the number ``a + b * sqrt(root)`` becomes ``a * q + b * p``, which
    is linear. If all `a` or all `b` are 0 the other ones serve as they are. Else ``p / q`` is a
    convergent of the continued fraction of ``sqrt(root)``, so close that sums of the numbers keep
    their order as long as `a` and `b` stay below 2**28 (a number that is not 0 is at least the
    inverse of its conjugate, ``1 / (|a| + |b| * sqrt(root))``). The unit is the length of 1.
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


#: A number ``a + b * sqrt(root)`` of fractions.
Exact: TypeAlias = tuple[Fraction, Fraction]

#: Roots to try if none is given and a float is not a fraction.
ROOTS = (3, 2, 5, 6, 7)
MAX_ROOT, NO_SQUARE = 30, "no square"

#: A float stands for a number within this of it (times the number, if that is over 1).
CLOSE = 1e-11

#: Floats are fractions, then surds, up to the first denominator, then fractions up to the second.
SMALL, LARGE = 24, 1000

#: Parts of points may be as large as this once they are whole; sums of many stay exact.
MAX_PART = 2**14


def exact_points(pairs: Iterable[Any], root: int | None) -> tuple[int, list[Point]]:
    """Return the root of points, and the points, all multiplied by one number.

    A number is an integer, a fraction or its text ("1/2"), a pair (a, b) of fractions for
    ``a + b * sqrt(root)``, or a float, which is taken for a fraction or a surd with small parts.
    Without a root the first is taken that explains all floats. InputError if no root does, or if a
    pair needs one that is not given.
    """
    points = [_pair(pair, "point") for pair in pairs]
    if root is not None:
        root = root_number(root)
    else:
        for number in (number for point in points for number in point):
            if isinstance(number, list | tuple) and _exact(number, ROOTS[0])[1]:
                raise InputError(
                    f"number {short(number)}: give root, too, as a pair (a, b) is a + b*sqrt(root)"
                )
    error: InputError | None = None
    for tried in ROOTS if root is None else (root,):
        try:
            numbers = [[_exact(number, tried) for number in point] for point in points]
        except InputError as reason:
            error = error or reason
        else:
            return tried, _whole(numbers)
    raise error or InputError(f"root {root!r}: choose another root")


def root_number(root: Any) -> int:
    """Return the root of a table: an integer from 2 to MAX_ROOT that is not a square."""
    number = integer_between(root, "root", 2, MAX_ROOT, NO_SQUARE)
    if isqrt(number) ** 2 == number:
        raise InputError(f"root {number}: choose a whole number from 2 to {MAX_ROOT}, {NO_SQUARE}")
    return number


def _pair(pair: Any, name: str) -> Sequence[Any]:
    try:
        if isinstance(pair, str | dict):
            raise TypeError
        both = list(pair)
    except TypeError:
        both = []
    if len(both) != 2:
        raise InputError(f"{name} {short(pair)}: give two numbers")
    return both


def _exact(number: Any, root: int) -> Exact:
    """Return a number as fractions of 1 and of the root."""
    if isinstance(number, str):
        try:
            # Exponents may stand for more digits than there is memory.
            number = Fraction(number if len(number) < 50 and "e" not in number.lower() else "")
        except (ValueError, ZeroDivisionError):
            raise InputError(f"number {short(number)}: give a fraction such as 1/2") from None
    if isinstance(number, np.generic):
        number = number.item()
    if isinstance(number, Rational) and not isinstance(number, bool):
        return Fraction(number), Fraction(0)
    if isinstance(number, float) and isfinite(number):
        if abs(number) > MAX_PART:
            raise InputError(f"number {number}: choose points nearer to 0, up to {MAX_PART}")
        return _recognised(number, root)
    if isinstance(number, list | tuple):
        parts = [_exact(part, root) for part in _pair(number, "number")]
        if any(part[1] for part in parts):
            raise InputError(f"number {short(number)}: its parts are not fractions")
        return parts[0][0], parts[1][0]
    raise InputError(f"number {short(number)}: give a whole number, a fraction, a float or a pair")


def _recognised(number: float, root: int) -> Exact:
    close = CLOSE * max(1.0, abs(number))
    for most in (SMALL, LARGE):
        fraction = Fraction(number).limit_denominator(most)
        if abs(float(fraction) - number) <= close:
            return fraction, Fraction(0)
        if most == SMALL and (surd := _surd(number, root, close)):
            return surd
    raise InputError(
        f"number {number!r} is not near a fraction or (p + q*sqrt({root}))/r with small p, q "
        "and r: "
        "give a pair (a, b) for a + b*sqrt(root)"
    )


def _surd(number: float, root: int, close: float) -> Exact | None:
    """Return the (p + q*sqrt(root))/r nearest to a float, with the smallest r and then q."""
    for r in range(1, SMALL + 1):
        most = int(r * (2 * abs(number) + 20))
        q = np.array(sorted(range(-most, most + 1), key=abs))
        p = r * number - q * sqrt(root)
        hits = np.flatnonzero(np.abs(p - np.round(p)) <= r * close)
        if len(hits):
            n = int(hits[0])
            return Fraction(round(float(p[n])), r), Fraction(int(q[n]), r)
    return None


def _whole(points: list[list[Exact]]) -> list[Point]:
    """Return points multiplied by their common denominator."""
    parts = [[part for number in point for part in number] for point in points]
    factor = lcm(*(part.denominator for point in parts for part in point))
    whole: list[Point] = []
    for point in parts:
        a, b, c, e = (int(part * factor) for part in point)
        if max(map(abs, (a, b, c, e))) > MAX_PART:
            raise InputError(
                f"points need whole numbers over {MAX_PART}: choose points nearer to 0, or with "
                "smaller denominators"
            )
        whole.append((a, b, c, e))
    return whole
