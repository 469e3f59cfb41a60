"""The registry of notations, by game."""

from boardless.games import Game
from boardless.play.notations.hive import HiveNotation, has_bugs
from boardless.play.notations.notation import (
    ActionsNotation,
    Notation,
    SegmentTilesNotation,
    draws_tiles,
)
from boardless.play.notations.trax import TraxNotation, has_paths

#: Notations by the names of the games that have one.
NOTATIONS: dict[str, Notation] = {
    "Carcassonne": SegmentTilesNotation(),
    "Hive": HiveNotation(),
    "Trax": TraxNotation(),
}


def notation_of(game: Game) -> Notation:
    """Return the notation of a game: its own if it has the pieces for it, or else actions."""
    own = NOTATIONS.get(game.name)
    if isinstance(own, SegmentTilesNotation) and not draws_tiles(game):
        own = None
    if isinstance(own, HiveNotation) and not has_bugs(game):
        own = None
    if isinstance(own, TraxNotation) and not has_paths(game):
        own = None
    return own or ActionsNotation()
