"""What there is beside the board so far: places, scores, payoffs, and what dice count."""

from fractions import Fraction
from typing import Any

from boardless.games import Game


def ranks(game: Game, arrays: Any, winner: int) -> tuple[int, ...]:
    """Return the place of each player, 0 while it is open; players who share one have the same.

    Where two play it follows from the winner, who is -1 while the game goes on.
    """
    if game.players > 2:
        places = arrays.rank[1:].tolist()
        if not game.brief.effects:
            return tuple(places)
        # Those who share places have the mean of them, twice over.
        return tuple(place and 1 + sum(0 < p < place for p in places) for place in places)
    if winner < 0:
        return (0,) * game.players
    return tuple(1 if winner in (0, player) else 2 for player in range(1, game.players + 1))


def scores(game: Game, arrays: Any) -> tuple[int, ...] | None:
    """Return the score of each player; None if there are no scores in the game."""
    place = game.module.scores
    if place is None:
        return None
    return tuple(arrays.numbers[place + 1 :][: game.players].tolist())


def payoffs(game: Game, arrays: Any) -> tuple[Fraction, ...] | None:
    """Return what each player gets by the rules so far; None if they do not say so in numbers."""
    table = game.module.payoffs
    if table is None:
        return None
    parts = arrays.numbers[table.place + 1 :][: game.players].tolist()
    return tuple(Fraction(part, table.parts) for part in parts)


def pips(game: Game, arrays: Any) -> tuple[int, ...]:
    """Return what each die counts, 0 once it has been used; nothing if no rule asks for dice."""
    place, scene = game.module.pips, game.module.model.scene
    if place is None or scene is None:
        return ()
    count = sum(len(store.dice) for store in scene.inventory.containers)
    return tuple(arrays.numbers[place:][:count].tolist())
