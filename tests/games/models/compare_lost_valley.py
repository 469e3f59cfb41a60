"""Random games of Lost Valley's first phase in the engine and in the slow model.

``python -m tests.games.models.compare_lost_valley`` plays them and prints a table.
"""

from functools import partial

from boardless.games import Game, load
from boardless.play import State
from boardless.state import ADD, Move
from tests.games.models.lost_valley import LostValley, Rhombus, Triangle
from tests.games.models.random_games import compared, table


def lost_valley(
    game: Game, rhombi: int, number: int, plies: int, technique: str | None = None
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


if __name__ == "__main__":
    table("rhombi", 100, {"12": partial(lost_valley, load("Lost Valley"), 12)})
