"""The first phase of Lost Valley by the rules in its text, in plain Python over sets of triangles.

A triangle is ``(x, y, 0)`` if it points up and ``(x, y, 1)`` if it points down; the latter shares
its edges with those that point up at ``(x, y)``, to the right of it and above it.
"""

from functools import partial

from boardless.games import Game
from boardless.play import State
from boardless.state import ADD, Move
from tools.models.random_games import Kind, side_by_side

Triangle = tuple[int, int, int]
Rhombus = frozenset[Triangle]

#: The rhombus with the bitboard.
CAMP: Rhombus = frozenset({(0, 0, 1), (0, 1, 0)})


def beside(triangle: Triangle) -> set[Triangle]:
    """Return the triangles that share an edge with one."""
    x, y, down = triangle
    sign = 1 if down else -1
    return {(x, y, 1 - down), (x + sign, y, 1 - down), (x, y + sign, 1 - down)}


class LostValley:
    """The laying of a valley by two players with so many rhombi each."""

    def __init__(self, rhombi: int) -> None:
        self.laid = [CAMP]
        self.left = 2 * rhombi
        self.mover = 1

    @property
    def taken(self) -> set[Triangle]:
        """The triangles on which something lies."""
        return {triangle for rhombus in self.laid for triangle in rhombus}

    def moves(self) -> set[Rhombus]:
        """Return the rhombi that may be laid."""
        if not self.left:
            return set()
        taken = self.taken
        docks = {near for triangle in taken for near in beside(triangle)} - taken
        return {frozenset({dock, far}) for dock in docks for far in beside(dock) - taken}

    def make(self, move: Rhombus) -> None:
        """Lay a rhombus."""
        self.laid.append(move)
        self.left -= 1
        self.mover = 3 - self.mover

    def winner(self) -> int | None:
        """Return 0 when all rhombi lie, else None."""
        return None if self.left else 0

    def lying(self) -> dict[Triangle, bool]:
        """Return the triangles that are taken, and whether the bitboard is there."""
        return {triangle: triangle in CAMP for triangle in self.taken}


# -- the same games in the engine ------------------------------------------------------------------


def compared(game: Game, number: int, rhombi: int, plies: int, technique: str | None = None) -> int:
    """Play a random game in both; return how many moves were made."""
    return side_by_side(game, LostValley(rhombi), named, _lying, number, plies, technique)


def named(state: State, move: Move) -> Rhombus:
    """Return the triangles on which a move lays a rhombus."""
    sites = (action.site for action in move.actions if action.kind == ADD)
    return frozenset((x, y, down) for x, y, down in (s for s in sites if isinstance(s, tuple)))


def _lying(state: State) -> dict[Triangle, bool]:
    names = [component.name for component in state.components]
    return {(x, y, down): names[w - 1] == "Camp" for (x, y, down), w in state.pieces.items()}


KINDS = (Kind("Lost Valley", (), partial(compared, rhombi=12, plies=100)),)
