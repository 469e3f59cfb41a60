"""Playouts whose moves a policy chooses, in Python or in the loop."""

from concurrent.futures import Executor
from pathlib import Path
from random import Random

import numba
import pytest

from boardless.games import Game, load
from boardless.play import State, run_playouts
from boardless.state import Move
from boardless.topo import InputError

NAME = "tests.play.test_playouts_policies"
ROOT = Path(__file__).parents[2]


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


@numba.njit
def highest_listed(s, count, number):
    best = 0
    for move in range(count):
        if s.legal[0, move] > s.legal[0, best]:
            best = move
    return best if 0 <= number < 2**31 else 0


@numba.njit
def highest_found(s, count, number):
    best = 0
    for move in range(count):
        if s.found[move, 2] > s.found[best, 2]:
            best = move
    return best


def highest(state: State, random: Random) -> Move:
    moves = list(state.legal_moves)
    return max(moves, key=lambda move: state.site(move.cell) if move.actions else -1)


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


def test_the_policies_in_the_documents_are_the_examples() -> None:
    text = (ROOT / "examples" / "policies.py").read_text(encoding="utf-8")
    shown = text[text.index("import numba") :]
    assert f"```python\n{shown}```" in (ROOT / "docs" / "playouts.md").read_text(encoding="utf-8")


def test_the_example_policies_play(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "examples")
    game = load("Tic-Tac-Toe")
    taken = run_playouts(game, playouts=500, seed=1, policy="policies:middle").tally
    by_chance = run_playouts(game, playouts=500, seed=1).tally
    # The first player has the middle in all of them.
    assert taken.wins[1] > by_chance.wins[1]
    othello = load("Othello", jit=False)
    tallies = [
        run_playouts(othello, playouts=6, seed=1, policy=policy).tally
        for policy in ("policies:corners", None)
    ]
    assert tallies[0] != tallies[1]
    assert run_playouts(game, playouts=5, policy="policies:captures").tally.playouts == 5


def test_a_jitted_policy_reads_the_moves_where_the_documents_say(game: Game) -> None:
    listed = run_playouts(game, playouts=1, policy=highest_listed).tally
    assert listed == run_playouts(game, playouts=1, policy=highest).tally
    othello = load("Othello", jit=False)
    found = run_playouts(othello, playouts=1, policy=highest_found).tally
    assert found == run_playouts(othello, playouts=1, policy=highest).tally
    assert len(found.lengths) > 20
