"""Payoffs at the end, and payments into the pot."""

from fractions import Fraction

import pytest

from boardless.games import compile
from boardless.play import State
from boardless.play.ludii_actions import ours
from boardless.play.state import Outcome
from boardless.topo import InputError
from tests.games.compiler.kernels_run import KernelsRun


def ended(payoffs: str, players: int = 2, known: str = "") -> Outcome:
    """Return the end of a game of one move with some payoffs."""
    game = compile(
        f"""(game "Pay" (players {players})
            (equipment {{ (board (square 2)) (piece "Disc" Each) }})
            (rules (play (move Add (to (sites Empty))))
                   (end (if (= 1 (count Moves)) (payoffs {{{payoffs}}} {known})))))""",
        jit=False,
    )
    state = State(game)
    state.push(next(iter(state.legal_moves)))
    outcome = state.outcome()
    assert outcome is not None
    return outcome


def test_payoffs_are_exact_and_rank_the_players() -> None:
    outcome = ended("(payoff P1 -1) (payoff P2 0.1) (payoff P3 (/ 1 3))", players=3)
    assert outcome.payoffs == (-1, Fraction(1, 10), Fraction(1, 3))
    assert (outcome.winner, outcome.ranks) == (3, (3, 2, 1))
    assert outcome.rewards == (0.0, pytest.approx(0.825), 1.0)


def test_equal_payoffs_share_a_place_and_who_is_left_out_gets_nothing() -> None:
    outcome = ended("(payoff P2 0) (payoff P3 -2)", players=3)
    assert outcome.payoffs == (0, 0, -2)
    assert (outcome.winner, outcome.ranks) == (0, (1, 1, 3))


def test_payoffs_may_be_worked_out_in_the_game() -> None:
    outcome = ended("(payoff P1 (count Pieces)) (payoff P2 0.5)")
    assert outcome.payoffs == (1, Fraction(1, 2))
    assert (outcome.winner, outcome.rewards) == (1, (1.0, 0.0))


def test_players_who_all_get_the_same_are_rewarded_by_the_range_of_payoffs() -> None:
    outcome = ended("(payoff All (count Pieces))", known="(range 0 4)")
    assert (outcome.payoffs, outcome.ranks, outcome.rewards) == ((1, 1), (1, 1), (0.25, 0.25))
    assert str(outcome) == "drawn"


@pytest.mark.parametrize(("number", "words"), [("1", "all have won"), ("0", "all have lost")])
def test_players_win_and_lose_together(number: str, words: str) -> None:
    assert str(ended(f"(payoff All {number})", known="(range 0 1)")) == words


@pytest.mark.parametrize(
    ("payoff", "winner"),
    [("-0.5", 0), ("0", 0), ("0.5", 1), ("(- (sqrt 2) 1.41)", 1), ("(min -1 1)", 0)],
)
def test_a_single_player_wins_with_more_than_nothing(payoff: str, winner: int) -> None:
    assert ended(f"(payoff P1 {payoff})", players=1).winner == winner


@pytest.mark.parametrize("payoff", ["(/ 1 0)", "(sqrt (- 0 2))", "0.0000000001"])
def test_payoffs_that_are_no_numbers_or_too_small_are_refused(payoff: str) -> None:
    with pytest.raises(InputError, match="expected"):
        ended(f"(payoff P1 {payoff})")


def test_players_bet_numbers_of_a_range() -> None:
    match = KernelsRun(
        play="(play (move Bet Mover (range 2 4)))",
        end="(end (if (= 7 (+ (amount Mover) (amount Next))) (result Mover Win)))",
    )
    assert match.targets() == [-1] * 3
    assert match.make(match.rows()[2]) == -1
    assert match.values(match.kernels.BET_MADE) == [4]
    # To the 4 of the first player the second adds 2, and then, instead, 3.
    assert match.make(match.rows()[0]) == -1
    match.back()
    assert match.make(match.rows()[1]) == 2
    (bet,) = match.logged()
    assert ours(match.kernels, match.names, bet, int) == ("Bet", 2, 3)


@pytest.mark.parametrize(
    ("range_", "reason"),
    [
        ("(min 2)", "a bet needs a largest number"),
        ("(max Infinity)", "a bet is one of at most 1,000,000 numbers"),
        ("(range 5 1000005)", "a bet is one of at most 1,000,000 numbers"),
    ],
)
def test_bets_without_a_largest_number_are_refused(range_: str, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        KernelsRun(
            play=f"(play (move Bet Mover {range_}))",
            end="(end (if (= 7 (amount Mover)) (result Mover Win)))",
        )


def test_the_pot_fills() -> None:
    match = KernelsRun(
        before="(start (set Amount P2 3))",
        play="(play (move Add (to (sites Empty)) (then (set Pot (+ (pot) (amount Next))))))",
        end="(end (if (= 6 (pot)) (result P1 Win)))",
    )
    assert match.go(0) == -1
    _, filled = match.logged()
    assert ours(match.kernels, match.names, filled, int) == ("SetPot", 3)
    assert match.go(1) == -1  # player 1 has nothing
    assert match.go(2) == 1
    match.back()
    assert match.go(3) == 1
