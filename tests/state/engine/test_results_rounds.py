"""Moves that all players choose before any is made, and simulations."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from boardless.agents import MCTS, Budget
from boardless.agents.determinization import hides, observation, seen_by
from boardless.games import LudemeError, compile
from boardless.play import State, record_playouts, replayed, run_playouts
from boardless.play.ludii_replay import LudiiReplay
from boardless.play.recorded import read_ludii_trial
from boardless.theory import solve, unfold
from boardless.view.seen import hides as hides_anything

#: Matching pennies, two rounds: each move has the consequence, so it follows twice.
PENNIES = """(game "Pennies" (players 2) (mode Simultaneous)
    (equipment {(board (square 2))})
    (rules
        (play (or {
            (move Select (from 0) P1 (then (set Var "One" 0)))
            (move Select (from 1) P1 (then (set Var "One" 1)))
            (move Select (from 2) P2 (then (set Var "Two" 0)))
            (move Select (from 3) P2 (then (set Var "Two" 1)))}
            (then (if (= (var "One") (var "Two")) (addScore P1 1) (addScore P2 1))
                applyAfterAllMoves:True)))
        (end (if (= (count Moves) 2) (byScore)))))"""
TURNS = """(game "Turns" (players 3) (mode Simultaneous)
    (equipment {(board (square 2))})
    (rules
        (play (move Pass (then (addScore Mover 1))))
        (end (if (= (count Moves) 4) (result Mover Win)))))"""
VANISH = """(game "Vanish" (players 0) (equipment {(board (square 2)) (piece "Disc" Shared)})
    (rules (start (place "Disc" (sites {0 2 3})))
        (play (forEach Site (sites Occupied by:All) (remove (site))))
        (end (if (= (count Moves) 9) (result Mover Win)))))"""


def pennies() -> State:
    return State(compile(PENNIES, jit=False))


def choose(state: State, *numbers: int) -> State:
    for number in numbers:
        state.push(list(state.legal_moves)[number])
    return state


def test_all_choose_before_anything_is_done() -> None:
    state = choose(pennies(), 0)
    assert (state.seat, state.position.held_choices, state.position.scores) == (2, 1, (0, 0))
    choose(state, 0)
    assert (state.seat, state.position.held_choices, state.position.scores) == (1, 0, (2, 0))
    choose(state, 1, 0)
    assert state.position.scores == (2, 2)
    assert state.outcome() is not None
    state.pop()
    assert (state.seat, state.position.held_choices, state.position.scores) == (2, 1, (2, 0))


def test_what_follows_at_once_follows_each_move() -> None:
    game = compile(PENNIES.replace("applyAfterAllMoves:True", ""), jit=False)
    # Variables are the same, -1, only before the first move: then One is 0, and Two not yet.
    assert choose(State(game), 0, 0).position.scores == (1, 1)


def test_rounds_have_movers_in_turn_and_others_pass() -> None:
    state = State(compile(TURNS, jit=False))
    scores = []
    for _ in range(4):
        assert len(state.legal_moves) == 1
        choose(state, 0, 0, 0)
        scores.append(state.position.scores)
    assert scores == [(1, 0, 0), (1, 1, 0), (1, 1, 1), (2, 1, 1)]
    assert state.position.ranks[0] == 1


def test_nobody_sees_a_choice_before_all_have_chosen() -> None:
    state = choose(pennies(), 1, 0, 1)
    assert hides(state)
    assert hides_anything(state.game)
    random, seen = Random(1), Counter[str]()
    for _ in range(40):
        other = observation(state, 2, random)
        assert isinstance(other, State)
        assert other.move_stack[:2] == state.move_stack[:2]
        assert (other.seat, other.position.scores) == (2, (0, 2))
        seen[str(other.move_stack[2])] += 1
    assert len(seen) == 2
    assert min(seen.values()) > 8
    own = observation(state, 1, random)
    assert isinstance(own, State)
    assert own.move_stack == state.move_stack
    assert isinstance(seen_by(MCTS(), state, 2, random), State)


def test_players_know_the_choices_of_rounds_that_are_over() -> None:
    found = solve(unfold(compile(PENNIES, jit=False)), 50)
    # A set of each player at first, and one after each of the four first rounds.
    assert len(found.strategy) == 10
    assert {odds for moves in found.strategy.values() for odds in moves.values()} == {0.5}


@pytest.mark.parametrize("text", [PENNIES, TURNS, VANISH])
def test_rounds_are_played_recorded_and_replayed(text: str) -> None:
    game = compile(text, jit=False)
    for trial in record_playouts(game, 3, 5):
        again = replayed(trial, game)
        assert (ended := again.outcome()) is not None
        assert ended.winner == trial.result
        assert [again.at(ply).mover for ply in range(again.ply)] == [
            move.mover for move in again.move_stack
        ]


def test_agents_play_rounds() -> None:
    state = choose(pennies(), 0)
    decision = MCTS()(state, Budget(iterations=50), Random(1))
    assert decision.move in state.legal_moves


def test_compiled_playouts_are_those_of_python() -> None:
    runs = [
        run_playouts(compile(PENNIES, jit=jit), seed=5, playouts=20).tally for jit in (False, True)
    ]
    assert runs[0] == runs[1]


RECORD = """\
game=../Common/res/lud/Pennies.lud
START GAME OPTIONS
END GAME OPTIONS
RNG internal state=1,-128,127,0
Move=[Move:mover=3,from=0,to=0,actions=[Select:typeFrom=Cell,from=0,decision=true],\
[SetVar:name=One,value=0],[Select:typeFrom=Cell,from=3,decision=true],[SetVar:name=Two,value=1],\
[SetScore:player=2,score=1,add=true],[SetScore:player=2,score=1,add=true]]
Move=[Move:mover=3,from=0,to=0,actions=[Select:typeFrom=Cell,from=1,decision=true],\
[SetVar:name=One,value=1],[Select:typeFrom=Cell,from=2,decision=true],[SetVar:name=Two,value=0],\
[SetScore:player=2,score=1,add=true],[SetScore:player=2,score=1,add=true]]
LEGAL MOVES LIST SIZE = 4
LEGAL MOVES LIST SIZE = 4
winner=2
endtype=NaturalEnd
rankings=0.0,2.0,1.0
SANDBOX=false
LUDII_VERSION=1.3.0
"""
ONE = "[SetScore:player=2,score=1,add=true]"


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ("", "", None),
        (f"{ONE},{ONE}", ONE, "actions"),
        ("SIZE = 4", "SIZE = 2", "count"),
        ("winner=2", "winner=1", "winner"),
    ],
)
def test_a_recorded_round_is_all_choices(
    tmp_path: Path, old: str, new: str, kind: str | None
) -> None:
    path = tmp_path / "trial.txt"
    path.write_text(RECORD.replace(old, new), encoding="utf-8")
    found = LudiiReplay(compile(PENNIES, jit=False)).compare(read_ludii_trial(path))
    assert (found.kind if found else None) == kind


def test_a_simulation_makes_all_moves_as_one() -> None:
    state = State(compile(VANISH, jit=False))
    (move,) = state.legal_moves
    assert len(move.actions) == 3
    state.push(move)
    # In Ludii a simulation is over when nothing more happens.
    assert (ended := state.outcome()) is not None
    assert ended.winner == 0


def test_phases_have_the_order_of_turns_of_the_game() -> None:
    text = PENNIES.replace(" (mode Simultaneous)", "")
    text = text.replace(
        "(rules\n        (play", '(rules phases:{(phase "A" (mode Simultaneous) (play'
    )
    text = text.replace("applyAfterAllMoves:True)))", "applyAfterAllMoves:True))))}")
    with pytest.raises(LudemeError, match="order of turns of the whole game"):
        compile(text, jit=False)
