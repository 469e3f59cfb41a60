"""Moves as lists of actions, decoded from the engine's log."""

import numpy as np

from boardless.games import load
from boardless.games.game import technique_for
from boardless.play.move_coding import _Decoder
from boardless.state import ADD, BOARD, REMOVE


def test_counted_pieces_that_leave_one_after_another_stay_what_they_are() -> None:
    game = load("Othello", jit=False)
    kernels = game.kernels_of(technique_for(game), undo=True, logs=True)
    decoder = _Decoder(kernels, np.array([0, 2, 0, 0]), lambda site: (BOARD, site), None)
    for target in (2, 3):
        decoder.add([kernels.MOVED_SOME, 1, target, 1, 0, 0])
    decoder.add([kernels.REMOVED, 1, 0, 0, 0, 0])  # nothing is left there
    assert [(action.kind, action.value) for action in decoder.actions] == [
        (REMOVE, 2), (ADD, 2), (ADD, 2),
    ]  # fmt: skip
