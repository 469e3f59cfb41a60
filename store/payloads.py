"""What the frames of a log hold: games, or what an exploration has found."""

from boardless.state import Batch
from boardless.store.batch_bytes import unpacked
from boardless.store.positions.found import Found, is_found


def loaded(payload: bytes) -> Batch | Found:
    """Return what a frame holds.

    Raises
    ------
    InputError
        If this cannot be read.
    """
    return Found.loads(payload) if is_found(payload) else unpacked(payload)
