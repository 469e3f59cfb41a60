"""The first phase of Keythedral by the rules in its text, in plain Python over a dict of tiles.

A place is ``(x, y)``: an octagon's are even, a square's odd, as squares lie between four octagons.
"""

from functools import partial

from boardless.games import Game
from boardless.play import State
from boardless.state import Move as EngineMove
from tools.models.random_games import Kind, side_by_side

Place = tuple[int, int]
#: Which tile is laid where.
Move = tuple[str, Place]


def shape_at(place: Place) -> str:
    """Return the shape of the tile that a place takes."""
    return "Square" if place[0] % 2 else "Octagon"


def beside(place: Place) -> set[Place]:
    """Return the places that share an edge with one."""
    x, y = place
    found = {(x + dx, y + dy) for dx in (-1, 1) for dy in (-1, 1)}
    if shape_at(place) == "Octagon":
        found |= {(x + 2, y), (x - 2, y), (x, y + 2), (x, y - 2)}
    return found


class Keythedral:
    """The laying of so many tiles by two players beside an octagon of the first."""

    def __init__(self, tiles: int) -> None:
        self.tiles: dict[Place, tuple[str, int]] = {(0, 0): ("Octagon", 1)}
        self.left = tiles
        self.mover = 1

    def moves(self) -> set[Move]:
        """Return the tiles that may be laid, and where."""
        free = {near for place in self.tiles for near in beside(place)} - self.tiles.keys()
        return {(shape_at(place), place) for place in free} if self.left else set()

    def make(self, move: Move) -> None:
        """Lay a tile."""
        shape, place = move
        self.tiles[place] = (shape, self.mover)
        self.left -= 1
        self.mover = 3 - self.mover

    def winner(self) -> int | None:
        """Return 0 when all tiles lie, else None."""
        return None if self.left else 0

    def lying(self) -> dict[Place, tuple[str, int]]:
        """Return the tiles by their places, and whose they are."""
        return self.tiles


# -- the same games in the engine ------------------------------------------------------------------


#: Half of how far the centres of two octagons are apart, in edge lengths.
_HALF = (1 + 2**0.5) / 2


def compared(game: Game, number: int, tiles: int, plies: int, technique: str | None = None) -> int:
    """Play a random game in both; return how many moves were made."""
    return side_by_side(game, Keythedral(tiles), _named, _lying, number, plies, technique)


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


KINDS = (Kind("Keythedral", (), partial(compared, tiles=40, plies=100)),)
