"""The loop in which games are played."""

from random import Random

import pytest

from boardless.games import load
from boardless.play import State
from boardless.play.playing import Answer, by_chance, play_game
from boardless.state import Move
from boardless.topo import InputError


@pytest.fixture
def state() -> State:
    return State(load("Tic-Tac-Toe", jit=False))


def test_the_same_seed_gives_the_same_game(state: State) -> None:
    twin, other = state.copy(), state.copy()
    trial = play_game(state, [by_chance, by_chance], seed=3)
    assert trial == play_game(twin, [by_chance, by_chance], seed=3)
    assert (trial.seed, trial.result) == (3, state.outcome().winner)
    assert trial != play_game(other, [by_chance, by_chance], seed=4)
    for _ in range(3):
        twin.pop()
    assert play_game(twin, [by_chance, by_chance], seed=3) == trial


def test_the_loop_waits_for_those_who_move_elsewhere(state: State) -> None:
    assert play_game(state, [None, by_chance]).moves == ()
    state.push(next(iter(state.legal_moves)))
    assert len(play_game(state, [None, by_chance]).moves) == 2


def test_answers_are_heard_and_states_are_the_players_own(state: State) -> None:
    heard: list[Answer] = []

    def spoiling(own: State, random: Random) -> Answer:
        moves = list(own.legal_moves)
        own.push(moves[0])
        return Answer(moves[-1], {moves[0]: 2})

    play_game(state, [spoiling, by_chance], seed=1, heard=heard.append)
    assert [answer.move for answer in heard] == state.move_stack
    assert list(heard[0].visits.values()) == [2]


def test_wrong_players_are_refused(state: State) -> None:
    with pytest.raises(InputError, match="1 players: give 2"):
        play_game(state, [by_chance])
    with pytest.raises(InputError, match="player 1: move"):
        play_game(state, [lambda state, random: Move.add(1, 1, (9, 9, 0)), None])
    with pytest.raises(InputError, match="player 1: move 'x'"):
        play_game(state, [lambda state, random: "x", None])
    assert state.ply == 0


def test_random_numbers_may_come_from_elsewhere(state: State) -> None:
    asked = []

    def draws(seat: int) -> Random:
        asked.append(seat)
        return Random(len(asked))

    twin, other = state.copy(), state.copy()
    trial = play_game(state, [by_chance, by_chance], draws=draws)
    assert asked == [move.mover for move in trial.moves]
    asked.clear()
    assert play_game(twin, [by_chance, by_chance], draws=draws) == trial
    assert play_game(other, [by_chance, by_chance]).moves != trial.moves
