"""Random playouts, counted: on one core, on many, or on a cluster.

A playout depends only on the seed and its number, so however the numbers are split, the same ones
give the same tally. Workers are sent text and options, never functions or arrays.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from os import getpid
from socket import gethostname
from time import perf_counter, sleep

from games import Game
from games.game import default_way
from games.ways import way_named
from play.chunk import Job, Tally, play_chunk
from topo import InputError

#: How long one piece of work for a worker shall take, in seconds.
CHUNK_SECONDS = 0.05
#: The largest piece of work, in playouts.
MAX_CHUNK = 50_000
MAX_PLAYOUTS = 10**12
MAX_SEED = 2**62
MAX_WORKERS = 1024


@dataclass(frozen=True)
class Run:
    """Playouts and the time they took.

    Attributes
    ----------
    game, tiling, technique : str
        What was played.
    seed : int
        Where the random numbers came from.
    tally : Tally
        What came out; it does not depend on the machine.
    seconds : float
        How long it took, compiling left out.
    """

    game: str
    tiling: str
    technique: str
    seed: int
    tally: Tally
    seconds: float

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
        }


def _ready(job: Job) -> tuple[str, int]:
    """Get a worker ready for a job; return which it is."""
    play_chunk(job, 0, 1)
    sleep(0.05)
    return gethostname(), getpid()


def run_playouts(
    game: Game,
    *,
    technique: str | None = None,
    playouts: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    start: str = "5.4",
    workers: int = 1,
    executor: Executor | None = None,
    progress: Callable[[int], object] | None = None,
) -> Run:
    """Play random playouts: a number of them, or for a time.

    Parameters
    ----------
    game : Game
        What is played.
    technique : str, optional
        By default ZONE-APPEND, or BASE-KEPT for a game on a fixed board.
    playouts, seconds : int, float
        How many, or for how long; one of the two.
    seed : int, default 0
        Where the random numbers come from, 0 to 2**62.
    start : {"5.4", "minimal"}
        Which board growing techniques start from.
    workers : int, default 1
        Processes to share the work; 1 works in this one.
    executor : Executor, optional
        Where to work instead: any of `concurrent.futures`, or that of a Dask client.
    progress : callable, optional
        Called with the number of playouts done so far.

    Raises
    ------
    InputError
        If something asked for is not allowed.
    """
    _check(playouts, seconds, seed, workers)
    way = way_named(technique, start) if technique else default_way(game)
    game.start(way)
    description = game.description
    job = Job(description.text, description.options, way.name, start, seed, game.jit)
    with _working(executor, workers) as pool:
        slots = 1 if pool is None else (workers if executor is None else 16)
        tally, spent = _Shares(job, playouts, seconds, progress).play(pool, slots)
    return Run(game.name, game.tiling.name, way.name, seed, tally, spent)


def _check(playouts: int | None, seconds: float | None, seed: int, workers: int) -> None:
    if (playouts is None) == (seconds is None):
        raise InputError(f"playouts {playouts}, seconds {seconds}: choose one of the two")
    if playouts is not None and not 1 <= playouts <= MAX_PLAYOUTS:
        raise InputError(f"playouts {playouts}: choose 1 to {MAX_PLAYOUTS}")
    if seconds is not None and not 0 < seconds <= 10**7:
        raise InputError(f"seconds {seconds}: choose more than 0, at most 10000000")
    if not 0 <= seed <= MAX_SEED:
        raise InputError(f"seed {seed}: choose 0 to {MAX_SEED}")
    if not 1 <= workers <= MAX_WORKERS:
        raise InputError(f"workers {workers}: choose 1 to {MAX_WORKERS}")


@contextmanager
def _working(executor: Executor | None, workers: int) -> Iterator[Executor | None]:
    """Provide somewhere to work; None is this process."""
    if executor is not None or workers == 1:
        yield executor
    else:
        # A fork would copy the threads that compile; a spawned process starts clean.
        with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
            yield pool


@dataclass
class _Shares:
    """The playouts of a job, handed out in chunks and summed as they come back."""

    job: Job
    playouts: int | None
    seconds: float | None
    progress: Callable[[int], object] | None
    given: int = 0
    size: int = 1

    def play(self, pool: Executor | None, slots: int) -> tuple[Tally, float]:
        """Return the sum of all chunks and the time."""
        self._warm_up(pool, slots)
        begin = perf_counter()
        tally = Tally(0, 0, (0,), (0,), (0,))
        waiting: set[Future[Tally]] = set()
        while True:
            while len(waiting) < 2 * slots and self._wanted(perf_counter() - begin, len(waiting)):
                first, last = self._next()
                if pool is None:
                    tally = self._counted(tally, play_chunk(self.job, first, last))
                else:
                    waiting.add(pool.submit(play_chunk, self.job, first, last))
            if not waiting:
                return tally, perf_counter() - begin
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for chunk in done:
                tally = self._counted(tally, chunk.result())

    def _warm_up(self, pool: Executor | None, slots: int) -> None:
        """Compile, and find how many playouts make a chunk; the time does not count."""
        if pool is None:
            play_chunk(self.job, 0, 1)
        else:
            # One process compiles for all: the others find the machine code on disk. A quick task
            # could go to the same process again and again, so each waits a moment for the others.
            pool.submit(play_chunk, self.job, 0, 1).result()
            ready: set[object] = set()
            for _ in range(100):
                tasks = [pool.submit(_ready, self.job) for _ in range(slots)]
                before = len(ready)
                ready.update(task.result() for task in tasks)
                if len(ready) >= slots or len(ready) == before:
                    break
        while self.size < MAX_CHUNK:
            begin = perf_counter()
            if pool is None:
                play_chunk(self.job, 0, self.size)
            else:
                pool.submit(play_chunk, self.job, 0, self.size).result()
            spent = perf_counter() - begin
            if spent > CHUNK_SECONDS / 2 or (self.playouts or MAX_CHUNK) <= self.size:
                break
            self.size *= 4

    def _wanted(self, spent: float, waiting: int) -> bool:
        if self.playouts is not None:
            return self.given < self.playouts
        return spent < (self.seconds or 0) or (self.given == 0 and waiting == 0)

    def _next(self) -> tuple[int, int]:
        first = self.given
        last = first + self.size
        if self.playouts is not None:
            last = min(last, self.playouts)
        self.given = last
        return first, last

    def _counted(self, tally: Tally, chunk: Tally) -> Tally:
        tally += chunk
        if self.progress is not None:
            self.progress(tally.playouts)
        return tally
