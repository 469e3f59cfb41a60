"""Metrics of games: Ludii's measures of quality, from trials observed in a compiled pass.

Names and meanings are Ludii's (`Evaluation/src/metrics`, with the names of
`Core/src/other/concept/Concept.java`); docs/metrics.md lists them with every difference. The value
of a state to a player is Ludii's for a game without its own heuristics: tanh of the player's
surplus of pieces over the others, and at the end the player's reward from -1 to 1.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from boardless.agents.ratings import CONFIDENCE, wilson
from boardless.agents.specs import entrant
from boardless.analysis.definitions import METRICS
from boardless.analysis.trials import TAG, Metric, NotMeasuredError, Pooled, Series, Trials
from boardless.games.game import GameChoice, as_game
from boardless.games.game_technique import TechniqueChoice
from boardless.jit.arrays import Floats
from boardless.play.observing import ObservedGame, observer
from boardless.play.playout_worker import MAX_SEED
from boardless.state.engine.observing import SEEN_CELLS, SEEN_DIFFERENT
from boardless.topo import InputError, integer_between
from boardless.util.inputs import reporter

#: Standard deviations on either side of a mean at `CONFIDENCE`.
DEVIATIONS = 2.5758293035489
#: The default metrics with intervals that end a run with `until`.
WATCHED = (
    "AdvantageP1", "Balance", "Drawishness", "DurationTurns", "BoardCoverageDefault",
    "BranchingFactorAverage",
)  # fmt: skip
#: Metrics from 0 to 1 for each game.
SHARES = frozenset(metric.name for metric in METRICS.values() if metric.unit == "share of games")
#: The total work of trying moves: tried moves times the cells observed after each.
TRIED = 150_000_000
#: Playouts before the first look at intervals.
FIRST_PLAYOUTS = 20
#: Playouts in one compiled call.
MANY = 100
MAX_PLAYOUTS = 1_000_000


@dataclass(frozen=True)
class Estimate:
    """A metric with its interval at 99 %."""

    value: float
    low: float
    high: float

    @property
    def width(self) -> float:
        """Half the interval, as a share of the value if that is more than 1."""
        return (self.high - self.low) / 2 / max(1.0, abs(self.value))


@dataclass(frozen=True)
class Metrics:
    """The metrics of a game.

    Attributes
    ----------
    game, technique, agent : str
        The game, the technique and the player.
    seed, playouts : int
        The games are the playouts of that seed with numbers from 0 on.
    estimates : dict
        By the names of Ludii's concepts, without metrics that mean nothing for the game.
    """

    game: str
    technique: str
    agent: str
    seed: int
    playouts: int
    estimates: Mapping[str, Estimate] = field(repr=False)

    def __repr__(self) -> str:
        played = f"{self.game} {self.technique} by {self.agent}, {self.playouts:,} games"
        return f"<Metrics {played}, seed {self.seed}: {len(self.estimates)} metrics>"

    def _repr_html_(self) -> str:
        """Return the metrics with their intervals as a table, for a notebook."""
        import pandas as pd  # takes a while

        rows = {name: (each.value, each.low, each.high) for name, each in self.estimates.items()}
        columns = ["value", "low (99 %)", "high (99 %)"]
        return pd.DataFrame.from_dict(rows, "index", columns=columns).round(3).to_html()

    def __getitem__(self, name: str) -> float:
        return self.estimates[name].value

    @property
    def values(self) -> dict[str, float]:
        """The metrics without their intervals."""
        return {name: estimate.value for name, estimate in self.estimates.items()}

    @property
    def intervals(self) -> dict[str, tuple[float, float]]:
        """The ends of their intervals at 99 %."""
        return {name: (each.low, each.high) for name, each in self.estimates.items()}

    def record(self) -> dict[str, Any]:
        """Return the metrics as the command line prints them in JSON."""
        return {
            "game": self.game, "technique": self.technique, "agent": self.agent,
            "seed": self.seed, "playouts": self.playouts,
            "measured": self.values, "intervals": self.intervals,
        }  # fmt: skip


def measure_trials(
    game: GameChoice,
    playouts: int = 100,
    *,
    seed: int = 0,
    agent: Any = None,
    technique: TechniqueChoice | None = None,
    turns: int = 0,
    moves: int = 10_000,
    tries: int = TRIED,
    until: float | None = None,
    watched: Sequence[str] = WATCHED,
    progress: Callable[[int, int], object] | None = None,
) -> Metrics:
    """Return the metrics of a game from trials.

    Parameters
    ----------
    game : Game, str or path
        The game, or an argument of `games.load`; not a match of several games.
    playouts : int, default 100
        The number of games, or with `until` the largest number.
    seed : int, default 0
        The seed of the random numbers. The games are the same as in `run_playouts`.
    agent : str, Entrant, Agent or callable, optional
        The player on every seat, in place of random moves; see `agents.entrant`.
    technique : AnyTechnique or str, optional
        The growth technique of the board.
    turns, moves : int, default 0, 10,000
        The most turns and moves of a game, which is then drawn; 0 for no limit.
    tries : int
        The approximate number of cells to observe after tried legal moves, for the metrics of
        clarity; 0 to skip them. The default takes a few seconds at most.
    until : float, optional
        Stop as soon as half the interval of each watched metric is no larger than this: as a
        share of the metric if that is more than 1.
    watched : sequence of str
        These metrics, as far as the game has them.
    progress : callable, optional
        Called with the number of games observed, and of all.

    Returns
    -------
    Metrics
        Each metric with its interval at 99 %.

    Raises
    ------
    InputError
        If an argument is out of range, or the game cannot be observed.
    """
    playouts = integer_between(playouts, "playouts", 1, MAX_PLAYOUTS)
    seed = integer_between(seed, "seed", 0, MAX_SEED)
    turns = integer_between(turns, "turns", 0, 10**6)
    moves = integer_between(moves, "moves", 0, 10**6)
    tries = integer_between(tries, "tries", 0, 10**12)
    if until is not None and not (isinstance(until, int | float) and until > 0):
        raise InputError(f"until {until!r}: choose more than 0")
    game, report = as_game(game), reporter(progress)
    watching = observer(game, technique=technique, turns=turns, moves=moves)
    if playouts >= MANY and until is None:
        watching.prepare()
    by_chance = agent is None or agent == "random"
    playing = watching.observed if by_chance else partial(watching.played_by, entrant(agent))
    # A first game gives the number of moves to try.
    every = tried_every(playing(seed, 0, 0), playouts, tries) if tries else 0
    games: list[ObservedGame] = []
    wanted = playouts if until is None else min(FIRST_PLAYOUTS, playouts)
    while True:
        while len(games) < wanted:
            games.append(playing(seed, len(games), every))
            report(len(games), playouts)
        estimates = estimates_of(Trials(game, games))
        narrow = until is None or all(
            estimates[name].width <= until for name in watched if name in estimates
        )
        if narrow or wanted == playouts:
            name, who = watching.technique.name, entrant(agent or "random").name
            return Metrics(game.name, name, who, seed, len(games), estimates)
        wanted = min(playouts, 2 * wanted)


def tried_every(first: ObservedGame, playouts: int, tries: int = TRIED) -> int:
    """Return N so that trying the moves of every N-th state visits about `tries` cells."""
    rows = first.rows
    work = int((rows[:, SEEN_DIFFERENT] * (64 + rows[:, SEEN_CELLS])).sum()) * playouts
    return 1 + work // tries


def estimates_of(trials: Trials) -> dict[str, Estimate]:
    """Return the metrics that the trials tell, without TAG's metrics."""
    estimates: dict[str, Estimate] = {}
    for metric in METRICS.values():
        if metric.source == TAG:
            continue
        try:
            measured = metric.measure(trials)
        except NotMeasuredError:
            continue
        if isinstance(measured, Pooled):
            estimates[metric.name] = _jackknifed(measured)
        elif measured is not None:
            by_way = measured.ways().values() if isinstance(measured, Series) else [measured]
            for name, values in zip(metric.names, by_way, strict=True):
                if len(known := values[~np.isnan(values)]):
                    estimates[name] = _mean(metric, known)
    return estimates


def _mean(metric: Metric, values: Floats) -> Estimate:
    """Return the mean of a number of each game, and its interval."""
    mean = float(values.mean())
    if metric.name in SHARES:
        return Estimate(mean, *wilson(min(max(mean, 0.0), 1.0), len(values), CONFIDENCE))
    error = float(values.std(ddof=1)) / len(values) ** 0.5 if len(values) > 1 else 0.0
    return Estimate(mean, mean - DEVIATIONS * error, mean + DEVIATIONS * error)


def _jackknifed(pooled: Pooled) -> Estimate:
    """Return a number of all games, with the interval of the jackknife.

    The jackknife uses fifty groups at most.

    Source: B. Efron, C. Stein, The jackknife estimate of variance, 1981.
    """
    values, whole = pooled.values, pooled.statistic(pooled.values)
    count = min(len(values), 50)
    if count < 2:
        return Estimate(whole, whole, whole)
    groups = np.arange(len(values)) % count
    without = np.array([pooled.statistic(values[groups != group]) for group in range(count)])
    error = float(np.sqrt((count - 1) / count * ((without - without.mean()) ** 2).sum()))
    low, high = whole - DEVIATIONS * error, whole + DEVIATIONS * error
    return Estimate(whole, max(pooled.low, low), min(pooled.high, high))
