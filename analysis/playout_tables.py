"""The thesis's experiment: random playouts of every game in every technique, as a table."""

import os
from functools import cache

import pandas as pd

from boardless.analysis.published import published
from boardless.games import load
from boardless.games.ways import NAMES
from boardless.play import record_playouts, run_playouts
from boardless.play.executors import working
from boardless.play.experiment import GAMES

#: Seconds a cell in the quick form that `make figures` runs.
QUICK_SECONDS = 1 / 3


@cache
def measured(seconds: float = QUICK_SECONDS) -> pd.DataFrame:
    """Return how many random playouts and moves there are in a time, by game and technique.

    Timings: the same on no two machines and in no two runs. One run serves every table and figure
    of a process.

    Parameters
    ----------
    seconds : float
        For each game and technique.

    Returns
    -------
    pandas.DataFrame
        ``game``, ``tiling``, ``technique``, ``playouts_per_s``, ``moves_per_s`` and ``playouts``,
        the same as published (missing for techniques that the thesis has not), and the ratio of
        playouts per second to BASE's, measured and published.
    """
    compile_all()
    rows = []
    for name, tiling in GAMES:
        game = load(name, tiling=tiling)
        for technique in NAMES:
            run = run_playouts(game, technique=technique, seconds=seconds, seed=1)
            rows.append(
                (name, tiling, technique, run.playouts_per_s, run.moves_per_s, run.tally.playouts)
            )
    keys = ["game", "tiling", "technique"]
    table = pd.DataFrame(rows, columns=[*keys, "playouts_per_s", "moves_per_s", "playouts"])
    table = table.merge(published(), on=keys, how="left", suffixes=("", "_published"))
    for suffix in ("", "_published"):
        speed = table[f"playouts_per_s{suffix}"]
        base = speed.where(table["technique"] == "BASE").groupby(
            [table["game"], table["tiling"]], sort=False
        )
        table[f"ratio{suffix}"] = speed / base.transform("max")
    return table


@cache
def compile_all() -> None:
    """Compile the games in several processes; this one then finds the machine code on disk."""
    cores = min(len(GAMES), os.cpu_count() or 1)
    with working(workers=cores) as place:
        waiting = {place.submit(_compile, name, tiling) for name, tiling in GAMES}
        while waiting:
            _, waiting = place.completed(waiting)


def _compile(name: str, tiling: str) -> None:
    game = load(name, tiling=tiling)
    run_playouts(game, playouts=1)
    record_playouts(game, 0, 1)


def distributions(playouts: int = 20_000, seed: int = 1) -> pd.DataFrame:
    """Return how long random games are, and how large their boards at the end.

    Parameters
    ----------
    playouts, seed : int
        How many of each game, in ZONE-APPEND; the table depends on nothing else.

    Returns
    -------
    pandas.DataFrame
        ``game``, ``tiling``, ``measure`` (plies or cells), ``value`` and ``share`` of the playouts.
    """
    rows = []
    for name, tiling in GAMES:
        tally = run_playouts(load(name, tiling=tiling), playouts=playouts, seed=seed).tally
        for measure, counts in (("plies", tally.lengths), ("cells", tally.cells)):
            rows += [
                (name, tiling, measure, value, count / playouts)
                for value, count in enumerate(counts)
                if count
            ]
    return pd.DataFrame(rows, columns=["game", "tiling", "measure", "value", "share"])
