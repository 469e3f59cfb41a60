"""Tournaments: games between agents, on one core or many, kept as they are played."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from boardless.agents.decision import Budget
from boardless.agents.playing import MAX_PLIES, play_entrants, playable, prepare
from boardless.agents.protocol import GameProtocol
from boardless.agents.ratings import SPRT
from boardless.agents.schedule import Fixture, GameResult, Kept, fixtures
from boardless.agents.specs import Entrant, entrant
from boardless.agents.standings import Standings
from boardless.play.executors import Workplace, working
from boardless.play.playout_worker import MAX_SEED
from boardless.play.playouts import TrialSink
from boardless.play.state import State as GameState
from boardless.topo import InputError, Interrupted, integer_between

MAX_GAMES = 10**7
#: So many games go to a store at once.
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
    executor: Executor | str | None = None,
    progress: Callable[[int, int], object] | None = None,
    keep: str | Path | None = None,
    store: TrialSink | str | Path | None = None,
) -> Standings:
    """Let agents play each other, and return what came out.

    Parameters
    ----------
    games : Game, str, or a sequence of them
        What is played: games in L-GDL, their names, or games written in Python.
    agents : sequence of str or Entrant
        Who takes part, as specs (`agents.entrant`) or made; different ones have different names.
    count : int, default 100
        How many games each group plays of each game.
    mode : str
        Who plays whom; see `agents.schedule.fixtures`.
    seed : int, default 0
        Where all random numbers come from, 0 to 2**62.
    budget : Budget, optional
        What everyone may spend on a move, whatever the specs say.
    moves : int, optional
        After how many moves a game that is not over is cut. It counts as drawn: everybody gets 0.5,
        and who plays alone 0; `Standings.cut` says how many were.
    stop : SPRT, optional
        A group of two plays no further once it is decided.
    workers, executor
        Where to work; see `play.run_playouts`.
    progress : callable, optional
        Called with the number of games done and of all.
    keep : path, optional
        A file of results, a line for each game, which is gone on with where it ends.
    store : Store, str or Path, optional
        Where games in L-GDL are kept as trials, whose seeds are those of the results.

    Raises
    ------
    InputError
        If something asked for is not allowed, or the file is of another tournament.
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
    who = [entrant(spec, budget) for spec in agents]
    names = [each.name for each in who]
    if len(set(names)) < len(names):
        raise InputError(f"agents {', '.join(names)}: give each of them once")
    if not played:
        raise InputError("games: give one at least")
    integer_between(count, "games", 1, MAX_GAMES)
    seed = integer_between(seed, "seed", 0, MAX_SEED)
    if moves is not None:
        moves = integer_between(moves, "moves", 1, MAX_PLIES)
    all_ = fixtures([game.players for game in played], len(who), count, seed, mode)
    said = {
        "games": [_told(game) for game in played],
        "agents": [[each.name, repr(each.agent), str(each.budget)] for each in who],
        "games_each": count, "mode": mode, "seed": seed, "stop": repr(stop),
    }  # fmt: skip
    if moves is not None:
        said["moves"] = moves
    with ExitStack() as stack:
        place = stack.enter_context(working(executor, workers))
        kept = stack.enter_context(Kept.opened(keep, said))
        sink = None if store is None else stack.enter_context(_opened(store))
        running = _Running(place, played, who, all_, stop, kept, sink, progress, moves)
        about = (tuple(game.name for game in played), tuple(names), seed)
        try:
            running.run()
        except KeyboardInterrupt:
            if not running.results:
                raise
            raise Interrupted(Standings(*about, tuple(running.results))) from None
    return Standings(*about, tuple(running.results))


def _told(game: GameProtocol) -> list[Any]:
    """Return what tells a game from others."""
    return [game.name, game.players, getattr(game, "text", ""), list(getattr(game, "options", ()))]


def _opened(store: TrialSink | str | Path) -> Any:
    """Provide a store; one that is given by its path is opened."""
    from contextlib import nullcontext

    if not isinstance(store, str | Path):
        return nullcontext(store)
    from boardless.store.merging import keeping

    return keeping(store)


@dataclass
class _Running:
    """A tournament under way: results come back in any order, and count in that of numbers."""

    place: Workplace
    games: list[GameProtocol]
    entrants: list[Entrant]
    fixtures: list[Fixture]
    stop: SPRT | None
    kept: Kept
    sink: Any
    progress: Callable[[int, int], object] | None
    moves: int | None
    over: set[tuple[int, tuple[int, ...]]] = field(default_factory=set)
    scores: dict[tuple[int, tuple[int, ...]], list[int]] = field(default_factory=dict)
    results: list[GameResult] = field(default_factory=list)

    def run(self) -> None:
        """Gather the results of all games that count."""
        known = {result.number: result for result in self.kept.results}
        held: dict[int, tuple[GameResult, Any]] = {}
        ready: list[tuple[GameResult, Any]] = []
        waiting: set[Future[tuple[GameResult, Any]]] = set()
        to_play = [it for it in self.fixtures if it.number not in known]
        for number in sorted({fixture.game for fixture in to_play}):
            self.place.warm_up(prepare, self.games[number], self.entrants)
        left = iter(to_play)
        for fixture in self.fixtures:
            while (
                fixture.number not in held and fixture.number not in known and self._open(fixture)
            ):
                self._fill(waiting, left)
                done, waiting = self.place.completed(waiting)
                held.update((result.number, (result, trial)) for result, trial in done)
            if not self._open(fixture):
                continue
            if fixture.number in known:
                result = known[fixture.number]
            else:
                ready.append(held.pop(fixture.number))
                result = ready[-1][0]
                if self.sink is None or len(ready) == AT_ONCE:
                    self._write(ready)
            self.results.append(result)
            self._judge(fixture, result)
            if self.progress is not None:
                self.progress(len(self.results), len(self.fixtures))
        for future in waiting:
            future.cancel()
        self._write(ready)

    def _write(self, ready: list[tuple[GameResult, Any]]) -> None:
        """Keep games, in the store first: what is in the file is never played again."""
        trials = [trial for _, trial in ready if trial is not None]
        if self.sink is not None and trials:
            self.sink.add(trials)
        for result, _ in ready:
            self.kept.write(result)
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
            waiting.add(self.place.submit(played, game, seats, fixture, wanted, self.moves))

    def _open(self, fixture: Fixture) -> bool:
        return (fixture.game, fixture.group) not in self.over

    def _judge(self, fixture: Fixture, result: GameResult) -> None:
        """Look whether a group need not go on."""
        if self.stop is None or len(set(fixture.group)) != 2 or len(fixture.group) != 2:
            return
        key = (fixture.game, fixture.group)
        score = self.scores.setdefault(key, [0, 0, 0])
        first = result.rewards[result.seats.index(fixture.group[0])]
        other = result.rewards[result.seats.index(fixture.group[1])]
        score[0 if first > other else 2 if first < other else 1] += 1
        if self.stop.decided(*score):
            self.over.add(key)


def played(
    game: GameProtocol,
    seats: list[Entrant],
    fixture: Fixture,
    wanted: bool,
    moves: int | None = None,
) -> tuple[GameResult, Any]:
    """Return the result of a game, and its trial if that is wanted; what a worker does."""
    done = play_entrants(game, seats, fixture.seed, moves)
    trial = None
    if wanted and isinstance(done.state, GameState):
        trial = done.state.trial(fixture.seed)
    return GameResult.of(fixture, done), trial
