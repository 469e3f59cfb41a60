"""Games as text: descriptions in L-GDL, read into trees of ludemes and compiled.

Start with ``load("Andantino", tiling="square")``; `play` plays it. ``read(text).tree`` is the tree
of ludemes of a description, and ``reference(GameTree)`` a page about every ludeme.
"""

from boardless.games.description import Description, offered_options, read
from boardless.games.game import Game, compile, load
from boardless.games.language.errors import LudemeError
from boardless.games.language.reference import grammar, reference
from boardless.games.library import Library, description_text, library
from boardless.games.ludemes.game import Game as GameTree

__all__ = [
    "Description",
    "Game",
    "GameTree",
    "Library",
    "LudemeError",
    "compile",
    "description_text",
    "grammar",
    "library",
    "load",
    "offered_options",
    "read",
    "reference",
]
