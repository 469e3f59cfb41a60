"""Games as text: descriptions in L-GDL, read into trees of ludemes.

Start with ``read(description_text("Andantino"), tiling="square").tree``; ``reference(Game)`` is a
page about every ludeme.
"""

from games.description import Description, offered_options, read
from games.language.errors import LudemeError
from games.language.reference import grammar, reference
from games.library import description_text, library
from games.ludemes.game import Game

__all__ = [
    "Description",
    "Game",
    "LudemeError",
    "description_text",
    "grammar",
    "library",
    "offered_options",
    "read",
    "reference",
]
