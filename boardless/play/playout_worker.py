"""The playout worker: plays playouts by number, by chance or by a policy, and tallies them."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import zip_longest
from math import sqrt
from threading import Lock, local
from time import perf_counter
from typing import TYPE_CHECKING, TypeVar, cast
from weakref import WeakValueDictionary

import numpy as np

from boardless.games import Game, compile
from boardless.games.game import FIRST_PLIES, FIRST_ROOM, MAX_CELLS, MAX_PLIES
from boardless.games.game_start import chance_start as sampled_start
from boardless.games.game_technique import GameTechnique, TechniqueChoice, game_technique
from boardless.games.modules import PLAIN, Features
from boardless.jit.arrays import Ints
from boardless.play.executors import Sent
from boardless.play.playing import Policy, is_jitted
from boardless.state.engine.arrays import LOST, PLIES, Arrays
from boardless.state.engine.moves import PlayoutResults
from boardless.state.engine.sampling import StartDraw
from boardless.state.engine.starting import StartBoard
from boardless.topo import InputError

if TYPE_CHECKING:
    from boardless.games.start_plan import StartPlan
    from boardless.play.recording import SteppedPlayer


@dataclass(frozen=True)
class Tally:
    """Counts of playouts; tallies of different playouts add up.

    Attributes
    ----------
    playouts, moves : int
        Number of playouts, and of moves in all of them; start tiles do not count.
    wins : tuple of int
        Draws, then the wins of each player.
    lengths : tuple of int
        Playouts of n moves, at place n.
    cells : tuple of int
        Playouts that ended on a board of n cells, at place n.
    scores : tuple of (int, int)
        Of a game of one player that counts scores: each score at the end, in order, and the number
        of playouts that ended with it. Of other games, and of playouts kept in a store, there are
        none.
    """

    playouts: int
    moves: int
    wins: tuple[int, ...]
    lengths: tuple[int, ...]
    cells: tuple[int, ...]
    scores: tuple[tuple[int, int], ...] = ()

    @classmethod
    def of(
        cls, winners: Ints, plies: Ints, cells: Ints, players: int, scores: Iterable[int] = ()
    ) -> "Tally":
        """Return the tally of playouts with these winners, moves, cells and scores at the end."""
        return cls(
            len(winners),
            int(plies.sum(dtype=np.int64)),
            tuple(np.bincount(winners, minlength=players + 1).tolist()),
            tuple(np.bincount(plies).tolist()),
            tuple(np.bincount(cells).tolist()),
            tuple(sorted(Counter(scores).items())),
        )

    @classmethod
    def of_games(
        cls, ended: Sequence[tuple[int, int, int]], players: int, scores: Iterable[int] = ()
    ) -> "Tally":
        """Return the tally of some games, each with winner, moves, and cells at the end."""
        winners, plies, cells = np.array(ended, dtype=np.int64).T
        return cls.of(winners, plies, cells, players, scores)

    def __repr__(self) -> str:
        return f"<Tally {self._told()}>"

    def _told(self) -> str:
        """Return how many playouts there were, and how they ended."""
        drawn, *won = self.wins
        ends = [f"{drawn:,} drawn" if won[1:] else f"{drawn:,} lost"] if drawn or not won else []
        ends += [
            f"{count:,} won by player {player}" for player, count in enumerate(won, 1) if count
        ]
        return ", ".join([f"{self.playouts:,} playouts", f"{self.moves:,} moves", *ends])

    @property
    def points(self) -> dict[str, float] | None:
        """Mean, standard deviation, least and most of the scores; None without scores."""
        if not self.scores:
            return None
        games = sum(count for _, count in self.scores)
        mean = sum(score * count for score, count in self.scores) / games
        square = sum((score - mean) ** 2 * count for score, count in self.scores) / games
        ends = {"min": self.scores[0][0], "max": self.scores[-1][0]}
        return {"mean": mean, "sd": sqrt(square), **ends}

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.playouts + other.playouts,
            self.moves + other.moves,
            _added(self.wins, other.wins),
            _added(self.lengths, other.lengths),
            _added(self.cells, other.cells),
            tuple(sorted((Counter(dict(self.scores)) + Counter(dict(other.scores))).items())),
        )


def alone(scores: tuple[int, ...] | None) -> tuple[int, ...]:
    """Return the score of a lone player; () with more players or without scores."""
    return scores if scores is not None and len(scores) == 1 else ()


def _added(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(n + m for n, m in zip_longest(a, b, fillvalue=0))


@dataclass(frozen=True)
class Run:
    """Playouts and the time they took.

    Attributes
    ----------
    game, tiling, technique : str
        The names of game, tiling and technique.
    seed : int
        The seed of the random numbers.
    tally : Tally
        The results, which do not depend on the machine.
    seconds : float
        How long it took, compiling left out.
    """

    game: str
    tiling: str
    technique: str
    seed: int
    tally: Tally
    seconds: float

    def __repr__(self) -> str:
        played = f"{self.game} {self.tiling} {self.technique}"
        return f"<Run {played}, seed {self.seed}: {self.tally._told()}, {self.seconds:.3g} s>"

    def _repr_html_(self) -> str:
        """Return the run as a table, for a notebook."""
        import pandas as pd  # takes a while

        return pd.Series(self.record(), name="").to_frame().to_html(header=False)

    @property
    def playouts_per_s(self) -> float:
        """Playouts per second."""
        return self.tally.playouts / self.seconds

    @property
    def moves_per_s(self) -> float:
        """Moves per second."""
        return self.tally.moves / self.seconds

    def record(self) -> dict[str, object]:
        """Return the run as the command line prints it in JSON."""
        return {
            "game": self.game,
            "tiling": self.tiling,
            "technique": self.technique,
            "playouts": self.tally.playouts,
            "moves": self.tally.moves,
            "seconds": self.seconds,
            "playouts_per_s": self.playouts_per_s,
            "moves_per_s": self.moves_per_s,
            "wins": {str(player): count for player, count in enumerate(self.tally.wins)},
            "points": self.tally.points,
        }


T = TypeVar("T")
MAX_PLAYOUTS = 10**12
MAX_SEED = 2**62
#: The most jobs for which a thread caches arrays.
JOBS_CACHED = 4


@dataclass(frozen=True)
class Job:
    """The playouts of a game: texts, numbers, and objects that users have written."""

    #: The description.
    text: str
    options: tuple[str, ...]
    #: A name, ``"module:name"``, or the technique itself.
    technique: str | Sent
    start: str
    #: 0 to 2**62.
    seed: int
    jit: bool = True
    policy: Policy | None = None
    #: True for descriptions that may be longer than a stranger's.
    large: bool = False
    #: The most moves of a playout, 0 for any number.
    moves: int = 0

    @property
    def technique_choice(self) -> TechniqueChoice:
        """The argument of `game_technique`."""
        technique = self.technique
        return technique if isinstance(technique, str) else cast("TechniqueChoice", technique.thing)


class PlayoutWorker:
    """A game with its arrays, which grow on demand; for one thread at a time."""

    _arrays: Arrays
    _first: Arrays

    def __init__(
        self,
        game: Game,
        technique: GameTechnique,
        policy: Policy | None = None,
        features: Features = PLAIN,
    ) -> None:
        self._game, self._technique, self._start = game, technique, game.start(technique)
        self._features = replace(features, policy=policy)
        self._kernels = game.kernels_of(technique, self._features)
        self._by_chance = game.info.starts_by_chance
        start = self._start
        rebuild = technique.rebuild and not self._by_chance
        self._board = StartBoard(start.codes, start.kinds, start.begun, rebuild)
        self._plan: StartPlan | None = None
        if self._by_chance:
            # All ludemes come with it, which most games do without once they are compiled.
            from boardless.games.start_plan import start_plan

            self._plan = start_plan(game.module.model)
        # A lone player plays for points, which the arrays have until the next playout begins.
        self._points = None if game.players > 1 else game.module.scores
        self._make(FIRST_ROOM, FIRST_PLIES)

    def _make(self, room: int, plies: int) -> None:
        for name in ("_arrays", "_first"):
            vars(self).pop(name, None)  # so that old and new ones are not there at once
        self._arrays = self._game.arrays(self._technique, self._features, room, plies)
        self._first = self._game.arrays(self._technique, self._features, room, plies)
        self._room, self._plies = len(self._arrays.code), len(self._arrays.history)

    def _enlarge(self, number: int) -> None:
        # A playout that does not fit is played from its start again: the longer, the fewer times.
        long = self._arrays.n[PLIES] > self._plies // 2
        if 2 * self._room > MAX_CELLS or (long and self._plies >= MAX_PLIES):
            self._make(FIRST_ROOM, FIRST_PLIES)
            raise InputError(
                f"playout {number} of {self._game.name}: no end in sight, "
                f"there is room for boards of {MAX_CELLS:,} cells and {MAX_PLIES:,} moves"
            )
        self._make(2 * self._room, min((8 if long else 2) * self._plies, MAX_PLIES))

    def prepare(self) -> None:
        """Compile all functions that play."""
        self.play(0, 0, 0)

    def play(self, seed: int, first: int, last: int) -> Tally:
        """Play the playouts from number `first` to `last` - 1."""
        count = last - first
        winners = np.zeros(count, dtype=np.int8)
        plies = np.zeros(count, dtype=np.int32)
        cells = np.zeros(count, dtype=np.int32)
        scores: list[int] = []
        done = first
        while True:
            here, end = done - first, last
            results = PlayoutResults(winners[here:], plies[here:], cells[here:])
            sampled = self._by_chance and self._plan is None
            if self._points is not None or sampled:
                end = min(done + 1, last)
            if self._plan is not None:
                done = self._play_planned(self._plan, seed, done, end, results)
            else:
                if sampled and done < last:
                    # Each playout has a start of its own.
                    self._sample_start(seed, done)
                done = self._kernels.playouts(
                    self._arrays, self._first, self._board, results, seed, done, end
                )
            if self._points is not None and len(scores) < done - first:
                scores.append(int(self._arrays.numbers[self._points + 1]))
            if done == last:
                break
            if done < end:
                self._enlarge(done)
        return Tally.of(winners, plies, cells, self._game.players, scores)

    def _play_planned(
        self, plan: "StartPlan", seed: int, first: int, last: int, results: PlayoutResults
    ) -> int:
        """Play playouts with starts drawn by the engine; return the first that was not played."""
        if len(self._first.begun) != plan.most or self._arrays.begun is not self._first.begun:
            self._first = self._first._replace(begun=np.zeros((plan.most, 3), np.int32))
            self._arrays = self._arrays._replace(begun=self._first.begun)
        taken = np.zeros(self._room, np.int8)
        noting = self._features.undo or self._game.info.takes_back
        draw = StartDraw(plan.certain, plan.steps, plan.places, taken, noting)
        done: int = self._kernels.playouts_by_chance(
            self._arrays, self._first, draw, results, seed, first, last
        )
        return done

    def _sample_start(self, seed: int, number: int) -> None:
        """Sample the start of a playout."""
        from boardless.play.chance import StartStream

        sampled = sampled_start(self._game, self._technique, StartStream(seed, number).choose)
        noting = self._features.undo or self._game.info.takes_back
        self._first = sampled.laid_out(self._kernels, self._first, noting)
        self._arrays = self._arrays._replace(begun=self._first.begun)


class CappedWorker(PlayoutWorker):
    """A worker that ends playouts as draws after a number of moves."""

    def __init__(
        self, game: Game, technique: GameTechnique, policy: Policy | None, most: int
    ) -> None:
        self._most = most
        super().__init__(game, technique, policy)

    def _make(self, room: int, plies: int) -> None:
        super()._make(room, plies)
        self._moves = np.zeros((min(self._most, self._plies), 7), np.int64)

    def prepare(self) -> None:
        """Compile all functions that play."""
        self.play(0, 0, 1)

    def play(self, seed: int, first: int, last: int) -> Tally:
        """Play the playouts from number `first` to `last` - 1."""
        ended, scores = [], list[int]()
        for number in range(first, last):
            moves = self.written(seed, number)
            ended.append((int(moves[0, 6]), len(moves), int(moves[-1, 5])))
            if self._points is not None:
                scores.append(int(self._arrays.numbers[self._points + 1]))
        return Tally.of_games(ended, self._game.players, scores)

    def written(self, seed: int, number: int) -> "Ints":
        """Play a playout and return its rows of the kernel `record`."""
        while True:
            if self._by_chance:
                self._sample_start(seed, number)
            moves = self._moves
            plies = int(self._kernels.record(self._arrays, self._first, seed, number, moves))
            if plies > 0:
                return moves[:plies]
            if self._arrays.n[PLIES] >= self._most and not self._arrays.n[LOST]:
                moves[0, 6] = 0
                return moves
            self._enlarge(number)


_game = lru_cache(JOBS_CACHED)(compile)
#: Games of this process by their data in jobs, so that they are not compiled again.
_games: WeakValueDictionary[tuple[object, ...], Game] = WeakValueDictionary()
# A second thread would find a module that the first has only begun to load.
_loading = Lock()


def remember(game: Game) -> None:
    """Let jobs of this process use this game object as long as it exists."""
    _games[game.text, game.options, game.jit, game.large] = game


def game_of(job: Job) -> Game:
    """Return the game of a job, the same object at every call."""
    with _loading:
        game = _games.get((job.text, job.options, job.jit, job.large))
        return game or _game(job.text, job.options, jit=job.jit, large=job.large)


def _player(job: Job) -> "PlayoutWorker | SteppedPlayer":
    game = game_of(job)
    technique = game.suited(game_technique(job.technique_choice, job.start))
    in_python = job.policy is not None and not is_jitted(job.policy)
    # If playouts are cut short, a technique that rebuilds its start is played step by step.
    again = job.moves and technique.rebuild
    if in_python or again or technique.is_external or game.info.match is not None:
        # The import is here because most jobs need no states.
        from boardless.play.recording import SteppedPlayer

        return SteppedPlayer(game, technique, job.policy, job.moves)
    if job.moves:
        return CappedWorker(game, technique, job.policy, job.moves)
    return PlayoutWorker(game, technique, job.policy)


class _Own(local):
    """The players of each thread, since playouts write to their arrays."""

    def __init__(self) -> None:
        self.player = lru_cache(JOBS_CACHED)(_player)


_own = _Own()


def prepare(job: Job) -> None:
    """Compile all functions that play the playouts of a job, before they are timed."""
    _own.player(replace(job, seed=0)).prepare()


def play_chunk(job: Job, first: int, last: int) -> Tally:
    """Play the playouts from number `first` to `last` - 1."""
    return _own.player(replace(job, seed=0)).play(job.seed, first, last)


def timed(play: Callable[[Job, int, int], T], job: Job, first: int, last: int) -> tuple[T, float]:
    """Return the result of a chunk, and its seconds."""
    begin = perf_counter()
    chunk = play(job, first, last)
    return chunk, perf_counter() - begin
