"""Batches of games beside those of Pgx, EnvPool and OpenSpiel, a move of each game at a time.

Every side gives legal moves and planes of each position, begins games anew as they end, and is
given a random legal move of each game. Other libraries run by the interpreter that
``BOARDLESS_OTHERS`` names, by default this one (see `benchmarks.vectors_of_others`); those that it
does not have are left out. Sides take turns, and the best round of each counts.
"""

import os
import subprocess
import sys
from pathlib import Path
from typing import Self

import numpy as np
import pandas as pd

from benchmarks.learning import BEFORE, GAMES, _loaded
from benchmarks.measure import rate_of
from boardless.play import BatchEnv

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
        """Return the moves per second of a round; 0 where there is no such library or game."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            print(game, file=self._process.stdin, flush=True)
        except BrokenPipeError:
            return 0.0
        return float(self._process.stdout.readline() or 0)


class _Own:
    """A batch of ours whose moves come from outside."""

    def __init__(self, name: str, option: str, seen: tuple[str, ...]) -> None:
        game = _loaded(name, option)
        self._env = None if game is None else BatchEnv(game, GAMES, seen=seen)
        if self._env is not None:
            self._env.skip(BEFORE)
        self._random = np.random.default_rng(1)
        self._numbers, self._choices = np.empty(GAMES), np.empty(GAMES, np.int64)

    def _step(self) -> int:
        assert self._env is not None
        self._random.random(out=self._numbers)
        np.multiply(self._numbers, self._env.counts, out=self._choices, casting="unsafe")
        self._env.step(self._choices)
        return GAMES

    def rate(self) -> float:
        """Return the moves per second of a round; 0 where the game is in no library."""
        return 0.0 if self._env is None else rate_of(self._step, SECONDS)


def vector_rates() -> pd.DataFrame:
    """Return moves per second of 256 games, ours and others', and how many times as fast ours are.

    Of "moves" the legal ones alone are listed, by rows and by OpenSpiel's bindings.
    """
    rows: list[tuple[object, ...]] = []
    for name, option in COMPARED.items():
        own = {part: _Own(name, option, seen) for part, seen in SEEN.items()}
        best = dict.fromkeys([*own, *SIDES], 0.0)
        for side in SIDES:
            with _Other(side) as other:
                for _ in range(ROUNDS):
                    best[side] = max(best[side], other.rate(name))
                    best[SIDES[side]] = max(best[SIDES[side]], own[SIDES[side]].rate())
        ratios = (best[part] / best[side] if best[side] else "-" for side, part in SIDES.items())
        rows.append((name, *best.values(), *ratios))
    times = (f"/ {side}" for side in SIDES)
    return pd.DataFrame(rows, columns=["game", *SEEN, *SIDES, *times])


TABLES = {"vectors": ("Batches of games beside other libraries, on one core", vector_rates)}
