"""Dice: rolled by chance, read, and used."""

import pytest

from boardless.games import Game, compile
from boardless.play import State, run_playouts
from boardless.play.playing import by_chance, play_game
from boardless.topo import InputError
from tests.games.ludemes.test_chance import AFTER, WEIGHTED


def game(
    rule: str,
    dice: str = "(dice d:4 num:2)",
    *,
    rolls: bool = True,
    end: str = "(= 9 (count Moves))",
    jit: bool = False,
) -> Game:
    """Return a game on twelve cells in a row, in which all dice are rolled for each move."""
    play = f"(do (roll) next:{rule})" if rolls else rule
    return compile(
        f"""(game "Dice" (players 2)
            (equipment {{ (board (rectangle 1 12)) (piece "Disc" Each) {dice} (hand Each) }})
            (rules (play {play}) (end (if {end} (result Mover Win)))))""",
        jit=jit,
    )


def rolled(rule: str, *faces: int, dice: str = "(dice d:4 num:2)") -> list[int]:
    """Return where a piece may be added when some faces are up, counted from 0."""
    state = State(game(rule, dice))
    for face in faces:
        state.push(state.parse(f"*{face}"))
    assert state.seat == 1
    moves = [move for move in state.legal_moves if move.cell is not None]
    return sorted(move.cell[2] for move in moves if move.cell is not None)


def test_dice_are_rolled_one_by_one_before_the_move() -> None:
    state = State(game("(move Add (to (count Pips)))"))
    assert (state.seat, len(state.chances())) == (0, 4)
    state.push(state.parse("*2"))
    state.push(state.parse("*0"))
    assert [str(move) for move in state.legal_moves] == ["h3.0:2;h3.1:0;+3@0,0,4"]
    key = state.key
    state.push(next(iter(state.legal_moves)))
    # The dice lie as they fell until they are rolled again.
    assert state.containers[3].state.nonzero() == {0: 2}
    assert (state.seat, state.mover) == (0, 2)
    state.pop()
    assert (state.key, state.containers[3].state.nonzero()) == (key, {})


@pytest.mark.parametrize(
    ("rule", "dice", "faces", "cells"),
    [
        ("(move Add (to (count Pips)))", "(dice faces:{0 5} num:2)", (1, 0), [5]),
        ("(move Add (to (count Pips)))", "(dice facesByDie:{{1 2} {3 6}} num:2)", (1, 1), [8]),
        ("(move Add (to (count Pips)))", "(dice d:2 from:4 num:1)", (1,), [5]),
        ("(move Add (to (face 14)))", "(dice d:4 num:2)", (3, 1), [4]),
        ("(move Add (to (+ 3 (face 2))))", "(dice d:4 num:2)", (3, 1), [2]),
        ("(move Add (to (count Pips P1)))", "(dice d:4 num:1) (dice d:4 P1 num:1)", (0, 2), [3]),
        ("(move Add (to (count Pips of:2)))", "(dice d:4 num:2)", (3, 1), [0]),
        ("(if (all DiceEqual) (move Add (to 7)))", "(dice d:4 num:2)", (2, 2), [7]),
        ("(if (all DiceEqual) (move Add (to 7)))", "(dice d:4 num:2)", (2, 1), []),
        ("(if (is AnyDie 3) (move Add (to 7)))", "(dice d:4 num:2)", (0, 2), [7]),
        ("(if (is AnyDie 3) (move Add (to 7)))", "(dice d:4 num:2)", (0, 3), []),
        ("(forEach Die (move Add (to (pips))))", "(dice d:4 num:2)", (0, 2), [1, 3]),
        ("(forEach Die if:(> (pips) 1) (move Add (to (pips))))", "(dice d:4 num:2)", (0, 2), [3]),
        (
            "(forEach Die combined:True (move Add (to (pips))))",
            "(dice d:4 num:3)",
            (0, 2, 3),
            [1, 3, 4, 4, 5, 7, 8],
        ),
    ],
)
def test_what_dice_show(rule: str, dice: str, faces: tuple[int, ...], cells: list[int]) -> None:
    assert rolled(rule, *faces, dice=dice) == cells


def turns(play: str, rolls: str) -> State:
    """Return a game of one roll, at its start, in which dice are used one after another."""
    first = f"(if (= 0 (count Moves)) (do (roll) next:{play}) {play})"
    state = State(game(first, rolls=False, end="(= 5 (count Moves))"))
    for face in rolls:
        state.push(state.parse(f"*{face}"))
    return state


def used(state: State, cell: int) -> None:
    """Make the first move to a cell."""
    state.push(next(move for move in state.legal_moves if move.cell == (0, 0, cell)))


def test_a_die_is_used_by_the_move_that_it_is_for() -> None:
    dice = "(forEach Die if:(!= (pips) 0) (move Add (to (pips))))"
    play = f"(if (all DiceUsed) (move Add (to 11)) {dice})"
    state = turns(play, "03")
    used(state, 4)
    assert [move.cell for move in state.legal_moves] == [(0, 0, 1)]
    used(state, 1)
    assert [move.cell for move in state.legal_moves] == [(0, 0, 11)]
    state.pop()
    state.pop()
    assert len(state.legal_moves) == 2


def test_doubles_count_twice_where_they_are_replayed() -> None:
    play = "(forEach Die replayDouble:True if:(!= (pips) 0) (move Add (to (sites Empty))))"
    state = turns(play, "22")
    # When both have been used, both count again.
    for moves in (24, 11, 20, 9):
        assert len(state.legal_moves) == moves
        state.push(next(iter(state.legal_moves)))
    assert [str(move) for move in state.legal_moves] == ["pass"]


def test_another_rule_sets_the_dice_anew_behind_the_first_of_a_double() -> None:
    replays = "(forEach Die replayDouble:True if:(!= (pips) 0) (move Add (to (sites {11}))))"
    plain = "(forEach Die if:(!= (pips) 0) (move Add (to (sites Empty))))"
    state = turns(f"(if (is Empty 11) {replays} {plain})", "22")
    for moves in (2, 11):
        assert len(state.legal_moves) == moves
        state.push(next(iter(state.legal_moves)))
    # The second has set both as they were before the first.
    assert len(state.legal_moves) == 20


def test_who_can_do_nothing_with_a_roll_passes() -> None:
    state = State(game("(move Add (to (sites Empty) if:(> (to) 20)))"))
    state.push(state.parse("*1"))
    state.push(state.parse("*1"))
    assert len(state.legal_moves) == 1
    state.push(next(iter(state.legal_moves)))
    assert (state.mover, state.containers[3].state.nonzero()) == (2, {0: 1, 1: 1})


def test_what_follows_may_roll() -> None:
    state = State(game("(move Add (to (sites Empty)) (then (roll)))", rolls=False))
    state.push(next(iter(state.legal_moves)))
    assert (state.seat, state.mover) == (0, 1)
    state.push(state.parse("*3"))
    state.push(state.parse("*2"))
    assert (state.seat, state.containers[3].state.nonzero()) == (2, {0: 3, 1: 2})


def test_games_of_chance_are_the_same_compiled_or_not() -> None:
    dice = "(forEach Die if:(!= (pips) 0) combined:True (move Add (to (pips) if:(is Empty (to)))))"
    rule = f"(or {{{WEIGHTED} {AFTER} {dice}}})"
    runs = [run_playouts(game(rule, jit=jit), playouts=40, seed=3).tally for jit in (False, True)]
    assert runs[0] == runs[1]
    state = State(game(rule))
    assert play_game(state, [by_chance, by_chance], seed=1).result in (1, 2)


@pytest.mark.parametrize(
    ("rule", "dice", "why"),
    [
        ("(move Add (to (count Pips)))", "", "expected dice in the equipment"),
        ("(forEach Die 1 (move Add (to (pips))))", "(dice d:4 num:2)", "set of dice, 0 to 0"),
        ("(move Add (to (pips)))", "(dice d:4 num:2)", "no meaning here"),
    ],
)
def test_dice_that_there_are_not_are_refused(rule: str, dice: str, why: str) -> None:
    with pytest.raises(InputError, match=why):
        game(rule, dice, rolls=bool(dice))
