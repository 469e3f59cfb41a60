"""Games solved: known values, and what strategies are worth."""

import numpy as np
import pytest

from boardless.games import compile
from boardless.theory import (
    evaluate,
    from_openspiel,
    kuhn,
    matching_pennies,
    read_efg,
    solve,
    three_doors,
    to_lgdl,
    unfold,
)
from boardless.theory.regret import cfr_plus, flat
from boardless.topo import InputError
from tests.conftest import GOLDENS


def test_kuhn_poker_from_its_text_has_its_value() -> None:
    solution = solve(unfold(compile(to_lgdl(kuhn()), jit=False)), 1000)
    assert solution.value == pytest.approx((-1 / 18, 1 / 18), abs=1e-3)
    assert 0 <= solution.exploitability < 1e-3


def test_who_is_behind_a_door_switches() -> None:
    solution = solve(three_doors(), 1000)
    assert solution.value == pytest.approx((2 / 3,), abs=1e-3)
    table = solution.table
    assert table[table.move == "Switch"].probability.min() > 0.99


def test_external_sampling_comes_near_and_repeats() -> None:
    first, again = (solve(kuhn(), 20_000, "external", seed=7) for _ in range(2))
    assert first.strategy == again.strategy
    assert first.value == pytest.approx((-1 / 18, 1 / 18), abs=0.01)
    assert first.exploitability < 0.02
    assert solve(kuhn(), 100, "external", seed=8).strategy != first.strategy


def test_centipede_is_taken_at_once() -> None:
    solution = solve(read_efg(GOLDENS / "efg" / "centipede.efg"), 2000)
    assert solution.strategy[0]["Take"] > 0.99
    assert solution.value == pytest.approx((0.4, 0.1), abs=0.02)


def test_what_a_strategy_is_worth() -> None:
    heads = {0: {"Heads": 1.0, "Tails": 0.0}, 1: {"Heads": 0.25, "Tails": 0.75}}
    found = evaluate(matching_pennies(), heads)
    assert found.value == (-0.5, 0.5)
    # The first would do better with tails, the second with always tails.
    assert found.best == (0.5, 1.0)
    assert found.exploitability == 0.75


def test_the_best_answer_of_kuhns_first_player_to_always_calling() -> None:
    game = kuhn()
    moves = {node: [move for move, _ in game.moves(node)] for node in game.decisions()}
    calls = {node: {m: float(m in ("Bet", "Call")) for m in names} for node, names in moves.items()}
    # Who always bets and calls wins 2 with the higher card: 0 in the mean. Against that the first
    # checks the jack and folds it, and whether he has the queen or the king he bets.
    assert evaluate(game, calls).value == (0.0, 0.0)
    assert evaluate(game, calls).best == pytest.approx((1 / 3, 1 / 3))


def test_plain_python_does_the_same() -> None:
    arrays, _ = flat(kuhn())

    def after_ten(step: object) -> np.ndarray:
        numbers = [np.zeros(int(arrays.starts[-1])) for _ in range(4)]
        nodes = [np.zeros(len(arrays.player)) for _ in range(3)]
        regrets, sums, strategy, gains = numbers
        step(arrays, 1, 10, regrets, sums, strategy, *nodes, gains)  # type: ignore[operator]
        return sums

    plain = getattr(cfr_plus, "py_func", cfr_plus)
    assert after_ten(plain) == pytest.approx(after_ten(cfr_plus))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"iterations": 0}, "iterations 0: choose a whole number from 1"),
        ({"method": "guess"}, r"method 'guess': choose cfr\+ or external"),
        ({"seed": -1}, "seed -1: choose a whole number from 0"),
    ],
)
def test_bad_settings_are_refused(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        solve(kuhn(), **arguments)  # type: ignore[arg-type]


def test_the_same_from_openspiel() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="boardless[openspiel] is not installed")
    cfr = pytest.importorskip("open_spiel.python.algorithms.cfr")
    theirs = cfr.CFRPlusSolver(pyspiel.load_game("kuhn_poker"))
    for _ in range(200):
        theirs.evaluate_and_update_policy()
    game = from_openspiel("kuhn_poker")
    assert len(game) == 58
    ours = solve(game, 200)
    assert ours.value == pytest.approx((-1 / 18, 1 / 18), abs=1e-3)
    expected = pytest.importorskip("open_spiel.python.algorithms.expected_game_score")
    values = expected.policy_value(
        pyspiel.load_game("kuhn_poker").new_initial_state(), [theirs.average_policy()] * 2
    )
    assert ours.value == pytest.approx(tuple(values), abs=1e-3)


def test_leduc_poker_from_openspiel() -> None:
    pytest.importorskip("pyspiel", reason="boardless[openspiel] is not installed")
    solution = solve(from_openspiel("leduc_poker"), 300)
    assert solution.value == pytest.approx((-0.0856, 0.0856), abs=0.005)
