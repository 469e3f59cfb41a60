"""What a worker does: play the playouts from one number to another, and count them.

Workers are sent text and numbers, never functions or arrays. A playout depends only on the seed and
its number, so however the numbers are split, the same ones give the same tally.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from threading import Lock, local
from time import perf_counter
from typing import Any

import numpy as np

from boardless.games import Game, compile
from boardless.games.game import FIRST_PLIES, FIRST_ROOM
from boardless.games.game_technique import GameTechnique, game_technique
from boardless.play.policies import Policy, chosen, is_jitted
from boardless.play.state import State
from boardless.state.engine.runtime import mix
from boardless.topo import InputError
from boardless.topo.kernels.arrays import Ints

#: The largest board that arrays are made for, in cells: some 400 MB.
MAX_CELLS = 2**21
MAX_PLAYOUTS = 10**12
MAX_SEED = 2**62
#: The longest playout that a policy in Python guides, in moves.
MAX_GUIDED = 100_000
#: How many jobs a thread keeps arrays for.
JOBS_KEPT = 4


@dataclass(frozen=True)
class Tally:
    """Counts of playouts; tallies of different playouts add up.

    Attributes
    ----------
    playouts, moves : int
        How many there were, and moves in all of them; start tiles are no moves.
    wins : tuple of int
        Draws, then the wins of each player.
    lengths : tuple of int
        Playouts of n moves, at place n.
    cells : tuple of int
        Playouts that ended on a board of n cells, at place n.
    """

    playouts: int
    moves: int
    wins: tuple[int, ...]
    lengths: tuple[int, ...]
    cells: tuple[int, ...]

    @classmethod
    def of(cls, winners: Ints, plies: Ints, cells: Ints, players: int) -> "Tally":
        """Return the tally of playouts with these winners, moves and cells at the end."""
        return cls(
            len(winners),
            int(plies.sum(dtype=np.int64)),
            tuple(np.bincount(winners, minlength=players + 1).tolist()),
            tuple(np.bincount(plies).tolist()),
            tuple(np.bincount(cells).tolist()),
        )

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.playouts + other.playouts,
            self.moves + other.moves,
            _added(self.wins, other.wins),
            _added(self.lengths, other.lengths),
            _added(self.cells, other.cells),
        )


def _added(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
    longer, shorter = (a, b) if len(a) >= len(b) else (b, a)
    return tuple(n + m for n, m in zip(longer, shorter, strict=False)) + longer[len(shorter) :]


@dataclass(frozen=True)
class Job:
    """What is played, as text and numbers.

    Attributes
    ----------
    text : str
        The game's description.
    options : tuple of str
        The options chosen.
    technique, start : str
        The technique, and which board it starts from.
    seed : int
        From 0 to 2**62.
    jit : bool
        Whether the game is compiled.
    policy : callable or None
        What chooses the moves instead of chance; see `play.policies`.
    """

    text: str
    options: tuple[str, ...]
    technique: str
    start: str
    seed: int
    jit: bool = True
    policy: Policy | None = None


class Player:
    """A game with its arrays, which grow when playouts need it; for one thread at a time.

    Parameters
    ----------
    game : Game
        What is played.
    way : GameTechnique
        The technique.
    policy : callable, optional
        What chooses the moves instead of chance: one that is jitted.
    """

    _arrays: Any
    _first: Any

    def __init__(self, game: Game, way: GameTechnique, policy: Policy | None = None) -> None:
        self._game, self._way, self._start = game, way, game.start(way)
        self._kernels = game.kernels_of(way, policy=policy)
        self._make(FIRST_ROOM, FIRST_PLIES)

    def _make(self, room: int, plies: int) -> None:
        self._arrays = self._first = None  # so that old and new ones are not there at once
        self._arrays = self._game.arrays(self._way, room, plies)
        self._first = self._game.arrays(self._way, room, plies)
        self._room, self._plies = len(self._arrays.code), plies

    def _enlarge(self, number: int) -> None:
        if 2 * self._room > MAX_CELLS:
            self._make(FIRST_ROOM, FIRST_PLIES)
            raise InputError(
                f"playout {number} of {self._game.name}: no end in sight, "
                f"there is room for boards of {MAX_CELLS:,} cells"
            )
        self._make(2 * self._room, 2 * self._plies)

    def play(self, seed: int, first: int, last: int) -> Tally:
        """Play the playouts from number `first` to `last` - 1.

        Raises
        ------
        InputError
            If a playout needs more than MAX_CELLS.
        """
        start = self._start
        count = last - first
        winners = np.zeros(count, dtype=np.int8)
        plies = np.zeros(count, dtype=np.int32)
        cells = np.zeros(count, dtype=np.int32)
        done = first
        while done < last:
            here = done - first
            done = self._kernels.playouts(
                self._arrays, self._first, start.codes, start.kinds, start.begun,
                self._way.rebuild, seed, done, last, winners[here:], plies[here:], cells[here:],
            )  # fmt: skip
            if done < last:
                self._enlarge(done)
        return Tally.of(winners, plies, cells, self._game.players)


class GuidedPlayer:
    """A game whose playouts follow a policy in Python; what Python does, takes Python's time.

    Parameters
    ----------
    game : Game
        What is played.
    way : GameTechnique
        The technique.
    policy : callable
        What chooses the moves.
    """

    def __init__(self, game: Game, way: GameTechnique, policy: Policy) -> None:
        self._game, self._policy = game, policy
        self._state = State(game, way.name, way.start)

    def play(self, seed: int, first: int, last: int) -> Tally:
        """Play the playouts from number `first` to `last` - 1; see `Player.play`.

        Raises
        ------
        InputError
            If the policy chooses a move that is not legal.
        """
        ended = [self._played(Random(mix(mix(seed, 0), number))) for number in range(first, last)]
        winners, plies, cells = np.array(ended, dtype=np.int64).T
        return Tally.of(winners, plies, cells, self._game.players)

    def _played(self, random: Random) -> tuple[int, int, int]:
        state = self._state
        while state.ply:
            state.pop()
        while (ended := state.outcome()) is None:
            if state.ply == MAX_GUIDED:
                raise InputError(f"a playout of {self._game.name}: no end after {MAX_GUIDED} moves")
            state.push(chosen(self._policy, state, random))
        return ended.winner, state.ply, len(state.board)


_game = lru_cache(JOBS_KEPT)(compile)
# A second thread would find a module that the first has only begun to load.
_loading = Lock()


def game_of(job: Job) -> Game:
    """Return the game of a job, the same one again and again."""
    with _loading:
        return _game(job.text, job.options, jit=job.jit)


def _player(job: Job) -> Player | GuidedPlayer:
    game, way = game_of(job), game_technique(job.technique, job.start)
    if job.policy is None or is_jitted(job.policy):
        return Player(game, way, job.policy)
    return GuidedPlayer(game, way, job.policy)


class _Own(local):
    """What each thread has to itself: players, because playouts write to their arrays."""

    def __init__(self) -> None:
        self.player = lru_cache(JOBS_KEPT)(_player)


_own = _Own()


def play_chunk(job: Job, first: int, last: int) -> Tally:
    """Play the playouts from number `first` to `last` - 1.

    Raises
    ------
    InputError
        If a playout needs more than MAX_CELLS.
    """
    return _own.player(replace(job, seed=0)).play(job.seed, first, last)


def timed_chunk(job: Job, first: int, last: int) -> tuple[Tally, float]:
    """Return what `play_chunk` does, and the seconds it took."""
    begin = perf_counter()
    tally = play_chunk(job, first, last)
    return tally, perf_counter() - begin
