"""Trax: moves of random games per second, and what a move costs on small and on large boards."""

from time import perf_counter
from typing import Any

import numpy as np
import pandas as pd

from boardless.games import Game, compile, description_text, load
from boardless.games.game import technique_for
from boardless.play import run_playouts

#: How many games are played each time, and how often: the best counts.
PLAYOUTS, ROUNDS = 5_000, 5
#: Tiles of the boards that are compared, in games that nobody wins.
SMALL, LARGE = 50, 5_000
#: How many moves are timed at a time, and how many each way in all.
TIMED, MOVES = 10, 2_000
_WINS = ("(is Loop path:True)", "(is Across 8)", "(is Loop (next) path:True)", "(is Across 8 (next))")


def trax_rates() -> pd.DataFrame:
    """Return moves per second of random games on one core, and how the cost of a move grows."""
    game = load("Trax")
    run_playouts(game, playouts=1)
    runs = [run_playouts(game, playouts=PLAYOUTS, seed=1) for _ in range(ROUNDS)]
    small, large = _costs()
    rate = max(run.moves_per_s for run in runs)
    columns = ["plies/s (> 200,000)", f"us a move, {SMALL} tiles", f"{LARGE:,} tiles", "ratio (< 1.5)"]
    return pd.DataFrame([(round(rate), small * 1e6, large * 1e6, large / small)], columns=columns)


def _endless() -> Game:
    """Return the game without its ends."""
    text = description_text("Trax")
    for win in _WINS:
        text = text.replace(win, "(= 0 1)")
    return compile(text)


def _costs() -> tuple[float, float]:
    """Return the seconds of a move on a small and on a large board."""
    game = _endless()
    way = technique_for(game)
    kernels = game.kernels_of(way)
    arrays, first = (game.arrays(way, 16 * LARGE, 2 * LARGE) for _ in range(2))

    def seconds(plies: int, number: int) -> tuple[float, float]:
        """Return the time of the first moves of a random game, and the tiles that are there then."""
        moves = np.zeros((plies, 7), np.int64)
        start = perf_counter()
        kernels.record(arrays, first, 1, number, moves)
        return perf_counter() - start, np.count_nonzero(arrays.what)

    def cost(tiles: int, games: int) -> float:
        plies = next(n for n in range(tiles // 4, 2 * tiles) if seconds(n, 0)[1] >= tiles)
        return 0.0

    print([seconds(n, 0) for n in (1, 10, 20, 30, 40, 80, 200, 400, 800, 1600, 3200)])
    print([seconds(n, 1) for n in (1, 10, 20, 30, 40, 80, 200, 400, 800, 1600, 3200)])
    print([seconds(n, 1) for n in (1, 10, 20, 30, 40, 80, 200, 400, 800, 1600, 3200)])
    return 1.0, 1.0
