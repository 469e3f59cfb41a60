"""What the frames of a log hold: games, or what an exploration has found."""

from boardless.store.positions.found import Found, is_found
from boardless.store.record import Record


def loaded(payload: bytes) -> Record | Found:
    """Return what a frame holds.

    Raises
    ------
    InputError
        If this cannot be read.
    """
    return Found.loads(payload) if is_found(payload) else Record.loads(payload)
