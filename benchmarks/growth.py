"""What growth costs, by the size of the board."""

from collections.abc import Callable
from random import Random
from time import perf_counter

import pandas as pd

from benchmarks.measure import fastest
from boardless.strategies import Zone
from boardless.topo import REGULAR, Board, Tiling

SMALL, LARGE = 1_000, 1_000_000


def walk(tiling: Tiling, cells: int, seed: int = 1) -> list[int]:
    """Return the moves of a random walk, a tile on each cell first visited, until `cells` exist."""
    random, zone, board = Random(seed), Zone(), Zone().start(tiling)
    site, moves, visited = 0, [], set()
    while len(board) < cells:
        if site not in visited:
            visited.add(site)
            moves.append(site)
            zone(board, site)
        around = board.step[site]
        site = int(around[random.randrange(len(around))])
        if site < 0:  # A diagonal cell beyond the board (hexagons): stay.
            site = moves[-1]
    return moves


def growth_costs() -> pd.DataFrame:
    """Return the time per added cell at 1,000 and at 1,000,000 cells, by tiling.

    Microseconds; `seconds` is for the whole million.
    """
    rows = []
    zone = Zone()
    for tiling in REGULAR.values():
        moves = walk(tiling, LARGE)
        board, start = zone.start(tiling), perf_counter()
        late = 0.0
        for move in moves:
            if late == 0 and len(board) > LARGE - LARGE // 10:
                late, first = perf_counter(), len(board)
            zone(board, move)
        end = perf_counter()
        at_large = (end - late) / (len(board) - first)
        few = walk(tiling, SMALL)

        def play(moves: list[int] = few, tiling: Tiling = tiling) -> Callable[[], None]:
            board = zone.start(tiling)

            def timed() -> None:
                for move in moves:
                    zone(board, move)

            return timed

        at_small = fastest({"few": play}, rounds=50)["few"] / SMALL
        rows.append((tiling.name, at_small * 1e6, at_large * 1e6, at_large / at_small, end - start))
    columns = ["tiling", "us a cell at 1,000", "us a cell at 1,000,000", "ratio (< 2)", "seconds"]
    return pd.DataFrame(rows, columns=columns)


def distance_costs() -> pd.DataFrame:
    """Return the time of all distances of the fixed boards: afresh, and after one zone move."""
    rows = []
    for tiling in REGULAR.values():
        board = Board.regular(tiling, tiling.fixed_dimension)
        corner = int(board.corners[0])

        def afresh(tiling: Tiling = tiling) -> Callable[[], object]:
            fresh = Board.regular(tiling, tiling.fixed_dimension)
            return fresh.distances

        def updated(tiling: Tiling = tiling, corner: int = corner) -> Callable[[], object]:
            grown = Board.regular(tiling, tiling.fixed_dimension)
            grown.distances()
            grown.grow_around(corner)
            return grown.distances

        times = fastest({"afresh": afresh, "updated": updated}, rounds=7)
        rows.append(
            (tiling.name, len(board), times["afresh"] * 1e3, times["updated"] * 1e3,
             times["afresh"] / times["updated"])
        )  # fmt: skip
    columns = ["tiling", "cells", "ms afresh", "ms after a zone move", "ratio (> 20)"]
    return pd.DataFrame(rows, columns=columns)
