"""Boards as text, for tests of their layouts."""

from boardless.games.initial.board import board_layout
from boardless.games.language.binding import bind
from boardless.games.language.reader import read_nodes
from boardless.games.ludemes.equipment import Item
from boardless.topo import Layout


def laid_out(text: str) -> Layout:
    """Return the layout of a board given as text, without ``(board ...)`` that of a graph."""
    if not text.startswith(("(board ", "(mancalaBoard ", "(surakartaBoard ")):
        text = f"(board {text})"
    (node,) = read_nodes(text)
    return board_layout(bind(node, Item))


def places(layout: Layout) -> list[list[float]]:
    """Return the points of a flat layout, rounded for comparison."""
    return layout.points[:, :2].round(3).tolist()
