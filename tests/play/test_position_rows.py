"""Moves by rows: the same as by their names, and named when somebody asks."""

from collections.abc import Callable
from random import Random

import numpy as np
import pytest

from boardless.games import Game, load
from boardless.play import State
from boardless.topo import InputError
from tests.agents.described import GUESS, RACE, STEPS

GAMES = (load("Tic-Tac-Toe", jit=False), load("Andantino", jit=False), STEPS, RACE, GUESS)


def by_name(game: Game) -> str:
    """Return the name of a game."""
    return game.name


@pytest.mark.parametrize("game", GAMES, ids=by_name)
def test_a_row_is_a_move_by_its_name(game: Game) -> None:
    state, named, random = State(game), State(game), Random(2)
    for _ in range(14):
        if not state.legal_count:
            break
        rows = state.legal_rows
        assert len(rows) == state.legal_count >= len(state.legal_moves)
        state.push_row(random.randrange(len(rows)))
        named.push(state.peek())
        assert state.key == named.key
    assert state.outcome() == named.outcome()
    assert state.move_stack == named.move_stack
    assert state.trial() == named.trial()


@pytest.mark.parametrize("game", GAMES[:3], ids=by_name)
def test_names_are_found_when_they_are_asked_for(game: Game) -> None:
    state, named, random = State(game), State(game), Random(3)
    for _ in range(8):
        if not state.legal_count:
            break
        state.push_row(random.randrange(state.legal_count))
    copied = state.copy()
    assert state.ply == copied.ply
    for move in state.move_stack:
        named.push(move)
    assert named.key == state.key == copied.key
    assert copied.move_stack == named.move_stack
    while copied.ply:
        state.pop_row()
        copied.pop()
        assert (state.key, state.ply) == (copied.key, copied.ply)
    assert state.legal_count == State(game).legal_count


@pytest.mark.parametrize("game", GAMES, ids=by_name)
def test_a_state_that_is_reset_begins_anew(game: Game) -> None:
    state, fresh, random = State(game), State(game), Random(4)
    for _ in range(2):
        while state.legal_count and state.ply < 20:
            state.push_row(random.randrange(state.legal_count))
        state.reset()
        assert (state.ply, state.key, state.outcome()) == (0, fresh.key, None)
        assert np.array_equal(state.legal_rows, fresh.legal_rows)
        assert state.pieces == fresh.pieces


def test_rows_and_names_take_turns() -> None:
    state = State(GAMES[1])
    state.push_row(0)
    state.push(next(iter(state.legal_moves)))
    state.push_row(state.legal_count - 1)
    assert state.ply == len(state.move_stack) == 3
    assert state.legal_moves[0] == next(iter(state.legal_moves))
    with pytest.raises(IndexError):
        state.legal_moves[1000]


def test_more_moves_than_there_is_room_for() -> None:
    state, random = State(load("Bravalath", tiling="hexagonal", jit=False)), Random(5)
    plies = 0
    while state.legal_count and plies < 320:
        state.push_row(random.randrange(state.legal_count))
        plies += 1
    assert state.ply == len(state.move_stack) == plies


@pytest.mark.parametrize("row", [-1, 9, 10**6])
def test_a_row_that_is_not_there(row: int) -> None:
    state = State(GAMES[0])
    with pytest.raises(InputError, match=f"row {row}: there are 9"):
        state.push_row(row)
    assert state.ply == 0
    with pytest.raises(InputError, match="no move to take back"):
        state.pop_row()


def test_a_row_in_the_view_of_the_mover() -> None:
    """Rules and pieces of the second player look as those of the first did."""
    state = State(GAMES[0])
    first = state.legal_rows
    state.push_row(0)
    assert first[0].tolist() == [0, 0, 1, 1]
    assert set(map(tuple, state.legal_rows[:, [0, 3]].tolist())) == {(0, 1)}
    assert state.legal_moves[0].actions[0].value == 2


@pytest.mark.parametrize("game", [*GAMES, load("Connect Four", jit=False)], ids=by_name)
def test_a_winning_row_is_the_first_that_wins(game: Game) -> None:
    found, random = set(), Random(5)
    for _ in range(12):
        state = State(game)
        while state.legal_count and state.ply < 30:
            key, winners = state.key, []
            for place in range(state.legal_count if state.seat else 0):
                seat = state.seat
                state.push_row(place)
                winners += [place] if state.position.winner == seat else []
                state.pop_row()
            place = state.position.winning_row() if state.seat else None
            assert place == (winners[0] if winners else None)
            assert state.key == key
            found.add(place is None)
            state.push_row(random.randrange(state.legal_count))
    assert len(found) == 2 or game.name not in ("Tic-Tac-Toe", "Andantino")


@pytest.mark.parametrize("game", [RACE, GUESS], ids=by_name)
def test_moves_made_by_rows_have_results(game: Game) -> None:
    state, named = State(game), State(game)
    for _ in range(2):
        state.push_row(0)
        named.push(named.legal_moves[0] if not named.chances() else named.chances()[0][0])
    assert state.position.did == named.position.did


def test_moves_get_their_names_after_other_steps_have_been_looked_at() -> None:
    state, random = State(load("Carcassonne", jit=False)), Random(1)
    while state.ply < 9 or not state.chances():
        state.push(random.choice(list(state.legal_moves)))
    row = state.legal_count - 1

    def after(look: Callable[[State], object]) -> list[str]:
        twin = state.copy()
        twin.push_row(row)
        # One move gets its name, the others wait.
        assert twin.legal_moves[0]
        look(twin)
        return list(map(str, twin.legal_moves))

    def come_back(twin: State) -> None:
        twin.push(twin.legal_moves[0])
        assert twin.chances()
        twin.pop()

    names = after(State.copy)
    assert names == after(lambda twin: twin.move_stack) == after(come_back)
