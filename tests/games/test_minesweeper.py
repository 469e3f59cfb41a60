"""Minesweeper: chance lays mines, places are uncovered, and the player sees no more than that."""

from functools import cache
from itertools import product

import pytest

from boardless.games import Game, load
from boardless.play import State, run_playouts
from boardless.play.observation import UNSEEN
from boardless.topo import InputError
from boardless.view import Session

#: The side of the board, and the mines on it.
SIDE, MINES = 8, 10
MINE = 10


@cache
def minesweeper() -> Game:
    return load("Minesweeper", jit=False)


def begun(first: int, seed: int = 3) -> Session:
    """Return a game after the first place, by its number, and what chance has done then."""
    session = Session(State(minesweeper()), seed=seed)
    session.play(f"@0,0,{first}" if first else "@0,0")
    return session


def mines_of(state: State) -> set[int]:
    return {cell[2] for cell, what in state.pieces.items() if what == MINE}


def beside(place: int) -> set[int]:
    row, column = divmod(place, SIDE)
    steps = set(product((-1, 0, 1), repeat=2)) - {(0, 0)}
    near = {(row + up, column + right) for up, right in steps}
    return {SIDE * y + x for y, x in near if 0 <= y < SIDE and 0 <= x < SIDE}


def uncovered(first: int, mines: set[int]) -> set[int]:
    """Return the places that a place uncovers, worked out by hand."""
    found, wanted = set(), [first]
    while wanted:
        place = wanted.pop()
        if place not in found:
            found.add(place)
            wanted += [] if beside(place) & mines else beside(place)
    return found


def test_the_mines_do_not_depend_on_the_first_place() -> None:
    laid = [mines_of(begun(place).state) for place in (0, 20, 63)]
    assert laid[0] == laid[1] == laid[2]
    assert len(laid[0]) == MINES
    assert mines_of(begun(0, seed=4).state) != laid[0]


@pytest.mark.parametrize("first", [0, 27, 63])
def test_places_say_how_many_mines_lie_beside_them(first: int) -> None:
    state = begun(first).state
    mines, seen = mines_of(state), state.observation(1).what
    shown = {place for place, what in enumerate(seen) if what != UNSEEN}
    assert shown == uncovered(first, mines)
    for place in shown:
        assert seen[place] == 1 + len(beside(place) & mines)
    places = {move.actions[0].site[2] for move in state.legal_moves}  # type: ignore[index]
    assert places == set(range(SIDE * SIDE)) - shown


def test_who_uncovers_a_mine_has_lost_and_sees_all() -> None:
    session = begun(0)
    mine = min(mines_of(session.state))
    session.play(f"@0,0,{mine}")
    assert str(session.state.outcome()) == "lost"
    assert not session.state.observation(1).hidden
    session.undo()
    assert session.state.outcome() is None
    lost = begun(mine)  # the first place may be one
    assert str(lost.state.outcome()) == "lost"


def test_who_uncovers_everything_else_has_won() -> None:
    session = begun(0)
    state, mines = session.state, mines_of(session.state)
    while state.outcome() is None:
        place = min(set(state.observation(1).hidden) - mines)
        session.play(f"@0,0,{place}")
    assert str(state.outcome()) == "player 1 has won"
    assert set(state.observation(1).hidden) == mines
    assert session.state.at(0).observation(1).hidden == tuple(range(SIDE * SIDE))


def test_playouts_mostly_lose() -> None:
    tally = run_playouts(minesweeper(), playouts=3, seed=1).tally
    assert sum(tally.wins) == 3
    with pytest.raises(InputError, match="has moves by chance"):
        State(minesweeper()).perft(1)
