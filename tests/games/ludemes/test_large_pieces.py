"""Pieces that cover several sites of a board that is laid out, and dominoes among them."""

import pytest

from boardless.games import compile
from boardless.games.language.errors import LudemeError
from boardless.play import State
from boardless.state import Move


def played(equipment: str, play: str, start: str = "") -> State:
    """Return a game of these; at its start chance takes first options."""
    state = State(
        compile(
            f"""(game "Large" (players 2) (equipment {{{equipment}}})
                (rules {f"(start {{{start}}})" if start else ""} (play {play})
                    (end (if (no Moves Next) (result Mover Win)))))""",
            jit=False,
        )
    )
    while state.seat == 0:
        state.push(state.parse("*0"))
    return state


def covered(state: State) -> set[int]:
    """Return the sites on which something lies."""
    return {site for (_, _, site) in state.piles}


def to(state: State, site: int) -> Move:
    """Return the first legal move that goes to a site."""
    return next(move for move in state.legal_moves if move.cell == (0, 0, site))


BAR = '(board (square 3)) (tile "Bar" P1 {F} numSides:4) (tile "Bar" P2 {R F} numSides:4)'


def test_a_piece_is_added_in_every_way_that_fits() -> None:
    state = played(BAR, "(move Add (piece (mover)) (to (sites Empty)))")
    # Two of nine squares, and either of them may be the first.
    assert len(state.legal_moves) == 24
    key = state.key
    state.push(to(state, 0))
    assert covered(state) == {0, 3}
    assert len(state.legal_moves) == 24 - 8
    state.pop()
    assert (covered(state), state.key) == (set(), key)


def test_a_state_is_one_way_to_lie() -> None:
    state = played(BAR, "(move Add (piece (mover) state:0) (to (sites Empty)))")
    assert len(state.legal_moves) == 6
    state.push(to(state, 0))
    state.push(to(state, 7))
    # That of the second player lies to the east.
    assert covered(state) == {0, 3, 7, 8}


def test_a_walk_of_each_form() -> None:
    forms = '(board (square 3)) (tile "T" Each {{F} {F F}} numSides:4)'
    state = played(forms, "(move Add (piece (mover)) (to (centrePoint)))")
    assert len(state.legal_moves) == 4


def test_a_piece_goes_where_nothing_else_lies() -> None:
    state = played(
        '(board (rectangle 1 4)) (tile "Bar" Each {F} numSides:4)',
        "(move (from (sites Occupied by:Mover))"
        " (to (union (sites Empty) (sites Occupied by:Mover))))",
        '(place "Bar1" 0 state:0)',
    )
    assert covered(state) == {0, 1}
    # Its first square goes to a free one, or to that which it covers besides.
    assert sorted(move.cell[2] for move in state.legal_moves if move.cell) == [1, 1, 2, 2, 3]
    state.push(to(state, 3))
    assert covered(state) == {2, 3}
    state.pop()
    assert covered(state) == {0, 1}


DOMINOES = "(boardless Square) (hand Each size:3) (dominoes upTo:1)"
LAY = (
    """(move (from (forEach (sites Hand Mover) if:(is Occupied (site)))) (to (sites LineOfPlay)))"""
)


def test_dominoes_are_dealt_and_laid_in_line() -> None:
    state = played(DOMINOES, f"(do {LAY} ifAfterwards:(is PipsMatch))", "(deal Dominoes 1)")
    assert len(state.legal_moves) == 4
    first, size = next(iter(state.legal_moves)), len(state.board)
    state.push(first)
    assert len(state.pieces) == 8
    # The board grows to all squares to which the domino leads.
    assert len(state.board) > size
    # Of the next one four squares with a number meet those of the same.
    after = len(state.legal_moves)
    loose = played(DOMINOES, LAY, "(deal Dominoes 1)")
    loose.push(first)
    assert 0 < after < len(loose.legal_moves)


def test_a_domino_is_taken_while_there_are_some() -> None:
    rule = '(if (!= (count Pieces "Bag") 0) (move Pass (then (take Domino))))'
    state = played(DOMINOES, rule, "(deal Dominoes 1)")
    state.push(next(iter(state.legal_moves)))
    # Two of three were dealt, so the last one is no choice.
    held = state.observation(1).what[len(state.board) :]
    assert held == (1, 3, 0, 2, 0, 0)
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winner == 1


@pytest.mark.parametrize("play", [LAY, "(move Pass (then (take Domino)))"])
def test_dominoes_are_needed(play: str) -> None:
    with pytest.raises(LudemeError, match="dominoes"):
        played('(board (square 3)) (hand Each) (piece "A" Each)', play)
