"""Random games of Yinsh without a board in the engine and in the slow model."""

from functools import partial

from boardless.games import Game
from boardless.play import State
from boardless.state import REMOVE, SELECT
from boardless.state import Move as EngineMove
from tools.models.random_games import Kind, compared
from tools.models.yinsh import Move, Place, Yinsh


def yinsh(game: Game, number: int, plies: int, technique: str | None = None) -> int:
    """Play a random game in both; return how many moves were made."""
    return compared(game, Yinsh(), _named, _lying, number, plies, technique)


def _named(state: State, move: EngineMove) -> Move:
    if not move.actions:
        return ("pass",)
    places = [action.site[:2] for action in move.actions if isinstance(action.site, tuple)]
    first, last = move.actions[0], places[-1]
    if first.kind == SELECT:
        return "row", *places
    if len(move.actions) == 1:
        return "take" if first.kind == REMOVE else "ring", last
    # The ring is moved last, behind the markers that it turns.
    return "move", places[-2], last


def _lying(state: State) -> dict[Place, int]:
    return {(x, y): what for (x, y, _), what in state.pieces.items()}


KINDS = (Kind("Yinsh", (), partial(yinsh, plies=400), cut=400),)
