"""The moves that lead to a state, as a tree: variations share what they have in common."""

from boardless.state.move import Move
from boardless.topo import InputError


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


def check_ply(ply: int, last: int) -> None:
    """Raise InputError unless this is a whole number from 0 to `last`."""
    if type(ply) is not int or not 0 <= ply <= last:
        raise InputError(f"ply {ply!r}: choose 0 to {last}")
