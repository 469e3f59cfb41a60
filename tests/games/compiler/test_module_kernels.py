"""The kernels that every game has, uncompiled."""

from typing import Any

import numpy as np
import pytest

from boardless import games
from boardless.games.game_technique import NAMES, game_technique
from boardless.play import State
from boardless.state.engine.moves import PlayoutResults
from boardless.state.engine.starting import StartBoard
from tests.games.compiler.boards import game_of

GROWING = [name for name in NAMES if not name.startswith("BASE")]
#: Pieces that step to and fro for a number of moves.
WALK = {
    "before": '(start {(place "A1" 0) (place "A2" 8)})',
    "play": "(play (move (from (sites Occupied by:Mover)) (to (sites Around (from) Empty))))",
}


@pytest.fixture(scope="module")
def andantino() -> games.Game:
    return games.load("Andantino", tiling="square", jit=False)


def after(game: games.Game, technique: str, moves: int) -> State:
    """Return the state after a number of moves, of cells that do not depend on the technique."""
    state = State(game, technique)
    for _ in range(moves):
        state.push(min(state.legal_moves, key=lambda move: move.cell))
    return state


@pytest.mark.parametrize("technique", GROWING)
@pytest.mark.parametrize(("moves", "count"), [(5, 90), (6, 110)])
def test_perft_goes_back_to_a_position_in_a_game(
    andantino: games.Game, technique: str, moves: int, count: int
) -> None:
    state = after(andantino, technique, moves)
    assert state.perft(2) == sum(state.divide(2).values()) == count


def played(game: games.Game, plies: int = 0) -> tuple[int, int]:
    """Return how many of one playout are done with room for a number of moves, and its length."""
    technique = game_technique("BASE-KEPT")
    arrays: Any = [game.arrays(technique, plies=plies) for _ in range(2)]
    start = game.start(technique)
    board = StartBoard(start.codes, start.kinds, start.begun, rebuild=False)
    results = PlayoutResults(np.zeros(1, np.int8), np.zeros(1, np.int32), np.zeros(1, np.int32))
    done = game.kernels.playouts(*arrays, board, results, 1, 0, 1)
    return done, int(results.plies[0])


def test_a_playout_stops_when_there_is_no_room_for_its_moves() -> None:
    assert played(game_of(**WALK)) == (0, 0)
    ends = game_of(**WALK, end="(end (if (= (count Moves) 300) (result Mover Draw)))")
    assert played(ends, 299) == (0, 0)
    assert played(ends, 300) == (1, 300)


def test_room_for_moves_follows_room_for_cells() -> None:
    """Else games on large boards would have no room for their moves within what is allowed."""
    arrays = game_of(board="(square 100)").arrays(game_technique("BASE-KEPT"))
    assert len(arrays.code) >= 20_000
    assert len(arrays.history) >= len(arrays.code) // 4
