"""Games as text: descriptions in L-GDL, read into trees of ludemes.

Start with ``read(description_text("Tic-Tac-Toe")).tree``.
"""

from games.description import Description, offered_options, read, tiling_option
from games.language.errors import LudemeError
from games.library import description_text, library

__all__ = [
    "Description",
    "LudemeError",
    "description_text",
    "library",
    "offered_options",
    "read",
    "tiling_option",
]
