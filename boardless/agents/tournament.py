"""Tournaments: games between agents, on one core or many, recorded as they are played."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from boardless.agents.decision import Budget
from boardless.agents.playing import MAX_PLIES, play_entrants, playable, prepare
from boardless.agents.protocol import GameProtocol
from boardless.agents.ratings import SPRT
from boardless.agents.schedule import Fixture, GameResult, ResultFile, fixtures
from boardless.agents.specs import Entrant, entrant
from boardless.agents.standings import Standings
from boardless.play.executors import ExecutorChoice, Workplace, working
from boardless.play.playout_worker import MAX_SEED
from boardless.play.playouts import TrialSink, opened
from boardless.play.state import State as GameState
from boardless.topo import InputError, Interrupted, integer_between
from boardless.util.inputs import items_of, refuse, reporter

MAX_GAMES = 10**7
#: Games that go to a store together.
AT_ONCE = 64


def run_tournament(
    games: Any,
    agents: Sequence[str | Entrant],
    *,
    count: int = 100,
    mode: str = "round-robin",
    seed: int = 0,
    budget: Budget | None = None,
    moves: int | None = None,
    stop: SPRT | None = None,
    workers: int = 1,
    executor: ExecutorChoice | None = None,
    progress: Callable[[int, int], object] | None = None,
    keep: str | Path | None = None,
    store: TrialSink | str | Path | None = None,
) -> Standings:
    """Let agents play each other, and return the standings.

    Parameters
    ----------
    games : Game, str, or a sequence of them
        Games in L-GDL, their names, or games written in Python.
    agents : sequence of str or Entrant
        Specs (`agents.entrant`) or participants, with different names.
    count : int, default 100
        Games that each group plays of each game.
    mode : str
        The pairing; see `agents.schedule.fixtures`.
    seed : int, default 0
        The seed of all random numbers, 0 to 2**62.
    budget : Budget, optional
        The budget of everyone for a move, whatever the specs say.
    moves : int, optional
        The length at which a game is cut. It counts as drawn: everybody gets 0.5, and who plays
        alone 0; `Standings.cut` counts them.
    stop : SPRT, optional
        A group of two plays no further once it is decided.
    workers, executor, progress
        See `play.run_playouts`; `progress` is called with the number of games done and of all.
    keep : path, optional
        A file of results, a line for each game, which is gone on with where it ends.
    store : Store, str or Path, optional
        The store for games in L-GDL as trials, whose seeds are those of the results.

    Returns
    -------
    Standings
        The results, and tables made from them.

    Raises
    ------
    InputError
        If an argument is not allowed, or the file is of another tournament.
    Interrupted
        At Ctrl-C, with the games played so far.

    Examples
    --------
    >>> from boardless.games import load
    >>> game = load("Tic-Tac-Toe", jit=False)
    >>> run_tournament(game, ["greedy", "random"], count=10, seed=1).agents["wins"].sum()
    np.int64(10)
    """
    played = [playable(it) for it in (games if isinstance(games, list | tuple) else [games])]
    who = [entrant(spec, budget) for spec in items_of(agents, "agents", "give a list of agents")]
    names = [each.name for each in who]
    if len(set(names)) < len(names):
        raise InputError(f"agents {', '.join(names)}: give each of them once")
    if not isinstance(stop, SPRT | None):
        refuse("stop", stop, "give an SPRT, or None")
    if not played:
        raise InputError("games: give one at least")
    integer_between(count, "games", 1, MAX_GAMES)
    report = reporter(progress)
    seed = integer_between(seed, "seed", 0, MAX_SEED)
    if moves is not None:
        moves = integer_between(moves, "moves", 1, MAX_PLIES)
    all_ = fixtures([game.players for game in played], len(who), count, seed, mode)
    header = {
        "games": [
            [it.name, it.players, getattr(it, "text", ""), list(getattr(it, "options", ()))]
            for it in played
        ],
        "agents": [[each.name, repr(each.agent), str(each.budget)] for each in who],
        "games_each": count, "mode": mode, "seed": seed, "stop": repr(stop),
    }  # fmt: skip
    if moves is not None:
        header["moves"] = moves
    with ExitStack() as stack:
        place = stack.enter_context(working(executor, workers))
        file = stack.enter_context(ResultFile.open(keep, header))
        sink = None if store is None else stack.enter_context(opened(store))
        running = _Running(place, played, who, all_, stop, file, sink, report, moves)
        about = (tuple(game.name for game in played), tuple(names), seed)
        try:
            running.run()
        except KeyboardInterrupt:
            if not running.results:
                raise
            raise Interrupted(Standings(*about, tuple(running.results))) from None
    return Standings(*about, tuple(running.results))


@dataclass
class _Running:
    """A tournament under way: results come back in any order, and count in that of numbers."""

    place: Workplace
    games: list[GameProtocol]
    entrants: list[Entrant]
    fixtures: list[Fixture]
    stop: SPRT | None
    file: ResultFile
    sink: Any
    report: Callable[..., object]
    moves: int | None
    over: set[tuple[int, tuple[int, ...]]] = field(default_factory=set)
    scores: dict[tuple[int, tuple[int, ...]], list[int]] = field(default_factory=dict)
    results: list[GameResult] = field(default_factory=list)

    def run(self) -> None:
        saved = {result.number: result for result in self.file.results}
        finished: dict[int, tuple[GameResult, Any]] = {}
        ready: list[tuple[GameResult, Any]] = []
        waiting: set[Future[tuple[GameResult, Any]]] = set()
        to_play = [it for it in self.fixtures if it.number not in saved]
        for number in sorted({fixture.game for fixture in to_play}):
            self.place.warm_up(prepare, self.games[number], self.entrants)
        left = iter(to_play)
        for fixture in self.fixtures:
            number = fixture.number
            while number not in finished and number not in saved and self._open(fixture):
                self._fill(waiting, left)
                done, waiting = self.place.completed(waiting)
                finished.update((result.number, (result, trial)) for result, trial in done)
            if not self._open(fixture):
                continue
            if number in saved:
                result = saved[number]
            else:
                ready.append(finished.pop(number))
                result = ready[-1][0]
                if self.sink is None or len(ready) == AT_ONCE:
                    self._write(ready)
            self.results.append(result)
            self._judge(fixture, result)
            self.report(len(self.results), len(self.fixtures))
        for future in waiting:
            future.cancel()
        self._write(ready)

    def _write(self, ready: list[tuple[GameResult, Any]]) -> None:
        """Record games, in the store first: those in the file are never played again."""
        trials = [trial for _, trial in ready if trial is not None]
        if self.sink is not None and trials:
            self.sink.add(trials)
        for result, _ in ready:
            self.file.write(result)
        ready.clear()

    def _fill(self, waiting: set[Future[tuple[GameResult, Any]]], left: Iterator[Fixture]) -> None:
        """Hand out games until all workers have enough to do."""
        while len(waiting) < max(2 * self.place.slots, 1):
            fixture = next((it for it in left if self._open(it)), None)
            if fixture is None:
                return
            seats = [self.entrants[n] for n in fixture.seats]
            game = self.games[fixture.game]
            wanted = self.sink is not None
            waiting.add(self.place.submit(play_fixture, game, seats, fixture, wanted, self.moves))

    def _open(self, fixture: Fixture) -> bool:
        return (fixture.game, fixture.group) not in self.over

    def _judge(self, fixture: Fixture, result: GameResult) -> None:
        if self.stop is None or len(set(fixture.group)) != 2 or len(fixture.group) != 2:
            return
        key = (fixture.game, fixture.group)
        score = self.scores.setdefault(key, [0, 0, 0])
        first = result.rewards[result.seats.index(fixture.group[0])]
        other = result.rewards[result.seats.index(fixture.group[1])]
        score[0 if first > other else 2 if first < other else 1] += 1
        if self.stop.decided(*score):
            self.over.add(key)


def play_fixture(
    game: GameProtocol,
    seats: list[Entrant],
    fixture: Fixture,
    wanted: bool,
    moves: int | None,
) -> tuple[GameResult, Any]:
    """Return the result of a game, and its trial if that is wanted; the task of a worker."""
    done = play_entrants(game, seats, fixture.seed, moves)
    trial = None
    if wanted and isinstance(done.state, GameState):
        trial = done.state.trial(fixture.seed)
    return GameResult.of(fixture, done), trial
