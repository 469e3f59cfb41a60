"""Random games of Chex in the engine and in the slow model: legal moves, tiles, ends."""

from functools import partial

from boardless.games import Game
from boardless.play import State
from boardless.state import BOARD, OPTION
from boardless.state import Move as EngineMove
from tools.models.chex import Chex, Man, Move, Place
from tools.models.random_games import Kind, compared


def chex(game: Game, number: int, plies: int, technique: str | None = None) -> int:
    """Play a random game in both; return how many moves were made."""
    return compared(game, Chex(), _named, _lying, number, plies, technique)


def _named(state: State, move: EngineMove) -> Move:
    if not move.actions:
        return None
    if move.actions[0].kind == OPTION:
        return int(move.actions[0].value)
    ends = [(action.container, action.site) for action in move.actions]
    if len(ends) == 1:
        return "draw"
    # What is taken comes before.
    (container, origin), (_, to) = ends[-2:]
    assert isinstance(to, tuple)
    if container != BOARD:
        return to[:2]
    assert isinstance(origin, tuple)
    return origin[:2], to[:2]


def _lying(state: State) -> dict[Place, Man]:
    men = state.game.components
    return {
        (x, y): (men[what - 1].owner, men[what - 1].name[0])
        for (x, y, _), (what,) in state.piles.items()
    }


KINDS = (Kind("Chex", (), partial(chex, plies=160), cut=160),)
