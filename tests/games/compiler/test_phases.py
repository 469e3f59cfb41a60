"""Phases, ends, passes and swaps."""

import pytest

from boardless import games
from boardless.games import description_text
from boardless.games.game_technique import NAMES, game_technique
from boardless.play import Position
from boardless.state import SET_MOVER, Action, Move
from tests.games.compiler.boards import ALL, end_if, go, match_of, pieces, targets

#: Player 2 takes over the first move.
SWAP = Move(2, (Action(SET_MOVER, 0, 0, 2),))


def passing_of(match: Position) -> Move:
    """Return the mover's pass."""
    return Move(match.mover, ())


def test_phases() -> None:
    match = match_of(
        play="""phases:{
            (phase "one" (play (move Add (to 0))) (nextPhase (= (count Moves) 1) "three"))
            (phase "two" (play (move Add (to 1))) (end (if (= 1 1) (result Mover Loss))))
            (phase "three" (play (move Add (to (sites {2 3}))))
                (nextPhase (is In 3 (sites Occupied)) "two"))
        }"""
    )
    assert targets(match) == [0]
    go(match, 0)
    assert targets(match) == [2, 3]
    assert go(match, 2) == -1
    assert targets(match) == [2, 3]
    assert go(match, 3) == -1
    assert targets(match) == [1]
    assert go(match, 1) == 1


@pytest.mark.parametrize(
    ("result", "winner"),
    [("Mover Win", 1), ("Next Win", 2), ("P2 Win", 2), ("P1 Loss", 2), ("Mover Draw", 0)],
)
def test_results(result: str, winner: int) -> None:
    match = match_of(end=end_if("(is Occupied 4)", result))
    assert go(match, 0, 1) == -1
    assert go(match, 4) == winner


def test_the_first_end_that_holds_decides() -> None:
    cases = (("(= 1 2)", "P1"), ("(= 1 1)", "P2"), ("(= 1 1)", "P1"))
    ends = f"(end {{{' '.join(f'(if {test} (result {who} Win))' for test, who in cases)}}})"
    assert go(match_of(end=ends), 0) == 2


def test_no_moves_and_passing() -> None:
    play = "(play (move Add (to (sites {0 1}) if:(is Empty (to)))))"
    stuck = match_of(play=play, end=end_if("(no Moves Next)"))
    assert go(stuck, 0) == -1
    assert go(stuck, 1) == 2
    passing = match_of(play=play)
    go(passing, 0, 1)
    assert list(passing.moves()) == [passing_of(passing)]
    assert passing.mover == 1
    assert passing.push(passing_of(passing)) == -1
    assert passing.mover == 2
    assert passing.push(passing_of(passing)) == 0
    passed = match_of(play=play, end=end_if("(all Passed)", "P1 Win"))
    assert go(passed, 0, 1) == -1
    assert passed.push(passing_of(passed)) == -1
    assert passed.push(passing_of(passed)) == 1


def test_a_pass_goes_nowhere() -> None:
    play = "(play (if (is Mover P1) (move Add (to (sites Empty)))))"
    match = match_of(play=play, end=end_if("(and (= (last To) -1) (> (count Moves) 0))"))
    assert go(match, 4) == -1
    assert match.push(passing_of(match)) == 2
    beside = "(move Add (to (sites Empty) if:(= (to) (+ (last To) 4))))"
    match = match_of(play=f"(play (if (is Mover P1) {beside}))")
    go(match, 3)
    assert match.push(passing_of(match)) == -1
    # Site 7 lies four after the last piece, but site 3 was four after no site.
    assert targets(match) == [-1]


def test_the_last_move() -> None:
    match = match_of(play="(play (move Add (to (sites Empty) if:(!= (to) (+ (last To) 1)))))")
    go(match, 4)
    assert targets(match) == [0, 1, 2, 3, 6, 7, 8]


@pytest.mark.parametrize("then", ["", "(then (set Counter))"])
def test_swapping(then: str) -> None:
    play = f"(play (move Add (to (sites Empty)) {then}))"
    match = match_of(before="(meta (swap))", play=play, end=end_if("(is Line 3)"))
    assert len(match.moves()) == 9
    go(match, 0)
    assert len(match.moves()) == 9
    # Player 2 takes over the first piece, and player 1 goes on with the other colour.
    assert match.push(SWAP) == -1
    assert SWAP not in match.moves()
    go(match, 3)
    assert pieces(match) == {0: 1, 3: 2}
    assert go(match, 1, 4, 2) == 2
    plain = match_of(before="(meta (swap))", play=play, end=end_if("(is Line 3)"))
    go(plain, 0, 3)
    assert SWAP not in plain.moves()
    assert go(plain, 1, 4, 2) == 1


def test_the_last_move_went_somewhere_and_came_from_somewhere() -> None:
    def asked(question: str) -> str:
        return f"(play (move Add (to (sites Empty) if:{question})))"

    for question in ("(= (last To) -1)", "(= (last From) -1)"):
        match = match_of(play=asked(question))
        assert targets(match) == ALL, "nothing was put down before"
        go(match, 4)
        assert targets(match) == [-1]
    match = match_of(
        before='(start {(place "A1" 0) (place "B2" (handSite P2))})',
        more="(hand Each)",
        play="""(play (if (= (last To) 0) (move (from (sites Occupied)) (to (sites {5})))
            (or (move (from (sites Hand P2)) (to 6) copy:True)
                (move Add (to (sites {1 2 3}) if:(= (+ (to) 7) (last From)))))))""",
    )
    assert targets(match) == [3, 6], "the second player's hand is site 10"


def test_what_results_from_where_the_last_move_came_from() -> None:
    reading = description_text("Plotto").replace("from:(to)", "from:(last From)")
    assert reading != description_text("Plotto")
    ours, other = (
        [Position(games.compile(text, jit=False), game_technique(name)) for name in NAMES]
        for text in (description_text("Plotto"), reading)
    )
    for ply in range(8):
        legal = set(ours[0].moves())
        if ours[0].winner != -1:
            break
        assert all(set(match.moves()) == legal for match in (*ours, *other))
        move = sorted(legal, key=str)[ply * len(legal) // 8]
        for match in (*ours, *other):
            match.push(move)
    assert ply > 3
