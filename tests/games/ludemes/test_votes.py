"""Proposals, votes, players and pieces that trade places, and positions that come again."""

import pytest

from boardless.games import compile
from boardless.play import State
from boardless.play.ludii_actions import ours
from tests.games.compiler.boards import end_if
from tests.games.compiler.kernels_run import KernelsRun

VOTES = (
    '(play (if (is Proposed "End") (or (move Vote "End") (move Vote "No"))'
    ' (or (move Add (to (sites Empty))) (move Propose "End"))))'
)


def _vote(match: KernelsRun, number: int) -> int:
    """Make one of the moves that name no site; return what it made of the game."""
    row = [row for row in match.rows() if row[2] == 0][number]
    match.arrays.n[match.kernels.LOGGED] = 0
    return int(match.kernels.make_move(match.arrays, *row[:3]))


def test_most_players_decide() -> None:
    match = KernelsRun(play=VOTES, end=end_if('(is Decided "End")', "Mover Draw"), players=3)
    assert _vote(match, 0) == -1
    assert match.targets() == [-1, -1]
    assert _vote(match, 0) == _vote(match, 1) == -1
    assert match.targets() == [-1, -1]
    assert _vote(match, 0) == 0
    (vote,) = match.logged()
    assert (vote[0], match.names[vote[1]]) == (match.kernels.VOTED, "End")


def test_without_a_majority_the_game_goes_on() -> None:
    match = KernelsRun(play=VOTES, end=end_if('(is Decided "End")'))
    assert [_vote(match, 0), _vote(match, 0), _vote(match, 1)] == [-1, -1, -1]
    assert match.targets() == [-1, *range(9)]
    match.back()
    assert match.targets() == [-1, -1]


def test_a_decision_holds_until_the_next_move() -> None:
    play = VOTES.replace("(or (move Add", '(or (move Add (piece (if (is Decided "End") 3 1))', 1)
    match = KernelsRun(play=play)
    for choice in (0, 0, 0):
        _vote(match, choice)
    match.go(4)
    match.go(5)
    assert match.pieces == {4: 3, 5: 1}


def test_players_trade_places_and_the_mover_goes_on() -> None:
    match = KernelsRun(play="(play (or (move Add (to (sites Empty))) (move Swap Players P1 P2)))")
    _vote(match, 0)
    assert match.mover == 1
    assert match.arrays.log[0, :3].tolist() == [match.kernels.PLAYERS_SWAPPED, 1, 2]


def test_pieces_trade_places() -> None:
    begin = '(start {(place "A1" 0) (place "A2" 8)})'
    match = KernelsRun(before=begin, play="(play (move Swap Pieces 0 (+ 7 1)))")
    match.go(8)
    assert match.pieces == {0: 2, 8: 1}
    match.back()
    assert match.pieces == {0: 1, 8: 2}
    then = "(play (move Select (from 0) (to 8) (then (swap Pieces))))"
    match = KernelsRun(before=begin, play=then)
    match.go(8)
    assert match.pieces == {0: 2, 8: 1}


def test_positions_that_come_three_times() -> None:
    before = '(start {(place "A1" 0) (place "A2" 8)})'
    rule = "(forEach Piece (step Orthogonal (to if:(is Empty (to)))))"
    circle = (1, 5, 0, 8)
    match = KernelsRun(before=before, play=f"(play {rule})", end=end_if("(is Cycle)"))
    assert match.go(*circle * 3) == -1
    # The position that a move makes is the last one at the next.
    assert match.go(1) == 1
    match = KernelsRun(before=before, play=f"(play (if (is Cycle) (move Pass) {rule}))")
    match.go(*circle * 2, 1, 5, 0)
    assert match.targets() == [2, 4, 8]
    match.back()
    assert match.targets() == [0, 2, 4]
    match.go(0)
    match.go(2)
    assert -1 not in match.targets()
    match.back()
    match.go(8)
    assert match.targets() == [-1]


def test_positions_that_come_three_times_in_games_of_plain_moves() -> None:
    game = compile(
        '(game "Round" (players 2) (equipment {(board (square 3)) (piece "A" Each)})'
        ' (rules (start {(place "A1" 0) (place "A2" 8)})'
        " (play (move (from (sites Occupied by:Mover)) (to (sites Empty))))"
        " (end (if (is Cycle) (result Mover Draw)))))",
        jit=False,
    )
    state, around = State(game), ("1@0,0>0,0,1", "2@0,0,8>0,0,7", "1@0,0,1>0,0", "2@0,0,7>0,0,8")
    # The position at the start was made by no move, so that after four moves is the first one.
    for move in (*around * 3, around[0]):
        assert state.outcome() is None
        state.push(state.parse(move))
    assert state.outcome() is not None
    assert state.pop() == state.parse(around[0])
    assert state.outcome() is None


def test_scores_of_players_by_their_numbers() -> None:
    rule = "(move Add (to (sites Empty)) (then (addScore {1 2} {3 (+ 2 2)})))"
    end = end_if("(and (= (score P1) 3) (= (score P2) 4))")
    match = KernelsRun(play=f"(play {rule})", end=end)
    assert match.go(0) == 1


def test_one_of_several_players_is_next() -> None:
    match = KernelsRun(players=3, play="(play (move Set NextPlayer {3 4 1}))")
    assert len(match.rows()) == 2
    match.make(match.rows()[0])
    assert match.mover == 3


@pytest.mark.parametrize(
    ("message", "text"), [("(sites Empty)", "(sites Empty)"), ('"Text"', "Text")]
)
def test_a_note_of_another_value_is_as_it_is_written(message: str, text: str) -> None:
    match = KernelsRun(play=f"(play (move Add (to (sites Empty)) (then (note {message} to:Next))))")
    match.go(0)
    (told,) = [row for row in match.logged() if row[0] == match.kernels.MESSAGE_SENT]
    assert match.names[told[1]] == text


def test_a_note_of_an_integer_is_its_value() -> None:
    rule = "(move Add (to (sites Empty)) (then (note (- (count Moves) 5) to:Next)))"
    match = KernelsRun(play=f"(play {rule})")
    match.go(0)
    (told,) = [row for row in match.logged() if row[0] == match.kernels.MESSAGE_SENT]
    names = match.names
    assert ours(match.kernels, names, told, lambda site: site) == ("Note", -4, 2)


def test_roles_of_no_single_player_change_nothing() -> None:
    rules = '(trigger "Event" Enemy) (set Value Shared 3) (note "Text" to:Friend)'
    play = f"(play (move Add (to (sites Empty)) (then (and {{{rules}}}))))"
    match = KernelsRun(play=play, end=end_if('(is Triggered "Event" P2)'))
    match.go(0, 1)
    assert match.winner == -1
