"""What the frames of a log hold: games, or what an exploration has found."""

from boardless.play.described_trials import told_again
from boardless.state import Batch
from boardless.state.batch import UNTOLD
from boardless.store.batch_bytes import unpacked
from boardless.store.positions.found import Found, is_found


def loaded(payload: bytes) -> Batch | Found:
    """Return what a frame holds.

    Raises
    ------
    InputError
        If this cannot be read, or is of the former form and no game by the rules any more.
    """
    if is_found(payload):
        return Found.loads(payload)
    batch = unpacked(payload)
    # Records of the former form do not say what moves did.
    return told_again(batch) if (batch.done == UNTOLD).any() else batch
