"""The thesis's experiment: random playouts of every game in every technique, as a table."""

import os
import platform
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import pandas as pd

from boardless.games import load
from boardless.games.game_technique import NAMES
from boardless.play import run_playouts
from boardless.play.executors import working
from boardless.play.playouts import GAMES
from boardless.topo import InputError, Tiling, integer_between

#: The techniques of the published tables.
TECHNIQUES = ("BASE", "PERI-RE", "PERI-MAP", "ZONE-RE", "ZONE-MAP")

# By game in the order of GAMES: playouts per second / moves per second / playouts in all.
_ROWS = """
0.33/9.98/11 8.16/217.18/249 8.12/218.07/245 4.10/83.37/125 3.17/59.19/95
0.30/12.17/10 4.63/157.24/139 4.63/159.60/140 3.65/75.01/110 1.99/46.35/60
0.33/7.05/11 3.51/95.89/107 3.52/96.81/107 2.39/56.47/72 2.03/45.03/61
0.34/4.50/11 10.03/120.10/301 10.49/122.36/316 8.47/101.23/255 5.74/68.28/173
0.30/3.17/9 9.13/103.44/275 9.70/107.66/291 8.03/90.46/241 6.30/69.64/190
0.32/3.65/10 4.66/56.66/140 4.87/58.73/147 4.67/58.66/141 3.30/44.65/99
0.28/4.34/9 13.09/218.15/393 13.70/228.96/411 7.76/128.33/233 6.63/109.22/199
"""

#: Columns of Tables 6.1 to 6.3.
MEASURES = ("playouts_per_s", "moves_per_s", "playouts")

#: Playouts per second of Ludii itself on a fixed board that is kept, by game and tiling, measured
#: on one core of a machine with 375,000 for the C program for Andantino.
LUDII_KEPT = dict(zip(GAMES, (741, 636, 467, 2629, 4772, 365, 1964), strict=True))

#: Mean plies of 1,200 random games played by Ludii, by game and tiling.
LUDII_PLIES = dict(zip(GAMES, (24.1, 31.5, 24.5, 9.8, 9.2, 11.1, 10.3), strict=True))


def published() -> pd.DataFrame:
    """Return the published Tables 6.1 to 6.3: ``game``, ``tiling``, ``technique``, MEASURES."""
    rows = []
    for (game, tiling), line in zip(GAMES, _ROWS.strip().splitlines(), strict=True):
        for technique, cell in zip(TECHNIQUES, line.split(), strict=True):
            values = [float(value) for value in cell.split("/")]
            rows.append((game, tiling, technique, *values))
    return pd.DataFrame(rows, columns=["game", "tiling", "technique", *MEASURES])


#: The most random games of each for a figure.
MAX_PLAYOUTS = 10_000_000


def machine() -> str:
    """Return processor, cores, system and Python in one line."""
    info = Path("/proc/cpuinfo")
    models = [
        line.partition(":")[2].strip()
        for line in (info.read_text(encoding="utf-8").splitlines() if info.exists() else [])
        if line.startswith("model name")
    ]
    processor = models[0] if models else platform.processor() or platform.machine()
    return (
        f"{processor}, {os.cpu_count()} cores, {platform.system()}, "
        f"Python {platform.python_version()}"
    )


@dataclass(frozen=True)
class Sample:
    """A sample of random games for figures; by default the published one."""

    #: Names and tilings.
    games: tuple[tuple[str, str], ...] = GAMES
    #: Random games of each behind the bands of figures 6.7 to 6.12, which are never compiled.
    bands: int = 100
    #: Time of each game in each technique for tables 6.1 to 6.3.
    seconds: float = 1 / 3
    #: The number of games of each in the counts of lengths.
    playouts: int = 20_000
    jit: bool = True
    #: Processes that compile the games of those tables; with 1 they compile during play.
    workers: int = 1
    #: A store with the runs of the bands, in place of games played for them.
    store: Path | None = None

    def __post_init__(self) -> None:
        if self.store is not None and not self.store.exists():
            raise InputError(
                f"store {str(self.store)!r} does not exist: give a file, not a server; "
                "boardless playouts --store makes one"
            )

    def with_games(
        self, names: Sequence[str] | None, tiling: Tiling | None, playouts: int | None
    ) -> "Sample":
        """Return the sample with other games, by name, on a tiling or their own, or more playouts.

        Raise an InputError if the sample is a store's, which has its own games, or for unknown
        games.
        """
        if self.store is not None and (names is not None or playouts is not None):
            raise InputError("games, playouts: leave them out with a store, which has its own")
        chosen = self
        if names is not None:
            games = [load(name, tiling=tiling and tiling.name, jit=False) for name in names]
            chosen = replace(chosen, games=tuple((game.name, game.tiling.name) for game in games))
        if playouts is not None:
            count = integer_between(playouts, "playouts", 1, MAX_PLAYOUTS)
            chosen = replace(chosen, bands=count, playouts=count)
        return chosen


_sample: ContextVar[Sample] = ContextVar("sample", default=Sample())  # noqa: B039, it is frozen


def sample() -> Sample:
    """Return the current sample of the figures."""
    return _sample.get()


@contextmanager
def figures_from(chosen: Sample) -> Iterator[None]:
    """Use another sample for figures in a ``with`` block."""
    token = _sample.set(chosen)
    try:
        yield
    finally:
        _sample.reset(token)


@cache
def measured(sample: Sample) -> pd.DataFrame:
    """Return speeds of playouts, measured once a process and published, with their machines."""
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
    return table.assign(seconds=round(sample.seconds, 3), machine=machine())


def with_ratios(table: pd.DataFrame, measure: str) -> pd.DataFrame:
    """Return one of the MEASURES, and the ratio of each value to its value in BASE."""
    where = table[["seconds", "machine"]]
    table = table[["game", "tiling", "technique", measure, f"{measure}_published"]].copy()
    for suffix in ("", "_published"):
        values = table[f"{measure}{suffix}"]
        base = values.where(table["technique"] == "BASE").groupby(
            [table["game"], table["tiling"]], sort=False
        )
        table[f"ratio{suffix}"] = values / base.transform("max")
    return table.join(where)


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
    """Return lengths, passes included, and final board sizes of random games (ZONE-APPEND)."""
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
