"""Positions behind a game as text, and all that they hold, to be compared."""

import numpy as np

from boardless.games import Game
from boardless.play import State
from boardless.play.notations import notation_of


def after(game: Game, text: str) -> State:
    """Return the state behind moves in a game's notation."""
    state, notation = State(game), notation_of(game)
    for move in notation.split(text):
        state.push(notation.read(state, move))
    return state


def arrays_of(state: State) -> list[object]:
    """Return what a position holds: cells, tiles, how they are turned, counters, legal moves."""
    arrays, kernels = state.position.arrays, state.game.kernels
    count = int(arrays.n[kernels.COUNT]) + 1
    rows = [arrays.code, arrays.what, arrays.neighbours, *arrays.fields]
    steps = arrays.step[: count * int(kernels.SLOTS)]
    return [
        state.key,
        *(row[:count].tolist() for row in rows),
        steps.tolist(),
        [str(move) for move in state.legal_moves],
        np.delete(arrays.n, [kernels.FILL, kernels.LOGGED]).tolist(),
    ]
