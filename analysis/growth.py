"""How large boards get, and how much of them stays unused: measured on boards that grow."""

from bisect import bisect_right
from itertools import islice

import numpy as np
import pandas as pd

from boardless.analysis.bounds import BOUNDS
from boardless.analysis.sequences import law_of, move_sequence
from boardless.strategies import Strategy, strategy_of
from boardless.topo import InputError, Tiling, tiling_of, whole_number
from boardless.topo.tilings.named import is_regular

#: Growth is not measured on larger boards: they need gigabytes.
MAX_CELLS = 10_000_000

#: No more moves are played on tilings whose moves are looked for one by one.
MAX_MOVES = 10_000


def growth_table(
    tiling: Tiling | str, strategy: Strategy | str, sequence: str, moves: int
) -> pd.DataFrame:
    """Play the best or worst case on a board that grows, and measure the board after every move.

    Parameters
    ----------
    tiling : Tiling or str
        Any tiling, or its name; what "best" and "worst" mean where laws are not known is in
        `analysis.sequences.move_sequence`.
    strategy : Strategy or str
        How the board grows: a strategy, the program's or one's own, or what
        `boardless.strategies.strategy_of` knows it by.
    sequence : {"best", "worst"}
        Whether the board stays as small as it can, or gets as large as it can.
    moves : int
        How many moves to play.

    Returns
    -------
    pandas.DataFrame
        ``moves + 1`` rows, the first for the board before the first move, with the columns
        ``move``, ``cells`` (on the board) and ``unused`` (the share of them that no tile stands
        on, from 0 to 1).

    Raises
    ------
    InputError
        If there is no such tiling, strategy or sequence, or `moves` is negative, more than a fixed
        board has cells, or so many that the board would get larger than MAX_CELLS.

    Examples
    --------
    >>> growth_table("square", "zone", "worst", 4)["cells"].tolist()
    [1, 9, 14, 19, 24]
    """
    tiling, strategy = tiling_of(tiling), strategy_of(strategy)
    keys = move_sequence(tiling, strategy, sequence)
    board = strategy.start(tiling)
    law = law_of(strategy)
    if law == "fixed":
        most, reason = len(board), f"the fixed board has {len(board)} cells"
    else:
        most, reason = _most(tiling, law, sequence), f"more would need over {MAX_CELLS} cells"
        if most == MAX_MOVES:
            reason = "moves are looked for one by one"
    moves = whole_number(moves, "moves", 0, most, reason)
    cells = [len(board)]
    for key in islice(keys, moves):
        strategy(board, board.site(key))
        cells.append(len(board))
    if len(cells) <= moves:
        raise InputError(f"moves {moves}: no cell of {strategy!r} is free after {len(cells) - 1}")
    sizes, played = np.array(cells), np.arange(moves + 1)
    return pd.DataFrame({"move": played, "cells": sizes, "unused": (sizes - played) / sizes})


def _most(tiling: Tiling, law: str | None, sequence: str) -> int:
    """Return the largest number of moves that is played."""
    if law is not None and is_regular(tiling):
        size = BOUNDS[law, sequence]
        # A move takes a cell, so there are never more moves than cells.
        return bisect_right(range(MAX_CELLS), MAX_CELLS, key=lambda m: size(tiling, m)) - 1
    if law != "perimeter" or sequence == "best":
        return MAX_MOVES
    # A contour reaches no further than a step in either direction of the lattice.
    step = int(abs(tiling.slots.link[:, :, :2]).max())
    kinds = len(tiling.faces)
    return (
        bisect_right(range(MAX_MOVES), MAX_CELLS, key=lambda m: kinds * (2 * m * step + 1) ** 2) - 1
    )
