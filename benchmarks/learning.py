"""Stepping games for the training of agents: one state, batches, and other libraries' batches.

The last table compares batches here and in Pgx, EnvPool and OpenSpiel, a move of each game at a
time. Every side gives legal moves and planes of each position, starts a new game after each end,
and receives a random legal move of each game. Other libraries run by the interpreter that
``BOARDLESS_OTHERS`` names, by default this one (see `benchmarks.vectors_of_others`), if it has
them. Sides take turns, and the best round of each counts.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Self

import numpy as np
import pandas as pd

from benchmarks.measure import MeasurementTables, Rows, best_rates, in_turn, rate_of
from boardless.games import Game, load
from boardless.games.game import default_technique
from boardless.games.library import PACKAGED, chosen_library
from boardless.play import BatchEnv, State
from boardless.play.playout_worker import PlayoutWorker

TABLES = MeasurementTables()

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


@TABLES.table(
    "learning",
    "One state stepped by rows from Python, on one core",
    "game",
    "bound",
    "steps/s",
    "us of len(legal_moves), first",
    "again (< 2)",
)
def step_rates() -> Rows:
    """Yield steps per second of one state from Python, by rows that Python chooses at random."""
    for name, (option, least) in STEPPED.items():
        game = loaded(name, option)
        if game is None:
            yield name, least, *["not in the library"] * 3
            continue
        tasks: dict[str, Callable[[], int]] = {
            str(times): partial(_steps, State(game), Random(1).random, times) for times in (0, 1, 2)
        }
        none, once, twice = best_rates(tasks, SECONDS, ROUNDS).values()
        first, again = 1e6 * (1 / once - 1 / none), 1e6 * (1 / twice - 1 / once)
        yield name, least, none, first, again


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


@TABLES.table(
    "batches",
    "Batches of games and plain playouts, on one core",
    "game",
    "playouts' moves/s",
    "skipped",
    *BATCHES,
)
def batch_rates() -> Rows:
    """Yield moves per second of plain playouts, and moves of batches as parts of that.

    Moves are random: NumPy chooses among the rows, or the engine if nothing counts moves. In the
    column of skipped moves, 32 moves pass between two looks.
    """
    for name, (option, _) in STEPPED.items():
        game = loaded(name, option)
        if game is None:
            yield name, *["not in the library"] * (2 + len(BATCHES))
            continue
        env = BatchEnv(game, GAMES, seen=())
        env.skip(BEFORE)

        def skipped(env: BatchEnv = env) -> int:
            env.skip(SKIPPED)
            return SKIPPED * GAMES

        steps = {column: stepping(game, *how) for column, how in BATCHES.items()}
        tasks = {"plain": _playouts(game), "skipped": skipped, **steps}
        plain, *others = best_rates(tasks, SECONDS, ROUNDS).values()
        yield name, plain, *(rate / plain for rate in others)


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


#: The variable that names an interpreter which has the other libraries.
OTHERS = "BOARDLESS_OTHERS"
#: Games of ours, an option of each, as others have them.
COMPARED = {
    "Tic-Tac-Toe": "",
    "Connect Four": "",
    "Hex": "",
    "Go": "Board Size/9x9",
    "Chess": "",
}
#: Rounds next to other libraries.
ROUNDS_OF_OTHERS = 3
#: The other sides, and what is seen of ours beside each.
SIDES = {"Pgx": "planes", "EnvPool": "planes", "OpenSpiel": "planes", "OpenSpiel moves": "moves"}
#: What is seen of our side.
SEEN = {"planes": ("mask", "planes"), "moves": ("rows",)}


class _Other:
    """A library in a process of its own, which answers for a game with moves per second."""

    def __init__(self, side: str) -> None:
        script = Path(__file__).with_name("vectors_of_others.py")
        python = os.environ.get(OTHERS) or sys.executable
        words = [python, str(script), side, str(GAMES), str(SECONDS)]
        self._process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            text=True,
        )  # fmt: skip

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()

    def rate(self, game: str) -> float:
        """Return the moves per second of a round; 0 if the library or game is missing."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            print(game, file=self._process.stdin, flush=True)
        except BrokenPipeError:
            return 0.0
        return float(self._process.stdout.readline() or 0)


def vector_rates() -> pd.DataFrame:
    """Return moves per second of 256 games, ours and others', and ratios of ours to others'.

    Of "moves" the legal ones alone are listed, by rows and by OpenSpiel's bindings.
    """
    rows: list[tuple[object, ...]] = []
    for name, option in COMPARED.items():
        game = loaded(name, option)
        own = {} if game is None else {it: stepping(game, seen) for it, seen in SEEN.items()}
        best = dict.fromkeys([*SEEN, *SIDES], 0.0)
        for side, part in SIDES.items():
            with _Other(side) as other:
                tasks = {side: partial(other.rate, name)}
                if game is not None:
                    tasks[part] = partial(rate_of, own[part], SECONDS)
                for each, rates in in_turn(tasks, ROUNDS_OF_OTHERS).items():
                    best[each] = max(best[each], *rates)
        ratios = (best[part] / best[side] if best[side] else "-" for side, part in SIDES.items())
        rows.append((name, *best.values(), *ratios))
    times = (f"/ {side}" for side in SIDES)
    return pd.DataFrame(rows, columns=["game", *SEEN, *SIDES, *times])


TABLES |= {
    "vectors": ("Batches of games in this and other libraries, on one core", vector_rates),
}
