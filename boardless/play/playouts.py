"""Random playouts, counted: on one core, on many, or on a cluster."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Protocol, TypeVar

from boardless.games.game import MAX_PLIES, GameChoice, as_game, technique_for
from boardless.games.game_technique import TechniqueChoice
from boardless.play.executors import ExecutorChoice, Sent, Workplace, working
from boardless.play.playing import Policy, policy_of
from boardless.play.playout_worker import (
    MAX_PLAYOUTS,
    MAX_SEED,
    Job,
    Run,
    Tally,
    play_chunk,
    prepare,
    remember,
    timed,
)
from boardless.topo import InputError, Interrupted, integer_between
from boardless.util import upward
from boardless.util.inputs import refuse, reporter, seconds_of

if TYPE_CHECKING:
    from concurrent.futures import Future

    from boardless.state import Batch

#: Seconds that one chunk of work shall take.
CHUNK_SECONDS = 0.05
#: The largest piece of work, in playouts.
MAX_CHUNK = 50_000

NOTHING = Tally(0, 0, (0,), (0,), (0,))

T = TypeVar("T")


class TrialSink(Protocol):
    """A place for recorded playouts: a store."""

    def add(self, trials: "Iterable[Batch]", /) -> int:
        """Add batches one by one."""


def run_playouts(
    game: GameChoice,
    *,
    technique: TechniqueChoice | None = None,
    playouts: int | None = None,
    seconds: float | None = None,
    moves: int | None = None,
    seed: int = 0,
    start: str = "5.4",
    workers: int = 1,
    executor: ExecutorChoice | None = None,
    progress: Callable[[int], object] | None = None,
    store: TrialSink | str | Path | None = None,
    policy: Policy | str | None = None,
) -> Run:
    """Play random playouts: a number of them, or for a time.

    Parameters
    ----------
    game : Game, str or path
        The game, or an argument of `games.load`.
    technique : AnyTechnique, Strategy or str, optional
        By default ZONE-APPEND, or BASE-KEPT for a game on a fixed board; see
        `games.game_technique.game_technique`. Workers import a user's technique, or get it by
        cloudpickle if that is installed.
    playouts, seconds : int, float
        One of the two.
    moves : int, optional
        The most moves of a playout, which is then drawn. By default the rules decide: all games are
        drawn after 1,250 turns of each player or 10,000 moves, and card games after 10,000 moves.
    seed : int, default 0
        The source of the random numbers, 0 to 2**62.
    start : {"5.4", "minimal"}
        The first board of growing techniques that have a name.
    workers : int, default 1
        Processes to share the work, at most four a core; 1 works in this one.
    executor : Executor, str, Client or Cluster, optional
        Any of `concurrent.futures` instead, or a Dask cluster: the address of its scheduler, a
        client, or the cluster itself.
    progress : callable, optional
        Called with the number of playouts done so far.
    store : Store, str or Path, optional
        A store, or its path, that takes every playout in the order of their numbers.
    policy : callable or str, optional
        The choice of moves instead of chance, or ``"module:name"`` of it: a function of the state
        and a `random.Random`, which returns a move, or one jitted by Numba, which runs in the loop
        (see `play.playing`). Workers get it in the same way as a technique.

    Returns
    -------
    Run
        How the playouts ended, and how long they took.

    Raises
    ------
    InputError
        If an argument is out of range, a playout does not end on a board of two million cells, no
        scheduler answers at the address, or workers are lost for good.
    Interrupted
        At Ctrl-C, with the playouts done so far, unless they go to a store.
    """
    _check(playouts, seconds)
    if playouts is not None:
        playouts = integer_between(playouts, "playouts", 1, MAX_PLAYOUTS)
    if moves is not None:
        moves = integer_between(moves, "moves", 1, MAX_PLIES)
        if store is not None:
            raise InputError("moves: leave it out, because a store takes finished playouts only")
    seed = integer_between(seed, "seed", 0, MAX_SEED)
    game = as_game(game)
    chosen = technique_for(game, technique, start)
    remember(game)
    game.start(chosen)
    chooses = None if policy is None else policy_of(policy)
    if chooses is not None and store is not None:
        raise InputError("policy: leave it out, because a store takes random playouts only")
    sent = chosen.choice if isinstance(chosen.choice, str) else Sent(chosen.choice)
    how = (game.jit, chooses, game.large, moves or 0)
    job = Job(game.text, game.options, sent, chosen.start, seed, *how)
    shares = _Shares(job, playouts, seconds, reporter(progress))
    about = (game.name, game.plane, chosen.name, seed)
    try:
        with working(executor, workers) as place:
            if store is None:
                shares.play(place)
            else:
                with opened(store) as keeper:
                    shares.keep(place, keeper, game.players)
    except KeyboardInterrupt:
        # A store knows its playouts when it is opened again.
        if store is not None or not shares.tally.playouts:
            raise
        raise Interrupted(Run(*about, shares.tally, shares.spent)) from None
    return Run(*about, shares.tally, shares.spent)


def opened(store: TrialSink | str | Path) -> AbstractContextManager[TrialSink]:
    """Provide a store, opened if it is a path."""
    if not isinstance(store, str | Path):
        if not hasattr(store, "add"):
            refuse("store", store, "give a store or its path")
        return nullcontext(store)
    return upward.keeping(store)


def _check(playouts: int | None, seconds: float | None) -> None:
    if (playouts is None) == (seconds is None):
        raise InputError(f"playouts {playouts}, seconds {seconds}: choose one of the two")
    if seconds is not None:
        seconds_of(seconds)


@dataclass
class _Shares:
    """The playouts of a job, handed out in chunks and summed as they come back."""

    job: Job
    playouts: int | None
    seconds: float | None
    report: Callable[..., object]
    submitted: int = 0
    size: int = 1
    held: "dict[int, Batch]" = field(default_factory=dict)
    tally: Tally = NOTHING
    spent: float = 0.0

    def play(self, place: Workplace) -> None:
        """Sum up all chunks, and note the time."""
        place.warm_up(prepare, self.job)
        begin = perf_counter()
        try:
            for chunks in self._work(place, play_chunk, begin):
                for chunk, spent in chunks:
                    self.tally += chunk
                    self._adapt(chunk.playouts, spent)
                self.report(self.tally.playouts)
        finally:
            self.spent = perf_counter() - begin

    def keep(self, place: Workplace, store: TrialSink, players: int) -> None:
        """Store all chunks and sum them up; the time includes storing."""
        from boardless.play.recording import record_chunk

        place.warm_up(prepare, self.job)
        place.completed({place.submit(record_chunk, self.job, 0, 1)})
        begin = perf_counter()

        def batches() -> "Iterator[Batch]":
            for chunks in self._work(place, record_chunk, begin):
                for batch, spent in chunks:
                    self.held[batch.source.first or 0] = batch
                    self._adapt(len(batch), spent)
                # Results keep the order of their numbers, whichever worker is first.
                while self.tally.playouts in self.held:
                    batch = self.held.pop(self.tally.playouts)
                    yield batch
                    self.tally += Tally.of(batch.winners, batch.plies, batch.cells, players)
                self.report(self.tally.playouts)

        store.add(batches())
        self.spent = perf_counter() - begin

    def _work(
        self, place: Workplace, function: Callable[[Job, int, int], T], begin: float
    ) -> Iterator[list[tuple[T, float]]]:
        """Submit calls with chunk after chunk, and yield their results as they come."""
        pending: set[Future[tuple[T, float]]] = set()
        while True:
            # One call at least waits, even while a cluster has no worker; and one that is late must
            # not let the others pile up.
            most = max(2 * place.slots, 1)
            while len(pending) + len(self.held) < most and self._wanted(perf_counter() - begin):
                first, last = self._next()
                pending.add(place.submit(timed, function, self.job, first, last))
            if not pending:
                return
            done, pending = place.completed(pending)
            yield done

    def _wanted(self, spent: float) -> bool:
        if self.playouts is not None:
            return self.submitted < self.playouts
        return spent < (self.seconds or 0) or self.submitted == 0

    def _next(self) -> tuple[int, int]:
        first = self.submitted
        self.submitted = first + self.size
        if self.playouts is not None:
            self.submitted = min(self.submitted, self.playouts)
        return first, self.submitted

    def _adapt(self, playouts: int, spent: float) -> None:
        """Make the next chunks so large that they take CHUNK_SECONDS, in steps."""
        fitting = int(playouts * CHUNK_SECONDS / max(spent, 1e-9))
        self.size = max(self.size // 4, min(fitting, 4 * self.size, MAX_CHUNK), 1)


#: The games and tilings of Tables 6.1 to 6.3, in the order of the tables.
GAMES = (
    ("Andantino", "square"),
    ("Andantino", "hexagonal"),
    ("Andantino", "triangular"),
    ("Bravalath", "square"),
    ("Bravalath", "hexagonal"),
    ("Bravalath", "triangular"),
    ("Plotto", "hexagonal"),
)
