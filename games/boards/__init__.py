"""Boards as descriptions give them: from the ludemes of a graph to its layout."""

from boardless.games.boards import operators, shapes
from boardless.games.boards.items import board_layout, board_use
from boardless.games.boards.laying import layout_of

__all__ = ["board_layout", "board_use", "layout_of", "operators", "shapes"]
