"""Games in extensive form made by hand, and what is none."""

from fractions import Fraction

import networkx as nx
import pytest

from boardless.games import compile
from boardless.theory import (
    Chance,
    DecisionNode,
    End,
    ExtensiveGame,
    check_equivalence,
    extensive,
    kuhn,
    matching_pennies,
    solve,
    three_doors,
    to_efg,
    to_lgdl,
    unfold,
)
from boardless.theory.building import Node
from boardless.theory.efg import parse_efg
from boardless.topo import InputError
from tests.theory.test_efg import moves_and_payoffs

PAIR = End([1, -1])


def test_a_game_is_a_frozen_arborescence() -> None:
    game = kuhn(3)
    assert nx.is_arborescence(game.tree)
    assert nx.is_frozen(game.tree)
    assert (len(kuhn()), len(game)) == (58, 617)


def test_numbers_are_exact() -> None:
    game = extensive("Exact", ["A"], Chance({
        "a": (0.1, DecisionNode(1, {"x": End(["1/3"])})), "b": ("9/10", End([0.5])),
    }))  # fmt: skip
    assert [game.probability(0, node) for _, node in game.moves(0)] == [
        Fraction(1, 10),
        Fraction(9, 10),
    ]
    assert (game.payoffs(3), game.payoffs(2)) == ((Fraction(1, 3),), (Fraction(1, 2),))


def test_players_know_what_they_knew_and_did_last() -> None:
    game = matching_pennies()
    assert [game.sets(node) for node in range(7)] == [
        (0, 0), (1, 1), (2, 1), (3, 3), (4, 4), (5, 5), (6, 6),
    ]  # fmt: skip


@pytest.mark.parametrize(("game", "sets"), [(kuhn(), 12), (kuhn(3), 48), (three_doors(), 7)])
def test_players_of_known_games_forget_nothing(game: ExtensiveGame, sets: int) -> None:
    assert game.forgets is None
    assert len(list(game.decisions())) == sets


def test_forgetting_is_found() -> None:
    forgetful = DecisionNode(1, {
        side: DecisionNode(1, {"x": End([0]), "y": End([1])}, {1: "again"}) for side in "LR"
    })  # fmt: skip
    assert extensive("Forgetful", ["A"], forgetful).forgets == 2
    driver = DecisionNode(1, {"go": DecisionNode(1, {"go": End([1]), "off": End([4])}, {1: "?"}),
                          "off": End([0])}, {1: "?"})  # fmt: skip
    assert extensive("Driver", ["A"], driver).forgets is not None


@pytest.mark.parametrize(
    ("root", "message"),
    [
        (DecisionNode(1, {"a": End([float("nan"), 0])}), "payoff nan: choose a finite number"),
        (DecisionNode(1, {"a": End([float("inf"), 0])}), "payoff inf: choose a finite number"),
        (Chance({"a": ("1/2", PAIR), "b": ("1/3", PAIR)}), "probabilities sum to 5/6, not to 1"),
        (Chance({"a": (2, PAIR), "b": (-1, PAIR)}), "probability -1: choose 0 or more"),
        (Chance({"a": ("x", PAIR)}), "node 0: probability 'x': choose a finite number"),
        (DecisionNode(1, {"a": DecisionNode(2, {})}), "node 1: its mover has no moves"),
        (DecisionNode(3, {"a": PAIR}), "node 0: player 3: choose from 1 to 2"),
        (DecisionNode(1, {"a": End([1])}), "node 1: 1 payoffs: give 2"),
        (DecisionNode(1, {"a": DecisionNode(2, {"x": PAIR}, {2: 0}),
                      "b": DecisionNode(2, {"y": PAIR}, {2: 0})}), "but the moves are 'x' and 'y'"),
        (
            DecisionNode(1, {"a": DecisionNode(2, {"x": PAIR}, {1: "z"})}, {1: "z"}),
            "who moves at one of",
        ),
    ],
)  # fmt: skip
def test_what_is_no_game_is_refused_in_one_line(root: Node, message: str) -> None:
    with pytest.raises(InputError) as refused:
        extensive("Bad", ["A", "B"], root)
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "root",
    [
        PAIR,
        DecisionNode(1, {"a": PAIR}),
        DecisionNode(2, {"a": PAIR, "b": End([0, 2])}),
        Chance({"a": ("1/2", PAIR), "b": ("1/2", End([3, 3]))}),
        Chance({"a": (1, PAIR), "b": (0, DecisionNode(2, {"x": PAIR, "y": PAIR}))}),
    ],
)
def test_players_without_moves_and_probabilities_of_nothing_are_legal(root: Node) -> None:
    game = extensive("Few moves", ["A", "B"], root)
    assert check_equivalence(game, to_lgdl(game)).holds
    found = solve(unfold(compile(to_lgdl(game), jit=False)), 2000)
    assert found.exploitability < 1e-3
    assert moves_and_payoffs(parse_efg(to_efg(game))) == moves_and_payoffs(game)


def test_nodes_that_cannot_be_reached_are_refused() -> None:
    tree = nx.DiGraph(matching_pennies().tree)
    tree.add_node(7, player=-1, payoffs=(Fraction(0), Fraction(0)), sets=(7, 7))
    with pytest.raises(InputError, match="node 7 is unreachable"):
        ExtensiveGame("Bad", ("A", "B"), tree)
