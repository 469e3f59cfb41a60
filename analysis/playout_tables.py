"""The thesis's experiment: random playouts of every game in every technique, as a table."""

from functools import cache

import pandas as pd

from boardless.analysis.published import published
from boardless.analysis.sample import Sample
from boardless.games import load
from boardless.games.game_technique import NAMES
from boardless.play import run_playouts
from boardless.play.executors import working


@cache
def measured(sample: Sample) -> pd.DataFrame:
    """Return how many random playouts and moves there are in a time, by game and technique.

    Timings: the same on no two machines and in no two runs. One run serves every table and figure
    of a process.

    Parameters
    ----------
    sample : Sample
        Which games, for how long, compiled or not, and by how many processes.

    Returns
    -------
    pandas.DataFrame
        ``game``, ``tiling``, ``technique``, ``playouts_per_s``, ``moves_per_s`` and ``playouts``,
        the same as published (missing for techniques that the thesis has not), and the ratio of
        playouts per second to BASE's, measured and published.

    Raises
    ------
    InputError
        If the number of workers is not allowed.
    """
    if sample.jit and sample.workers != 1:
        _compile_all(sample)
    rows = []
    for name, tiling in sample.games:
        game = load(name, tiling=tiling, jit=sample.jit)
        for technique in NAMES:
            run = run_playouts(game, technique=technique, seconds=sample.seconds, seed=1)
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


def _compile_all(sample: Sample) -> None:
    """Compile the games in several processes; this one then finds the machine code on disk."""
    with working(workers=sample.workers) as place:
        waiting = {place.submit(_compile, name, tiling) for name, tiling in sample.games}
        while waiting:
            _, waiting = place.completed(waiting)


def _compile(name: str, tiling: str) -> None:
    game = load(name, tiling=tiling)
    for technique in NAMES:
        run_playouts(game, technique=technique, playouts=1)


def distributions(sample: Sample, seed: int = 1) -> pd.DataFrame:
    """Return how long random games are, and how large their boards at the end.

    Parameters
    ----------
    sample : Sample
        Which games, and how many playouts of each in ZONE-APPEND.
    seed : int, default 1
        Where the random numbers come from; the table depends on nothing else.

    Returns
    -------
    pandas.DataFrame
        ``game``, ``tiling``, ``measure`` (plies or cells), ``value`` and ``share`` of the playouts.
        Plies count passes, too.
    """
    rows = []
    for name, tiling in sample.games:
        game = load(name, tiling=tiling, jit=sample.jit)
        tally = run_playouts(game, playouts=sample.playouts, seed=seed).tally
        for measure, counts in (("plies", tally.lengths), ("cells", tally.cells)):
            rows += [
                (name, tiling, measure, value, count / sample.playouts)
                for value, count in enumerate(counts)
                if count
            ]
    return pd.DataFrame(rows, columns=["game", "tiling", "measure", "value", "share"])
