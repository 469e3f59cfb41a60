"""Hands at the start, where the board grows: by chance, in piles, level by level hidden."""

import pytest

from boardless.games import compile
from boardless.games.language.errors import LudemeError
from boardless.play import State


def played(start: str) -> State:
    """Return a game with a hand for each player, in which chance has taken the first options."""
    state = State(
        compile(
            f"""(game "Dealt" (players 2)
                (equipment {{(boardless Square) (hand Each) (piece "A" Each) (piece "B" Each)}})
                (rules (start {{{start}}})
                    (play (move (from (handSite Mover)) (to (centrePoint))
                        (then (set Hidden What at:(handSite P1)
                            level:(topLevel at:(handSite P1)) False to:P2))))
                    (end (if (= 1 2) (result Mover Win)))))""",
            jit=False,
        )
    )
    while state.seat == 0:
        state.push(state.parse("*0"))
    return state


PILE = '(place Random {(count "A1" 2) (count "B1" 1)} (handSite 1))'
HIDE = """(forEach Value min:0 max:(topLevel at:(handSite 1))
    (set Hidden What at:(handSite 1) level:(value) to:P2))"""


def test_a_pile_in_a_hand() -> None:
    state = played(PILE)
    assert [hand.holds for hand in state.game.setup.hands] == [((0, 0),), ((0, 0),)]
    assert state.containers[1].what[0] == 3
    (move,) = state.legal_moves
    assert move.actions[0].value == 3


def test_levels_of_a_pile_are_hidden_and_shown() -> None:
    state = played(PILE + HIDE)
    cells = len(state.board)
    assert state.observation(2).what[cells] == -1
    state.push(next(iter(state.legal_moves)))
    # The one below is uppermost now, and is shown.
    assert state.observation(2).what[len(state.board)] == 1
    state.pop()
    assert state.observation(2).what[cells] == -1


def test_only_hands_are_filled_where_the_board_grows() -> None:
    with pytest.raises(LudemeError, match="sites of hands"):
        played('(place Stack "A1" (centrePoint) count:2)')
