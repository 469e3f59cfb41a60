"""Batches of games here and in Pgx, EnvPool and OpenSpiel, a move of each game at a time.

Every side gives legal moves and planes of each position, starts a new game after each end, and
receives a random legal move of each game. Other libraries run by the interpreter that
``BOARDLESS_OTHERS`` names, by default this one (see `benchmarks.vectors_of_others`), if it has
them. Sides take turns, and the best round of each counts.
"""

import os
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Self

import pandas as pd

from benchmarks.learning import GAMES, loaded, stepping
from benchmarks.measure import in_turn, rate_of

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
#: Seconds of the processor of a round, and rounds.
SECONDS, ROUNDS = 0.3, 3
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
                for each, rates in in_turn(tasks, ROUNDS).items():
                    best[each] = max(best[each], *rates)
        ratios = (best[part] / best[side] if best[side] else "-" for side, part in SIDES.items())
        rows.append((name, *best.values(), *ratios))
    times = (f"/ {side}" for side in SIDES)
    return pd.DataFrame(rows, columns=["game", *SEEN, *SIDES, *times])


TABLES = {"vectors": ("Batches of games in this and other libraries, on one core", vector_rates)}
