"""Playouts of two checkouts, taking turns: what a change made faster or slower."""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from subprocess import PIPE, Popen

import pandas as pd

from benchmarks.measure import Pairs
from boardless.games.game_technique import NAMES
from boardless.play.playouts import GAMES

HERE = Path(__file__).parents[1]
#: How long one side of a pair plays, in seconds.
TURN = 0.3

#: Answers each line of standard input, [game, tiling, technique, playouts], with the playouts per
#: second and the moves in all. Older checkouts have their packages at the top.
_PLAYER = r"""
import json, sys
try:
    from boardless.games import load
    from boardless.play import run_playouts
except ImportError:
    from games import load
    from play import run_playouts
print(json.dumps(load.__code__.co_filename), flush=True)
for line in sys.stdin:
    name, tiling, technique, playouts = json.loads(line)
    run = run_playouts(load(name, tiling=tiling), technique=technique, playouts=playouts, seed=1)
    print(json.dumps([run.playouts_per_s, run.tally.moves]), flush=True)
"""


class NoCheckoutError(ValueError):
    """What is to be compared with cannot be played."""


@contextmanager
def player(checkout: Path) -> Iterator["Popen[str]"]:
    """Provide a process that plays what a checkout plays, with its own Python if it has one."""
    own = checkout / ".venv" / "bin" / "python"
    command = [str(own) if own.exists() else sys.executable, "-c", _PLAYER]
    environment = os.environ | {"PYTHONPATH": str(checkout)}
    with Popen(
        command, stdin=PIPE, stdout=PIPE, text=True, cwd=checkout, env=environment
    ) as process:
        try:
            loaded = Path(_answer(process)).resolve()
            if not loaded.is_relative_to(checkout):
                raise NoCheckoutError(f"{checkout}: no checkout, it plays what is in {loaded}")
            yield process
        finally:
            process.kill()


def _answer(process: "Popen[str]") -> str:
    """Return the next line that a player says."""
    assert process.stdout is not None
    line = process.stdout.readline()
    if not line:
        raise NoCheckoutError(f"a checkout cannot be played, exit status {process.wait()}")
    return str(json.loads(line)) if line.startswith('"') else line


def play(process: "Popen[str]", *job: object) -> tuple[float, int]:
    """Return playouts per second and moves of a job."""
    assert process.stdin is not None
    print(json.dumps(job), file=process.stdin, flush=True)
    rate, moves = json.loads(_answer(process))
    return rate, moves


def against(other: Path) -> pd.DataFrame:
    """Return how fast this checkout plays, measured by another one.

    Parameters
    ----------
    other : Path
        A checkout of any commit that can play; its own ``.venv`` is used if it has one.

    Returns
    -------
    pandas.DataFrame
        For each game and technique the ratio of playouts per second, this checkout's by the
        other's: the median of pairs that take turns, and the quartiles of them; and whether both
        played the same number of moves.

    Raises
    ------
    NoCheckoutError
        If one of the two cannot be played.
    """
    rows = []
    with ExitStack() as stack:
        ours, theirs = (
            stack.enter_context(player(checkout.resolve())) for checkout in (HERE, other)
        )
        for name, tiling in GAMES:
            for technique in NAMES:
                job = (name, tiling, technique)
                # The first run compiles; longer and longer ones say how many playouts a turn has.
                play(theirs, *job, 10)
                playouts = 10
                for _ in range(4):
                    playouts = max(10, int(TURN * play(ours, *job, playouts)[0]))
                same = play(ours, *job, playouts)[1] == play(theirs, *job, playouts)[1]
                pairs = Pairs.of(
                    lambda job=job, n=playouts: play(ours, *job, n)[0],
                    lambda job=job, n=playouts: play(theirs, *job, n)[0],
                )
                rows.append((*job, *pairs.row, "yes" if same else "no"))
    return pd.DataFrame(rows, columns=["game", "tiling", "technique", *Pairs.COLUMNS, "same games"])
