"""The moves that lead to a state, as a tree: variations share what they have in common."""

from boardless.state.move import Move


class Node:
    """A position of a game: the one before, and the move that led from there.

    Parameters
    ----------
    before : Node or None
        None for the first position.
    move : Move or None
        With places on the board as cells.
    """

    __slots__ = ("before", "move", "ply")

    def __init__(self, before: "Node | None", move: Move | None) -> None:
        self.before = before
        self.move = move
        self.ply: int = 0 if before is None else before.ply + 1
