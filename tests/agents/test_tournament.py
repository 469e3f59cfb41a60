"""Tournaments: the same table wherever they run, and games that do not lean on each other."""

import json
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from math import exp, inf, log
from pathlib import Path
from random import Random as Stream
from typing import Any

import numpy as np
import pytest

from boardless.agents import (
    MCTS,
    SPRT,
    Budget,
    Decision,
    Entrant,
    Random,
    alpha_rank,
    entrant,
    play_entrants,
    run_tournament,
    wilson,
)
from boardless.agents.playing import playable
from boardless.agents.ratings import Ratings
from boardless.agents.tournament import MODES, Fixture, fixtures
from boardless.analysis.pages import draw_scores
from boardless.games import load
from boardless.store import Store
from boardless.topo import InputError
from tests.agents.games import Alone, Cards, Dice

GAME = load("Tic-Tac-Toe", jit=False)
AGENTS = ("mcts:20", "greedy", "random")


def table(**settings: Any) -> Any:
    return run_tournament(GAME, AGENTS, **({"count": 4, "seed": 3} | settings)).results


def test_the_same_seed_is_the_same_tournament_wherever_it_runs(another_process: Executor) -> None:
    one = table()
    assert len(one) == 12
    assert table() == one
    with ThreadPoolExecutor(3) as pool:
        assert table(executor=pool) == one
    assert table(executor=another_process, count=1) == table(count=1)
    with pytest.raises(InputError, match="workers 2: an executor has its own"):
        table(executor=another_process, workers=2)
    assert table(seed=4) != one


@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::UserWarning:distributed")
def test_a_cluster_plays_the_same_tournament() -> None:
    distributed = pytest.importorskip("distributed", reason="boardless[cluster] is not installed")
    settings = {"processes": False, "dashboard_address": None, "silence_logs": 50}
    with distributed.LocalCluster(protocol="tcp", n_workers=1, **settings) as cluster:
        assert table(executor=cluster.scheduler_address) == table()


def test_every_game_has_its_own_seed() -> None:
    results = table(count=10)
    assert len({result.seed for result in results}) == len(results) == 30
    assert {result.seed for result in table(mode="random")} < {result.seed for result in results}
    random = run_tournament(GAME, ("random", "first"), count=20, seed=1).results
    assert len({(result.plies, result.rewards) for result in random}) > 3


class _Killed(BaseException):
    pass


def test_killed_and_gone_on_with_it_is_the_same_table(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"

    def kill(done: int, all_: int) -> None:
        if done == 5:
            raise _Killed

    with pytest.raises(_Killed):
        table(keep=path, progress=kill)
    # The last line was being written.
    path.write_text(path.read_text()[:-7])
    seen: list[int] = []
    assert table(keep=path, progress=lambda done, all_: seen.append(done)) == table()
    assert seen == list(range(1, 13))
    assert len(path.read_text().splitlines()) == 13
    again = path.read_text()
    assert table(keep=path) == table()
    assert path.read_text() == again
    with pytest.raises(InputError, match="has the games of another tournament"):
        table(keep=path, seed=4)
    (tmp_path / "other").write_text("nothing\n")
    with pytest.raises(InputError, match="another tournament"):
        table(keep=tmp_path / "other")


class _Backwards(Executor):
    """Does what it is given when it has two, the last first."""

    _max_workers = 3

    def __init__(self) -> None:
        self.waiting: list[tuple[Future[Any], Callable[..., Any], Any]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if not isinstance(args[2], Fixture):  # workers are made ready
            future.set_result(fn(*args))
            return future
        self.waiting.append((future, fn, args))
        if len(self.waiting) == 6 or args[2].number == 11:
            for future_, function, arguments in reversed(self.waiting):
                future_.set_result(function(*arguments))
            self.waiting.clear()
        return future


def test_results_count_in_the_order_of_their_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    # Of its three workers only one is ever seen, and no more are to be waited for.
    monkeypatch.setattr("boardless.play.executors.PATIENCE_SECONDS", 0)
    assert table(executor=_Backwards()) == table()


def test_a_decided_comparison_stops_at_the_same_game_everywhere() -> None:
    settings = {"count": 200, "seed": 1, "stop": SPRT(high=0.7)}
    pair = ("mcts:50", "first")
    one = run_tournament(GAME, pair, **settings).results
    assert 3 < len(one) < 100
    with ThreadPoolExecutor(3) as pool:
        assert run_tournament(GAME, pair, executor=pool, **settings).results == one


def test_games_are_kept_as_trials_and_asked_in_cypher(tmp_path: Path) -> None:
    path = tmp_path / "games.lbug"
    standings = run_tournament(GAME, AGENTS, count=4, seed=3, store=path)
    games = standings.table
    lost = games[(games["agent"] == "random") & (games["seat"] == 1) & (games["ended"] == "loss")]
    with Store.open(path, read_only=True) as store:
        found = store.query(
            "MATCH (t:Trial)-[:OF]->(r:Run) WHERE r.seed IN $seeds AND t.winner = 2 "
            "AND t.plies <= 20 RETURN count(*) AS games",
            seeds=lost["seed"].tolist(),
        )
        everything = store.query("MATCH (t:Trial) RETURN count(*) AS games")
    assert int(found["games"][0]) == len(lost) > 0
    assert int(everything["games"][0]) == 12


@dataclass(frozen=True)
class Greedy4Luck:
    """Draws very many random numbers, and then moves by the first of them."""

    draws: int

    def __call__(self, state: Any, budget: Budget, random: Stream, memory: Any = None) -> Decision:
        legal = list(state.legal_moves)
        move = legal[0] if state.seat == 2 else "throw"
        for _ in range(self.draws):
            random.random()
        return Decision(move if move in legal else legal[-1])


def test_thinking_does_not_change_the_luck_of_the_game() -> None:
    games = [
        play_entrants(Dice(), [Entrant("a", Greedy4Luck(draws)), Entrant("b", Random())], seed)
        for draws in (0, 100)
        for seed in range(5)
    ]
    for one, other in zip(games[:5], games[5:], strict=True):
        thrown = [
            [m for m, seat in zip(game.moves, game.seats, strict=True) if seat == 0]
            for game in (one, other)
        ]
        assert thrown[0][:2] == thrown[1][:2]


def test_an_agent_may_sit_on_every_seat() -> None:
    who = entrant("mcts:30")
    one = play_entrants(playable(GAME), [who, who], 5)
    twin = entrant("mcts:30")
    assert one.moves == play_entrants(playable(GAME), [who, twin], 5).moves
    assert len(one.moves) >= 5


def test_an_agent_sees_no_more_than_its_player() -> None:
    seen = []

    @dataclass(frozen=True)
    class Looking:
        def __call__(self, state: Any, budget: Budget, random: Stream, memory: Any = None) -> Any:
            seen.append((state.seat, state.cards))
            return Decision("bet")

    dealt = []
    for seed in range(40):
        game = play_entrants(Cards(), [Entrant("looks", Looking())] * 2, seed)
        dealt += [(seat, game.state.cards) for seat in (1, 2)]
    same = [0, 0]
    for (seat, cards), (_, real) in zip(seen, dealt, strict=True):
        assert cards[seat - 1] == real[seat - 1]
        same[cards[2 - seat] == real[2 - seat]] += 1
    assert min(same) > 10


def test_what_an_agent_is_given_is_a_copy() -> None:
    @dataclass(frozen=True)
    class Careless:
        def __call__(self, state: Any, budget: Budget, random: Stream, memory: Any = None) -> Any:
            move = next(iter(state.legal_moves))
            while state.outcome() is None:
                state.push(next(iter(state.legal_moves)))
            return Decision(move)

    who = Entrant("careless", Careless())
    first = entrant("first")
    game = playable(GAME)
    assert play_entrants(game, [who, who], 1).moves == play_entrants(game, [first, first], 1).moves


@pytest.mark.parametrize("mode", MODES)
def test_seats_are_shared_fairly(mode: str) -> None:
    games = fixtures([2, 3], 3, 6, 1, mode)
    assert [game.number for game in games] == list(range(len(games)))
    for game in games:
        assert len(game.seats) == (2, 3)[game.game]
        assert tuple(sorted(game.seats)) == game.group
    if mode == "against-one":
        assert all(0 in game.group for game in games)
    if mode != "random":
        for place, size in ((0, 2), (1, 3)):
            seats = [game.seats for game in games if game.game == place]
            for who in range(3):
                counts = [sum(each[seat] == who for each in seats) for seat in range(size)]
                assert len(set(counts)) == 1
    assert any(len(set(game.seats)) == 1 for game in games) == (mode == "self-play")


def test_one_who_plays_alone_is_measured() -> None:
    standings = run_tournament(Alone(), ("mcts:60", "random"), count=6, seed=2)
    scores = dict(zip(standings.agents["agent"], standings.agents["score"], strict=True))
    assert scores["mcts:60"] == 1.0 > scores["random"]
    assert len(standings.pairs) == 0
    assert standings.record()["agents"][0]["won"] == 6


def test_tables_agree_with_each_other() -> None:
    standings = run_tournament([GAME, Dice()], AGENTS, count=4, seed=3)
    agents, pairs = standings.agents, standings.pairs
    assert (agents["wins"] + agents["draws"] + agents["losses"] == agents["games"]).all()
    assert pairs["games"].sum() * 2 == agents["games"].sum() == 48
    cross = standings.cross(GAME.name)
    assert cross.loc["mcts:20", "random"] == 1 - cross.loc["random", "mcts:20"]
    assert standings.seats["games"].tolist() == [12] * 4
    assert ((agents["rating"] >= agents["rating_low"]) | agents["rating"].isna()).all()
    assert agents.groupby("game")["rating"].sum().abs().max() < 1e-6
    rates = standings.rates.set_index(["game", "agent", "what"])
    row = rates.loc[(GAME.name, "greedy", "win")]
    mine = agents[(agents["game"] == GAME.name) & (agents["agent"] == "greedy")].iloc[0]
    assert (row["count"], row["rate"]) == (mine["wins"], mine["wins"] / 8)
    assert (row["low"], row["high"]) == wilson(mine["wins"] / 8, 8)
    assert rates["count"].groupby(["game", "agent"]).sum().tolist() == [16] * 6
    ranks = standings.ranks
    assert ranks.drop(columns=["game", "agent"]).to_numpy().sum() == 48
    said = standings.record()
    assert json.loads(json.dumps(said)) == said
    assert list(said)[:3] == ["game", "seed", "agents"]
    assert said["pairs"][0]["interval"] == list(wilson(said["pairs"][0]["score"], 4))


def test_wilson_is_the_published_formula() -> None:
    # Newcombe 1998, table I: 81 of 263 and 1 of 29, at 95 %.
    assert wilson(81 / 263, 263, 0.95) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert wilson(1 / 29, 29, 0.95) == pytest.approx((0.0061, 0.1718), abs=5e-5)
    assert (wilson(0, 10)[0], wilson(1, 10)[1], wilson(0.5, 0)) == (0.0, 1.0, (0.0, 1.0))


def test_sprt_decides_for_either_or_for_neither() -> None:
    test = SPRT()
    assert test.decided(70, 0, 10)
    assert test.decided(10, 0, 70)
    assert test.decided(5000, 0, 5000)
    assert not test.decided(5, 0, 5)
    assert not test.decided(0, 0, 0)


def test_alpha_rank_prefers_who_wins() -> None:
    pytest.importorskip("open_spiel", reason="boardless[openspiel] is not installed")
    standings = run_tournament(GAME, AGENTS, count=6, seed=3)
    ranks = alpha_rank(standings.cross())
    assert standings.alpha_ranks() == ranks
    assert min(ranks.values()) >= 0
    assert max(ranks, key=lambda name: ranks[name]) == "mcts:20"
    assert sum(ranks.values()) == pytest.approx(1)


@pytest.mark.parametrize(
    ("agents", "settings", "message"),
    [
        (("random", "random"), {}, "give each of them once"),
        (("random",), {}, "1 agents: give two at least"),
        (("random", "nobody"), {}, "unknown agent 'nobody'"),
        (("random", "mcts:0"), {}, "iterations 0"),
        (("random", "mcts,colour=3"), {}, "unknown parameter 'colour', choose from"),
        (("random", "mcts,policy"), {}, "expected parameter=value once, not 'policy'$"),
        (("mcts:9,flat:9",), {}, "value once, not 'flat:9'; give each agent by itself"),
        (("random", "mcts,policy=none"), {}, "unknown policy 'none'"),
        (("random", "no.module:Name"), {}, "cannot be imported"),
        (("random", "first"), {"count": 0}, "games 0"),
        (("random", "first"), {"mode": "knockout"}, "unknown mode 'knockout'"),
        (("random", "first"), {"seed": -1}, "seed -1"),
        (("random", "first"), {"keep": "/no/such/folder/file"}, "No such file"),
    ],
)
def test_what_is_not_allowed_is_refused(agents: Any, settings: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        run_tournament(GAME, agents, **settings)


def test_an_illegal_move_is_refused_with_its_agent() -> None:
    @dataclass(frozen=True)
    class Cheat:
        def __call__(self, state: Any, budget: Budget, random: Stream, memory: Any = None) -> Any:
            return Decision("anything")

    who = Entrant("cheat", Cheat())
    with pytest.raises(InputError, match="cheat: its move anything is not legal"):
        play_entrants(playable(GAME), [who, who], 1)


def test_specs_say_what_agents_are() -> None:
    assert entrant("mcts:500,policy=grave,exploration=0").agent == MCTS(
        policy="grave", exploration=0
    )
    assert entrant("mcts:500").budget == Budget(iterations=500)
    assert entrant("mcts,calls=4000,cut=0").budget == Budget(calls=4000)
    assert entrant("tests.agents.test_tournament:Greedy4Luck:7,draws=3").agent == Greedy4Luck(3)
    same = entrant("mcts:5", Budget(calls=9))
    assert replace(same, name="x") == Entrant("x", MCTS(), Budget(calls=9))


def test_who_won_all_games_has_a_rating_that_nothing_bounds_from_above() -> None:
    swept = Ratings(("a", "b"), (("a", "b", 1.0),) * 20)
    value, low, high = swept.of("a")
    # The likelihood of twenty wins is p**20, and chi-squared allows exp(-6.635 / 2) of it.
    least = exp(-6.6349 / 2) ** (1 / 20)
    assert low == pytest.approx(log(least / (1 - least)) / 2, abs=1e-3)
    assert low < value < high == inf
    assert swept.of("b")[1:] == pytest.approx((-inf, -low))
    more = Ratings(("a", "b"), (("a", "b", 1.0),) * 100)
    assert more.of("a")[1] > low
    # All that is known of c is that it lost once to a.
    three = Ratings(("a", "b", "c"), (("a", "b", 1.0), ("b", "a", 1.0)) * 9 + (("a", "c", 1.0),))
    assert three.of("c")[1] == -inf
    assert three.of("c")[2] < inf
    # Of two groups that never met nothing is known from one to the other.
    parted = Ratings(tuple("abcd"), (("a", "b", 1.0), ("b", "a", 1.0), ("c", "d", 0.5)) * 5)
    assert all(parted.of(name)[1:] == (-inf, inf) for name in "abcd")


def test_intervals_of_ratings_have_the_truth_as_often_as_they_say() -> None:
    random, inside = Stream(1), 0
    for _ in range(200):
        meetings = [("a", "b", float(random.random() < 0.7)) for _ in range(30)]
        _, low, high = Ratings(("a", "b"), tuple(meetings)).of("a")
        inside += low <= log(0.7 / 0.3) / 2 <= high
    assert 195 <= inside <= 200


def test_a_clean_sweep_is_told_in_json_and_drawn() -> None:
    played = run_tournament(GAME, ("greedy", "random"), count=10, seed=1)
    # Whoever sat there, the first agent takes the game.
    swept = replace(
        played,
        results=tuple(
            replace(game, rewards=tuple(1.0 - seat for seat in game.seats))
            for game in played.results
        ),
    )
    assert swept.agents["wins"].tolist() == [10, 0]
    told = json.loads(json.dumps(swept.record(), allow_nan=False))["agents"][0]
    assert told["rating_high"] is None
    assert 0 < told["rating_low"] < told["rating"]
    ratings = draw_scores(swept, "Tic-Tac-Toe").axes[1]
    assert np.isfinite(ratings.get_xlim()).all()
    assert {line.get_marker() for line in ratings.lines} >= {"<", ">"}
