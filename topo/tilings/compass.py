"""The sixteen compass points, as labels of directions."""

from math import atan2, pi, tau

#: Clockwise from north; a label names the point nearest to a direction.
COMPASS = (
    "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE",
    "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW",
)  # fmt: skip


def bearing(dx: float, dy: float) -> float:
    """Return the angle of ``(dx, dy)`` in radians, clockwise from north, in ``[0, 2 pi)``."""
    return atan2(dx, dy) % tau


def compass_point(dx: float, dy: float) -> str:
    """Return the label of the compass point nearest to the direction ``(dx, dy)``."""
    return COMPASS[round(bearing(dx, dy) * 8 / pi) % 16]
