"""Stepping games for the training of agents: one state by rows, and many games at once."""

from collections.abc import Callable
from functools import partial
from random import Random

import numpy as np
import pandas as pd

from benchmarks.measure import best_rates
from boardless.games import Game, load
from boardless.games.game import default_technique
from boardless.games.library import PACKAGED, chosen_library
from boardless.play import BatchEnv, State
from boardless.play.playout_worker import PlayoutWorker

#: Games, an option of each, and the least steps a second from Python.
STEPPED = {
    "Tic-Tac-Toe": ("", 300_000),
    "Connect Four": ("", 300_000),
    "Andantino": ("", 300_000),
    "Hex": ("", 100_000),
    "Chess": ("", 100_000),
    "Go": ("Board Size/9x9", 100_000),
    "Hive": ("", 30_000),
}
#: Processor seconds of a round, rounds (the best counts), and games of a batch.
SECONDS, ROUNDS, GAMES = 0.3, 5, 256
#: Moves before the timing of a batch, so that games are at all their stages and have room.
BEFORE = 300
#: The visible parts of a batch, by the name of its column, and whether its moves are choices.
BATCHES: dict[str, tuple[tuple[str, ...], bool]] = {
    "nothing (> 0.5)": ((), False),
    "planes (> 0.2)": (("planes",), False),
    "graph (> 0.1)": (("graph",), False),
    "counts": (("counts",), True),
    "rows": (("rows",), True),
    "rows, planes": (("rows", "planes"), True),
}
#: Moves of a call of plain playouts.
MOVES = 20_000
#: Moves of one call that shows nothing between them.
SKIPPED = 32


def loaded(name: str, option: str) -> Game | None:
    """Return a game of the package, or of the library with an option; None if neither has it."""
    library = chosen_library(None)
    if name in PACKAGED:
        return load(name, library=PACKAGED)
    if library is not None and name in library:
        return load(name, [option] if option else [], library=library)
    return None


def step_rates() -> pd.DataFrame:
    """Return steps per second of one state from Python, by rows that Python chooses at random."""
    rows: list[tuple[object, ...]] = []
    for name, (option, least) in STEPPED.items():
        game = loaded(name, option)
        if game is None:
            rows.append((name, least, *["not in the library"] * 3))
            continue
        tasks: dict[str, Callable[[], int]] = {
            str(times): partial(_steps, State(game), Random(1).random, times) for times in (0, 1, 2)
        }
        none, once, twice = best_rates(tasks, SECONDS, ROUNDS).values()
        first, again = 1e6 * (1 / once - 1 / none), 1e6 * (1 / twice - 1 / once)
        rows.append((name, least, none, first, again))
    columns = ["game", "bound", "steps/s", "us of len(legal_moves), first", "again (< 2)"]
    return pd.DataFrame(rows, columns=columns)


def _steps(state: State, uniform: Callable[[], float], lengths: int) -> int:
    """Make a hundred random moves; count the legal moves `lengths` times before each."""
    for _ in range(100):
        count = state.legal_count
        if not count:
            state.reset()
            count = state.legal_count
        for _ in range(lengths):
            len(state.legal_moves)
        state.push_row(int(uniform() * count))
    return 100


def batch_rates() -> pd.DataFrame:
    """Return moves per second of plain playouts, and moves of batches as parts of that.

    Moves are random: NumPy chooses among the rows, or the engine if nothing counts moves. In the
    column of skipped moves, 32 moves pass between two looks.
    """
    rows: list[tuple[object, ...]] = []
    for name, (option, _) in STEPPED.items():
        game = loaded(name, option)
        if game is None:
            rows.append((name, *["not in the library"] * (2 + len(BATCHES))))
            continue
        env = BatchEnv(game, GAMES, seen=())
        env.skip(BEFORE)

        def skipped(env: BatchEnv = env) -> int:
            env.skip(SKIPPED)
            return SKIPPED * GAMES

        steps = {column: stepping(game, *how) for column, how in BATCHES.items()}
        tasks = {"plain": _playouts(game), "skipped": skipped, **steps}
        plain, *others = best_rates(tasks, SECONDS, ROUNDS).values()
        rows.append((name, plain, *(rate / plain for rate in others)))
    columns = ["game", "playouts' moves/s", "skipped", *BATCHES]
    return pd.DataFrame(rows, columns=columns)


def _playouts(game: Game) -> Callable[[], int]:
    worker, first = PlayoutWorker(game, default_technique(game)), 0
    moves = worker.play(1, 0, 1).moves
    # So many at a call that the call itself costs nothing.
    size = max(MOVES // moves, 1)

    def play() -> int:
        nonlocal first
        first += size
        return worker.play(1, first - size, first).moves

    return play


def stepping(game: Game, seen: tuple[str, ...], chosen: bool = True) -> Callable[[], int]:
    """Return a step of a batch: a random move of each game, by NumPy or by the engine."""
    env = BatchEnv(game, GAMES, seen=seen)
    env.skip(BEFORE)
    random, numbers, choices = np.random.default_rng(1), np.empty(GAMES), np.empty(GAMES, np.int64)

    def step() -> int:
        if chosen:
            random.random(out=numbers)
            np.multiply(numbers, env.counts, out=choices, casting="unsafe")
        env.step(choices if chosen else None)
        return GAMES

    return step


TABLES = {
    "learning": ("One state stepped by rows from Python, on one core", step_rates),
    "batches": ("Batches of games and plain playouts, on one core", batch_rates),
}
