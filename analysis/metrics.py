"""Metrics of games: Ludii's measures of quality, from trials observed in one compiled pass.

Names and meanings are those of Ludii (`Evaluation/src/metrics`, with the names of
`Core/src/other/concept/Concept.java`); docs/metrics.md lists them with every difference. The value
of a state to a player is Ludii's for a game without heuristics of its own: tanh of how many pieces
he has more than the others, and at the end his reward from -1 to 1.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from boardless.agents.ratings import CONFIDENCE, wilson
from boardless.agents.specs import entrant, player_of
from boardless.analysis.trial_series import Series
from boardless.games.game import Game, GameChoice, as_game
from boardless.games.game_technique import TechniqueChoice
from boardless.jit.arrays import Floats, Ints
from boardless.play.observing import CURVE, MOST_AHEAD, ObservedGame, Observer, observer
from boardless.play.playout_worker import MAX_SEED
from boardless.state.engine.observing import (
    SEEN_ACTIONS,
    SEEN_CELLS,
    SEEN_DIFFERENT,
    SEEN_KEY,
    SEEN_MOVER,
    SEEN_MOVES,
    SEEN_OCCUPIED,
    SEEN_OWNED,
    SEEN_PIECES,
    SEEN_SCORES,
    VALUE_NARROWNESS,
    VALUE_VARIANCE,
)
from boardless.state.engine.pieces import turn_term
from boardless.topo import InputError, integer_between
from boardless.util.inputs import reporter

#: The most pieces one upon another, as Ludii counts states.
STACK_HEIGHT = 32
#: Standard deviations on either side of a mean at `CONFIDENCE`.
DEVIATIONS = 2.5758293035489
#: Metrics whose intervals end a run with `until`, where none are named.
WATCHED = (
    "AdvantageP1", "Balance", "Drawishness", "DurationTurns", "BoardCoverageDefault",
    "BranchingFactorAverage",
)  # fmt: skip
#: Moves that are tried altogether, times the cells that are looked at after each.
TRIED = 150_000_000
#: Playouts before intervals are looked at for the first time.
FIRST_PLAYOUTS = 20
#: So many are compiled at once.
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
        """Half the interval, as a share of the value where that is more than 1."""
        return (self.high - self.low) / 2 / max(1.0, abs(self.value))


@dataclass(frozen=True)
class Metrics:
    """The metrics of a game.

    Attributes
    ----------
    game, technique, agent : str
        What was played, and by whom.
    seed, playouts : int
        The games are the playouts of that seed with numbers from 0 on.
    estimates : dict
        By the names of Ludii's concepts; what has no meaning for the game is left out.
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

        rows = {name: (it.value, it.low, it.high) for name, it in self.estimates.items()}
        columns = ["value", "low (99 %)", "high (99 %)"]
        return pd.DataFrame.from_dict(rows, "index", columns=columns).round(3).to_html()

    def __getitem__(self, name: str) -> float:
        return self.estimates[name].value

    @property
    def values(self) -> dict[str, float]:
        """The metrics without their intervals."""
        return {name: it.value for name, it in self.estimates.items()}

    def record(self) -> dict[str, Any]:
        """Return the metrics as the command line prints them in JSON."""
        intervals = {name: [it.low, it.high] for name, it in self.estimates.items()}
        return {
            "game": self.game, "technique": self.technique, "agent": self.agent,
            "seed": self.seed, "playouts": self.playouts,
            "measured": self.values, "intervals": intervals,
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
        The game, or an argument of `games.load`; no match of several.
    playouts : int, default 100
        How many games, or with `until` the most.
    seed : int, default 0
        Where the random numbers come from. The games are those of `run_playouts`.
    agent : str, Entrant, Agent or callable, optional
        Who plays, on every seat, in place of chance; see `agents.entrant`.
    technique : AnyTechnique or str, optional
        How the board grows.
    turns, moves : int, default 0, 10,000
        The most turns and moves of a game, after which it is drawn; 0 for any number.
    tries : int
        About how many cells are looked at after legal moves that are tried, for the metrics of
        clarity; 0 for none. The default takes a few seconds at most.
    until : float, optional
        Stop as soon as half the interval of each watched metric is no larger than this: as a
        share of the metric where that is more than 1.
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
    observed = observe_trials(
        game, playouts, seed=seed, agent=agent, technique=technique, turns=turns, moves=moves,
        tries=tries, until=until, watched=watched, progress=progress,
    )  # fmt: skip
    return observed.metrics()


def observe_trials(
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
) -> "Trials":
    """Return the trials that `measure_trials` measures."""
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
    playing, name = _playing(watching, agent), entrant(agent or "random").name
    # A first game says how many moves there are to be tried.
    every = tried_every(playing(seed, 0, 0), playouts, tries) if tries else 0
    games: list[ObservedGame] = []
    wanted = playouts if until is None else min(FIRST_PLAYOUTS, playouts)
    while True:
        while len(games) < wanted:
            games.append(playing(seed, len(games), every))
            report(len(games), playouts)
        trials = Trials(game, watching.technique.name, name, seed, tuple(games))
        if wanted == playouts or until is None:
            return trials
        found = trials.metrics().estimates
        if all(found[it].width <= until for it in watched if it in found):
            return trials
        wanted = min(playouts, 2 * wanted)


def _playing(watching: Observer, agent: Any) -> Callable[[int, int, int], ObservedGame]:
    """Return a function of seed, number, and how often moves are tried, that observes a game."""
    if agent is None or agent == "random":
        return watching.observed
    return partial(watching.played_by, player_of(agent))


def tried_every(first: ObservedGame, playouts: int, tries: int = TRIED) -> int:
    """Return every how many states the legal moves are tried, to look at so many cells."""
    rows = first.rows
    work = int((rows[:, SEEN_DIFFERENT] * (64 + rows[:, SEEN_CELLS])).sum()) * playouts
    return 1 + work // tries


@dataclass(frozen=True, eq=False)
class Trials:
    """Games that were observed."""

    game: Game
    technique: str
    agent: str
    seed: int
    games: tuple[ObservedGame, ...]

    def __post_init__(self) -> None:
        lengths = [len(it.rows) for it in self.games]
        starts = np.concatenate(([0], np.cumsum(lengths)))
        rows = np.concatenate([it.rows for it in self.games])
        owners = np.repeat(np.arange(len(lengths)), lengths)
        ends = np.zeros(len(rows), np.bool_)
        ends[starts[1:] - 1] = True
        for name, value in (("rows", rows), ("owners", owners), ("ends", ends)):
            object.__setattr__(self, name, value)

    rows: Ints = field(init=False, repr=False)  #: of all states, see `ObservedGame`
    owners: Ints = field(init=False, repr=False)  #: the game of each
    ends: Any = field(init=False, repr=False)  #: whether each is the end of its game

    def series(self, values: Any, chosen: Any = None) -> Series:
        """Return the numbers of states, all of them or those that are `chosen`."""
        values = np.asarray(values, np.float64)
        if chosen is not None:
            values = np.where(chosen, values, np.nan)
        return Series.of(values, self.owners, len(self.games))

    def column(self, column: int, chosen: Any = None) -> Series:
        """Return a column of the rows as a series."""
        return self.series(self.rows[:, column], chosen)

    def metrics(self) -> Metrics:
        """Return the metrics."""
        by_game = _Definitions(self).by_game()
        found = {name: _estimate(values, name in SHARES) for name, values in by_game.items()}
        found |= _of_outcomes(self)
        return Metrics(
            self.game.name, self.technique, self.agent, self.seed, len(self.games),
            {name: it for name, it in found.items() if it is not None},
        )  # fmt: skip


#: Metrics that are 0, 1 or between them for each game.
SHARES = frozenset({
    "AdvantageP1", "Completion", "Drawishness", "Timeouts", "PositionalRepetition",
    "SituationalRepetition", "FirstWins",
})  # fmt: skip


def _estimate(values: Floats, share: bool) -> Estimate | None:
    """Return the mean of a number of each game, and its interval; None of none."""
    values = values[~np.isnan(values)]
    if not len(values):
        return None
    mean = float(values.mean())
    if share:
        return Estimate(mean, *wilson(min(max(mean, 0.0), 1.0), len(values), CONFIDENCE))
    error = float(values.std(ddof=1)) / len(values) ** 0.5 if len(values) > 1 else 0.0
    return Estimate(mean, mean - DEVIATIONS * error, mean + DEVIATIONS * error)


def _jackknifed(values: Floats, of: Callable[[Floats], float], low: float, high: float) -> Estimate:
    """Return a number of all games, with the interval of the jackknife over fifty groups at most.

    Source: B. Efron, C. Stein, The jackknife estimate of variance, 1981.
    """
    whole = of(values)
    count = min(len(values), 50)
    if count < 2:
        return Estimate(whole, whole, whole)
    groups = np.arange(len(values)) % count
    without = np.array([of(values[groups != group]) for group in range(count)])
    error = float(np.sqrt((count - 1) / count * ((without - without.mean()) ** 2).sum()))
    ends = (max(low, whole - DEVIATIONS * error), min(high, whole + DEVIATIONS * error))
    return Estimate(whole, *ends)


def _of_outcomes(trials: Trials) -> dict[str, Estimate]:
    """Return the metrics that are no means over games."""
    rewards = np.array([it.rewards for it in trials.games])
    turns = _turns(trials)
    found = {
        "DurationTurnsStdDev": _jackknifed(turns, lambda it: float(it.std()), 0.0, np.inf),
        "OutcomeUniformity": _jackknifed(
            2 * rewards - 1, lambda it: 1 - float(it.var(axis=0).mean()), 0.0, 1.0
        ),
    }
    if rewards.shape[1] > 1:
        # The largest difference of two players' scores.
        found["Balance"] = _jackknifed(
            rewards, lambda it: 1 - float(np.ptp(it.mean(axis=0))), 0.0, 1.0
        )
    return found


def _turns(trials: Trials) -> Floats:
    """Return the turns of each game: runs of moves of one player."""
    movers = trials.rows[:, SEEN_MOVER]
    begins = np.concatenate(([True], (movers[1:] != movers[:-1]) | trials.ends[:-1]))
    return np.bincount(trials.owners[begins & ~trials.ends], minlength=len(trials.games)).astype(
        np.float64
    )


class _Definitions:
    """The metrics that are means over games, each as a number of each game."""

    def __init__(self, trials: Trials) -> None:
        self._trials, self._games = trials, trials.games
        self._moved = ~trials.ends
        self._rewards = np.array([it.rewards for it in trials.games])
        rows = trials.rows
        self._choices = np.maximum(rows[:, SEEN_MOVES], 1)
        self._moves = trials.series(self._choices, self._moved)

    def by_game(self) -> dict[str, Floats]:
        """Return the numbers of each game by the names of the metrics."""
        return {
            **self._durations(), **self._repetitions(), **self._complexities(),
            **self._coverages(), **self._outcomes(), **self._evaluations(), **self._multiple(),
            **self._of_ours(),
        }  # fmt: skip

    def _durations(self) -> dict[str, Floats]:
        turns = _turns(self._trials)
        timeouts = np.array([it.is_timeout for it in self._games])
        moved = self._trials.column(SEEN_ACTIONS, self._moved)
        return {
            "DurationActions": moved.sums(moved.values),
            "DurationMoves": np.array([float(it.plies) for it in self._games]),
            "DurationTurns": turns,
            "DurationTurnsNotTimeouts": np.where(timeouts, np.nan, turns),
        }

    def _repetitions(self) -> dict[str, Floats]:
        rows, players = self._trials.rows, self._trials.game.players
        # The key has a term for who moves, by which alone situations differ from positions.
        turn = np.array([turn_term(player) for player in range(players + 1)], np.int64)
        keys = rows[:, SEEN_KEY]
        return {
            "PositionalRepetition": self._repeated(keys ^ turn[rows[:, SEEN_MOVER]]),
            "SituationalRepetition": self._repeated(keys),
        }

    def _repeated(self, keys: Ints) -> Floats:
        """Return 1 for games in which a key comes up twice."""
        pairs = np.unique(np.column_stack((self._trials.owners, keys)), axis=0)
        different = np.bincount(pairs[:, 0], minlength=len(self._games))
        return (different < np.bincount(self._trials.owners)).astype(np.float64)

    def _complexities(self) -> dict[str, Floats]:
        moves, plies = self._moves, np.array([float(it.plies) for it in self._games])
        several = self._trials.series(self._choices > 1, self._moved)
        setup = self._trials.game.setup
        possible = len(setup.components) + 1
        if self._trials.game.module.model.stacking:
            possible *= STACK_HEIGHT
        sites = np.array([float(it.sites[1]) for it in self._games])
        return {
            "DecisionMoves": several.means(),
            "GameTreeComplexity": plies * np.log10(np.maximum(moves.means(), 1)),
            "StateTreeComplexity": sites * np.log10(possible),
        }

    def _coverages(self) -> dict[str, Floats]:
        games = self._games
        default = np.array([it.covered[0] / max(it.sites[0], 1) for it in games])
        used = np.array([it.covered[1] / max(it.sites[1], 1) for it in games])
        found = {"BoardCoverageDefault": default, "BoardCoverageUsed": used}
        layout = self._trials.game.module.model.layout
        if layout is not None:
            every = sum(
                len(layout.board.sites_of(kind).steps.to.start) - 1
                for kind in ("Cell", "Vertex", "Edge")
            )
            found["BoardCoverageFull"] = np.array([it.covered[1] / max(every, 1) for it in games])
        return found

    def _outcomes(self) -> dict[str, Floats]:
        rewards = self._rewards
        found = {
            "Completion": np.array([float(it.winner > 0) for it in self._games]),
            "Timeouts": np.array([float(it.is_timeout) for it in self._games]),
        }
        if rewards.shape[1] > 1:
            found["AdvantageP1"] = rewards[:, 0]
            found["Drawishness"] = (rewards == 0.5).all(axis=1).astype(np.float64)
        return found

    # -- values of states -------------------------------------------------------------------

    def _values(self) -> Floats:
        """Return the value of each state to each player, (states, players)."""
        rows, players = self._trials.rows, self._trials.game.players
        owned = rows[:, SEEN_OWNED + 1 : SEEN_OWNED + 1 + players]
        more = 2 * owned - owned.sum(axis=1, keepdims=True)
        found: Floats = CURVE[np.clip(more, -MOST_AHEAD, MOST_AHEAD) + MOST_AHEAD]
        found[self._trials.ends] = 2 * self._rewards - 1
        return found

    def _evaluations(self) -> dict[str, Floats]:
        trials, games = self._trials, self._games
        values, moved = self._values(), self._moved
        tried = np.concatenate([it.values for it in games])
        best = values.max(axis=1, keepdims=True)
        won = (self._rewards == self._rewards.max(axis=1, keepdims=True))[trials.owners]
        leaders = (values == best) @ (1 << np.arange(values.shape[1]))
        changed = np.concatenate(([True], (leaders[1:] != leaders[:-1]) | trials.ends[:-1]))
        threshold = self._threshold(values, won)
        ahead = np.where(won, values, -np.inf).max(axis=1) > threshold[trials.owners]
        first = np.array([float(it.plies) for it in games])
        places = (
            np.arange(len(trials.rows))
            - np.concatenate(([0], np.cumsum([len(it.rows) for it in games])[:-1]))[trials.owners]
        )
        np.minimum.at(first, trials.owners[ahead & moved], places[ahead & moved].astype(float))
        plies = np.array([max(it.plies, 1) for it in games])
        behind = np.where(won, best - values, 0.0).sum(axis=1) / won.sum(axis=1)
        mover = np.clip(trials.rows[:, SEEN_MOVER], 1, values.shape[1]) - 1
        after = np.roll(values, -1, axis=0)[np.arange(len(values)), mover]
        several = values.shape[1] > 1
        found = {
            "ClarityNarrowness": trials.series(tried[:, VALUE_NARROWNESS]).means(),
            "ClarityVariance": trials.series(tried[:, VALUE_VARIANCE]).means(),
            "LeadChange": trials.series(changed, moved).means(),
            "Stability": np.add.reduce([
                trials.series(column, moved).ways()["Variance"] for column in values.T
            ]),
            **_named("MoveEvaluation", trials.series(after, moved)),
            **_named("StateEvaluationDifference", trials.series(np.ptp(values, axis=1))),
        }  # fmt: skip
        if several:
            found |= {"DecisivenessThreshold": threshold, "DecisivenessMoves": first / plies}
            found |= _named("Drama", trials.series(behind, moved))
        if np.isnan(tried[:, VALUE_VARIANCE]).all():
            del found["ClarityNarrowness"], found["ClarityVariance"]
        return found

    def _threshold(self, values: Floats, won: Any) -> Floats:
        """Return the highest value that a state of each game had to a player who did not win it."""
        others = np.where(won | ~self._moved[:, None], -1.0, values).max(axis=1)
        found = np.full(len(self._games), -1.0)
        np.maximum.at(found, self._trials.owners, others)
        return found

    # -- numbers of every state -------------------------------------------------------------

    def _multiple(self) -> dict[str, Floats]:
        trials, rows = self._trials, self._trials.rows
        first = np.array([it.sites[0] for it in self._games], np.float64)
        # A board that grows is as large as it is then.
        sites = rows[:, SEEN_CELLS] if trials.game.growing else first[trials.owners]
        several = self._moved & (self._choices > 1)
        distances = np.concatenate([it.distances for it in self._games])
        return {
            **_named("BoardSitesOccupied", trials.series(rows[:, SEEN_OCCUPIED] / sites)),
            **_named("BranchingFactor", self._moves),
            **_named("DecisionFactor", trials.series(self._choices, several)),
            **_named("MoveDistance", trials.series(distances)),
            **_named("PieceNumber", trials.column(SEEN_PIECES)),
            **_named("ScoreDifference", trials.column(SEEN_SCORES)),
        }

    # -- ours ---------------------------------------------------------------------------------

    def _of_ours(self) -> dict[str, Floats]:
        trials, games, rows = self._trials, self._games, self._trials.rows
        distances = np.concatenate([it.distances for it in games])
        steps = trials.series(np.where(np.isnan(distances), 0.0, distances), self._moved)
        pieces, cells = rows[:, SEEN_PIECES], rows[:, SEEN_CELLS]
        last, first = np.flatnonzero(trials.ends), np.array([len(it.rows) for it in games])
        first = last - first + 1
        unused = 1 - rows[:, SEEN_OCCUPIED] / np.maximum(cells, 1)
        return {
            "FirstWins": np.array([float(it.winner == 1) for it in games]),
            "Rounds": np.ceil(_turns(trials) / trials.game.players),
            "PieceNumberGain": (pieces[last] - pieces[first]).astype(np.float64),
            "StepsPerMove": steps.means(),
            "BoardSizeAtEnd": cells[last].astype(np.float64),
            "UnusedAverage": trials.series(unused).means(),
        }


#: The metrics that are ours alone.
OWN = (
    "FirstWins", "Rounds", "PieceNumberGain", "StepsPerMove", "BoardSizeAtEnd", "UnusedAverage",
)  # fmt: skip
#: Names of Ludii's concepts that do not follow from the metric and the way.
_ODD_NAMES = {
    "BranchingFactorChangeNumTimes": "BranchingFactorChangeNumTimesn",
    "BranchingFactorMaxIncrease": "BranchingFactorChangeMaxIncrease",
    "BranchingFactorMaxDecrease": "BranchingFactorChangeMaxDecrease",
}


def _named(metric: str, series: Series) -> dict[str, Floats]:
    """Return the eleven numbers of a series by the names of their concepts."""
    return {
        _ODD_NAMES.get(metric + way, metric + way): found for way, found in series.ways().items()
    }
