"""Descriptions of games, compared with them by the criteria of Theorem 1."""

import pytest
from hypothesis import given, settings

from boardless.theory import (
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


def test_the_second_player_may_begin() -> None:
    game = extensive("Second first", ["A", "B"], DecisionNode(2, {
        "x": DecisionNode(1, {"y": End([1, 2]), "z": End([3, 4])}), "w": End([5, 6]),
    }))  # fmt: skip
    assert check_equivalence(game, to_lgdl(game)).holds
