"""Positions of games, by the moves that lead to them."""

from boardless.games import Game
from boardless.play import State

#: Tic-Tac-Toe: player 2 is to move, and player 1 has two ways to complete a line.
HIDDEN_FORK = "+1@-1,-1 +2@0,0 +1@1,1 +2@-1,1 +1@1,-1"


def played(game: Game, moves: str) -> State:
    """Return the state after some moves."""
    state = State(game)
    for move in moves.split():
        state.push(state.parse(move))
    return state
