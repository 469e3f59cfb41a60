"""Recorded playouts are the ones that were counted, and can be played again in any technique."""

from collections.abc import Callable

import numpy as np
import pytest

from boardless.games import Game, compile, load
from boardless.games.game_technique import ALL_NAMES, NAMES, game_technique
from boardless.play import Batch, GamePosition, record_playouts, run_playouts
from boardless.topo import InputError
from tests.play.test_rule_growth import ODD

WALKERS = """(game "Walkers" (players 2)
    (equipment {(board (square 3)) (piece "Pawn" P1) (piece "Stone" P2)})
    (rules
        (start {(place "Pawn1" 0) (place "Stone2" 8)})
        (play (move (from (sites Occupied by:Mover)) (to (sites Empty))))
        (end (if (= (count Moves) 30) (result Mover Draw)))
    )
)"""


CASES: dict[str, Callable[[], Game]] = {
    "Andantino": lambda: load("Andantino", tiling="triangular", jit=False),
    "Plotto": lambda: load("Plotto", jit=False),
    "Odd": lambda: compile(ODD, jit=False),
    "Hex": lambda: load("Hex", jit=False),
    "Walkers": lambda: compile(WALKERS, jit=False),
}


@pytest.mark.parametrize("name", CASES)
def test_a_record_holds_every_move_and_every_cell(name: str) -> None:
    game = CASES[name]()
    batch = record_playouts(game, 3, 6, seed=11)
    counted = run_playouts(game, playouts=6, seed=11).tally
    before = run_playouts(game, playouts=3, seed=11).tally
    assert batch.plies.sum() == counted.moves - before.moves
    assert np.bincount(batch.winners, minlength=3).tolist() == [
        a - b for a, b in zip(counted.wins, before.wins, strict=True)
    ]
    for name in ALL_NAMES if game.growing else NAMES[:2]:
        other = record_playouts(game, 3, 6, seed=11, technique=name)
        assert other.technique == name
        for place in range(3):
            assert other.moves(place) == batch.moves(place)
            check(game, other, place)


def check(game: Game, batch: Batch, place: int) -> None:
    """Play a record again in its technique and compare the board after every move."""
    match = GamePosition(game, game_technique(batch.technique, batch.start))
    match.restart()
    ends = np.cumsum(batch.plies)
    moves = range(ends[place] - batch.plies[place], ends[place])
    gone = iter(batch.removes[batch.removed[: moves.start].sum() :].tolist())
    came = batch.cells[:place].sum() + batch.removed[: moves.start].sum()
    coming = iter(batch.keys[came:].tolist())
    here = {tuple(next(coming)) for _ in range(batch.begun[place])}
    assert match.cells == batch.begun[place]
    assert set(match.standing()) == here
    winner = -1
    for move, choice in zip(moves, batch.moves(place), strict=True):
        assert match.mover == batch.movers[move]
        winner = match.make(choice)
        assert match.cells == batch.counts[move]
        left = {tuple(next(gone)) for _ in range(batch.removed[move])}
        new = batch.counts[move] - len(here) + len(left)
        assert left <= here
        here = (here - left) | {tuple(next(coming)) for _ in range(new)}
        assert set(match.standing()) == here
    assert winner == batch.winners[place]
    assert len(here) == batch.cells[place]


def test_arrays_grow_when_a_playout_needs_it() -> None:
    text = WALKERS.replace("30", "700")
    batch = record_playouts(compile(text, jit=False), 0, 1)
    assert batch.plies.tolist() == [700]


def test_bad_requests_are_refused() -> None:
    game = load("Tic-Tac-Toe", jit=False)
    with pytest.raises(InputError, match="playouts 3 to 3: choose 0 <= first < last"):
        record_playouts(game, 3, 3)
    with pytest.raises(InputError, match="seed -1: choose 0 to"):
        record_playouts(game, 0, 1, seed=-1)
    with pytest.raises(InputError, match="game 1: choose a whole number from 0 to 0"):
        record_playouts(game, 0, 1).moves(1)
