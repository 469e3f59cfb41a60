"""How large a laid-out board may be, checked before anything of that size is made."""

from boardless.topo.errors import InputError

#: The most vertices of a board that is laid out.
MAX_VERTICES = 200_000
#: The most edges.
MAX_EDGES = 500_000
#: The most pairs of edges that are looked at for crossings.
MAX_PAIRS = 20_000_000


def check_room(count: float, most: int, noun: str) -> None:
    """Raise an InputError if a board would have too many of something."""
    if count > most:
        raise InputError(f"{count:,.0f} {noun}: a board may have {most:,} at most")
