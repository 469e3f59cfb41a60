"""Specs of players: one protocol wherever a seat is named."""

from random import Random
from typing import Any

import numba
import pytest

from boardless.agents import Budget, Entrant, entrant, run_tournament, tune
from boardless.agents.adapters.uhp import HiveSession
from boardless.play import State, play_game, run_playouts
from boardless.topo import InputError
from boardless.view.thinking import seat_of
from tests import own_code
from tests.own_code import TIC_TAC_TOE, Last

OWN = "tests.own_code"
#: All that choose the last move, in whatever way they are written.
KINDS = {
    "a function of a state": own_code.last,
    "a function of a state and random numbers": own_code.last_with_random,
    "a function of what agents get": own_code.last_as_agent,
    "an agent": Last(),
    "a class": Last,
    "another class": own_code.Plain,
    "an entrant": Entrant("me", own_code.last),
    "a function by its place": f"{OWN}:last",
    "an agent by its place": f"{OWN}:LAST",
    "a class by its place": f"{OWN}:Last",
    "another class by its place": f"{OWN}:Plain:7,back=1",
}
#: Moves of a game in which both take the last cell that is left.
LENGTH = 7


@numba.njit
def jitted(s, count, number):
    return count


@pytest.fixture(params=KINDS.values(), ids=KINDS)
def kind(request: pytest.FixtureRequest) -> Any:
    return request.param


def test_anybody_sits_on_any_seat(kind: Any) -> None:
    # In tournaments,
    result = run_tournament(TIC_TAC_TOE, [kind, "first"], count=1, mode="self-play").results[0]
    assert (result.plies, result.rewards) == (LENGTH, (1.0, 0.0))
    # beside people,
    state = State(TIC_TAC_TOE)
    play_game(state, [seat_of(kind).player] * 2)
    assert state.ply == LENGTH
    # in the loop itself,
    again = State(TIC_TAC_TOE)
    assert play_game(again, [kind] * 2).moves == tuple(state.move_stack)
    # and as what chooses the moves of playouts.
    if not isinstance(kind, Entrant):
        assert run_playouts(TIC_TAC_TOE, playouts=2, policy=kind).tally.lengths[LENGTH] == 2


def test_parameters_and_budgets_of_ones_own() -> None:
    who = entrant(f"{OWN}:Plain:7,back=2")
    assert (who.name, who.budget) == (f"{OWN}:Plain:7,back=2", Budget(iterations=7))
    assert entrant(f"{OWN}:LAST,back=3").agent == Last(3)
    assert entrant(own_code.last, Budget(calls=3)).budget == Budget(calls=3)
    assert entrant("mcts:9").budget == Budget(iterations=9)
    tally = run_playouts(TIC_TAC_TOE, playouts=1, policy="first").tally
    assert tally.wins == (0, 0, 1)


def test_own_agents_are_tuned_and_speak_to_viewers() -> None:
    with pytest.raises(InputError, match="has no parameter that can be tuned"):
        tune(TIC_TAC_TOE, f"{OWN}:Last", own_code.last)
    session = HiveSession(jit=False, agent=f"{OWN}:last")
    session.answer("newgame Base")
    legal = session.answer("validmoves")[0].split(";")
    assert session.answer("bestmove time 00:00:01")[0] in legal
    assert f"Agent;enum;{OWN}:last;mcts;{OWN}:last;mcts;flat" in session.answer("options")[0]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (lambda: None, "give a function of a state"),
        (lambda a, b, c, d, e: None, "give a function of a state"),
        (3, "agent 3: give a spec such as mcts:1000, an agent, or a function"),
        (f"{OWN}:NUMBER", "int cannot be called: give a function of a state"),
        (f"{OWN}:last,back=1", "unknown parameter 'back', choose from calls, iterations, seconds"),
        (f"{OWN}:nobody", "agent 'tests.own_code:nobody' cannot be imported: module"),
        (f"{OWN}:Unmade", r"own_code\.py, line \d+: RuntimeError: no luck today"),
        (jitted, "give a function in Python, not one of Numba"),
    ],
)
def test_who_cannot_play_is_refused_on_any_seat(given: Any, message: str) -> None:
    for read in (entrant, seat_of):
        with pytest.raises(InputError, match=message):
            read(given)


@pytest.mark.parametrize(
    ("play", "what"),
    [
        (lambda: run_tournament(TIC_TAC_TOE, [own_code.bad, "first"], count=1), "agent bad"),
        (lambda: play_game(State(TIC_TAC_TOE), [own_code.bad, "first"]), "player bad"),
        (lambda: seat_of(own_code.bad).player(State(TIC_TAC_TOE), Random(1)), "agent bad"),
        (lambda: run_playouts(TIC_TAC_TOE, playouts=1, policy=own_code.bad), "policy bad"),
        (
            lambda: run_tournament(
                TIC_TAC_TOE, [f"greedy,heuristic={OWN}:judges_badly", "first"], count=1
            ),
            "heuristic judges_badly",
        ),
        (
            lambda: run_tournament(
                TIC_TAC_TOE, [f"mcts:5,cut=0,heuristic={OWN}:judges_badly", "first"], count=1
            ),
            "heuristic judges_badly",
        ),
        (
            lambda: run_tournament(TIC_TAC_TOE, [f"mcts:5,playout={OWN}:bad", "first"], count=1),
            "policy bad",
        ),
        (
            lambda: run_tournament(own_code.NeverBegun(), ["random", "first"], count=1),
            "game Take away",
        ),
    ],
)
def test_what_goes_wrong_in_ones_own_code_has_a_place(play: Any, what: str) -> None:
    with pytest.raises(InputError, match=rf"^{what}: .*own_code\.py, line \d+: \w+Error") as caught:
        play()
    assert caught.value.__cause__ is not None
