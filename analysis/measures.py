"""Measures of games: from TAG, and of growing boards.

Source: R. Gaina and others, TAG: a tabletop games framework, 2020, section 4.1 (action space,
branching factor, state size, hidden information, speed, length, reward sparsity).
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import cycle
from random import Random
from typing import Any, Self

import numpy as np

from boardless.agents.determinization import observation
from boardless.agents.heuristics import AnyHeuristic, heuristic_of, judged
from boardless.agents.playing import DescribedGame, begun, playable, scores_of
from boardless.agents.protocol import CHANCE, GameProtocol, HasChance, StateProtocol
from boardless.agents.ratings import wilson
from boardless.agents.specs import Entrant, entrant
from boardless.analysis.definitions import METRICS, tag_metrics
from boardless.analysis.metrics import tried_every
from boardless.analysis.samples import (
    GameEnd,
    Looked,
    RandomSample,
    is_pass,
    sample_of,
    shape_of,
    stepped_game,
    stepped_row,
)
from boardless.analysis.trials import TAG, Metric
from boardless.jit.arrays import Floats, Ints
from boardless.jit.compilations import working_seconds
from boardless.jit.game_runtime import mix
from boardless.play.legal_moves import Branches, Branching
from boardless.play.playing import move_of_chance
from boardless.play.playout_worker import MAX_SEED
from boardless.play.playouts import run_playouts
from boardless.play.state import State
from boardless.state.engine.observing import SEEN_ACTS
from boardless.topo import InputError, integer_between
from boardless.util.inputs import reporter, seconds_of
from boardless.util.own_code import own_code


@dataclass(frozen=True)
class Estimates:
    """The value of each position of a game to player 1."""

    #: Mean square root of the winner's deficit over positions with a deficit, else 0.
    drama: float
    #: Share of moves after which the other leads.
    lead_changes: float
    #: Share of the game before the winner leads for good; 1 for a draw.
    decided: float

    @classmethod
    def of(cls, values: Sequence[float], rewards: Sequence[float]) -> Self:
        """Return the estimates of a game from its positions' values (0 to 1) and the two rewards.

        Examples
        --------
        >>> Estimates.of([0.5, 0.34, 0.34, 0.9], (1.0, 0.0))
        Estimates(drama=0.4, lead_changes=0.25, decided=0.75)
        """
        leads = np.sign(np.array(values) - 0.5)
        led = leads[leads != 0]
        changes = float((led[1:] != led[:-1]).sum() / len(values)) if len(values) else 0.0
        gain = np.sign(rewards[0] - rewards[1])
        if gain == 0 or not len(values):
            return cls(0.0, changes, 1.0)
        # The lead of the winner: from -1 to 1.
        ahead = gain * (2 * np.array(values) - 1)
        behind = np.sqrt(-ahead[ahead < -1e-9] / 2)
        not_yet = np.flatnonzero(ahead <= 0)
        decided = (int(not_yet[-1]) + 1) / len(values) if len(not_yet) else 0.0
        drama = round(float(behind.mean()), 12) if len(behind) else 0.0
        return cls(drama, changes, decided)

    @staticmethod
    def mean(games: "Sequence[Estimates]") -> dict[str, float] | None:
        """Return the means over some games, or None without games."""
        if not games:
            return None
        table = [list(asdict(game).values()) for game in games]
        return dict(zip(asdict(games[0]), np.mean(table, axis=0).tolist(), strict=True))


def estimated(state: StateProtocol, watcher: Entrant, seed: int, ply: int) -> float:
    """Return the value of a state to player 1, by an agent."""
    random = Random(mix(mix(seed, 2), ply))
    decision = watcher.decide(observation(state, state.seat, random), random)
    value = 0.5 if decision.value is None else decision.value
    return value if state.seat == 1 else 1 - value


#: The duration of each kind of call in the measurement, in seconds.
TIMED_SECONDS = 0.05
#: The most moves of the game, and the number of its states, in the measurement.
TIMED_PLIES, TIMED_STATES = 200, 64
MAX_PLAYOUTS = 10**7
#: The share of the time for recording, and for observed games if each
#: takes time.
PLAYING, LOOKING = 0.3, 0.7
#: The most games with observation of every state.
LOOKED_AT = 100


def measure(
    game: Any,
    *,
    agent: Any = "random",
    playouts: int = 100,
    seconds: float | None = None,
    seed: int = 0,
    onlooker: Any = None,
    heuristic: Any = None,
    progress: Callable[[int, int], object] | None = None,
) -> dict[str, Any]:
    """Return the measures of a game, as the command line prints them.

    Parameters
    ----------
    game : Game, str, path or object
        An argument of `agents.playing.playable`: a game in L-GDL, its name, or one written in
        Python.
    agent : str, Entrant, Agent or callable
        The player on every seat; see `agents.entrant`.
    playouts : int, default 100
        The number of games; the states of the first hundred are observed one by one.
    seconds : float, optional
        The limit of time; it may reduce the numbers of games and of observed games, but at least
        one game is observed. Compiling does not count. Without it the same seed gives the same
        numbers, except calls a second.
    seed : int, default 0
        The seed of the random numbers.
    onlooker : str, Entrant, Agent or callable, optional
        The agent that estimates the course of a game of two, for drama and related measures.
    heuristic : Heuristic, callable or str, optional
        The heuristic for the values of every state, as TAG does with its games' heuristics. By
        default it is the game's own: the score of the player to choose, or in games without scores
        0 until the rewards at the end.
    progress : callable, optional
        Called with the number of games that were observed, or only played, and of all such games.

    Returns
    -------
    dict
        ``playouts`` and ``looked_at``, the numbers of games played and observed; ``complete``,
        whether these were all requested games; ``plies`` (decisions of players, without passes),
        ``ticks`` (with passes; chance makes no ticks), ``rewards``, ``heuristic``, and TAG's
        metrics by their names in `METRICS`, each with mean, sd, min and max, or the mean alone if
        its unit is a share (``hidden``); all other metrics of the games looked at in ``measured``,
        with ``intervals`` at 99 %, and in ``unmeasured`` the names of those that are unknown or
        mean nothing in these games; ``python_calls_per_s``, and ``calls_per_s``, which is the
        same: calls of Python;
        ``engine_calls_per_s``, moves and playouts in the engine's own loop, None in Python;
        ``seats``, the mean rewards; ``first_player``; ``board``, a row for
        each ply; ``estimates``. For a game of one player ``won``, the
        share of games and its interval, and ``points``, its scores; None for others.

    Raises
    ------
    InputError
        If an argument is not allowed.
    """
    played, who = playable(game), entrant(agent)
    watcher = None if onlooker is None else entrant(onlooker)
    judge = heuristic_of(heuristic)
    playouts = integer_between(playouts, "playouts", 1, MAX_PLAYOUTS)
    seed = integer_between(seed, "seed", 0, MAX_SEED)
    seconds = None if seconds is None else seconds_of(seconds)
    if watcher is not None and played.players != 2:
        raise InputError(f"onlooker: {played.name} has {played.players} players, not two")
    with own_code(f"game {played.name}", played):
        report = reporter(progress)
        measuring = _Measuring(played, who, playouts, seed, seconds, watcher, judge, report)
        looked, ends = measuring.looked, measuring.ends()
        rates, engine_rates = speeds(played, seed), engine_speeds(played)
    seats = np.mean([end.rewards for end in ends], axis=0).tolist()
    points = [score for end in ends for score in end.scores or ()] if played.players == 1 else []
    estimates = looked.metrics()
    return {
        "game": played.name,
        "agent": who.name,
        "seed": seed,
        "playouts": len(ends),
        "looked_at": measuring.looked_at,
        "complete": measuring.is_complete,
        "plies": _spread(end.decisions for end in ends),
        "ticks": _spread(end.ticks for end in ends),
        "rewards": _spread(reward for end in ends for reward in end.rewards),
        "seats": seats,
        "first_player": _first_player(seats, len(ends)),
        "won": _won([end.rewards[0] for end in ends]) if played.players == 1 else None,
        "points": _spread(points) if points else None,
        "calls_per_s": rates,
        "python_calls_per_s": rates,
        "engine_calls_per_s": engine_rates,
        "lengths": np.bincount([end.decisions for end in ends]).tolist(),
        **{metric.name: _summary(metric, looked.numbers[metric.name]) for metric in tag_metrics()},
        "heuristic": _spread(looked.values),
        "measured": {name: each.value for name, each in estimates.items()},
        "intervals": {name: [each.low, each.high] for name, each in estimates.items()},
        "unmeasured": [
            metric.name
            for metric in METRICS.values()
            if metric.source != TAG and not estimates.keys() & {*metric.names}
        ],
        "board": looked.boards(),
        "estimates": Estimates.mean(measuring.estimates),
    }


@dataclass
class _Measuring:
    """Games that are played and observed within a limit of time."""

    game: GameProtocol
    who: Entrant
    playouts: int
    seed: int
    seconds: float | None
    watcher: Entrant | None
    judge: AnyHeuristic | None
    report: Callable[..., object]

    def __post_init__(self) -> None:
        described = self.game.game if isinstance(self.game, DescribedGame) else self.game
        self.looked, self.looked_at, self.is_complete = Looked(described), 0, True
        self.estimates: list[Estimates] = []
        self._sample, self._begin = sample_of(self.game, self.who, self.seed), working_seconds()
        self._branching: Branching | None = None
        self._shape: tuple[int, int, int] | None = None

    def _has_time(self, share: float = 1.0) -> bool:
        """Return True if less than a share of the time has passed."""
        spent = working_seconds() - self._begin
        return self.seconds is None or spent < share * self.seconds

    def ends(self) -> list[GameEnd]:
        """Play and observe; return the ends of the games."""
        sample, playouts = self._sample, self.playouts
        looked_at = min(playouts, LOOKED_AT)
        quick = sample if isinstance(sample, RandomSample) and sample.is_observable else None
        if quick is not None and self.watcher is None and self.judge is None:
            ends = self._observed(quick)
        else:
            ends = []
            if quick is not None:
                watching = quick.observer()
                while len(ends) < playouts and (not ends or self._has_time(PLAYING)):
                    ends.append(GameEnd.of(watching.observed(self.seed, len(ends))))
            walked: list[GameEnd] = []
            # If games take long, some time remains for unobserved games.
            share = 1.0 if ends or playouts == looked_at else LOOKING
            while len(walked) < looked_at and (not walked or self._has_time(share)):
                walked.append(self._walked(len(walked)))
                self.report(len(walked), looked_at)
            ends = ends or walked
            while len(ends) < playouts and quick is None and self._has_time():
                ends.append(self._walked(len(ends), looking=False))
                self.report(len(ends), playouts)
        self.is_complete &= self.looked_at == looked_at and len(ends) == playouts
        return ends

    def _observed(self, sample: RandomSample) -> list[GameEnd]:
        """Play and observe in one compiled pass; return the ends of the games."""
        watching, looked = sample.observer(), self.looked
        every = tried_every(watching.observed(sample.seed, 0), self.playouts)
        ends: list[GameEnd] = []
        while len(ends) < self.playouts and (not ends or self._has_time()):
            number = len(ends)
            game = watching.observed(sample.seed, number, every)
            is_first = number < LOOKED_AT
            looked.add(game, self._shapes(sample, number, len(game.rows)) if is_first else None)
            self.looked_at += is_first
            ends.append(GameEnd.of(game))
            self.report(len(ends), self.playouts)
        if scores_of(sample.state) is None:
            for end in ends:
                looked.values += (*[0.0] * end.decisions, *end.rewards)
        else:
            for number in range(min(len(ends), SHAPED)):
                if not number or self._has_time():
                    for state, _ in sample.walk(number):
                        looked.values += own_values(state)
        return ends

    def _shapes(self, sample: RandomSample, number: int, count: int) -> Floats:
        """Return the shapes of a game's boards, or nan if that takes too long."""
        if not sample.state.game.growing:
            return np.tile(np.array(self._shape_of(sample.state), float), (count, 1))
        if number and (number >= SHAPED or not self._has_time(PLAYING)):
            return np.full((count, 3), np.nan)
        shapes = [
            self._shape_of(state)
            for state, _ in sample.walk(number)
            if state.seat != CHANCE or state.outcome() is not None
        ]
        return np.array(shapes, float)

    def _shape_of(self, state: State) -> tuple[int, int, int]:
        """Return the shape of the board of a state; a fixed board is measured once."""
        if self._shape is None or state.game.growing:
            self._shape = shape_of(state.board)
        return self._shape

    def _walked(self, number: int, looking: bool = True) -> GameEnd:
        """Play a game and observe its states within the time; return its end."""
        looked, seat, whole = self.looked, CHANCE, looking
        rows: list[Ints] = []
        shapes: list[tuple[float, float, float]] = []
        estimates: list[float] = []
        for state, made in self._sample.walk(number):
            if seat != CHANCE:
                rows[-1][SEEN_ACTS] = not is_pass(made)
            whole = whole and (self._has_time() or not len(rows) + number)
            ended, seat = state.outcome(), state.seat
            if ended is None and seat == CHANCE:
                continue
            rows.append(self._row(state, whole))
            shapes.append(
                self._shape_of(state) if whole and isinstance(state, State) else (np.nan,) * 3
            )
            if whole and self.watcher is not None and ended is None:
                random = mix(self.seed, number)
                estimates.append(estimated(state, self.watcher, random, len(rows) - 1))
        game = stepped_game(state, np.array(rows))
        if whole and self.judge is not None:
            looked.values += game.rewards
        if whole and self.watcher is not None:
            self.estimates.append(Estimates.of(estimates, game.rewards))
        if looking:
            looked.add(game, np.array(shapes))
            self.looked_at += whole or not number
            self.is_complete &= whole
        return GameEnd.of(game)

    def _row(self, state: StateProtocol, looking: bool) -> Ints:
        """Return a state's row and record its value; without `looking`, only the mover is known."""
        if not looking:
            return stepped_row(state, None)
        over = state.outcome() is not None
        branches = Branches(0, 0, 0) if over else self._branches(state)
        if self.judge is None:
            self.looked.values += own_values(state)
        elif branches.moves:
            self.looked.values.append(judged(self.judge, state, state.seat))
        return stepped_row(state, branches)

    def _branches(self, state: StateProtocol) -> Branches:
        """Return the branches of a state, counted by the engine if it has the game."""
        if not isinstance(state, State):
            moves = list(state.legal_moves)
            if all(map(is_pass, moves)):
                return Branches(0, 0, 0)
            return Branches(len(moves), len({_after(state, move) for move in moves}), 0)
        if self._branching is None:
            self._branching = Branching(state.position)
        return self._branching.of(state.position)


#: Games on growing boards with measured diameters and holes.
SHAPED = 10


def own_values(state: StateProtocol) -> Sequence[float]:
    """Return the values of a state without a heuristic: the mover's, or all at the end."""
    scores, ended = scores_of(state), state.outcome()
    if ended is not None:
        return scores or ended.rewards
    if state.seat == CHANCE:
        return ()
    return (scores[state.seat - 1] if scores else 0.0,)


def _won(rewards: Sequence[float]) -> dict[str, Any]:
    """Return the share of games won by a single player, and its interval."""
    share = sum(reward == 1 for reward in rewards) / len(rewards)
    return {"share": share, "interval": list(wilson(share, len(rewards)))}


def _first_player(seats: Sequence[float], games: int) -> dict[str, Any]:
    """Return the score of the first player, its interval, and its surplus over a fair share."""
    return {
        "score": seats[0],
        "interval": list(wilson(seats[0], games)),
        "advantage": seats[0] - 1 / len(seats) if len(seats) > 1 else None,
    }


def speeds(game: GameProtocol, seed: int) -> dict[str, float]:
    """Return the number of calls of each kind per second, along a random game, from Python."""
    random = Random(seed)
    state = begun(game, seed)
    pairs: list[tuple[StateProtocol, Any]] = []
    every = 1
    for ply in range(TIMED_PLIES):
        if state.outcome() is not None:
            break
        before = state.copy()  # its legal moves are not cached
        if state.seat == CHANCE and isinstance(state, HasChance):
            move = move_of_chance(state.chances(), random)
        else:
            move = random.choice(list(state.legal_moves))
        if ply % every == 0:
            pairs.append((before, move))
        if len(pairs) == TIMED_STATES:
            # The same number again, from twice as long a game.
            pairs, every = pairs[::2], 2 * every
        state.push(move)

    def again(call: Callable[[Any, Any], object], prepared: bool = False) -> float:
        spent, calls = 0.0, 0
        for each, move in cycle(pairs):
            own = each.copy() if prepared else each
            start = working_seconds()
            call(own, move)
            spent += working_seconds() - start
            calls += 1
            if spent >= TIMED_SECONDS:
                break
        return calls / spent

    return {
        "setup": again(lambda _state, _move: begun(game, seed)),
        "next": again(lambda state, move: state.push(move), prepared=True),
        "actions": again(lambda state, _move: list(state.legal_moves), prepared=True),
        "copy": again(lambda state, _move: state.copy()),
    }


def engine_speeds(game: GameProtocol) -> dict[str, float | None]:
    """Return moves and random games per second inside the engine, or None for Python games."""
    if not isinstance(game, DescribedGame):
        return dict.fromkeys(("next", "playouts"))
    run = run_playouts(game.game, technique=game.technique, seconds=TIMED_SECONDS)
    return {"next": run.moves_per_s, "playouts": run.playouts_per_s}


def _after(state: StateProtocol, move: Any) -> Any:
    after = state.copy()
    after.push(move)
    return (after.key, after.seat, after.outcome())


def _summary(metric: Metric, numbers: Sequence[Floats]) -> Any:
    """Return mean, standard deviation, minimum and maximum; for a share only the mean, or 0."""
    spread = _spread(np.concatenate(numbers))
    return spread if metric.entry[1:] else spread["mean"] or 0.0


def _spread(values: Iterable[float]) -> dict[str, float | None]:
    """Return mean, standard deviation, minimum and maximum of some numbers."""
    numbers = np.array(list(values), float)
    if not len(numbers):
        return dict.fromkeys(("mean", "sd", "min", "max"))
    statistics = (numbers.mean(), numbers.std(), numbers.min(), numbers.max())
    return dict(zip(("mean", "sd", "min", "max"), map(float, statistics), strict=True))
