"""Playouts whose moves a policy chooses, in Python or in the loop."""

from concurrent.futures import Executor
from random import Random

import numba
import pytest

from boardless.games import Game, load
from boardless.play import State, run_playouts
from boardless.state import Move
from boardless.topo import InputError

NAME = "tests.play.test_policies"


def by_chance(state: State, random: Random) -> Move:
    return random.choice(list(state.legal_moves))


def last(state: State, random: Random) -> Move:
    return list(state.legal_moves)[-1]


def illegal(state: State, random: Random) -> Move:
    return Move.add(state.mover, 1, (99, 0, 0))


@numba.njit
def first(s, count, number):
    return count


@numba.njit
def drawn(s, count, number):
    return number


@pytest.fixture(scope="module")
def game() -> Game:
    return load("Tic-Tac-Toe", jit=False)


def test_a_policy_in_python_chooses(game: Game) -> None:
    tally = run_playouts(game, playouts=4, policy=last).tally
    # From the last cell back, the player who begins has a diagonal with his fourth disc.
    assert tally.wins == (0, 4, 0)
    assert tally.lengths[7] == 4


def test_the_same_seed_is_the_same_playouts(game: Game, another_process: Executor) -> None:
    one, two = (run_playouts(game, playouts=12, seed=4, policy=by_chance).tally for _ in range(2))
    assert one == two
    assert run_playouts(game, playouts=12, seed=5, policy=by_chance).tally != one
    run = run_playouts(
        game, playouts=12, seed=4, policy=f"{NAME}:by_chance", executor=another_process
    )
    assert run.tally == one


def test_a_jitted_policy_runs_in_the_loop(game: Game) -> None:
    # What it returns is taken modulo the number of moves: here the first one.
    state = State(game)
    while state.outcome() is None:
        state.push(next(iter(state.legal_moves)))
    tally = run_playouts(game, playouts=3, policy=first).tally
    assert (tally.wins[state.outcome().winner], tally.lengths[state.ply]) == (3, 3)
    plain, compiled = (
        run_playouts(load("Tic-Tac-Toe", jit=jit), playouts=50, seed=1, policy=drawn).tally
        for jit in (False, True)
    )
    assert plain == compiled
    assert len(compiled.lengths) > 6


def test_a_policy_is_used_in_every_technique() -> None:
    game = load("Andantino", jit=False)
    tallies = {
        run_playouts(game, playouts=2, technique=name, policy=first).tally.lengths
        for name in ("ZONE-APPEND", "PERI-MAP", "ZONE-RE")
    }
    assert len(tallies) == 1


@pytest.mark.parametrize(
    ("policy", "message"),
    [
        (illegal, "policy illegal: its move .* is not legal"),
        (5, "policy 5: give a function"),
        ("nothing", "policy 'nothing': give a function"),
        ("nowhere:at_all", "policy 'nowhere:at_all' cannot be imported"),
        (f"{NAME}:NAME", "give a function"),
    ],
)
def test_what_is_no_policy_is_refused(game: Game, policy: object, message: str) -> None:
    with pytest.raises(InputError, match=message):
        run_playouts(game, playouts=1, policy=policy)
