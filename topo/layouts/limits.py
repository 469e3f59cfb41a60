"""How large a laid-out board may be, checked before anything of that size is made."""

from boardless.topo.errors import InputError

#: The most vertices of a board that is laid out.
MAX_VERTICES = 250_000
#: The most edges.
MAX_EDGES = 750_000
#: The most pairs of edges that are looked at for crossings.
MAX_PAIRS = 30_000_000
#: How far from the origin a point may lie.
MAX_COORDINATE = 1_000_000.0


def check_room(count: float, most: int, noun: str) -> None:
    """Raise an InputError if a board would have too many of something."""
    if count > most:
        raise InputError(f"{count:,.0f} {noun}: a board has at most {most:,} {noun}")


def check_number(value: int, low: int, noun: str, high: int = MAX_VERTICES) -> int:
    """Return `value`, or raise an InputError if it is no size that a board may have."""
    if not low <= value <= high:
        raise InputError(f"{value} {noun}: expected {low:,} to {high:,}")
    return value
