"""A cluster of tiles that walks over the plane as in Hive: the last tile moves ahead."""

from collections.abc import Iterator, Sequence

import numpy as np
import pandas as pd

from boardless.analysis.sequences import law_of
from boardless.state import BOARD, AnyCell, Component, Equipment, FreeState, Location, Move
from boardless.strategies import Append, Strategy, Technique, strategy_of
from boardless.topo import InputError, Tiling, integer_between, tiling_of

#: Tiles of a row across the cluster, in lattice cells.
WIDTH = 2

#: The most tiles and moves, because the search for the next place covers all cells.
MAX_TILES, MAX_MOVES = 1_000, 10_000


def walk_table(
    tiling: Tiling | str, strategy: Strategy | str, moves: int, tiles: int = 12
) -> pd.DataFrame:
    """Move a cluster over the plane, and measure the board after every move.

    Parameters
    ----------
    tiling : Tiling or str
        Any tiling, or its name.
    strategy : Strategy or str
        The growth of the board, and its shrinkage: zones, or your own strategy that adds the cells
        around a tile.
    moves : int
        The number of tiles to move, from the last row of the cluster to the row in front: 0 to
        MAX_MOVES.
    tiles : int
        The number of tiles: 2 to MAX_TILES.

    Returns
    -------
    pandas.DataFrame
        ``moves + 1`` rows, the first for the board before the first move, with the columns
        ``move``, ``cells`` (on the board), ``sites`` (the highest ever used, plus one) and
        ``unused`` (the share of cells without a tile, from 0 to 1).

    Raises
    ------
    InputError
        If the tiling or strategy is unknown, a number is not allowed, or the strategy has fixed
        boards or contours: the cluster leaves every board that does not grow around it.

    Examples
    --------
    >>> walk_table("hexagonal", "zone-shrink", 2)["cells"].tolist()
    [30, 30, 30]
    """
    rows = []
    for state in walked(tiling, strategy, moves, tiles):
        cells = len(state.board)
        rows.append((state.ply - tiles, cells, state.board.extent, (cells - tiles) / cells))
    table = pd.DataFrame(rows, columns=["move", "cells", "sites", "unused"])
    table["sites"] = np.maximum.accumulate(table["sites"])
    return table


def walked(
    tiling: Tiling | str, strategy: Strategy | str, moves: int, tiles: int = 12
) -> Iterator[FreeState]:
    """Yield a state once its tiles stand, and after every move; it is the same one each time."""
    tiling, strategy = tiling_of(tiling), strategy_of(strategy, ("zone", "zone-shrink"))
    if law_of(strategy) not in ("zone", None):
        raise InputError(
            f"strategy {strategy.name!r} of a walk: choose one of zone, zone-shrink, or your own"
        )
    moves = integer_between(moves, "moves", 0, MAX_MOVES)
    tiles = integer_between(tiles, "tiles", 2, MAX_TILES)
    technique = Technique("WALK", strategy, Append(), first="strategy")
    state = FreeState(Equipment(tiling, (Component("tile"),), players=1), technique)
    line: list[AnyCell] = [state.cell(state.anchor)]
    state.push(Move.add(1, 1, line[0]))
    for _ in range(tiles - 1):
        line.append(ahead(state, line))
        state.push(Move.add(1, 1, line[-1]))
    yield state
    for n in range(moves):
        line.append(ahead(state, line))
        source, target = Location(BOARD, line[n]), Location(BOARD, line[-1])
        state.push(Move.transfer(1, 1, source, target))
        yield state


def ahead(state: FreeState, line: Sequence[AnyCell]) -> AnyCell:
    """Return the first cell, row by row, of the strip in front that is free, next to a tile."""
    rows = range(max(line[-1][0] - 1, 0), line[-1][0] + 2)
    playable = map(state.cell, state.containers[BOARD].playable.nonzero())
    recent = line[-3 * WIDTH * len(state.setup.tiling.faces) :]
    free = [
        cell for cell in playable if cell[0] in rows and 0 <= cell[1] < WIDTH and cell not in recent
    ]
    if not free:
        raise InputError(
            f"a walk on {state.setup.tiling!r}: no cell lies ahead; use another tiling"
        )
    return min(free)
