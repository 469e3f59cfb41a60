"""From starting Python to a first playout, and to the first legal moves, of games of a library.

The library is the one that the environment names, as for `benchmarks.ludii`; ``BOARDLESS_GAMES``
names a file with the paths of those of its games that are drawn from, a line each, else all are.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import perf_counter

import numpy as np
import pandas as pd

from boardless.games import Library
from boardless.games.library import chosen_library
from boardless.jit.arrays import Floats

#: Names a file with the games that are drawn from.
LIST = "BOARDLESS_GAMES"
GAMES, SEED = 100, 1

_PLAYOUT = """
import sys
from boardless.games import load
from boardless.play import run_playouts
run_playouts(load(sys.argv[1]), playouts=1, seed=1)
"""
_MOVES = """
import sys
from boardless.games import load
from boardless.play import State
list(State(load(sys.argv[1])).legal_moves)
"""
#: What is measured for each table; the cache is empty at first, and later as the first left it.
_PLAYOUTS = (
    "first playout, nothing kept (median < 8, worst < 60)",
    "first playout, later (worst < 1.5)",
)
_FIRST_MOVES = (
    "first legal moves, nothing kept (worst < 3)",
    "first legal moves, later (worst < 3)",
)


def first_playouts() -> pd.DataFrame:
    """Return how long games take from the start of a process to a playout; see `_table`."""
    return _table(_PLAYOUT, _PLAYOUTS)


def first_moves() -> pd.DataFrame:
    """Return how long games take from the start of a process to legal moves; see `_table`."""
    return _table(_MOVES, _FIRST_MOVES)


def _table(script: str, rows: tuple[str, str]) -> pd.DataFrame:
    """Return how long a script takes with each game, in seconds, at first and later.

    Games that cannot be compiled are left out.
    """
    library = chosen_library(None)
    if library is None:
        return pd.DataFrame({"not measured": ["BOARDLESS_LIBRARY names no library"]})
    names, found = [], []
    for path in drawn(library):
        seconds = _seconds(script, library.descriptions / path)
        if seconds is not None:
            names.append(Path(path).stem)
            found.append(seconds)
    if not found:
        return pd.DataFrame({"not measured": ["none of the games is compiled"]})
    times = np.array(found).T
    table = [_row(what, names, row) for what, row in zip(rows, times, strict=True)]
    columns = ["what", "games", "median", "90 %", "worst", "the three worst"]
    return pd.DataFrame(table, columns=columns)


def drawn(library: Library) -> list[str]:
    """Return the games that are measured, as paths below the descriptions of a library."""
    named = os.environ.get(LIST)
    listed = Path(named).read_text(encoding="utf-8").splitlines() if named else library.files
    return Random(SEED).sample(listed, min(GAMES, len(listed)))


def _seconds(script: str, game: Path) -> list[float] | None:
    """Return the seconds with an empty cache, and then again, None if it cannot be compiled."""
    found: list[float] = []
    with tempfile.TemporaryDirectory() as cache:
        for _ in range(2):
            begin = perf_counter()
            ended = subprocess.run(
                [sys.executable, "-c", script, str(game)],
                env={**os.environ, "BOARDLESS_CACHE": cache},
                capture_output=True,
            )
            if ended.returncode:
                return None
            found.append(perf_counter() - begin)
    return found


def _row(what: str, names: list[str], times: Floats) -> tuple[object, ...]:
    worst = ", ".join(names[n] for n in np.argsort(times)[:-4:-1])
    return what, len(times), *np.quantile(times, (0.5, 0.9, 1.0)).tolist(), worst


_FROM = f"From starting Python to its end, in seconds: games of a library, {GAMES} drawn"
TABLES: dict[str, tuple[str, Callable[[], pd.DataFrame]]] = {
    "first-games": (_FROM, first_playouts),
    "first-moves": (_FROM, first_moves),
}
