"""Random games in the engine and in a slow model side by side."""

from argparse import ArgumentParser
from collections.abc import Callable, Hashable, Mapping, Set
from random import Random
from typing import Any, Protocol

from boardless.games import Game
from boardless.play import State
from boardless.state import Move


class Model(Protocol):
    """What a slow model of a game tells of a position, in names of its own."""

    @property
    def mover(self) -> int:
        """Who moves."""

    def moves(self) -> Set[Any]:
        """Return the names of the legal moves."""

    def make(self, move: Any) -> None:
        """Make a move."""

    def winner(self) -> int | None:
        """Return who has won, 0 if nobody has and the game is over, None if it goes on."""

    def lying(self) -> Mapping[Any, Any]:
        """Return what lies where."""


#: What the model calls a move of the engine, and what it says lies where in a state.
Named = Callable[[State, Move], Hashable]
Lying = Callable[[State], Mapping[Any, Any]]


def compared(
    game: Game,
    model: Model,
    named: Named,
    lying: Lying,
    number: int,
    plies: int,
    technique: str | None = None,
) -> int:
    """Play a random game in both up to a number of moves; return how many were made.

    Raises
    ------
    AssertionError
        Where they differ.
    """
    random, state = Random(number), State(game, technique)
    for _ in range(plies):
        outcome = state.outcome()
        assert (None if outcome is None else outcome.winner) == model.winner(), f"ply {state.ply}"
        # What waits for chance has not been done yet.
        assert state.chances() or lying(state) == model.lying(), f"ply {state.ply}"
        if outcome is not None:
            break
        assert state.mover == model.mover, f"ply {state.ply}"
        legal = {named(state, move): move for move in state.legal_moves}
        assert len(legal) == len(state.legal_moves), f"ply {state.ply}: a move twice"
        assert legal.keys() == model.moves(), f"ply {state.ply}"
        chosen = sorted(legal, key=repr)[random.randrange(len(legal))]
        state.push(legal[chosen])
        model.make(chosen)
    return state.ply


def table(what: str, plies: int, play: Mapping[str, Callable[[int, int], int]]) -> None:
    """Print how many games and moves agree, for each of some kinds of games.

    Parameters
    ----------
    what : str
        The head of the first column.
    plies : int
        The moves after which a game is cut, unless the command line says another number.
    play : mapping from str to callable
        What plays a game of a number, up to so many moves.
    """
    parser = ArgumentParser(description="Compare the engine with the slow model.")
    parser.add_argument("--games", type=int, default=1000, help="of each kind")
    parser.add_argument("--plies", type=int, default=plies, help="moves after which a game is cut")
    asked = parser.parse_args()
    print(f"{what},games,plies,ended,differences")
    for name, one in play.items():
        moves, ended, differences = 0, 0, 0
        for number in range(asked.games):
            try:
                made = one(number, asked.plies)
            except AssertionError:
                differences += 1
                continue
            moves += made
            ended += made < asked.plies
        print(f"{name},{asked.games},{moves},{ended},{differences}", flush=True)
