"""Games as text: descriptions in L-GDL, read into trees of ludemes and compiled.

Start with ``load("Andantino", tiling="square")``; `play` plays it. ``read(text).tree`` is the tree
of ludemes of a description, and ``reference(GameTree, Match)`` a page about every ludeme.
"""

from typing import TYPE_CHECKING

from boardless.games.description import Description, expand, offered_options, read
from boardless.games.game import Game, as_game, compile, load
from boardless.games.language.errors import LudemeError, LudemeWarning
from boardless.games.library import Library, description_text, library
from boardless.util.lazy_imports import on_demand

if TYPE_CHECKING:
    from boardless.games.concepts import CONCEPTS, concepts_of
    from boardless.games.language.signatures import grammar, reference
    from boardless.games.ludemes.game import GameTree
    from boardless.games.ludemes.matches import Match

__all__ = [
    "CONCEPTS",
    "Description",
    "Game",
    "GameTree",
    "Library",
    "LudemeError",
    "LudemeWarning",
    "Match",
    "as_game",
    "compile",
    "concepts_of",
    "description_text",
    "expand",
    "grammar",
    "library",
    "load",
    "offered_options",
    "read",
    "reference",
]

__getattr__, __dir__ = on_demand(__name__)
