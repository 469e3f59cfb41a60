"""Moves of a random game that are made again, without being looked for, and copies."""

import numpy as np

from boardless.games import load
from boardless.games.game import default_technique
from boardless.games.modules import Features
from boardless.play.playout_worker import PlayoutWorker
from boardless.state.engine.arrays import ENDED, PLIES
from tests.games.ludemes.test_decks import highest

REPEATS = Features(parts=("counting",))


class Repeats(PlayoutWorker):
    """A worker whose kernels make moves again."""

    def check(self, seed: int, number: int) -> None:
        """Compare a game with the same moves made again, and its start with a copy."""
        s, start, kernels = self._arrays, self._first, self._kernels
        self.play(seed, 0, 0)
        rows = np.zeros((len(s.history), s.queue.shape[1]), np.int64)
        plies = kernels.record_rows(s, start, seed, number, rows)
        ended, lies, numbers = int(s.n[ENDED]), s.what.copy(), s.numbers.copy()
        assert plies == self.play(seed, number, number + 1).moves
        for times in (1, 2):
            winner = kernels.make_rows(s, start, seed, number, rows, plies, times)
            assert winner == ended - 1
            assert np.array_equal(s.what, lies)
            assert np.array_equal(s.numbers, numbers)
        kernels.copy_often(s, start, 2)
        assert s.n[PLIES] == 0
        assert np.array_equal(s.what[1:], start.what[1:])


def test_moves_made_again_lead_to_the_same_state() -> None:
    """What chance decides in consequences comes out alike."""
    for game in (load("Tic-Tac-Toe", jit=False), highest()):
        for number in range(3):
            Repeats(game, default_technique(game), features=REPEATS).check(3, number)
