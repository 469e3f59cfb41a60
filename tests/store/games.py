"""Games to store: playouts of a few games, uncompiled, and games of people."""

from functools import cache

from boardless.games import load
from boardless.play import Batch, record_playouts
from boardless.state import SET_MOVER, Component, Equipment, FreeState, Hand, Location, Move, Trial
from boardless.state.move import BOARD, Action
from boardless.strategies import ZONE_APPEND
from boardless.topo import HEXAGONAL, SQUARE


@cache
def playouts(
    game: str = "Andantino",
    first: int = 0,
    last: int = 4,
    tiling: str | None = None,
    technique: str | None = None,
    seed: int = 1,
) -> Batch:
    played = load(game, tiling=tiling, jit=False)
    return record_playouts(played, first, last, technique=technique, seed=seed)


def by_hand(moves: int = 3, seed: int | None = None, result: int | None = None) -> Trial:
    """A game with hands, in which a player moves twice and a piece goes from cell to cell."""
    setup = Equipment(
        SQUARE,
        (Component("tile"), Component("red", 1), Component("grey", 2)),
        hands=(Hand(1, ((2, 3),)), Hand(2, ((3, 3), (0, 0)))),
        start=(((0, 0, 0), 1),),
    )
    made = (
        Move.transfer(1, 2, Location(1, 0), Location(BOARD, (1, 0, 0))),
        Move(
            2,
            (
                *Move.transfer(2, 3, Location(2, 0), Location(BOARD, (1, 1, 0))).actions,
                Action(SET_MOVER, 0, 0, 2),
            ),
        ),
        Move.transfer(2, 3, Location(BOARD, (1, 1, 0)), Location(BOARD, (2, 1, 0))),
        Move(1, ()),
    )
    return Trial(setup, made[:moves], "by hand", seed, result)


def a_line(moves: int) -> Trial:
    """Tiles in a row on hexagons."""
    state = FreeState(Equipment(HEXAGONAL, (Component("tile"),)), ZONE_APPEND)
    for i in range(moves):
        state.push(Move.add(state.mover, 1, (i, 0, 0)))
    return Trial.of(state, "line")
