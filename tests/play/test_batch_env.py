"""Many games at once: the playouts of their numbers, and each as a state by itself."""

import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy

import numpy as np
import pytest

from boardless.games import Game, compile, load
from boardless.games.game import default_technique
from boardless.play import BatchEnv, State
from boardless.play.playout_worker import PlayoutWorker
from boardless.topo import InputError
from tests.agents.described import GUESS, RACE, STEPS

TIC_TAC_TOE = load("Tic-Tac-Toe", jit=False)
ANDANTINO = load("Andantino", jit=False)
#: A start by chance.
SHUFFLED = compile(
    """(game "Shuffled" (players 2)
    (equipment { (board (square 3)) (piece "Disc" Each) })
    (rules (start (place Random {"Disc1" "Disc2"})) (play (move Add (to (sites Empty))))
        (end (if (is Line 3) (result Mover Win)))))""",
    jit=False,
)
GAMES = (TIC_TAC_TOE, ANDANTINO, STEPS, RACE, GUESS, SHUFFLED)


def by_name(game: Game) -> str:
    """Return the name of a game."""
    return game.name


def ended(env: BatchEnv, count: int) -> dict[int, int]:
    """Return the winners of the first games of a batch that moves by itself, by their numbers."""
    winners: dict[int, int] = {}
    while len(winners.keys() & set(range(count))) < count:
        numbers = env.numbers_of_games.copy()
        env.step()
        winners |= {int(numbers[g]): int(env.winners[g]) for g in np.flatnonzero(env.ended)}
    return winners


@pytest.mark.parametrize("game", GAMES, ids=by_name)
def test_games_by_chance_are_the_playouts_of_their_numbers(game: Game) -> None:
    winners = ended(BatchEnv(game, 3, seen=(), seed=7), 6)
    worker = PlayoutWorker(game, default_technique(game))
    for number in range(6):
        assert worker.play(7, number, number + 1).wins[winners[number]] == 1


@pytest.mark.parametrize("game", GAMES, ids=by_name)
@pytest.mark.parametrize("twin", [deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_play_on_alike(game: Game, twin: Callable[[BatchEnv], BatchEnv]) -> None:
    env, random = BatchEnv(game, 3, seen=("rows", "numbers"), seed=7), np.random.default_rng(1)
    for ply in range(24):
        if ply in (0, 5, 16):
            other = twin(env)
        choices = (random.random(3) * env.counts).astype(int) if ply % 3 else None
        env.step(choices)
        other.step(choices)
        for name in ("counts", "movers", "rewards", "winners", "over", "numbers", "plies"):
            assert (getattr(env, name) == getattr(other, name)).all()
        for place in range(3):
            assert (env.rows_of(place) == other.rows_of(place)).all()


@pytest.mark.parametrize("game", [TIC_TAC_TOE, ANDANTINO, STEPS], ids=by_name)
def test_every_game_is_a_state_by_itself(game: Game) -> None:
    parts = ("rows", "planes", "graph", "numbers", *(("mask",) if not game.growing else ()))
    env = BatchEnv(game, 3, seen=parts, resets="never")
    states, random = [State(game) for _ in range(3)], np.random.default_rng(1)
    for _ in range(12):
        choices = [int(random.integers(max(int(count), 1))) for count in env.counts]
        for state, choice in zip(states, choices, strict=True):
            if state.legal_count:
                state.push_row(choice)
        env.step(choices)
        for g, state in enumerate(states):
            assert env.counts[g] == state.legal_count
            assert np.array_equal(env.rows_of(g), state.legal_rows)
            assert np.array_equal(env.planes[g], state.planes)
            assert np.array_equal(env.numbers[g], state.seen_numbers)
            (node, nodes), (edge, edges) = env.first_nodes[g], env.first_edges[g]
            graph = state.graph
            assert np.array_equal(env.nodes[node : node + nodes], graph.nodes)
            assert np.array_equal(env.edges[:, edge : edge + edges] - node, graph.edges)
            assert np.array_equal(env.edge_steps[edge : edge + edges], graph.steps)
            if "mask" in parts:
                assert np.array_equal(env.mask[g], state.mask)
            over = state.outcome()
            assert bool(env.over[g]) == (over is not None)


def test_games_that_outgrow_their_arrays_go_on() -> None:
    env = BatchEnv(ANDANTINO, 4, seen=("rows", "planes"), resets="never")
    states, random = [State(ANDANTINO) for _ in range(4)], np.random.default_rng(1)
    for _ in range(36):  # more than there is room for in the beginning
        choices = [int(random.integers(max(int(count), 1))) for count in env.counts]
        for state, choice in zip(states, choices, strict=True):
            if state.legal_count:
                state.push_row(choice)
        env.step(choices)
    assert env.plies.tolist() == [state.ply for state in states]
    assert max(env.plies) == 36
    for g, state in enumerate(states):
        assert np.array_equal(env.rows_of(g), state.legal_rows)
        assert np.array_equal(env.planes[g], state.planes)


def test_rewards_are_those_of_outcomes() -> None:
    env, rewards = BatchEnv(TIC_TAC_TOE, 4, seed=3), set()
    for _ in range(30):
        env.step()
        for g in np.flatnonzero(env.ended):
            winner, found = int(env.winners[g]), env.rewards[g].tolist()
            assert found == {0: [0, 0], 1: [1, -1], 2: [-1, 1]}[winner]
            rewards.add(winner)
        assert not env.rewards[~env.ended].any()
    assert rewards == {0, 1, 2}


@pytest.mark.parametrize("parts", [("rows",), ("rows", "planes", "graph")])
def test_threads_change_nothing(parts: tuple[str, ...]) -> None:
    one, several = (BatchEnv(ANDANTINO, 7, seen=parts, seed=1, threads=n) for n in (1, 3))
    for _ in range(40):
        one.step()
        several.step()
        for g in range(7):
            assert np.array_equal(one.rows_of(g), several.rows_of(g))
        assert np.array_equal(one.numbers_of_games, several.numbers_of_games)
    several.close()


@pytest.mark.parametrize("seen", [(), ("rows",)])
def test_skipped_moves_are_made(seen: tuple[str, ...]) -> None:
    stepped, skipped = (BatchEnv(STEPS, 3, seen=seen, seed=2) for _ in range(2))
    for _ in range(30):
        stepped.step()
    skipped.skip(30)
    assert stepped.plies.tolist() == skipped.plies.tolist()
    assert stepped.numbers_of_games.tolist() == skipped.numbers_of_games.tolist()
    assert stepped.counts.tolist() == skipped.counts.tolist()


def test_nothing_new_is_made_by_a_step() -> None:
    env = BatchEnv(TIC_TAC_TOE, 4, seen=("rows", "planes"), seed=2)
    env.skip(50)
    before = [env.rewards, env.rows, env.planes, env.counts]
    env.step()
    after = [env.rewards, env.rows, env.planes, env.counts]
    assert all(np.shares_memory(a, b) for a, b in zip(before, after, strict=True))
    assert np.from_dlpack(env.planes).shape == env.planes.shape


@pytest.mark.parametrize(("resets", "over"), [("at once", 0), ("next", 1), ("never", 1)])
def test_games_begin_anew(resets: str, over: int) -> None:
    env = BatchEnv(TIC_TAC_TOE, 1, resets=resets)
    for row in (0, 3, 0, 2, 0):
        env.step([row])
    env = BatchEnv(TIC_TAC_TOE, 1, resets=resets, limit=2)
    env.step([0])
    env.step([0])
    assert (bool(env.cut[0]), bool(env.ended[0]), int(env.over[0])) == (True, False, over)
    assert int(env.counts[0]) == (0 if over else 9)
    env.step([0])
    assert int(env.plies[0]) == {"at once": 1, "next": 0, "never": 2}[resets]


def test_illegal_choices_change_nothing() -> None:
    env = BatchEnv(TIC_TAC_TOE, 2, seen=("rows", "mask"))
    with pytest.raises(InputError, match="game 1: choice 9 is not legal, it has 9 legal rows"):
        env.step([0, 9])
    with pytest.raises(InputError, match="game 0: choice 0 is not legal"):
        env.step([0, 1], by_action=True)
    with pytest.raises(InputError, match="game 0: choice 9 is not legal"):
        env.step(9)
    assert env.plies.tolist() == [0, 0]
    env.step([1, 9], by_action=True)
    assert env.plies.tolist() == [1, 1]
    assert (env.mask[0, 1], env.mask[1, 9], int(env.mask.sum())) == (0, 0, 16)
    for seen in ((), ("planes",)):
        blind = BatchEnv(TIC_TAC_TOE, 1, seen=seen)
        assert blind.counts.tolist() == [0]
        with pytest.raises(InputError, match="choices need legal moves"):
            blind.step([0])
    counting = BatchEnv(TIC_TAC_TOE, 1, seen=("counts",))
    counting.step([8])
    assert counting.counts.tolist() == [8]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"seen": "rows"}, "seen 'rows': give some of"),
        ({"seen": ("stars",)}, "give some of counts, rows"),
        ({"resets": "soon"}, "resets 'soon': choose one of never, at once, next"),
        ({"threads": 0}, "threads"),
        ({"seed": -1}, "seed"),
    ],
)
def test_settings_are_checked(settings: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        BatchEnv(TIC_TAC_TOE, 2, **settings)  # type: ignore[arg-type]


def test_a_mask_needs_fixed_actions() -> None:
    with pytest.raises(InputError, match="Andantino: it has no fixed actions"):
        BatchEnv(ANDANTINO, 1, seen=("mask",))


def test_batches_in_threads_of_their_own() -> None:
    """Machine code runs without Python's lock; batches share nothing."""
    game = load("Tic-Tac-Toe")
    alone = ended(BatchEnv(game, 5, seen=(), seed=1), 10)
    with ThreadPoolExecutor(3) as pool:
        found = list(pool.map(lambda _: ended(BatchEnv(game, 5, seen=(), seed=1), 10), range(3)))
    assert all(
        {n: each[n] for n in range(10)} == {n: alone[n] for n in range(10)} for each in found
    )
