"""The first board of a game and what stands there, as arrays for a compiled game."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np

from boardless.state import Setup
from boardless.topo import Board, Key
from boardless.topo.kernels.arrays import Ints

if TYPE_CHECKING:
    from boardless.games.compiler import Module
    from boardless.games.compiler.model import Model


@dataclass(frozen=True)
class Start:
    """The first board of a game in a technique, as arrays for a compiled game.

    Attributes
    ----------
    codes, kinds : int64 and int8 arrays of shape (cells,)
        The cells, row by row.
    begun : int32 array of shape (pieces, 3)
        Component, site and count of what stands there and lies in the hands, in the order in which
        it is put there.
    anchor : Key
        The cell from which others are named.
    """

    codes: Ints
    kinds: Ints
    begun: Ints
    anchor: Key

    @classmethod
    def on(cls, board: Board, anchor: Key, setup: Setup, module: "Module") -> Self:
        """Return it for a first board and the cell of its anchor."""
        if module.model.growing:
            board = Board(setup.tiling, board.keys[board.numbering().sites])
        x, y, _ = anchor
        holds = [hold for hand in setup.hands for hold in hand.holds]
        # Sites of the arrays count from 1, those of the hands come first.
        piled = module.model.start_pieces
        held = [
            (what, n, count)
            for n, hold in enumerate(holds, 1)
            for what, count in [(put.component, put.count) for put in piled.get(n, ())] or [hold]
            if what
        ]
        begun = [
            (component, 1 + len(holds) + board.site((x + i, y + j, kind)), 1)
            for (i, j, kind), component in setup.start
        ]
        begun = begun + held if module.model.last_held >= 0 else held + begun
        codes = [module.geometry.codes.code((i, j, k)) for i, j, k in board.keys.tolist()]
        kinds = board.keys[:, 2].astype(np.int8)
        return cls(np.array(codes, np.int64), kinds, _rows(begun), anchor)

    @classmethod
    def laid_out(cls, model: "Model") -> Self:
        """Return it for a board that is laid out."""
        begun = [
            (put.component, site, put.count)
            for site, puts in model.start_pieces.items()
            for put in puts
        ]
        cells = np.arange(len(model.cells), dtype=np.int64)
        return cls(cells, cells, _rows(begun), (0, 0, 0))


def _rows(begun: list[tuple[int, int, int]]) -> Ints:
    return np.array(begun, dtype=np.int32).reshape(-1, 3)
