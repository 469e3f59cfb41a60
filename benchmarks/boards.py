"""The cost of boards: growth, memory, placements, moves, reading earlier positions."""

import gc
import tracemalloc
from collections.abc import Callable
from random import Random
from time import perf_counter

from benchmarks.measure import MeasurementTables, Rows, apart, fastest
from boardless.state import (
    BOARD,
    Component,
    Equipment,
    FreeState,
    Location,
    Move,
    Trial,
)
from boardless.strategies import (
    ZONE_APPEND,
    ZONE_SHRINK,
    Placements,
    Technique,
    Zone,
)
from boardless.topo import (
    REGULAR,
    SQUARE,
    TRIANGULAR,
    Shape,
    Tiling,
    polyforms,
)

TABLES = MeasurementTables()

FEW_CELLS, MANY_CELLS = 1_000, 1_000_000


def random_walk(tiling: Tiling, cells: int) -> list[int]:
    """Return the moves of a random walk, a tile on each new cell, until `cells` cells exist."""
    random, zone, board = Random(1), Zone(), Zone().start(tiling)
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


@TABLES.table(
    "growth",
    "Zone growth along a random walk",
    "tiling",
    "us a cell at 1,000",
    "us a cell at 1,000,000",
    "ratio (< 2)",
    "seconds",
)
def growth_costs() -> Rows:
    """Yield the time per added cell at 1,000 and at 1,000,000 cells, by tiling.

    Microseconds; `seconds` is for the whole million.
    """
    zone = Zone()
    for tiling in REGULAR.values():
        moves = random_walk(tiling, MANY_CELLS)
        board, start = zone.start(tiling), perf_counter()
        late = 0.0
        for move in moves:
            if late == 0 and len(board) > MANY_CELLS - MANY_CELLS // 10:
                late, first = perf_counter(), len(board)
            zone(board, move)
        end = perf_counter()
        at_large = (end - late) / (len(board) - first)
        few = random_walk(tiling, FEW_CELLS)

        def play(moves: list[int] = few, tiling: Tiling = tiling) -> Callable[[], None]:
            board = zone.start(tiling)

            def timed() -> None:
                for move in moves:
                    zone(board, move)

            return timed

        at_small = fastest({"few": play}, rounds=50)["few"] / FEW_CELLS
        yield tiling.name, at_small * 1e6, at_large * 1e6, at_large / at_small, end - start


LINE = 1_000_000

_LINE_SCRIPT = r"""
from boardless.topo import Board, tiling_named
board = Board(tiling_named(sys.argv[1]), [(0, 0, 0)])
board.grow_around(0)
before, site, slot = peak(), 0, board.tiling.slots.labels[0].index("E")
for _ in range(int(sys.argv[2])):
    board.grow_around(site)
    site = int(board.step[site, slot])
print(json.dumps([len(board), before, peak()]))
"""


@TABLES.table(
    "memory",
    "A straight line of a million tiles",
    "tiling",
    "cells",
    "MB of the board",
    "MB in all (< 1000)",
)
def line_memory() -> Rows:
    """Yield the peak memory, in MB, of a zone-grown straight line of a million tiles."""
    for name in REGULAR:
        cells, before, peak = apart(_LINE_SCRIPT, name, str(LINE))
        yield name, cells, (peak - before) / 1e3, peak / 1e3


FEW_TILES, MANY_TILES, TIMED = 100, 10_000, 100

SETS = {
    "rhombus": (Shape(TRIANGULAR, [(0, 0, 0), (0, 0, 1)]),),
    "domino": (Shape(SQUARE, [(0, 0, 0), (1, 0, 0)]),),
    "7 tetrominoes": tuple(polyforms(SQUARE, 4)),
}


@TABLES.table(
    "placements",
    "A placement forth and back",
    "shapes",
    f"on offer at {MANY_TILES:,} tiles",
    *(f"us at {tiles:,} tiles" for tiles in (FEW_TILES, MANY_TILES)),
    "ratio (< 2)",
)
def placement_costs() -> Rows:
    """Yield the time of a placement and of its undo with few and with many tiles.

    Each time the placement longest on offer, so that the tiles lie in a disc. Microseconds.
    """
    for name, shapes in SETS.items():
        tasks: dict[str, Callable[[], Callable[[], object]]] = {}
        for tiles in (FEW_TILES, MANY_TILES):
            board = Placements(shapes, start=shapes[0].cells)
            place(board, tiles)

            def prepare(board: Placements = board) -> Callable[[], None]:
                return lambda: there_and_back(board)

            tasks[str(tiles)] = prepare
        times = fastest(tasks, rounds=10)
        few, many = (times[str(tiles)] / TIMED * 1e6 for tiles in (FEW_TILES, MANY_TILES))
        yield name, len(board.offer), few, many, many / few


def place(board: Placements, tiles: int) -> None:
    """Place a number of tiles, each time the one longest on offer."""
    for _ in range(tiles):
        board.place(next(iter(board.offer)))


def there_and_back(board: Placements) -> None:
    """Place TIMED tiles and take them back."""
    place(board, TIMED)
    for _ in range(TIMED):
        board.undo()


MOVES, CLUSTER = 200, 20


def line_game(tiling: Tiling, technique: Technique) -> Trial:
    """Return a game of `MOVES` moves: a line of tiles, which walks on if the board shrinks."""
    state = FreeState(Equipment(tiling, (Component("tile"),), players=1), technique)
    for n in range(MOVES):
        if technique == ZONE_SHRINK and n >= CLUSTER:
            source = Location(BOARD, (n - CLUSTER, 0, 0))
            state.push(Move.transfer(1, 1, source, Location(BOARD, (n, 0, 0))))
        else:
            state.push(Move.add(1, 1, (n, 0, 0)))
    return Trial.of(state)


def kilobytes(make: Callable[[], object]) -> float:
    """Return the kilobytes that the result of a call holds."""
    make()
    gc.collect()
    tracemalloc.start()
    result = make()
    gc.collect()
    bytes_ = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    del result
    return bytes_ / 1e3


@TABLES.table(
    "remembered",
    "Every state and board of a game of 200 moves",
    "tiling",
    "technique",
    "kB of the last state",
    "kB of all 201",
    "ratio (< 2)",
)
def remembered_memory() -> Rows:
    """Yield the memory of the last state of a game, and of all its states and boards at once.

    The memory is everything that remains after reading every state and board: states, the log of
    moves, the history of the board, and a handle for each state and for each board.
    """
    for tiling in REGULAR.values():
        for technique in (ZONE_APPEND, ZONE_SHRINK):
            trial = line_game(tiling, technique)

            def every_ply(trial: Trial = trial) -> object:
                game = Trial(trial.setup, trial.moves, technique=trial.technique)
                states = [game.at(ply) for ply in range(MOVES + 1)]
                boards = [state.board for state in states]
                for state, board in zip(states, boards, strict=True):
                    _ = state.key, len(state.board)
                    assert board.keys.shape[0] >= len(board)
                return game, states, boards

            def last(trial: Trial = trial, technique: Technique = technique) -> object:
                return trial.replay(technique)

            one, every = kilobytes(last), kilobytes(every_ply)
            yield tiling.name, technique.name, one, every, every / one
