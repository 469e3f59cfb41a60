"""Moves, and trials of moves, that need more room than the arrays have."""

import numpy as np
import pytest

from boardless.games import compile
from boardless.games.game_start import ChanceStart
from boardless.play import State
from boardless.topo import InputError
from tests.games.compiler.boards import text_of

ENDLESS = '(while (= 1 1) (set Var "A" 1))'
#: What is done on site 8 has no end.
ON_8 = f"(if (= (last To) 8) {ENDLESS})"
LONG = '(while (< (var "A") 4500) (set Var "A" (+ (var "A") 1)))'
THEN = "(play (move Add (to (sites Empty)) (then {})))"
MADE = THEN.format(ON_8)
TRIED = "(play (do (move Add (to (sites Empty)) (then {})) ifAfterwards:(= 1 1)))"


def state_of(play: str) -> State:
    return State(compile(text_of(play=play), jit=False))


def test_a_move_without_end_is_refused_and_nothing_has_changed() -> None:
    state = state_of(MADE)
    state.push(state.parse("+1@0,0"))
    before = (state.key, state.pieces, list(state.legal_moves), state.move_stack)
    last = list(state.legal_moves)[-1]
    with pytest.raises(InputError, match="more effects than there is room"):
        state.push(last)
    assert (state.key, state.pieces, list(state.legal_moves), state.move_stack) == before
    state.push(before[2][0])
    state.pop()
    assert state.key == before[0]


def test_moves_that_are_tried_and_have_no_end_are_refused() -> None:
    """Taking the trial back once forgot that what was found rests on half a move."""
    state = state_of(TRIED.format(ENDLESS))
    with pytest.raises(InputError, match="more effects than there is room"):
        list(state.legal_moves)
    with pytest.raises(InputError, match="more effects than there is room"):
        state.perft(2)
    assert state.ply == 0


def test_a_trial_that_needs_more_room_gets_it() -> None:
    assert len(state_of(TRIED.format(LONG)).legal_moves) == 9


def test_a_move_that_needs_more_room_gets_it() -> None:
    state = state_of(THEN.format(LONG))
    state.push(next(iter(state.legal_moves)))
    assert state.ply == 1


def test_what_is_made_again_begins_with_the_pieces_that_there_were() -> None:
    start = '(start (place Random {"A2"})) '
    state = state_of(start + THEN.format(f"(if (= (last To) 8) {LONG})"))
    begun = np.array([(2, state.game.setup.held + 1, 1)], np.int32)
    state.position.restart_with(ChanceStart(None, begun))
    moves = list(state.legal_moves)
    state.push(moves[0])
    state.push(list(state.legal_moves)[-1])
    assert list(state.pieces.values()) == [2, 1, 2]


def test_what_chance_decides_is_asked_once_where_a_move_needs_more_room() -> None:
    """What player 1 may do is drawn, and what follows from the move of player 2."""
    drawn = "(move Add (to (sites Random (sites Empty) num:1)))"
    scores = f"(then (and (addScore Mover (value Random (range 1 3))) {LONG}))"
    play = f"(play (if (is Mover P1) {drawn} (move Add (to (sites Empty)) {scores})))"
    state = state_of(play)
    state.push(state.chances()[-1][0])
    state.push(next(iter(state.legal_moves)))
    assert state.mover == 2
    state.push(next(iter(state.legal_moves)))
    state.push(state.chances()[1][0])
    assert state.mover == 1
    assert state.scores == (0, 2)


@pytest.mark.parametrize("play", [TRIED, THEN])
def test_boards_that_techniques_grow_get_room_too(play: str) -> None:
    text = text_of(board="(boardless Square)", play=play.format(LONG))
    state = State(compile(text, jit=False), "ZONE-SHRINK")
    state.push(next(iter(state.legal_moves)))
    assert len(state.legal_moves) > 9


def test_legal_moves_get_as_much_room_as_they_need() -> None:
    # More than the doublings that one move may have would make room for.
    state = state_of("(play (forEach Value min:1 max:1000 (move Add (to (sites Empty)))))")
    assert state.legal_count == 9 * 1000
    state.push_row(4000)
    assert state.legal_count == 8 * 1000
