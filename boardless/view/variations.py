"""The tree of all moves that were tried: undo, redo, and branches to walk in."""

from dataclasses import dataclass, field

from boardless.state import Move
from boardless.topo import InputError, integer_between

#: More nodes than a person makes, and few enough for a page to list.
MAX_NODES = 20_000


@dataclass(slots=True)
class Variation:
    """A position of the tree.

    Attributes
    ----------
    parent : int
        The node before, -1 at the start.
    move : Move or None
        The move that led here.
    text : str
        That move as text, '' at the start.
    ply : int
        How many moves lead here.
    onward : int
        The child that was visited last, -1 if there is none.
    children : dict of Move to int
        The nodes that follow.
    """

    parent: int
    move: Move | None
    text: str
    ply: int
    onward: int = -1
    children: dict[Move, int] = field(default_factory=dict)


class Variations:
    """A tree of moves, and where one stands in it; node 0 is the start."""

    def __init__(self) -> None:
        self.nodes = [Variation(-1, None, "", 0)]
        self.here = 0

    def add(self, move: Move) -> int:
        """Go on with a move and return its node, which is an old one if it was tried before.

        Raises
        ------
        InputError
            If the tree is full.
        """
        node = self.nodes[self.here]
        number = node.children.get(move)
        if number is None:
            if len(self.nodes) >= MAX_NODES:
                raise InputError(f"move {move}: {MAX_NODES:,} positions are kept, begin a new game")
            number = len(self.nodes)
            node.children[move] = number
            self.nodes.append(Variation(self.here, move, str(move), node.ply + 1))
        node.onward = self.here = number
        return number

    def go(self, number: object) -> None:
        """Stand at a node; the way to it is the line that redo follows.

        Raises
        ------
        InputError
            If there is no such node.
        """
        self.here = integer_between(number, "position", 0, len(self.nodes) - 1)
        at = self.here
        while self.nodes[at].parent >= 0:
            parent = self.nodes[at].parent
            self.nodes[parent].onward = at
            at = parent

    def path(self) -> list[int]:
        """Return the nodes from the first move to here."""
        numbers = []
        at = self.here
        while at:
            numbers.append(at)
            at = self.nodes[at].parent
        return numbers[::-1]

    def line(self) -> list[int]:
        """Return the nodes of the line that is walked in: start, those to here, and onward."""
        numbers = [0, *self.path()]
        while (onward := self.nodes[numbers[-1]].onward) >= 0:
            numbers.append(onward)
        return numbers

    def moves(self) -> list[Move]:
        """Return the moves from the start to here."""
        found = (self.nodes[number].move for number in self.path())
        return [move for move in found if move is not None]
