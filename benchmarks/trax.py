"""Trax: moves of random games per second, and what a move costs on small and on large boards."""

from math import inf
from time import process_time

import numpy as np
import pandas as pd

from boardless.games import Game, compile, description_text, load
from boardless.games.game import technique_for
from boardless.games.library import PACKAGED
from boardless.play import run_playouts
from boardless.state.engine.arrays import COUNT

#: How many games are played each time, and how often: the best counts.
PLAYOUTS, ROUNDS = 5_000, 5
#: From which move to which one is timed, with some 50 and some 5,000 tiles between them, and in how
#: many games.
SMALL, LARGE = (20, 36, 5_000), (1_600, 2_400, 50)
#: Cells and moves that there is room for.
ROOM, PLIES = 2**13, 2**12
_WINS = ("is Loop path:True", "is Across 8", "is Loop (next) path:True", "is Across 8 (next)")


def trax_rates() -> pd.DataFrame:
    """Return moves per second of random games on one core, and how the cost of a move grows.

    What a move costs is measured in games that nobody wins. On large boards a move forces more
    tiles, so that what one tile costs is told, too.
    """
    game, endless = load("Trax", library=PACKAGED), _endless()
    run_playouts(game, playouts=1)
    small, large = (_cost(endless, *window) for window in (SMALL, LARGE))
    rates = {"plies/s (> 200,000)": max(_rate(game) for _ in range(ROUNDS))}
    of_each = ("tiles", "tiles a move", "us a move")
    rows = [rates | dict(zip(of_each, cost, strict=True)) for cost in (small, large)]
    table = pd.DataFrame(rows)
    table["us a tile"] = table["us a move"] / table["tiles a move"]
    for part in ("move", "tile"):
        table[f"ratio a {part}"] = table[f"us a {part}"] / table.loc[0, f"us a {part}"]
    return table


def _rate(game: Game) -> float:
    """Return how many moves of random games are made in a second of one core."""
    begin = process_time()
    moves = run_playouts(game, playouts=PLAYOUTS, seed=1).tally.moves
    return moves / (process_time() - begin)


def _endless() -> Game:
    """Return the game that nobody wins."""
    text = description_text("Trax", library=PACKAGED)
    for win in _WINS:
        assert f"({win})" in text, f"nobody wins by {win}"
        text = text.replace(f"({win})", "(= 0 1)")
    return compile(text)


def _cost(game: Game, first: int, last: int, games: int) -> tuple[float, float, float]:
    """Return the tiles of random games halfway from one move to another, and per move the time.

    Before the time comes how many tiles a move lays, those that are forced included. Its time, in
    microseconds, is what games up to the `last` move take longer than those up to the `first`, the
    least of several times of either.
    """
    technique = technique_for(game)
    kernels = game.kernels_of(technique)
    arrays, start = (game.arrays(technique, ROOM, PLIES) for _ in range(2))
    seconds, laid = [inf, inf], list[int]()
    kernels.record(arrays, start, 1, 0, np.zeros((1, 7), np.int64))
    for _ in range(2 * ROUNDS):
        for n, plies in enumerate((first, last)):
            moves = np.zeros((plies, 7), np.int64)
            begin = process_time()
            for number in range(games):
                kernels.record(arrays, start, 1, number, moves)
            seconds[n] = min(seconds[n], process_time() - begin)
    for number in range(games):
        for plies in (first, last):
            kernels.record(arrays, start, 1, number, moves[:plies])
            laid.append(int(np.count_nonzero(arrays.what[: arrays.n[COUNT] + 1])))
    few, many = sum(laid[::2]) / games, sum(laid[1::2]) / games
    spent = 1e6 * (seconds[1] - seconds[0]) / games
    return (few + many) / 2, (many - few) / (last - first), spent / (last - first)
