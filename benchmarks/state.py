"""What a move costs, forth and back, by technique and by the length of the game."""

from random import Random
from statistics import median
from time import perf_counter

import pandas as pd

from boardless.state import Component, FreeState, Move, Setup
from boardless.strategies import (
    PERI_APPEND,
    PERI_MAP,
    PERI_RE,
    ZONE_APPEND,
    ZONE_MAP,
    ZONE_RE,
    Technique,
    Zone,
)
from boardless.topo import SQUARE, Key

#: Tiles on the board before the move. Where a move's cost grows with the game, so does that of
#: playing up to it, and taking one back by replay makes every move again.
LENGTHS: tuple[tuple[Technique, tuple[int, ...]], ...] = (
    (ZONE_APPEND, (100, 1_000, 10_000)),
    (ZONE_MAP, (100, 1_000)),
    (ZONE_RE, (100, 200)),
    (PERI_APPEND, (25, 100)),
    (PERI_MAP, (25, 100)),
    (PERI_RE, (25, 50)),
)

ROUNDS = 5


def line_of_tiles(technique: Technique, tiles: int) -> FreeState:
    """Return a state with so many tiles in a straight line of squares."""
    state = FreeState(Setup(SQUARE, (Component("tile"),), players=1), technique)
    for n in range(tiles):
        state.push(Move.add(1, 1, (n, 0, 0)))
    return state


def written_by(state: FreeState, cell: Key) -> int:
    """Return the cells, sites and rows of moves that a push writes."""
    before = state.work
    state.push(Move.add(1, 1, cell))
    written = state.work - before
    state.pop()
    return written


def cost(state: FreeState, cells: list[Key]) -> tuple[float, float]:
    """Return the median seconds of pushing and of popping a tile."""
    pushed, popped = [], []
    for cell in cells:
        move = state.by_site(Move.add(1, 1, cell))
        start = perf_counter()
        state.push(move)
        middle = perf_counter()
        state.pop()
        end = perf_counter()
        pushed.append(middle - start)
        popped.append(end - middle)
    return median(pushed), median(popped)


def state_table() -> pd.DataFrame:
    """Return the cost of a growing move, forth and back, beside a line of square tiles.

    Microseconds: the least of a few medians over moves anywhere along the line. The lengths of a
    technique take turns, so that a slow moment of the machine does not fall on one of them alone.
    `ratio` compares push and pop with the shortest line of the technique, and stays under 1.5 for
    ZONE-APPEND; `written` counts the cells, sites and rows of moves that a push writes.
    """
    rows = []
    for technique, lengths in LENGTHS:
        states = [line_of_tiles(technique, tiles) for tiles in lengths]
        # Beside the line for zone growth; for contour growth at its end, on the perimeter.
        moves = 500 if technique is ZONE_APPEND else 2
        drawn: list[list[Key]] = [
            [(site, 1, 0) for site in Random(1).choices(range(tiles), k=moves)]
            if technique.strategy == Zone()
            else [(tiles, 0, 0)] * moves
            for tiles in lengths
        ]
        written = [written_by(state, cells[0]) for state, cells in zip(states, drawn, strict=True)]
        rounds = [[cost(*pair) for pair in zip(states, drawn, strict=True)] for _ in range(ROUNDS)]
        best = [tuple(map(min, zip(*times, strict=True))) for times in zip(*rounds, strict=True)]
        for n, (push, pop) in enumerate(best):
            rows.append(
                (technique.name, lengths[n], len(states[n].board), push * 1e6, pop * 1e6,
                 (push + pop) / sum(best[0]), written[n])
            )  # fmt: skip
    columns = ["technique", "tiles", "cells", "us a push", "us a pop", "ratio", "written"]
    return pd.DataFrame(rows, columns=columns)
