"""What players bet, and what they pay into the pot."""

from boardless.play.ludii_actions import ours
from tests.games.compiler.kernels_run import KernelsRun


def test_players_bet_numbers_of_a_range() -> None:
    match = KernelsRun(
        play="(play (move Bet Mover (range 2 4)))",
        end="(end (if (= 7 (+ (amount Mover) (amount Next))) (result Mover Win)))",
    )
    assert match.targets() == [-1] * 3
    row = match.rows()[2]
    match.arrays.queue[0, 3 : len(row)] = row[3:]
    assert match.kernels.make_move(match.arrays, *row[:3]) == -1
    assert match.values(match.kernels.BET_MADE) == [4]
    assert [_made(match, number) for number in (0, 1)] == [-1, 2]
    log = match.arrays.log[0].tolist()
    assert ours(match.kernels, match.names, log, int) == ("Bet", 2, 3)


def _made(match: KernelsRun, number: int) -> int:
    """Make the move of a number and return what it made of it; a lost bet is taken back."""
    match.arrays.n[match.kernels.LOGGED] = 0
    row = match.rows()[number]
    match.arrays.queue[0, 3 : len(row)] = row[3:]
    winner = int(match.kernels.make_move(match.arrays, *row[:3]))
    if winner == -1:
        match.back()
    return winner


def test_the_pot_fills() -> None:
    match = KernelsRun(
        before="(start (set Amount P2 3))",
        play="(play (move Add (to (sites Empty)) (then (set Pot (+ (pot) (amount Next))))))",
        end="(end (if (= 6 (pot)) (result P1 Win)))",
    )
    assert match.go(0) == -1
    log = match.arrays.log[1].tolist()
    assert ours(match.kernels, match.names, log, int) == ("SetPot", 3)
    assert match.go(1) == -1  # player 1 has nothing
    assert match.go(2) == 1
    match.back()
    assert match.go(3) == 1
