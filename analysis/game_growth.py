"""How boards grow in random games: the games are played here and counted by pandas."""

from functools import cache

import numpy as np
import pandas as pd

from boardless.games import Game, load
from boardless.play import Batch, record_playouts
from boardless.state.batch import PLAY

#: The techniques whose boards are compared; each other one grows the board as one of these does.
TECHNIQUES = {"zone": "ZONE-APPEND", "contour": "PERI-APPEND", "rule": "RULE-APPEND"}

#: Where the random numbers come from.
SEED = 1

#: Quantiles that a band lies between.
BAND = (0.05, 0.95)

#: Moves that fewer games than this share of them reached tell little about the rest.
REACHED = 0.1


def bands_of(sizes: pd.DataFrame) -> pd.DataFrame:
    """Return how large boards are, and how much of them is unused, by tiles on the board.

    Parameters
    ----------
    sizes : pandas.DataFrame
        A row for each size that boards of a game had with so many tiles: ``game``, ``tiles``,
        ``cells``, and ``games``, how many had it; sorted by these.

    Returns
    -------
    pandas.DataFrame
        A row for each game and number of tiles, as long as a tenth of the games got that far:
        ``game``, ``tiles``, ``games`` (how many got that far), ``cells`` and ``unused`` (means; the
        latter the share of cells without a tile), ``cells_low``, ``cells_high``, ``unused_low`` and
        ``unused_high`` (the BAND quantiles).
    """
    rows = []
    for (game, _), part in sizes.groupby(["game", "tiles"], sort=True):
        tiles = int(part["tiles"].iloc[0])
        cells = np.repeat(part["cells"].to_numpy(), part["games"].to_numpy())
        unused = 1 - tiles / cells
        low, high = np.quantile(cells, BAND, method="inverted_cdf")
        # More cells leave more of them unused, so that both quantiles are those of one game.
        bounds = (low, high, 1 - tiles / low, 1 - tiles / high)
        rows.append((game, tiles, len(cells), cells.mean(), unused.mean(), *bounds))
    names = ["cells", "unused", "cells_low", "cells_high", "unused_low", "unused_high"]
    table = pd.DataFrame(rows, columns=["game", "tiles", "games", *names])
    reached = table["games"] >= REACHED * table.groupby("game")["games"].transform("max")
    return table[reached].reset_index(drop=True)


def sizes_of(game: Game, batch: Batch) -> pd.DataFrame:
    """Return the sizes of the boards in recorded games, as `bands_of` takes them.

    Every move of the games puts a tile or passes; the tiles that they begin with count.
    """
    put = batch.kinds == PLAY
    tiles = batch.running(put, len(game.setup.start))
    moves = pd.DataFrame({"game": game.name, "tiles": tiles, "cells": batch.counts})[put]
    sizes: pd.DataFrame = moves.value_counts(sort=False).rename("games").reset_index()
    return sizes


@cache
def played_growth(name: str, tiling: str, technique: str, games: int) -> pd.DataFrame:
    """Play random games and return how their boards grew.

    Nothing is compiled: that would take longer than so few games.

    Parameters
    ----------
    name, tiling, technique : str
        What is played.
    games : int
        How many.

    Returns
    -------
    pandas.DataFrame
        `bands_of` them, with ``run``, which playouts they are.
    """
    game = load(name, tiling=tiling, jit=False)
    batch = record_playouts(game, 0, games, technique=technique, seed=SEED)
    run = f"{technique}: playouts 0 to {games - 1} of seed {SEED}"
    return bands_of(sizes_of(game, batch)).assign(run=run)
