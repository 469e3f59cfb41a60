"""Areas of the plane: polygons that boards are cut out of."""

import math
from collections.abc import Sequence

#: By how much an area is widened before it is asked what lies in it.
WIDENING = 0.1
#: Three corners with a smaller cross product bend clockwise; steps shorter than it are none.
_STRAIGHT = 1e-7

Corner = tuple[float, float]


def turned_around(corners: Sequence[Corner], turns: int) -> list[Corner]:
    """Return corners and their copies turned about the origin, `turns` in all.

    A negative number goes round clockwise, the corners in reverse order first.
    """
    kept = list(corners[::-1] if turns < 0 else corners)
    found = list(kept)
    angle = step = 2.0 * math.pi / turns if turns else 0.0
    for _ in range(1, abs(turns)):
        sine, cosine = math.sin(angle), math.cos(angle)
        found += [(x * cosine - y * sine, x * sine + y * cosine) for x, y in kept]
        angle += step
    return found


def widened(corners: Sequence[Corner], amount: float = WIDENING) -> list[Corner]:
    """Return a polygon whose corners are moved outwards.

    Each moves by half of `amount` along both of its sides, away from them. Where the polygon bends
    anticlockwise it moves inwards, so one written anticlockwise shrinks.
    """
    moved = []
    for n, (x, y) in enumerate(corners):
        before, after = corners[n - 1], corners[(n + 1) % len(corners)]
        cross = (x - before[0]) * (after[1] - before[1]) - (after[0] - before[0]) * (y - before[1])
        outwards = 1.0 if cross < _STRAIGHT else -1.0
        ax, ay = _unit((x - before[0]) * outwards, (y - before[1]) * outwards)
        bx, by = _unit((x - after[0]) * outwards, (y - after[1]) * outwards)
        moved.append((x + (ax * amount + bx * amount) * 0.5, y + (ay * amount + by * amount) * 0.5))
    return moved


def bounds(corners: Sequence[Corner]) -> tuple[float, float, float, float]:
    """Return the least x and y and the greatest x and y of some corners."""
    xs, ys = zip(*corners, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _unit(x: float, y: float) -> Corner:
    length = math.sqrt(x * x + y * y)
    return (x, y) if length < _STRAIGHT else (x / length, y / length)
