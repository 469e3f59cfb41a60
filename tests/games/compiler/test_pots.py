"""What players bet, and what they pay into the pot."""

from boardless.play.ludii_actions import ours
from tests.games.compiler.kernels_run import KernelsRun


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
