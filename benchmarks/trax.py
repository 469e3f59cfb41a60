"""Trax: moves of random games per second, and what a move costs on small and on large boards."""

from math import inf
from time import process_time

import numpy as np
import pandas as pd

from boardless.games import Game, compile, description_text, load
from boardless.games.game import technique_for
from boardless.games.library import PACKAGED
from boardless.play import run_playouts

#: How many games are played each time, and how often: the best counts.
PLAYOUTS, ROUNDS = 5_000, 5
#: From which move to which one is timed, with some 50 and some 5,000 tiles between them, and in how
#: many games.
SMALL, LARGE = (20, 36, 5_000), (1_000, 3_000, 50)
#: Cells that there is room for.
ROOM = 2**14
_WINS = ("is Loop path:True", "is Across 8", "is Loop (next) path:True", "is Across 8 (next)")


def trax_rates() -> pd.DataFrame:
    """Return moves per second of random games on one core, and how the cost of a move grows.

    What a move costs is measured in games that nobody wins.
    """
    game, endless = load("Trax", library=PACKAGED), _endless()
    run_playouts(game, playouts=1)
    runs = [run_playouts(game, playouts=PLAYOUTS, seed=1) for _ in range(ROUNDS)]
    small, large = (_cost(endless, *window) for window in (SMALL, LARGE))
    row = (max(run.moves_per_s for run in runs), *small, *large, large[1] / small[1])
    columns = ["plies/s (> 200,000)", "tiles", "us a move", "more tiles", "us a move then", "ratio"]
    return pd.DataFrame([row], columns=columns)


def _endless() -> Game:
    """Return the game that nobody wins."""
    text = description_text("Trax", library=PACKAGED)
    for win in _WINS:
        assert f"({win})" in text, f"nobody wins by {win}"
        text = text.replace(f"({win})", "(= 0 1)")
    return compile(text)


def _cost(game: Game, first: int, last: int, games: int) -> tuple[float, float]:
    """Return the tiles of random games halfway from one move to another, and the time of a move.

    In microseconds: what games up to the `last` move take longer than those up to the `first`, the
    least time of either.
    """
    way = technique_for(game)
    kernels = game.kernels_of(way)
    arrays, start = (game.arrays(way, ROOM) for _ in range(2))
    seconds, tiles = [inf, inf], 0
    kernels.record(arrays, start, 1, 0, np.zeros((1, 7), np.int64))
    for _ in range(2 * ROUNDS):
        for n, plies in enumerate((first, last)):
            moves = np.zeros((plies, 7), np.int64)
            begin = process_time()
            for number in range(games):
                kernels.record(arrays, start, 1, number, moves)
            seconds[n] = min(seconds[n], process_time() - begin)
    for number in range(games):
        kernels.record(arrays, start, 1, number, moves[: (first + last) // 2])
        tiles += int(np.count_nonzero(arrays.what))
    return tiles / games, 1e6 * (seconds[1] - seconds[0]) / (last - first) / games
