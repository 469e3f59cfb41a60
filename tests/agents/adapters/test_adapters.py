"""Games as other programs know them, by these programs' own tests."""

import warnings
from random import Random

import numpy as np
import pytest

from boardless.agents.adapters.actions import Actions
from boardless.games import Game, compile, load
from boardless.play import State
from boardless.topo import InputError
from tests.agents.described import GUESS, RACE, STEPS

TIC_TAC_TOE = load("Tic-Tac-Toe", jit=False)
ANDANTINO = load("Andantino", jit=False)
#: As long as it is small.
SHORT = compile(
    """(game "Short" (players 2)
    (equipment { (boardless Hexagonal) (tile "Hex" Each) })
    (rules
        (start { (place "Hex1" (centrePoint)) (place "Hex2" (ahead (centrePoint) E)) })
        (play (move Add (to (sites Playable)
            if:(>= (count Sites in:(sites Around (to) NotEmpty)) 1))))
        (end { (if (is Line 3) (result Mover Win)) (if (>= (count Moves) 6) (result Mover Draw)) })
    ))""",
    jit=False,
)
ALONE = compile(
    """(game "Alone" (players 1)
    (equipment { (board (square 3)) (piece "Disc" P1) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result P1 Win)))))""",
    jit=False,
)
WITHOUT_END = load("Bravalath", jit=False)


@pytest.mark.parametrize("game", [TIC_TAC_TOE, SHORT, ANDANTINO], ids=lambda game: game.name)
def test_every_move_of_a_game_has_a_number_of_its_own(game: Game) -> None:
    actions, random = Actions(game), Random(1)
    for _ in range(3):
        state = State(game)
        while state.outcome() is None:
            moves = list(state.legal_moves)
            numbers = [actions.number(move) for move in moves]
            assert len(set(numbers)) == len(moves)
            assert all(0 <= number < actions.count for number in numbers)
            assert actions.mask(state).sum() == len(moves)
            assert actions.legal(state)[numbers[0]] == moves[0]
            assert (actions.seen(state) > 0).sum() == len(state.pieces)
            state.push(random.choice(moves))
        assert state.ply <= actions.longest


def test_a_straight_line_stays_within_the_window() -> None:
    actions, state = Actions(SHORT), State(SHORT)
    while state.outcome() is None:
        # As far from the anchor as can be, and never three in a line.
        far = sorted(state.legal_moves, key=lambda move: -abs(move.cell[0]) - abs(move.cell[1]))
        state.push(far[0])
    assert state.ply <= 6
    assert np.count_nonzero(actions.seen(state)) == state.ply + 2


def test_a_game_without_a_bound_is_refused() -> None:
    with pytest.raises(InputError, match="Bravalath: nothing in it says how long it can get"):
        Actions(WITHOUT_END)


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (GUESS, "Guess: leaves things to chance, or hides them"),
        (RACE, "Race: leaves things to chance"),
        (STEPS, "Steps: nothing in it says how long it can get"),
        (
            compile(
                STEPS.description.text.replace(
                    "(end ", "(end { (if (>= (count Moves) 20) (result Mover Draw)) "
                ).replace("(result Mover Win)))", "(result Mover Win)) })"),
                jit=False,
            ),
            "Steps: its moves do more than to put or move a piece",
        ),
    ],
    ids=["hidden", "dice", "endless", "effects"],
)
def test_games_whose_moves_have_no_numbers_are_refused(game: Game, message: str) -> None:
    with pytest.raises(InputError, match=message):
        Actions(game)


@pytest.mark.parametrize("game", [TIC_TAC_TOE, SHORT], ids=lambda game: game.name)
def test_pettingzoo(game: Game) -> None:
    pytest.importorskip("pettingzoo", reason="boardless[environments] is not installed")
    from pettingzoo.test import api_test, seed_test

    from boardless.agents.adapters.pettingzoo_env import GameEnv

    with warnings.catch_warnings():
        # What its test warns of: observations of this form are not pictures.
        warnings.simplefilter("ignore")
        api_test(GameEnv(game), num_cycles=40)
        seed_test(lambda: GameEnv(game), num_cycles=20)
    env = GameEnv(game, render_mode="ansi")
    env.reset(seed=1)
    for name in env.agent_iter():
        seen, _, over, _, _ = env.last()
        env.step(None if over else int(np.flatnonzero(seen["action_mask"])[0]))
        assert name in env.possible_agents
    assert env.render().startswith("+1@")
    with pytest.raises(InputError, match="how long"):
        GameEnv(WITHOUT_END)


def test_an_illegal_action_is_refused_in_a_line() -> None:
    pytest.importorskip("pettingzoo", reason="boardless[environments] is not installed")
    from pettingzoo.utils.wrappers import TerminateIllegalWrapper

    from boardless.agents.adapters.pettingzoo_env import GameEnv

    env = GameEnv("Tic-Tac-Toe")
    env.reset(seed=1)
    env.step(0)
    before = env.observe("player_2")["action_mask"].tolist()
    for action in (0, 99, 1.5, "x", None):
        with pytest.raises(
            InputError, match=f"^action {action!r} is not legal: choose one of 10, 11, "
        ) as caught:
            env.step(action)
        assert "\n" not in str(caught.value)
    assert env.observe("player_2")["action_mask"].tolist() == before
    assert (env.agent_selection, before[9], before[10]) == ("player_2", 0, 1)
    # What PettingZoo has for it.
    ended = TerminateIllegalWrapper(GameEnv("Tic-Tac-Toe"), illegal_reward=-1)
    ended.reset(seed=1)
    ended.step(0)
    ended.step(0)
    assert (ended.terminations["player_2"], ended.rewards["player_2"]) == (True, -1)


def test_gymnasium() -> None:
    pytest.importorskip("gymnasium", reason="boardless[environments] is not installed")
    from gymnasium.utils.env_checker import check_env

    from boardless.agents.adapters.gymnasium_env import SolitaireEnv

    env = SolitaireEnv(ALONE)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(env, skip_render_check=True)
    seen, _ = env.reset(seed=1)
    for cell in range(3):
        assert seen["action_mask"][cell]
        seen, reward, over, _, _ = env.step(cell)
    assert (reward, over) == (1.0, True)
    env.reset()
    env.step(0)
    assert env.step(0)[1:3] == (-1.0, True)
    with pytest.raises(InputError, match="2 players"):
        SolitaireEnv(TIC_TAC_TOE)


@pytest.mark.parametrize("game", [TIC_TAC_TOE, SHORT], ids=lambda game: game.name)
def test_openspiel(game: Game) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="boardless[openspiel] is not installed")
    from boardless.agents.adapters.openspiel_game import registered

    name = "boardless_" + game.name.lower().replace("-", "_")
    spiel = registered(game, name)
    pyspiel.random_sim_test(spiel, num_sims=3, serialize=False, verbose=False)
    # The bot in Python: that in C++ falls over OpenSpiel's own games in Python, too.
    from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator

    evaluator = RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = MCTSBot(spiel, 1.4, 20, evaluator, random_state=np.random.RandomState(1))
    state = pyspiel.load_game(name).new_initial_state()
    while not state.is_terminal():
        state.apply_action(bot.step(state))
    assert sum(state.returns()) == 0
