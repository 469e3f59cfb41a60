"""What it costs to remember every ply of a game, and what a walking cluster keeps."""

import gc
import tracemalloc
from collections.abc import Callable
from time import perf_counter

import pandas as pd

from boardless.analysis.walk import walked
from boardless.jit.arrays import Ints
from boardless.state import BOARD, Component, FreeState, Location, Move, PastFreeState, Setup, Trial
from boardless.strategies import ZONE_APPEND, ZONE_SHRINK, Technique, Zone
from boardless.topo import HEXAGONAL, REGULAR, Tiling

MOVES, CLUSTER = 200, 20


def line_game(tiling: Tiling, technique: Technique) -> Trial:
    """Return a game of `MOVES` moves: a line of tiles, which walks on where the board shrinks."""
    state = FreeState(Setup(tiling, (Component("tile"),), players=1), technique)
    for n in range(MOVES):
        if technique == ZONE_SHRINK and n >= CLUSTER:
            source = Location(BOARD, (n - CLUSTER, 0, 0))
            state.push(Move.transfer(1, 1, source, Location(BOARD, (n, 0, 0))))
        else:
            state.push(Move.add(1, 1, (n, 0, 0)))
    return Trial.of(state)


def held(make: Callable[[], object]) -> float:
    """Return the kilobytes that what `make` returns holds."""
    make()
    gc.collect()
    tracemalloc.start()
    made = make()
    gc.collect()
    bytes_ = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    del made
    return bytes_ / 1e3


def remembered_memory() -> pd.DataFrame:
    """Return the memory of the last state of a game, and of all its states and boards at once.

    Counted is everything that was allocated and is still held, once every state and board has been
    read: the state (or those through which the others are read), the log of moves, the history of
    the board and one handle for each state and for each board.
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

            one, every = held(last), held(every_ply)
            rows.append((tiling.name, technique.name, one, every, every / one))
    columns = ["tiling", "technique", "kB of the last state", "kB of all 201", "ratio (< 2)"]
    return pd.DataFrame(rows, columns=columns)


def read(state: PastFreeState | FreeState) -> tuple[int, int]:
    """Read something of a state and of its board."""
    return state.key, len(state.board)


def reading_times() -> pd.DataFrame:
    """Return the time of reading the next ply, by the number of tiles, and of a replay."""
    rows = []
    for tiles in (70, 100, 1_000, 10_000):
        state = FreeState(Setup(HEXAGONAL, (Component("tile"),), players=1), ZONE_APPEND)
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


def kept_arrays(state: FreeState) -> list[Ints]:
    """Return the arrays of the board and of what lies on it, the log of moves aside."""
    ids, contents = state.board._cells.ids, state._position.arrays._asdict()
    for name in ("t", "notes", "marks", "history"):
        del contents[name]
    return [ids.keys, ids.table, ids.free, state.board._cells.step, *contents.values()]


def walk_costs() -> pd.DataFrame:
    """Return what the board of a cluster of 12 hexagons holds and costs, by strategy."""
    rows = []
    for strategy in (Zone(), Zone(shrink=True)):
        begin, done = perf_counter(), 0
        for n, state in enumerate(walked(HEXAGONAL, strategy, 10_000)):
            if n in (100, 1_000, 10_000):
                took = (perf_counter() - begin) / (n - done) * 1e6
                arrays = kept_arrays(state)
                kept = sum(array.nbytes for array in arrays) / 1e3
                rows.append((strategy.name, n, len(state.board), kept, took))
                begin, done = perf_counter(), n
    columns = ["strategy", "moves", "cells", "kB of board and contents", "us a move"]
    return pd.DataFrame(rows, columns=columns)


TABLES: dict[str, tuple[str, Callable[[], pd.DataFrame]]] = {
    "remembered": ("Every state and board of a game of 200 moves", remembered_memory),
    "reading": ("Reading a game ply by ply", reading_times),
    "walk": ("A cluster of 12 hexagons that walks", walk_costs),
}
