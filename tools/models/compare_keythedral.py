"""Random games of Keythedral's first phase in the engine and in the slow model."""

from functools import partial

from boardless.games import Game
from boardless.play import State
from boardless.state import Move as EngineMove
from tools.models.keythedral import Keythedral, Move, Place
from tools.models.random_games import Kind, compared

#: Half of how far the centres of two octagons are apart, in edge lengths.
_HALF = (1 + 2**0.5) / 2


def keythedral(
    game: Game, number: int, tiles: int, plies: int, technique: str | None = None
) -> int:
    """Play a random game in both; return how many moves were made."""
    return compared(game, Keythedral(tiles), _named, _lying, number, plies, technique)


def _place(state: State, key: tuple[int, int, int]) -> Place:
    # Of the cells whose keys begin so one is an octagon: that of the first tile.
    (first,) = (
        other
        for other, what in state.pieces.items()
        if other[:2] == (0, 0) and _tile(state, what)[0] == "Octagon"
    )
    positions = state.board.positions
    x, y = (positions[state.site(key)] - positions[state.site(first)]) / _HALF
    return round(x), round(y)


def _tile(state: State, what: int) -> tuple[str, int]:
    component = state.components[what - 1]
    return component.name[:-1], component.owner


def _named(state: State, move: EngineMove) -> Move:
    (put,) = move.actions
    assert isinstance(put.site, tuple)
    shape, owner = _tile(state, put.value)
    assert owner == state.mover
    return shape, _place(state, put.site)


def _lying(state: State) -> dict[Place, tuple[str, int]]:
    return {_place(state, key): _tile(state, what) for key, what in state.pieces.items()}


KINDS = (Kind("Keythedral", (), partial(keythedral, tiles=40, plies=100)),)
