"""Cells named from the anchor, which is the same in every technique."""

from typing import NamedTuple, TypeAlias

from boardless.topo import Key


class Cell(NamedTuple):
    """A lattice key relative to the anchor; a `Key` of `topo` counts from the tiling's own origin.

    Attributes
    ----------
    i, j : int
        Steps along the lattice vectors from the anchor's place.
    k : int
        The prototile.

    Examples
    --------
    >>> Cell(1, 0, 0) == (1, 0, 0)
    True
    >>> print(Cell(1, 0, 0))
    (1, 0, 0)
    """

    i: int
    j: int
    k: int

    def __str__(self) -> str:
        return str(tuple(self))


#: What is taken for a cell: a plain tuple will do.
AnyCell: TypeAlias = Cell | tuple[int, int, int]


def cell_of(key: Key, anchor: Key) -> Cell:
    """Return the cell of a key on the board, where the anchor has another."""
    i, j, k = key
    return Cell(i - anchor[0], j - anchor[1], k)


def key_of(cell: AnyCell, anchor: Key) -> Key:
    """Return the key on the board of a cell, where the anchor has another."""
    i, j, k = cell
    return (i + anchor[0], j + anchor[1], k)
