"""Agents that search without a tree of simulations: what they look at, and what they find."""

from functools import cache
from math import exp
from random import Random as Stream
from typing import Any

import pytest

from boardless.agents import (
    RHEA,
    RMHC,
    AlphaBeta,
    Budget,
    Decision,
    First,
    FlatMC,
    Greedy,
    Heuristic,
    Random,
    tunables,
)
from boardless.agents.heuristics import judged
from boardless.agents.tag_heuristics import tag_tic_tac_toe
from boardless.games import compile, load
from boardless.play import State
from boardless.topo import InputError
from tests.agents.described import RACE
from tests.agents.games import Alone, Hands, Throws
from tests.agents.positions import HIDDEN_FORK, played

TIC_TAC_TOE = load("Tic-Tac-Toe", jit=False)
BRAVALATH = load("Bravalath", jit=False)
#: On a board so small that everything can be tried.
SMALL_HEX = compile(
    """(game "Small Hex" (players 2)
    (equipment {
        (board (hex Diamond 3)) (piece "Stone" Each)
        (regions P1 {(sites Side NE) (sites Side SW)})
        (regions P2 {(sites Side NW) (sites Side SE)})
    })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Connected Mover) (result Mover Win)))))
    """,
    jit=False,
)


def decide(agent: Any, state: Any, budget: Budget | None = None, seed: int = 1) -> Decision:
    return agent(state, budget or Budget(calls=400), Stream(seed))


@pytest.mark.parametrize(
    "agent",
    [Random(), First(), Greedy(), RMHC(), RHEA(), FlatMC(), AlphaBeta(depth=2)],
    ids=lambda agent: type(agent).__name__,
)
def test_every_agent_plays_every_kind_of_game(agent: Any) -> None:
    states: list[Any] = [State(TIC_TAC_TOE), State(BRAVALATH), Alone().begin(Stream(1))]
    if not isinstance(agent, AlphaBeta):
        states += [Throws(), Hands((1, 2))]
    for state in states:
        decision = decide(agent, state)
        assert decision.move in list(state.legal_moves)
        assert decision.line[0] == decision.move
        assert decide(agent, state).move == decision.move
        assert decision.spent.calls < 1000
    over = played(TIC_TAC_TOE, "+1@-1,0 +2@1,1 +1@0,0 +2@0,1 +1@1,0")
    with pytest.raises(InputError, match="no move to choose"):
        decide(agent, over)


@pytest.mark.parametrize("agent", [Greedy(), RMHC(), RHEA(), FlatMC(), AlphaBeta()], ids=repr)
def test_wins_in_one_are_taken(agent: Any) -> None:
    state = played(TIC_TAC_TOE, "+1@-1,0 +2@1,1 +1@0,0 +2@0,1")
    assert str(decide(agent, state, Budget(calls=3000)).move) == "+1@1,0"


def brute_force(game: Any, limit: int = 10**6) -> Any:
    """Return a function that says what player 1 gets under best play."""

    @cache
    def value(moves: tuple[Any, ...]) -> float:
        state = State(game)
        for move in moves:
            state.push(move)
        ended = state.outcome()
        if ended is not None:
            return ended.rewards[0]
        values = [value((*moves, move)) for move in state.legal_moves]
        return max(values) if state.seat == 1 else min(values)

    return value


@pytest.mark.parametrize(
    ("game", "begun"),
    [
        (TIC_TAC_TOE, "+1@-1,-1 +2@0,0 +1@1,1"),
        (TIC_TAC_TOE, "+1@-1,-1 +2@0,-1 +1@1,1 +2@0,0"),
        (SMALL_HEX, "+1@-1,0 +2@0,0 +1@1,0 +2@0,-1"),
        (SMALL_HEX, "+1@0,0 +2@1,-1 +1@0,1 +2@-1,1"),
    ],
    ids=["threat", "fork", "hex", "centre"],
)
def test_alpha_beta_is_brute_force(game: Any, begun: str) -> None:
    state = played(game, begun)
    expected = brute_force(game)(tuple(state.move_stack))
    decision = decide(AlphaBeta(), state, Budget(iterations=20))
    assert decision.proven
    assert decision.value == (expected if state.seat == 1 else 1 - expected)
    for move in decision.line:
        state.push(move)
    ended = state.outcome()
    assert ended is not None
    assert ended.rewards[0] == expected


def test_alpha_beta_goes_as_deep_as_it_may() -> None:
    state = State(BRAVALATH)
    decision = decide(AlphaBeta(depth=2), state, Budget(calls=10**6))
    assert (decision.spent.iterations, decision.proven) == (2, False)
    assert decide(AlphaBeta(), state, Budget(iterations=1)).spent.iterations == 1
    shallow = decide(AlphaBeta(), state, Budget(calls=40)).spent
    assert 40 <= shallow.calls < 80
    with pytest.raises(InputError, match="perfect information"):
        decide(AlphaBeta(), Hands((1, 2)))


def test_lost_positions_are_known_to_be() -> None:
    decision = decide(AlphaBeta(), played(TIC_TAC_TOE, HIDDEN_FORK), Budget(calls=10**5))
    assert (decision.value, decision.proven) == (0.0, True)


def test_evolution_finds_what_takes_several_moves() -> None:
    for agent in (RMHC(horizon=3), RHEA(horizon=3)):
        decision = decide(agent, Alone().begin(Stream(1)), Budget(calls=600))
        assert sum(decision.line) == 4
        assert decision.spent.calls <= 600 + 3


def test_features_are_counted() -> None:
    state = played(TIC_TAC_TOE, "+1@0,0 +2@1,1 +1@0,1 +2@-1,0 +1@0,-1")
    state.pop()

    def difference(**weight: float) -> float:
        weights = {"lines": 0.0} | weight
        from math import log

        value = Heuristic(**weights)(state, 1)
        return log(value / (1 - value))

    # Two each; player 1 has a line of two, player 2 touches nothing of his own.
    assert difference(material=1.0) == pytest.approx(0)
    assert difference(lines=1.0) == pytest.approx(1)
    assert difference(connection=1.0) == pytest.approx(1)
    assert difference(mobility=1.0) == pytest.approx(0)


def test_lines_and_groups_of_three() -> None:
    from math import log

    state = played(TIC_TAC_TOE, "+1@0,0 +2@1,1 +1@0,1 +2@-1,0 +1@1,-1 +2@1,0")

    def difference(heuristic: Heuristic) -> float:
        value = heuristic(state, 1)
        return log(value / (1 - value))

    # Player 1: (0,0)-(0,1) and (0,0)-(1,-1); player 2: (1,0)-(1,1), and (-1,0) apart.
    assert difference(Heuristic(lines=1.0)) == pytest.approx(2 - 1)
    assert difference(Heuristic(lines=0.0, connection=1.0)) == pytest.approx(3 - 2)


def test_points_are_weighed() -> None:
    state, mover = State(RACE), Heuristic(lines=0.0, score=1.0)
    while not state.scores or not any(state.scores):
        state.push(state.chances()[0][0] if state.chances() else next(iter(state.legal_moves)))
    ahead, behind = state.scores
    assert ahead > behind
    assert mover(state, 1) == pytest.approx(1 / (1 + exp(behind - ahead)))
    assert mover(state, 1) + mover(state, 2) == pytest.approx(1)
    assert Heuristic(lines=0.0, score=1.0)(State(TIC_TAC_TOE), 1) == 0.5


class Owned:
    """Stands for a jitted heuristic: how many pieces of a player there are."""

    py_func = None

    def __call__(self, arrays: Any, player: int) -> float:
        return float((arrays.who == player).sum())


def test_after_a_swap_the_pieces_are_those_of_the_other() -> None:
    state, heuristic = State(load("Hex", ["Swap/On"], jit=False)), Heuristic(material=1.0)
    state.push(next(iter(state.legal_moves)))
    assert heuristic(state, 1) > 0.5 > heuristic(state, 2)
    state.push(next(move for move in state.legal_moves if str(move).startswith("=")))
    assert heuristic(state, 2) > 0.5 > heuristic(state, 1)
    assert (judged(Owned(), state, 1), judged(Owned(), state, 2)) == (0.0, 1.0)


def test_tags_heuristic_counts_open_lines() -> None:
    state = played(TIC_TAC_TOE, "+1@0,0 +2@1,1")
    sums = {1: 3 * 0.8 / 8 * 0.25 + 2 * 0.5 / 8 * 0.09, 2: 2 * 0.8 / 8 * 0.25 + 3 * 0.5 / 8 * 0.09}
    for player, expected in sums.items():
        value = tag_tic_tac_toe.py_func(state.position.arrays, player)
        assert value == pytest.approx((1 + expected) / 2)


def test_parameters_say_what_they_may_be() -> None:
    assert tunables(RHEA)["horizon"].high == 30
    assert set(tunables(Heuristic())) == {"material", "lines", "mobility", "connection", "score"}


@pytest.mark.parametrize(
    ("made", "message"),
    [
        (lambda: RMHC(horizon=0), "horizon 0"),
        (lambda: RHEA(elite=11), "elite 11: choose at most the population"),
        (lambda: RMHC(discount=2), "discount 2: choose 0 to 1"),
        (lambda: AlphaBeta(depth=0), "depth 0"),
        (lambda: Greedy(heuristic="nothing"), "heuristic 'nothing': choose one of"),
    ],
)
def test_what_is_not_allowed_is_refused(made: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        made()
