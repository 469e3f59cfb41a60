"""Codes: cells as integers, as the arrays of a game name them."""

from dataclasses import dataclass

import numpy as np

from boardless.jit.arrays import Ints
from boardless.state.engine.tables import ROW
from boardless.topo import Key


@dataclass(frozen=True)
class Codes:
    """The codes of the cells of a plane, or of the sites of a laid-out board."""

    #: Number of prototiles, or of sites of a laid-out board.
    kinds: int

    def code(self, key: Key) -> int:
        """Return the code of a cell.

        Examples
        --------
        >>> Codes(2).key(Codes(2).code((3, -1, 1)))
        (3, -1, 1)
        """
        return key[0] * self.kinds + key[2] + key[1] * ROW

    def key(self, code: int) -> Key:
        """Return the lattice key of a code."""
        j = (code + ROW // 2) // ROW
        i, k = divmod(code - j * ROW, self.kinds)
        return (i, j, k)

    def keys(self, codes: Ints) -> Ints:
        """Return the lattice keys of an array of codes, (n,), as (n, 3)."""
        j = (codes + ROW // 2) // ROW
        i, k = np.divmod(codes - j * ROW, self.kinds)
        return np.stack((i, j, k), axis=-1)
