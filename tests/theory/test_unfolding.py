"""Games that are played here, as games in extensive form."""

from fractions import Fraction

import pytest

from boardless.games import compile
from boardless.theory import check_equivalence, kuhn, solve, to_lgdl, unfold
from boardless.topo import InputError

ROW = """(game "Row" (players 2) (equipment {(board (rectangle 1 3)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty))))
        (end (if (is Line 2) (result Mover Win)))))"""


def test_a_game_that_shows_everything() -> None:
    game = unfold(compile(ROW, jit=False))
    assert game.is_tree
    assert len(game.information_sets[0]) == len(game)
    ends = [node for node in game.tree if not game.moves(node)]
    assert {game.payoffs(node) for node in ends} <= {(1, -1), (0, 0), (-1, 1)}
    description = to_lgdl(game)
    assert check_equivalence(game, description).holds


def test_positions_may_be_merged() -> None:
    tree = unfold(compile(ROW, jit=False))
    merged = unfold(compile(ROW, jit=False), merge=True)
    assert len(merged) < len(tree)
    assert not merged.is_tree
    assert check_equivalence(merged, to_lgdl(merged)).holds
    with pytest.raises(InputError, match="solve the tree, without merged positions"):
        solve(merged)


def test_what_is_hidden_stays_hidden() -> None:
    game = unfold(compile(to_lgdl(kuhn()), jit=False))
    assert len(game) == len(kuhn())
    sets = [game.player(node) for node in game.decisions()]
    assert (sets.count(1), sets.count(2)) == (6, 6)
    paid = sorted(game.payoffs(node)[0] for node in game.tree if not game.moves(node))
    assert paid[0] == Fraction(-2)


#: Everybody takes a card that nobody else sees after the first move.
CARDS = """(game "Cards" (players 2)
    (equipment {
        (board (rectangle 1 3)) (piece "Disc" Each)
        (deck "Own" Each {(card "Fist") (card "Palm")})
        (hand Each size:1 seen:Owner)
    })
    (rules
        (play (move Add (to (sites Empty)) (then (if (= 1 (count Moves)) (forEach Player
            (take Card "Own" (player (player)) (sites Hand (player (player))))
        )))))
        (end (if (is Full) (result Mover Win)))
    )
)"""


def test_cards_in_hands_of_others_are_not_known() -> None:
    game = unfold(compile(CARDS, jit=False))
    second = [node for node in game.tree if game.player(node) == 2]
    assert len(second) == 3 * 4
    # Of four deals after each of three moves everybody tells two apart.
    assert [len({game.sets(node)[player] for node in second}) for player in range(2)] == [6, 6]


def test_a_game_that_is_too_large_is_refused() -> None:
    with pytest.raises(InputError, match="Row: more than 5 nodes: allow more"):
        unfold(compile(ROW, jit=False), nodes=5)
