"""Growth by the rules: the cells where a piece may be put, and no others."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from state import Setup
from topo import Board, Key, Tiling


@dataclass(frozen=True)
class Rule:
    """The board holds the tiles and the cells where any player might put one (section 7.3).

    What is off the board counts as empty, so what lies around a cell decides whether it belongs
    there. `games.rule_of` derives that from a game's own rules of moves.

    Parameters
    ----------
    allowed : callable
        Takes the prototile of an empty cell and the components around it, one for each slot of the
        tiling (0 for none), and tells whether some player may put a piece there, were it his turn.
        Nothing is allowed where nothing lies around.
    """

    name: ClassVar[str] = "rule"
    allowed: Callable[[int, tuple[int, ...]], bool]

    def first(self, setup: Setup) -> Board:
        """Return the first board: the start tiles and the cells that they allow, row by row."""
        tiling, tiles = setup.tiling, dict(setup.start)
        beside = {c for tile in tiles for c in around(tiling, tile) if c is not None} - tiles.keys()
        allowed = [cell for cell in beside if self._holds(tiling, cell, tiles)]
        board = Board(tiling, [*tiles, *allowed])
        return Board(tiling, board.keys[board.numbering().sites])

    def _holds(self, tiling: Tiling, cell: Key, tiles: Mapping[Key, int]) -> bool:
        """Tell whether an empty cell belongs on the board, by what lies where."""
        beside = around(tiling, cell)
        return self.allowed(cell[2], tuple(tiles.get(c, 0) if c else 0 for c in beside))


def around(tiling: Tiling, cell: Key) -> list[Key | None]:
    """Return the cell in every slot of a cell, None where the slot leads nowhere."""
    (i, j, k), slots = cell, tiling.slots
    return [
        (i + di, j + dj, other) if bits else None
        for (di, dj, other, _), bits in zip(
            slots.link[k].tolist(), slots.relation[k].tolist(), strict=True
        )
    ]
