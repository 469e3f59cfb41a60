"""Tables of random playouts: the thesis's experiment, and measures of every ply.

The experiment plays every game in every technique. The measures of plies are board size, unused
share and others, by game, technique and seed.
"""

import os
import platform
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from boardless.games import load
from boardless.games.game import Game, GameChoice, as_game, technique_for
from boardless.games.game_technique import NAMES, TechniqueChoice
from boardless.jit.arrays import Floats
from boardless.play import run_playouts
from boardless.play.executors import working
from boardless.play.observing import observer
from boardless.play.playout_worker import MAX_PLAYOUTS, MAX_SEED
from boardless.play.playouts import GAMES
from boardless.play.recording import SteppedPlayer
from boardless.state.engine.observing import (
    SEEN_CELLS,
    SEEN_COVERED,
    SEEN_DIFFERENT,
    SEEN_PIECES,
    SEEN_RIM,
    SEEN_SCORES,
)
from boardless.topo import InputError, Tiling, integer_between
from boardless.util.inputs import refuse, several

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
MAX_FIGURE_PLAYOUTS = 10_000_000


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
            count = integer_between(playouts, "playouts", 1, MAX_FIGURE_PLAYOUTS)
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


if TYPE_CHECKING:
    from matplotlib.figure import Figure

#: The measures of a state by ply, and their columns in `state.engine.observing`.
PLY_MEASURES = {
    "cells": SEEN_CELLS, "occupied": SEEN_COVERED, "pieces": SEEN_PIECES, "rim": SEEN_RIM,
    "moves": SEEN_DIFFERENT, "scores": SEEN_SCORES,
}  # fmt: skip


def trials_table(
    games: GameChoice | Sequence[GameChoice],
    techniques: TechniqueChoice | Sequence[TechniqueChoice] | None = None,
    seeds: int | Sequence[int] = 1,
    *,
    playouts: int = 100,
    moves: int = 0,
    start: str = "5.4",
) -> pd.DataFrame:
    """Return every measure by ply, for techniques x games x seeds.

    Parameters
    ----------
    games : Game, str, path, or a sequence of them
        Arguments of `games.load`; load games on another tiling beforehand.
    techniques : technique, strategy, str, or a sequence of them, optional
        The growth of the board, also by your own techniques; by default as `run_playouts`. With
        your own technique, which Python grows, moves are played one by one.
    seeds : int or sequence of int, default 1
        Each is a set of games: the playouts of that seed.
    playouts : int, default 100
        The number of games of each.
    moves : int, default 0
        The most observed moves; 0 for all.
    start : {"5.4", "minimal"}
        The first board of named growing techniques.

    Returns
    -------
    DataFrame
        A row for each game, technique, seed and ply up to the last one that a game reached:
        ``game``, ``tiling``, ``technique``, ``seed``, ``ply``, ``games`` that got so far, and of
        these the means of ``cells`` (of the board), ``occupied`` (cells with pieces), ``pieces``,
        ``rim`` (cells with a neighbour missing), ``moves`` (different legal ones), ``scores`` (the
        largest difference of two) and ``unused`` (the share of empty cells), with the standard
        deviations of ``cells`` and ``unused`` as ``cells_sd`` and ``unused_sd``. Techniques in
        Python lack ``rim`` and ``scores``.

    Raises
    ------
    InputError
        If a game, technique or number is not allowed.
    """
    playouts = integer_between(playouts, "playouts", 1, MAX_PLAYOUTS)
    moves = integer_between(moves, "moves", 0, 10**6)
    numbers = [integer_between(number, "seed", 0, MAX_SEED) for number in several("seeds", seeds)]
    wanted = product(several("games", games), several("techniques", techniques), numbers)
    parts = [
        _part(as_game(game), technique, seed, playouts, moves, start)
        for game, technique, seed in wanted
    ]
    return pd.concat(parts, ignore_index=True)


def _part(
    game: Game, technique: Any, seed: int, playouts: int, moves: int, start: str
) -> pd.DataFrame:
    """Return the rows of a game in a technique, of one seed."""
    chosen = game.suited(technique_for(game, technique, start))
    game.refuse_match()
    rows: Any
    if chosen.is_external:
        stepping = SteppedPlayer(game, chosen)
        rows = [_stepped(stepping, seed, number, moves) for number in range(playouts)]
    else:
        watching, columns = (
            observer(game, technique=technique, start=start),
            [*PLY_MEASURES.values()],
        )
        games = (watching.observed(seed, number).rows for number in range(playouts))
        rows = [game[: moves + 1 if moves else None, columns].astype(float) for game in games]
    plies = np.concatenate([np.arange(len(game)) for game in rows])
    table = pd.DataFrame(np.concatenate(rows), columns=list(PLY_MEASURES))
    table["unused"] = 1 - table["occupied"] / table["cells"].where(table["cells"] > 0, np.nan)
    by_ply = table.groupby(plies)
    means = by_ply.mean()
    for name in ("cells", "unused"):
        means[f"{name}_sd"] = by_ply[name].std(ddof=0)
    about = {
        "game": game.name, "tiling": game.plane, "technique": chosen.name, "seed": seed,
        "ply": means.index, "games": by_ply.size(),
    }  # fmt: skip
    return pd.concat([pd.DataFrame(about, index=means.index), means], axis=1).reset_index(drop=True)


def _stepped(stepping: SteppedPlayer, seed: int, number: int, moves: int) -> Floats:
    rows: list[tuple[float, ...]] = []
    for position in stepping.steps(seed, number):
        if moves and position.plies > moves:
            break
        if len(rows) > position.plies:
            continue  # an outcome of chance, which belongs to the move before it
        occupied = int(np.count_nonzero(position.arrays.what[position.sites()]))
        legal = position.count_moves() if position.winner < 0 else 0
        rows.append((position.cells, occupied, occupied, np.nan, legal, np.nan))
    return np.array(rows, float)


def draw_trials(table: pd.DataFrame, measure: str = "cells") -> "Figure":
    """Draw a measure of `trials_table` by ply: a line for each game and technique.

    A line averages all seeds. Around the lines of ``cells`` and ``unused`` lies a band of one
    standard deviation.

    Parameters
    ----------
    table : pandas.DataFrame
        The table of `trials_table`.
    measure : str, default "cells"
        One of its columns: a measure of a state, or "unused".

    Returns
    -------
    matplotlib.figure.Figure
        The drawing.
    """
    from matplotlib.figure import Figure

    if measure not in (*PLY_MEASURES, "unused"):
        refuse("measure", measure, f"choose one of {', '.join(PLY_MEASURES)}, unused")
    if "technique" not in getattr(table, "columns", ()):
        refuse("table", table, "give one of trials_table")
    figure = Figure(figsize=(6.3, 4.2))
    ax = figure.subplots()
    for (game, tiling, technique), part in table.groupby(["game", "tiling", "technique"]):
        weights = part["games"]
        by_ply = (part[measure] * weights).groupby(part["ply"]).sum()
        mean = by_ply / weights.groupby(part["ply"]).sum()
        (line,) = ax.plot(mean.index, mean, label=f"{game} {tiling}, {technique}")
        if f"{measure}_sd" in part:
            sd = part.groupby("ply")[f"{measure}_sd"].mean()
            ax.fill_between(mean.index, mean - sd, mean + sd, color=line.get_color(), alpha=0.2)
    ax.set(xlabel="moves", ylabel=measure)
    ax.legend()
    return figure
