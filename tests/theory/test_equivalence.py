"""Descriptions of games, compared with them by the criteria of Theorem 1."""

from fractions import Fraction

import pytest
from hypothesis import given, settings

from boardless.theory import (
    Chance,
    DecisionNode,
    End,
    ExtensiveGame,
    check_equivalence,
    extensive,
    kuhn,
    matching_pennies,
    prisoners_dilemma,
    read_efg,
    three_doors,
    to_lgdl,
)
from boardless.topo import InputError
from tests.conftest import THOROUGH
from tests.theory.test_efg import FILES
from tests.theory.trees import games

KNOWN = [prisoners_dilemma(), matching_pennies(), three_doors(), kuhn(), *map(read_efg, FILES)]
KUHN = to_lgdl(kuhn())


@pytest.mark.parametrize("game", KNOWN, ids=lambda game: game.name)
def test_descriptions_of_known_games_are_equivalent(game: ExtensiveGame) -> None:
    assert check_equivalence(game, to_lgdl(game)).failing == ()


@pytest.mark.slow
def test_the_description_of_three_players_poker_is_equivalent() -> None:
    assert check_equivalence(kuhn(3), to_lgdl(kuhn(3))).failing == ()


# Each is put through the compiler, which takes a second.
@settings(max_examples=500 if THOROUGH else 8)
@given(games())
def test_descriptions_of_random_games_are_equivalent(game: ExtensiveGame) -> None:
    found = check_equivalence(game, to_lgdl(game))
    assert found.holds, str(found)


@pytest.mark.parametrize(
    ("before", "after", "criterion", "where"),
    [
        ("(define", "(dfeine", "1", "at the root"),
        ("(end {", '(end { (if (= ("State") 4) (payoffs {(payoff P1 1)}))', "2a", "after J, Q "),
        ("(set NextPlayer (player 2))", "(set NextPlayer (player 1))", "2b", "after J, Q, Check "),
        ('"Moves_2"))', '"Chance_2"))', "2c", "after J, Q "),
        ('"Weight_0" {(pair 0 1)', '"Weight_0" {(pair 0 2)', "2d", "at the root"),
        ("(payoff P1 1)", "(payoff P1 0.5)", "2e", "after "),
        ('(add (piece 2) (to "InformationSet_2"))', "", "3", "after J, Q, Check "),
        ('(set Hidden (sites "Subgraph_1") to:(player 2))', "", "3", "after "),
    ],
)
def test_changed_descriptions_fail(before: str, after: str, criterion: str, where: str) -> None:
    assert before in KUHN
    found = check_equivalence(kuhn(), KUHN.replace(before, after, 1))
    assert criterion in found.failing
    (difference,) = (c.difference for c in found.criteria if c.number == criterion)
    assert difference is not None
    assert difference.startswith(where)


def test_what_a_difference_hides_is_not_checked() -> None:
    found = check_equivalence(kuhn(), KUHN.replace("(define", "(dfeine", 1))
    assert [each.holds for each in found.criteria] == [False, *[None] * 6]
    assert str(found).count(": not checked") == 6
    # The walk stops where the description does, and goes on after a wrong payoff.
    cut = KUHN.replace("(end {", '(end { (if (= ("State") 4) (payoffs {(payoff P1 1)}))', 1)
    assert check_equivalence(kuhn(), cut).criteria[5].holds is None
    paid = check_equivalence(kuhn(), KUHN.replace("(payoff P1 1)", "(payoff P1 0.5)", 1))
    assert [each.holds for each in paid.criteria] == [True] * 5 + [False, True]


@pytest.mark.parametrize("payoff", [1_000_001, -(10**400), "1/1000000001"])
def test_a_payoff_beyond_the_limits_of_the_language_is_one_error(payoff: int | str) -> None:
    game = extensive("Rich", ["A"], DecisionNode(1, {"x": End([payoff]), "y": End([0])}))
    with pytest.raises(InputError, match=r"^node 1: payoff .*: a description takes up to 1,000,0"):
        to_lgdl(game)


def test_probabilities_in_too_small_parts_are_one_error() -> None:
    rare = Chance({"x": (Fraction(1, 2**31), End([1])), "y": (1 - Fraction(1, 2**31), End([0]))})
    with pytest.raises(InputError, match=r"^node 0: its probabilities are whole in 2147483648"):
        to_lgdl(extensive("Rare", ["A"], rare))


def test_the_second_player_may_begin() -> None:
    game = extensive("Second first", ["A", "B"], DecisionNode(2, {
        "x": DecisionNode(1, {"y": End([1, 2]), "z": End([3, 4])}), "w": End([5, 6]),
    }))  # fmt: skip
    assert check_equivalence(game, to_lgdl(game)).holds
