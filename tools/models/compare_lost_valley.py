"""Random games of Lost Valley's first phase in the engine and in the slow model."""

from functools import partial

from boardless.games import Game
from boardless.play import State
from boardless.state import ADD, Move
from tools.models.lost_valley import LostValley, Rhombus, Triangle
from tools.models.random_games import Kind, compared


def lost_valley(
    game: Game, number: int, rhombi: int, plies: int, technique: str | None = None
) -> int:
    """Play a random game in both; return how many moves were made."""
    return compared(game, LostValley(rhombi), named, _lying, number, plies, technique)


def named(state: State, move: Move) -> Rhombus:
    """Return the triangles on which a move lays a rhombus."""
    sites = (action.site for action in move.actions if action.kind == ADD)
    return frozenset(tuple(site) for site in sites if isinstance(site, tuple))


def _lying(state: State) -> dict[Triangle, bool]:
    names = [component.name for component in state.components]
    return {tuple(key): names[what - 1] == "Camp" for key, what in state.pieces.items()}


KINDS = (Kind("Lost Valley", (), partial(lost_valley, rhombi=12, plies=100)),)
