"""Games of networks that are played together, the arena, and the replay buffer."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from boardless.games import Game, load
from boardless.learn.positions import Observer
from boardless.learn.self_play import (
    NetworkGame,
    Playing,
    ReplayBuffer,
    arena_score,
    lesson,
    opened,
    played,
    together,
)
from boardless.learn.settings import Settings
from boardless.state.engine.arrays import OPEN
from boardless.topo import InputError
from tests.agents.described import GUESS, RACE, TOGETHER
from tests.learn.playing import TIC_TAC_TOE, even, odd

SETTINGS = Settings(simulations=8, considered=4, ahead=0)


def whole(playing: Playing) -> NetworkGame:
    return dict(together([playing], [odd], 1))[0]


def taught(
    observer: Observer, playouts: int, seed: int, limit: int, **others: float
) -> NetworkGame:
    return whole(lesson(observer, Settings(lesson=playouts, limit=limit, **others), seed))


def games(game: Game, count: int, most: int, limit: int = 100) -> list[NetworkGame]:
    """Return games of a network against itself, `most` at a time."""
    observer = Observer.of(game)
    playing = (
        played(observer, [0] * game.players, replace(SETTINGS, limit=limit), seed, limit)
        for seed in range(count)
    )
    done = dict(together(playing, [odd], most))
    return [done[number] for number in range(count)]


@pytest.mark.parametrize("game", [TIC_TAC_TOE, RACE], ids=lambda game: game.name)
def test_games_are_the_same_one_by_one_and_together(game: Game) -> None:
    one, other = games(game, 5, 1), games(game, 5, 3)
    assert len({game.plies for game in one}) > 1
    for first, second in zip(one, other, strict=True):
        assert first.rewards == second.rewards
        for here, there in zip(first.examples, second.examples, strict=True):
            assert np.array_equal(here.position.nodes, there.position.nodes)
            assert np.array_equal(here.policy, there.policy)


def test_examples_have_the_rewards_of_their_movers() -> None:
    (game,) = [it for it in games(TIC_TAC_TOE, 8, 8) if sorted(it.rewards) == [-1, 1]][:1]
    assert len(game.examples) == game.plies
    for ply, example in enumerate(game.examples):
        assert example.rewards[0] == game.rewards[ply % 2]
        assert len(example.policy) == len(example.position.rows)
        assert np.isclose(example.policy.sum(), 1, atol=1e-5)


def test_values_learn_from_the_search_as_far_as_it_is_believed() -> None:
    observer = Observer.of(TIC_TAC_TOE)
    one, half, all_ = (
        whole(played(observer, [0, 0], replace(SETTINGS, belief=belief), 5, 99))
        for belief in (0.0, 0.5, 1.0)
    )
    assert one.rewards == half.rewards == all_.rewards
    searched = list(zip(one.examples, half.examples, all_.examples, strict=True))
    for end, mixed, value in searched[:-1]:
        assert value.rewards[0] == -value.rewards[1] != end.rewards[0]
        assert np.allclose(mixed.rewards, (end.rewards + value.rewards) / 2)
    # A single move needs no search, and a value to one player is not that to others.
    assert len(searched[-1][0].policy) > 1 or (all_.examples[-1].rewards == one.rewards).all()
    both = taught(Observer.of(TOGETHER), 20, 5, 30, belief=1.0)
    assert both.rewards[0] == both.rewards[1] != 0
    assert all(it.rewards.tolist() == both.rewards for it in both.examples)


def test_the_end_of_a_game_that_is_cut_is_what_the_search_says() -> None:
    observer = Observer.of(TIC_TAC_TOE)
    playing = (
        played(observer, [0, 0], replace(SETTINGS, limit=4, belief=belief), 5, 9)
        for belief in (0.0, 1e-9, 1.0)
    )
    done = dict(together(playing, [odd], 3))
    drawn, cut, value = (done[n].examples for n in range(3))
    assert not any(it.rewards.any() for it in drawn)
    ends = [it.rewards[0] for it in cut]
    assert np.allclose(ends, [-value[3].rewards[0], value[3].rewards[0]] * 2)


@pytest.mark.parametrize("game", [TIC_TAC_TOE, RACE, GUESS], ids=lambda game: game.name)
def test_openings_are_random_and_no_examples(game: Game) -> None:
    observer, lengths = Observer.of(game), set()
    for seed in range(12):
        state, plies = opened(observer, Random(seed), 3)
        assert state.position.winner == OPEN
        lengths.add(plies)
    assert max(lengths) <= 3
    assert len(lengths) > 1
    found = taught(observer, 4, 1, 30, opening=3)
    assert found.plies - len(found.examples) == opened(observer, Random(1), 3)[1]


@pytest.mark.parametrize("game", [TIC_TAC_TOE, RACE, GUESS], ids=lambda game: game.name)
def test_lessons_are_games_of_tree_search(game: Game) -> None:
    observer = Observer.of(game)
    one, other = (taught(observer, 60, seed, 30) for seed in (3, 4))
    again = taught(observer, 60, 3, 30)
    assert [it.policy.tolist() for it in one.examples] == [
        it.policy.tolist() for it in again.examples
    ]
    assert one.rewards == again.rewards
    for example in (*one.examples, *other.examples):
        assert len(example.policy) == len(example.position.rows)
        assert np.isclose(example.policy.sum(), 1, atol=1e-5)


def test_a_lesson_knows_what_wins() -> None:
    found = [
        it for seed in range(4) for it in taught(Observer.of(TIC_TAC_TOE), 300, seed, 9).examples
    ]
    # The centre is the best first move, and what wins at once is proven.
    first = np.mean([it.policy for it in found if len(it.policy) == 9], axis=0)
    assert first.argmax() == 4
    assert sum(it.policy.max() == 1 for it in found if len(it.policy) > 1) >= 4


def test_a_game_that_is_cut_is_drawn() -> None:
    game = games(TIC_TAC_TOE, 1, 1, limit=3)[0]
    assert (game.plies, game.rewards, len(game.examples)) == (3, [0.0, 0.0], 3)


def test_who_sees_more_wins_in_the_arena() -> None:
    observer = Observer.of(TIC_TAC_TOE)

    def sighted(positions: list) -> list:
        """Judge by the pieces in the middle and the corners."""
        found = []
        for it in positions:
            worth = np.array([2, 1, 2, 1, 3, 1, 2, 1, 2]) / 20
            owner = it.nodes[:, 0]
            value = float(worth @ (owner == 1) - worth @ (owner == 2))
            found.append((worth[it.rows[:, 2] - 1] * 60, [value, -value]))
        return found

    settings = replace(SETTINGS, simulations=4, gate_games=12, limit=100)
    assert arena_score(observer, (sighted, even), settings, Random(1), 2) > 0.6
    assert arena_score(observer, (even, sighted), settings, Random(1), 2) < 0.4


def test_a_replay_buffer_is_written_and_read() -> None:
    buffer = ReplayBuffer(40)
    examples = [
        it for game in games(load("Andantino", jit=False), 2, 2, 30) for it in game.examples
    ]
    buffer.add(examples)
    assert len(buffer) == 40 < len(examples)
    arrays = buffer.arrays()
    other = ReplayBuffer.read(40, arrays)
    for name, array in other.arrays().items():
        assert np.array_equal(array, arrays[name])
    positions, policies, rewards = other.sampled(8, np.random.default_rng(1))
    assert (len(positions), rewards.shape) == (8, (8, 2))
    assert len(policies) == positions.sizes[:, 2].sum() == len(positions.rows)
    assert len(ReplayBuffer.read(40, ReplayBuffer(40).arrays())) == 0


@pytest.mark.parametrize("name", ["sizes", "rows", "policies", "rewards", "kinds"])
def test_arrays_that_do_not_fit_are_refused(name: str) -> None:
    buffer = ReplayBuffer(40)
    buffer.add(games(TIC_TAC_TOE, 1, 1)[0].examples)
    arrays = buffer.arrays()
    with pytest.raises(InputError, match="do not fit together"):
        ReplayBuffer.read(40, {**arrays, name: arrays[name][:-1]})
