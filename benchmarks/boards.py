"""The cost of boards: growth, memory, placements, moves, reading earlier positions."""

import gc
import tracemalloc
from collections.abc import Callable
from random import Random
from statistics import median
from time import perf_counter

import pandas as pd

from benchmarks.measure import apart, fastest, tells_peaks
from boardless.analysis.walk import walked
from boardless.jit.arrays import Ints
from boardless.play import PastState
from boardless.state import (
    BOARD,
    Component,
    Equipment,
    FreeState,
    Location,
    Move,
    PastFreeState,
    Trial,
)
from boardless.strategies import (
    PERI_APPEND,
    PERI_MAP,
    PERI_RE,
    ZONE_APPEND,
    ZONE_MAP,
    ZONE_RE,
    ZONE_SHRINK,
    Placements,
    Technique,
    Zone,
)
from boardless.topo import (
    HEXAGONAL,
    REGULAR,
    SQUARE,
    TRIANGULAR,
    Board,
    Key,
    Shape,
    Tiling,
    polyforms,
)

FEW_CELLS, MANY_CELLS = 1_000, 1_000_000


def random_walk(tiling: Tiling, cells: int) -> list[int]:
    """Return the moves of a random walk, a tile on each new cell, until so many cells exist."""
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


def growth_costs() -> pd.DataFrame:
    """Return the time per added cell at 1,000 and at 1,000,000 cells, by tiling.

    Microseconds; `seconds` is for the whole million.
    """
    rows = []
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


def line_memory() -> pd.DataFrame:
    """Return the peak memory, in MB, of a zone-grown straight line of a million tiles."""
    if not tells_peaks():
        return pd.DataFrame({"not measured": ["peak memory is read from /proc, which is not here"]})
    rows = []
    for name in REGULAR:
        cells, before, peak = apart(_LINE_SCRIPT, name, str(LINE))
        rows.append((name, cells, (peak - before) / 1e3, peak / 1e3))
    return pd.DataFrame(rows, columns=["tiling", "cells", "MB of the board", "MB in all (< 1000)"])


FEW_TILES, MANY_TILES, TIMED = 100, 10_000, 100

SETS = {
    "rhombus": (Shape(TRIANGULAR, [(0, 0, 0), (0, 0, 1)]),),
    "domino": (Shape(SQUARE, [(0, 0, 0), (1, 0, 0)]),),
    "7 tetrominoes": tuple(polyforms(SQUARE, 4)),
}


def placement_costs() -> pd.DataFrame:
    """Return the time of a placement and of its undo with few and with many tiles.

    The placement longest on offer is chosen, so the tiles lie in a disc. Microseconds.
    """
    rows = []
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
        rows.append((name, len(board.offer), few, many, many / few))
    columns = ["shapes", f"on offer at {MANY_TILES:,} tiles"]
    columns += [*(f"us at {tiles:,} tiles" for tiles in (FEW_TILES, MANY_TILES)), "ratio (< 2)"]
    return pd.DataFrame(rows, columns=columns)


def place(board: Placements, tiles: int) -> None:
    """Place a number of tiles, each time the one longest on offer."""
    for _ in range(tiles):
        board.place(next(iter(board.offer)))


def there_and_back(board: Placements) -> None:
    """Place TIMED tiles and take them back."""
    place(board, TIMED)
    for _ in range(TIMED):
        board.undo()


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

STATE_ROUNDS = 5


def line_of_tiles(technique: Technique, tiles: int) -> FreeState:
    """Return a state with so many tiles in a straight line of squares."""
    state = FreeState(Equipment(SQUARE, (Component("tile"),), players=1), technique)
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
        chosen: list[list[Key]] = [
            [(site, 1, 0) for site in Random(1).choices(range(tiles), k=moves)]
            if technique.strategy == Zone()
            else [(tiles, 0, 0)] * moves
            for tiles in lengths
        ]
        written = [written_by(state, cells[0]) for state, cells in zip(states, chosen, strict=True)]
        rounds = [
            [cost(*pair) for pair in zip(states, chosen, strict=True)] for _ in range(STATE_ROUNDS)
        ]
        best = [tuple(map(min, zip(*times, strict=True))) for times in zip(*rounds, strict=True)]
        for n, (push, pop) in enumerate(best):
            rows.append(
                (technique.name, lengths[n], len(states[n].board), push * 1e6, pop * 1e6,
                 (push + pop) / sum(best[0]), written[n])
            )  # fmt: skip
    columns = ["technique", "tiles", "cells", "us a push", "us a pop", "ratio", "written"]
    return pd.DataFrame(rows, columns=columns)


MOVES, CLUSTER = 200, 20


def line_game(tiling: Tiling, technique: Technique) -> Trial:
    """Return a game of `MOVES` moves: a line of tiles, which walks on where the board shrinks."""
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


def remembered_memory() -> pd.DataFrame:
    """Return the memory of the last state of a game, and of all its states and boards at once.

    Counted is everything that is still held once every state and board has been read: states, the
    log of moves, the history of the board, and a handle for each state and for each board.
    """
    rows = []
    for tiling in REGULAR.values():
        for technique in (ZONE_APPEND, ZONE_SHRINK):
            trial = line_game(tiling, technique)

            def every_ply(trial: Trial = trial) -> object:
                game = Trial(trial.setup, trial.moves, technique=trial.technique)
                states = [game.at(ply) for ply in range(MOVES + 1)]
                boards = [state.board for state in states]
                for state, board in zip(states, boards, strict=True):
                    read(state)
                    assert board.keys.shape[0] >= len(board)
                return game, states, boards

            def last(trial: Trial = trial, technique: Technique = technique) -> object:
                return trial.replay(technique)

            one, every = kilobytes(last), kilobytes(every_ply)
            rows.append((tiling.name, technique.name, one, every, every / one))
    columns = ["tiling", "technique", "kB of the last state", "kB of all 201", "ratio (< 2)"]
    return pd.DataFrame(rows, columns=columns)


def read(state: PastState | PastFreeState | FreeState) -> tuple[int, int]:
    """Read something of a state and of its board."""
    return state.key, len(state.board)


def reading_times() -> pd.DataFrame:
    """Return the time of reading the next ply, by the number of tiles, and of a replay."""
    rows = []
    for tiles in (70, 100, 1_000, 10_000):
        state = FreeState(Equipment(HEXAGONAL, (Component("tile"),), players=1), ZONE_APPEND)
        for n in range(tiles):
            state.push(Move.add(1, 1, (n, 0, 0)))
        read(state.at(tiles - 60))
        begin = perf_counter()
        for ply in range(tiles - 60, tiles):
            read(state.at(ply))
        middle = perf_counter()
        again = Trial.of(state).replay(ZONE_APPEND)
        end = perf_counter()
        assert again.ply == tiles
        rows.append((tiles, (middle - begin) / 60 * 1e6, (end - middle) * 1e6))
    columns = ["tiles", "us to read the next ply", "us to replay the game"]
    # The first game only compiled.
    return pd.DataFrame(rows[1:], columns=columns)


def board_arrays(state: FreeState) -> list[Ints]:
    """Return the arrays of the board and of its pieces, without the log of moves."""
    cells, contents = state.board._cells.arrays, state._position.arrays._asdict()
    for name in ("t", "notes", "marks", "history"):
        del contents[name]
    return [cells.keys, cells.table, cells.free, cells.step, *contents.values()]


def walk_costs() -> pd.DataFrame:
    """Return what the board of a cluster of 12 hexagons holds and costs, by strategy."""
    rows = []
    for strategy in (Zone(), Zone(shrink=True)):
        begin, done = perf_counter(), 0
        for n, state in enumerate(walked(HEXAGONAL, strategy, 10_000)):
            if n in (100, 1_000, 10_000):
                took = (perf_counter() - begin) / (n - done) * 1e6
                arrays = board_arrays(state)
                size = sum(array.nbytes for array in arrays) / 1e3
                rows.append((strategy.name, n, len(state.board), size, took))
                begin, done = perf_counter(), n
    columns = ["strategy", "moves", "cells", "kB of board and contents", "us a move"]
    return pd.DataFrame(rows, columns=columns)


TABLES = {
    "growth": ("Zone growth along a random walk", growth_costs),
    "distances": ("Distances between all pairs of cells", distance_costs),
    "placements": ("A placement forth and back", placement_costs),
    "state": ("A move forth and back beside a line of tiles", state_table),
    "memory": ("A straight line of a million tiles", line_memory),
    "remembered": ("Every state and board of a game of 200 moves", remembered_memory),
    "reading": ("Reading a game ply by ply", reading_times),
    "walk": ("A cluster of 12 hexagons that walks", walk_costs),
}
