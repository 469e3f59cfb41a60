"""Tournaments: their schedule, games on one core or many, and the file of results."""

import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, field
from itertools import combinations, combinations_with_replacement, permutations, product
from pathlib import Path
from random import Random
from typing import Any

from boardless.agents.playing import MAX_PLIES, play_entrants, playable, prepare
from boardless.agents.protocol import Budget, GameProtocol
from boardless.agents.ratings import SPRT
from boardless.agents.specs import Entrant, entrant
from boardless.agents.standings import GameResult, Standings
from boardless.jit.game_runtime import mix
from boardless.play.executors import ExecutorChoice, Workplace, working
from boardless.play.playout_worker import MAX_SEED
from boardless.play.playouts import TrialSink, opened
from boardless.play.state import State as GameState
from boardless.topo import InputError, Interrupted, integer_between
from boardless.util.inputs import check_choice, items_of, path_of, refuse, replacing_file, reporter

#: Pairings of entrants.
MODES = ("round-robin", "against-one", "random", "exhaustive", "self-play")


@dataclass(frozen=True)
class Fixture:
    """A game of the schedule."""

    number: int  #: its number in the tournament
    game: int  #: index into the games
    group: tuple[int, ...]  #: the entrants who play each other, ascending
    seats: tuple[int, ...]  #: the entrant of each seat
    seed: int  #: the game's own, whatever order games are played in


def fixtures(
    players: Sequence[int], entrants: int, count: int, seed: int, mode: str = "round-robin"
) -> list[Fixture]:
    """Return all games of a tournament; each group plays `count` games of each game.

    Modes: round-robin, every group of different entrants, seats taken in turn; against-one, every
    group with the first; random, groups and seats at random, in the number of a round robin;
    exhaustive, every group `count` times in every order of seats; self-play, like exhaustive, and
    an entrant may sit on several seats.
    """
    check_choice(mode, "unknown mode", MODES)
    schedule: list[Fixture] = []
    for game, seats in enumerate(players):
        chance = Random(mix(seed, game))
        for group, order in _orders(seats, entrants, count, mode, chance):
            number = len(schedule)
            schedule.append(Fixture(number, game, group, order, mix(mix(seed, 0), number) >> 2))
    return schedule


def _orders(
    seats: int, entrants: int, count: int, mode: str, chance: Random
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Yield groups, each with the entrant of every seat."""
    alone = mode == "self-play" or seats == 1
    if entrants < 1 or (entrants < 2 and not alone):
        raise InputError(f"{entrants} agents: give two at least")
    # With fewer entrants than seats, some entrants sit on several seats.
    choose = combinations_with_replacement if alone or entrants < seats else combinations
    groups = [g for g in choose(range(entrants), seats) if alone or len(set(g)) > 1]
    if mode == "against-one":
        groups = [group for group in groups if 0 in group]
    if mode == "random":
        for _ in range(count * len(groups)):
            order = list(chance.choice(groups))
            chance.shuffle(order)
            yield tuple(sorted(order)), tuple(order)
        return
    for group in groups:
        if mode in ("exhaustive", "self-play"):
            orders = sorted(set(permutations(group)))
            yield from ((group, order) for order, _ in product(orders, range(count)))
        else:
            for k in range(count):
                turn = k % seats
                yield group, group[turn:] + group[:turn]


@contextmanager
def result_file(
    path: str | Path | None, header: dict[str, Any]
) -> Iterator[tuple[list[GameResult], Callable[[GameResult], object]]]:
    """Open a file of results; provide its results so far and a function that adds one at once.

    Without a path there is no file. The file has a line for the tournament, and one for each game.
    InputError if another tournament wrote it.
    """
    if path is None:
        yield [], lambda _: None
        return
    path = path_of(path, "file of results")
    first_line = json.dumps(header)
    lines: list[str] = []
    try:
        if path.exists():
            # A last line without an end was cut short: that game is played again.
            lines = path.read_text(encoding="utf-8").split("\n")[:-1]
        if lines and lines[0] != first_line:
            raise InputError(f"{path}: has the games of another tournament, give another file")
        results = [GameResult.read(line) for line in lines[1:]]
        with replacing_file(path) as part:
            part.write_text("".join(f"{line}\n" for line in lines or [first_line]), "utf-8")
        # A line is written at once.
        with path.open("a", encoding="utf-8", buffering=1) as file:
            yield results, lambda result: file.write(json.dumps(asdict(result)) + "\n")
    except (OSError, UnicodeError) as error:
        raise InputError(f"{path}: {error}") from None
    except (json.JSONDecodeError, TypeError, AttributeError):
        raise InputError(f"{path}: not the file of a tournament, give another file") from None


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
        The pairing; see `agents.tournament.fixtures`.
    seed : int, default 0
        The seed of all random numbers, 0 to 2**62.
    budget : Budget, optional
        The budget of everyone for a move, in place of the specs' budgets.
    moves : int, optional
        The limit of moves. A cut game counts as drawn: each player gets 0.5, a single player 0.
        `Standings.cut` counts cut games.
    stop : SPRT, optional
        Two opponents stop playing once the test is decided.
    workers, executor, progress
        See `play.run_playouts`; `progress` is called with the number of games done and of all.
    keep : path, optional
        A file of results, a line for each game. A tournament resumes at the end of its file.
    store : Store, str or Path, optional
        The store for games in L-GDL as trials, with the seeds of the results.

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
    played = [playable(game) for game in (games if isinstance(games, list | tuple) else [games])]
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
            [game.name, game.players, getattr(game, "text", ""), list(getattr(game, "options", ()))]
            for game in played
        ],
        "agents": [[each.name, repr(each.agent), str(each.budget)] for each in who],
        "games_each": count, "mode": mode, "seed": seed, "stop": repr(stop),
    }  # fmt: skip
    if moves is not None:
        header["moves"] = moves
    with ExitStack() as stack:
        place = stack.enter_context(working(executor, workers))
        saved, write = stack.enter_context(result_file(keep, header))
        sink = None if store is None else stack.enter_context(opened(store))
        running = _Running(place, played, who, all_, stop, saved, write, sink, report, moves)
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
    """A running tournament: results arrive in any order and count in the order of numbers."""

    place: Workplace
    games: list[GameProtocol]
    entrants: list[Entrant]
    fixtures: list[Fixture]
    stop: SPRT | None
    saved: list[GameResult]
    write: Callable[[GameResult], object]
    sink: Any
    report: Callable[..., object]
    moves: int | None
    over: set[tuple[int, tuple[int, ...]]] = field(default_factory=set)
    scores: dict[tuple[int, tuple[int, ...]], list[int]] = field(default_factory=dict)
    results: list[GameResult] = field(default_factory=list)

    def run(self) -> None:
        saved = {result.number: result for result in self.saved}
        finished: dict[int, tuple[GameResult, Any]] = {}
        ready: list[tuple[GameResult, Any]] = []
        waiting: set[Future[tuple[GameResult, Any]]] = set()
        to_play = [fixture for fixture in self.fixtures if fixture.number not in saved]
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
        """Record games, first in the store, because games in the file are never played again."""
        trials = [trial for _, trial in ready if trial is not None]
        if self.sink is not None and trials:
            self.sink.add(trials)
        for result, _ in ready:
            self.write(result)
        ready.clear()

    def _fill(self, waiting: set[Future[tuple[GameResult, Any]]], left: Iterator[Fixture]) -> None:
        """Hand out games until all workers have enough to do."""
        while len(waiting) < max(2 * self.place.slots, 1):
            fixture = next((each for each in left if self._open(each)), None)
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
    spent = done.spent
    result = GameResult(
        fixture.number, fixture.game, fixture.seed, fixture.seats, done.rewards, len(done.moves),
        done.decided, tuple(each.iterations for each in spent),
        tuple(each.calls for each in spent), tuple(each.seconds for each in spent),
        cut=done.cut, scores=done.scores,
    )  # fmt: skip
    return result, trial
