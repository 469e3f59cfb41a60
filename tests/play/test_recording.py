"""Recorded playouts are the ones that were counted, and can be played again in any technique."""

from collections.abc import Callable

import numpy as np
import pytest

from boardless.games import Game, compile, load
from boardless.games.game_technique import ALL_NAMES, NAMES, game_technique
from boardless.play import Batch, Position, record_playouts, run_playouts
from boardless.topo import InputError
from tests.games.test_rule_symmetries_growth import ODD

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
    batch = record_playouts(game, 3, 5, seed=11)
    counted = run_playouts(game, playouts=5, seed=11).tally
    before = run_playouts(game, playouts=3, seed=11).tally
    assert batch.plies.sum() == counted.moves - before.moves
    assert np.bincount(batch.winners, minlength=3).tolist() == [
        a - b for a, b in zip(counted.wins, before.wins, strict=True)
    ]
    for name in ALL_NAMES if game.growing else NAMES[:2]:
        other = record_playouts(game, 3, 5, seed=11, technique=name)
        assert other.source.technique == name
        assert list(other) == list(batch)
        for place in range(2):
            check(game, other, place)


def check(game: Game, batch: Batch, place: int) -> None:
    """Play a game again in its technique and compare the board after every move."""
    match = Position(game, game_technique(batch.source.technique, batch.source.start))
    one = batch.part(place, place + 1)
    assert one[0] == batch[place]
    assert one.source.first == 3 + place
    gone, coming = iter(one.removes.tolist()), iter(one.adds.tolist())
    here = dict.fromkeys(map(tuple, one.boards.tolist()))
    here = {cell: site for site, cell in enumerate(here)}
    assert list(match.standing()) == list(here)
    winner = -1
    for move, choice in enumerate(one.moves(0)):
        assert match.mover == one.movers[move]
        winner = match.push(choice)
        for _ in range(one.removed[move]):
            del here[tuple(next(gone))]
        for _ in range(one.added[move]):
            *cell, site = next(coming)
            assert site not in here.values()
            here[tuple(cell)] = site
        assert match.cells == one.counts[move] == len(here)
        # Techniques that number sites row by row have the same cells.
        assert set(match.standing()) == here.keys()
        if "APPEND" in match.technique.name:
            assert list(match.standing()) == sorted(here, key=lambda cell: here[cell])
    assert winner == one.winners[0]
    assert len(here) == one.cells[0]


def test_arrays_grow_when_a_playout_needs_it() -> None:
    text = WALKERS.replace("30", "700")
    batch = record_playouts(compile(text, jit=False), 0, 1)
    assert batch.plies.tolist() == [700]


def test_bad_requests_are_refused() -> None:
    game = load("Tic-Tac-Toe", jit=False)
    with pytest.raises(InputError, match="last playout 3: choose a whole number from 4 to"):
        record_playouts(game, 3, 3)
    with pytest.raises(InputError, match=r"first playout 0\.5: choose a whole number from 0 to"):
        record_playouts(game, 0.5, 3)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="seed -1: choose a whole number from 0 to"):
        record_playouts(game, 0, 1, seed=-1)
    with pytest.raises(InputError, match="game 1: choose a whole number from 0 to 0"):
        record_playouts(game, 0, 1).moves(1)
    with pytest.raises(InputError, match="game -1: choose a whole number from 0 to 0"):
        record_playouts(game, 0, 1)[-1]
