"""What a move costs, forth and back, by technique and by the length of the game."""

from random import Random
from time import perf_counter

import pandas as pd

from state import Component, Move, Setup, State
from strategies import (
    PERI_APPEND,
    PERI_MAP,
    PERI_RE,
    ZONE_APPEND,
    ZONE_MAP,
    ZONE_RE,
    Technique,
)
from topo import SQUARE

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


def line_of_tiles(technique: Technique, tiles: int) -> State:
    """Return a state with so many tiles in a straight line of squares."""
    state = State(Setup(SQUARE, (Component("tile"),), players=1), technique)
    for n in range(tiles):
        state.push(Move.add(1, 1, (n, 0, 0)))
    return state


def cost(state: State, cells: list[tuple[int, int, int]]) -> tuple[float, float, float]:
    """Return the median seconds of pushing and of popping a tile, and the numbers written."""
    pushed, popped = [], []
    before = state.work
    state.push(Move.add(1, 1, cells[0]))
    written = state.work - before
    state.pop()
    for cell in cells:
        move = state.by_site(Move.add(1, 1, cell))
        start = perf_counter()
        state.push(move)
        middle = perf_counter()
        state.pop()
        end = perf_counter()
        pushed.append(middle - start)
        popped.append(end - middle)
    return pd.Series(pushed).median(), pd.Series(popped).median(), written


def state_table() -> pd.DataFrame:
    """Return the cost of a growing move, forth and back, beside a line of square tiles.

    Microseconds, the median over moves anywhere along the line; `ratio` compares push and pop with
    the shortest line of the technique, and stays under 1.5 for ZONE-APPEND. `written` counts the
    cells, sites and rows of moves that a push writes.
    """
    rows = []
    for technique, lengths in LENGTHS:
        shortest = 0.0
        for tiles in lengths:
            state = line_of_tiles(technique, tiles)
            random = Random(tiles)
            moves = 2_000 if technique is ZONE_APPEND else 3 if "RE" in technique.name else 20
            # On the perimeter of zone growth beside the line, and of contour growth at its end.
            zone = technique.name.startswith("ZONE")
            cells = [
                (random.randrange(tiles), 1, 0) if zone else (tiles, 0, 0) for _ in range(moves)
            ]
            push, pop, written = cost(state, cells)
            shortest = shortest or push + pop
            rows.append(
                (technique.name, tiles, len(state.board), push * 1e6, pop * 1e6,
                 (push + pop) / shortest, written)
            )  # fmt: skip
    columns = ["technique", "tiles", "cells", "us a push", "us a pop", "ratio", "written"]
    return pd.DataFrame(rows, columns=columns)
