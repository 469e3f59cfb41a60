"""Games as other programs know them, by these programs' own tests."""

import pickle
import warnings
from copy import deepcopy
from random import Random
from typing import Any

import numpy as np
import pytest

from boardless.games import Game, compile, load
from boardless.play import State
from boardless.topo import InputError
from tests.agents.described import GUESS, RACE

TIC_TAC_TOE = load("Tic-Tac-Toe", jit=False)
ANDANTINO = load("Andantino", jit=False)
ALONE = compile(
    """(game "Alone" (players 1)
    (equipment { (board (square 3)) (piece "Disc" P1) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result P1 Win)))))""",
    jit=False,
)
#: A fixed board, one that grows, something hidden, dice, one player.
GAMES = (TIC_TAC_TOE, ANDANTINO, GUESS, RACE, ALONE)
#: Games are cut here.
LIMIT = 12


def by_name(game: Game) -> str:
    """Return the name of a game."""
    return game.name


@pytest.mark.parametrize("game", GAMES, ids=by_name)
@pytest.mark.parametrize("seen", ["planes", "graph"])
def test_pettingzoo(game: Game, seen: str) -> None:
    pytest.importorskip("pettingzoo", reason="boardless[environments] is not installed")
    from pettingzoo.test import api_test, parallel_api_test, seed_test

    from boardless.agents.adapters.pettingzoo_env import GameEnv, ParallelGameEnv

    with warnings.catch_warnings():
        # What its test warns of: observations of this form are not pictures.
        warnings.simplefilter("ignore")
        api_test(GameEnv(game, seen=seen, limit=LIMIT, most=64), num_cycles=20)
        seed_test(lambda: GameEnv(game, seen=seen, limit=LIMIT, most=64), num_cycles=10)
        parallel_api_test(ParallelGameEnv(game, seen=seen, limit=LIMIT, most=64), num_cycles=10)


def test_rewards_of_a_whole_game() -> None:
    pytest.importorskip("pettingzoo", reason="boardless[environments] is not installed")
    from boardless.agents.adapters.pettingzoo_env import GameEnv

    env = GameEnv(TIC_TAC_TOE, render_mode="ansi")
    env.reset(seed=1)
    # Sites are numbered from 1, and their actions with them.
    for action in (1, 4, 2, 5, 3):
        assert env.observe(env.agent_selection)["action_mask"][action]
        env.step(action)
    assert env.rewards == {"player_1": 1.0, "player_2": -1.0}
    assert all(env.terminations.values())
    assert str(env.render()).count("\n") == 2
    cut = GameEnv(TIC_TAC_TOE, limit=2)
    cut.reset(seed=1)
    cut.step(1)
    cut.step(2)
    assert all(cut.truncations.values())
    assert not any(cut.terminations.values())


def test_an_illegal_action_is_refused_in_a_line() -> None:
    pytest.importorskip("pettingzoo", reason="boardless[environments] is not installed")
    from pettingzoo.utils.wrappers import TerminateIllegalWrapper

    from boardless.agents.adapters.pettingzoo_env import GameEnv

    env = GameEnv("Tic-Tac-Toe")
    env.reset(seed=1)
    env.step(1)
    before = env.observe("player_2")["action_mask"].tolist()
    for action in (1, 99, 1.5, "x", None):
        with pytest.raises(
            InputError, match=f"^action {action!r} is not legal: choose one of 2, 3, "
        ) as caught:
            env.step(action)
        assert "\n" not in str(caught.value)
    assert env.observe("player_2")["action_mask"].tolist() == before
    assert (env.agent_selection, before[1], before[2]) == ("player_2", 0, 1)
    # What PettingZoo has for it.
    ended = TerminateIllegalWrapper(GameEnv("Tic-Tac-Toe"), illegal_reward=-1)
    ended.reset(seed=1)
    ended.step(1)
    ended.step(1)
    assert (ended.terminations["player_2"], ended.rewards["player_2"]) == (True, -1)


def test_a_seat_that_is_not_to_move_sees_nothing_of_what_is_hidden() -> None:
    pytest.importorskip("pettingzoo", reason="boardless[environments] is not installed")
    from boardless.agents.adapters.pettingzoo_env import GameEnv

    env = GameEnv(GUESS, most=64)
    env.reset(seed=1)
    other = next(name for name in env.possible_agents if name != env.agent_selection)
    assert env.observe(env.agent_selection)["observation"].any()
    assert not any(part.any() for part in env.observe(other).values())


def test_edges_lead_to_nodes_that_there_is_room_for() -> None:
    pytest.importorskip("pettingzoo", reason="boardless[environments] is not installed")
    from boardless.agents.adapters.pettingzoo_env import GameEnv

    env = GameEnv(ANDANTINO, seen="graph", most=6)
    env.reset(seed=1)
    seen = env.observe(env.agent_selection)
    assert seen in env.observation_space(env.agent_selection)
    assert seen["edges"].max() == 5


@pytest.mark.parametrize("game", GAMES, ids=by_name)
def test_gymnasium(game: Game) -> None:
    pytest.importorskip("gymnasium", reason="boardless[environments] is not installed")
    from gymnasium.utils.env_checker import check_env

    from boardless.agents.adapters.gymnasium_env import SeatEnv

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(SeatEnv(game, seat=game.players, limit=LIMIT, most=64), skip_render_check=True)


def test_a_seat_against_an_agent() -> None:
    pytest.importorskip("gymnasium", reason="boardless[environments] is not installed")
    from boardless.agents.adapters.gymnasium_env import SeatEnv

    def first(seen: dict[str, np.ndarray], random: np.random.Generator) -> int:
        return int(np.flatnonzero(seen["action_mask"])[0])

    env = SeatEnv(TIC_TAC_TOE, against=first)
    seen, _ = env.reset(seed=1)
    for action in (7, 8, 9):
        assert seen["action_mask"][action]
        seen, reward, over, cut, about = env.step(action)
    assert (reward, over, cut, about) == (1.0, True, False, {"legal": True})
    env.reset()
    env.step(9)
    assert env.step(9)[1:3] == (-1.0, True)
    with pytest.raises(InputError, match="seat"):
        SeatEnv(TIC_TAC_TOE, seat=3)


@pytest.mark.parametrize("copied", [deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_environments_are_copied_in_the_middle_of_a_game(copied: Any) -> None:
    pytest.importorskip("pettingzoo", reason="boardless[environments] is not installed")
    from boardless.agents.adapters.gymnasium_env import SeatEnv
    from boardless.agents.adapters.pettingzoo_env import GameEnv, ParallelGameEnv

    def step(env: Any) -> None:
        action = int(np.flatnonzero(env.game.mask())[0])
        everybody = dict.fromkeys(getattr(env, "possible_agents", ()), action)
        env.step(everybody if isinstance(env, ParallelGameEnv) else action)

    for kind in (GameEnv, ParallelGameEnv, SeatEnv):
        env = kind(TIC_TAC_TOE)
        env.reset(seed=1)
        step(env)
        twin = copied(env)
        for each in (env, twin):
            step(each)
        one, other = (each.game.observation() for each in (env, twin))
        assert all((one[part] == other[part]).all() for part in one)
        step(twin)
        assert (env.game.mask() != twin.game.mask()).any()


@pytest.mark.parametrize("game", [TIC_TAC_TOE, ANDANTINO], ids=by_name)
def test_a_vector_of_gymnasium(game: Game) -> None:
    pytest.importorskip("gymnasium", reason="boardless[environments] is not installed")
    from boardless.agents.adapters.gymnasium_env import GameVectorEnv

    env, random, ended = GameVectorEnv(game, 3, limit=LIMIT, most=64), np.random.default_rng(1), 0
    seen, _ = env.reset(seed=2)
    for _ in range(2 * LIMIT):
        assert env.observation_space.contains(seen)
        legal = [np.flatnonzero(mask) for mask in seen["action_mask"]]
        seen, rewards, over, cut, _ = env.step([int(random.choice(each)) for each in legal])
        assert set(rewards) <= {-1.0, 0.0, 1.0}
        ended += int(over.sum() + cut.sum())
    assert ended


@pytest.mark.parametrize("game", GAMES, ids=by_name)
def test_openspiel(game: Game) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="boardless[openspiel] is not installed")
    from boardless.agents.adapters.openspiel_game import registered

    name = "boardless_" + game.name.lower().replace("-", "_")
    spiel = registered(game, name, limit=LIMIT)
    pyspiel.random_sim_test(spiel, num_sims=2, serialize=False, verbose=False)


def test_a_bot_of_openspiel() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="boardless[openspiel] is not installed")
    # The bot in Python: that in C++ falls over OpenSpiel's own games in Python, too.
    from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator

    from boardless.agents.adapters.openspiel_game import registered

    spiel = registered(TIC_TAC_TOE, "boardless_bot")
    evaluator = RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = MCTSBot(spiel, 1.4, 20, evaluator, random_state=np.random.RandomState(1))
    state = pyspiel.load_game("boardless_bot").new_initial_state()
    while not state.is_terminal():
        state.apply_action(bot.step(state))
    assert sum(state.returns()) == 0


def test_actions_of_openspiel_are_the_rows() -> None:
    """A clone plays the same, whatever its names."""
    pytest.importorskip("pyspiel", reason="boardless[openspiel] is not installed")
    from boardless.agents.adapters.openspiel_game import registered

    spiel, random = registered(ANDANTINO, "boardless_rows"), Random(1)
    state, other = spiel.new_initial_state(), State(ANDANTINO)
    for _ in range(6):
        action = random.choice(state.legal_actions())
        other.push_row(action)
        state = state.clone()
        state.apply_action(action)
    assert state.state.move_stack == other.move_stack
