"""Random games of Ringo in the engine and in the slow model: legal moves, pieces, ends."""

from functools import partial

from boardless.games import Game
from boardless.play import State
from boardless.state import Move as EngineMove
from tools.models.random_games import Kind, compared
from tools.models.ringo import Move, Place, Ringo


def ringo(game: Game, number: int, plies: int, technique: str | None = None) -> int:
    """Play a random game in both; return how many moves were made."""
    return compared(game, Ringo(), _named, _lying, number, plies, technique)


def _named(state: State, move: EngineMove) -> Move:
    if not move.actions:
        return None
    ends = [action.site for action in move.actions]
    assert all(isinstance(end, tuple) for end in ends)
    *origin, (x, y, _) = ends
    return (origin[0][:2] if origin else None), (x, y)


def _lying(state: State) -> dict[Place, tuple[int, ...]]:
    return {(x, y): pile for (x, y, _), pile in state.piles.items()}


KINDS = (Kind("Ringo", (), partial(ringo, plies=300), cut=300),)
