"""Play that is known to be right: wins found, losses blocked, small games solved."""

from random import Random

import pytest

from benchmarks.agents import checked
from boardless.agents import MCTS, Budget, entrant, play_entrants
from boardless.agents.playing import playable
from boardless.games import Game, load
from tests.agents.positions import played
from tests.agents.test_agents import SMALL_HEX

TIC_TAC_TOE = load("Tic-Tac-Toe", jit=False)
CONNECT_FOUR = load("Connect Four", jit=False)


@pytest.mark.parametrize(
    ("game", "count", "iterations"),
    [(TIC_TAC_TOE, 20, 300), (SMALL_HEX, 12, 300), (CONNECT_FOUR, 4, 400)],
    ids=["Tic-Tac-Toe", "Hex", "Connect Four"],
)
def test_threats_are_seen(game: Game, count: int, iterations: int) -> None:
    # As `python -m benchmarks threats` does it, with fewer positions.
    *_, winning, blocking, right, _ = checked(game, count, iterations)
    assert winning > 0 < blocking
    assert right == count


def test_tic_tac_toe_is_drawn_by_who_plays_well() -> None:
    who = entrant("mcts:1500")
    assert play_entrants(playable(TIC_TAC_TOE), [who, who], 1).rewards == (0.5, 0.5)


def test_small_hex_is_solved() -> None:
    # Who has the centre wins, and so does every reply lose.
    decision = MCTS()(played(SMALL_HEX, "+1@0,0"), Budget(iterations=6000), Random(1))
    assert (decision.value, decision.proven) == (0.0, True)
    assert max(decision.values.values()) == 0.0


def test_a_double_threat_of_connect_four_is_proven() -> None:
    # Three in the lowest row with both ends free can be made by the mover at once.
    state = played(CONNECT_FOUR, "+1@0,-2 +2@0,-1 +1@1,-2 +2@1,-1")
    decision = MCTS()(state, Budget(iterations=3000), Random(1))
    assert (decision.value, decision.proven) == (1.0, True)
    assert str(decision.move) in ("+1@-1,-2", "+1@2,-2")
