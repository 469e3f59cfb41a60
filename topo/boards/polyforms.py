"""Polyforms, shapes of cells (polyominoes, polyiamonds, polyhexes), and orientations."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from boardless.topo.boards.board import Board
from boardless.topo.tilings.incidence import Key, moved, relation_mask
from boardless.topo.tilings.named import tiling_of
from boardless.topo.tilings.symmetry import Symmetry, symmetries
from boardless.topo.tilings.tiling import Tiling
from boardless.util.inputs import InputError, check_choice, integer_between

#: Cells, sorted.
Cells: TypeAlias = tuple[Key, ...]

#: More cells have so many shapes that no computer holds them.
MAX_SIZE = 20

#: The field's names of allowed symmetries: none; rotations; rotations and reflections.
KINDS = ("fixed", "one-sided", "free")


@dataclass(frozen=True, init=False, repr=False)
class Shape:
    """A set of cells up to translation: the cells that one tile covers.

    Parameters
    ----------
    tiling : Tiling or str
        The tiling, or its name.
    cells : iterable of Key
        The cells of the shape anywhere in the plane; they need not be connected. Kept sorted and
        moved by lattice vectors such that the first is some ``(0, 0, k)``.
    kind : {"one-sided", "fixed", "free"}
        The allowed symmetries: rotations; only the identity; rotations and reflections.

    Raises
    ------
    InputError
        If the tiling or the kind is unknown, or the cells are missing, not on the tiling, or occur
        twice.

    Examples
    --------
    >>> from boardless.topo import SQUARE, TRIANGULAR, Shape
    >>> rhombus = Shape(TRIANGULAR, [(0, 0, 0), (0, 0, 1)])
    >>> len(rhombus.orientations)
    3
    >>> corner = Shape(SQUARE, [(0, 0, 0), (1, 0, 0), (2, 0, 0), (2, 1, 0)])
    >>> len(corner.orientations), len(Shape(SQUARE, corner.cells, "free").orientations)
    (4, 8)
    """

    tiling: Tiling
    cells: Cells
    kind: str

    def __init__(self, tiling: Tiling | str, cells: Iterable[Key], kind: str = "one-sided") -> None:
        # A board checks the cells.
        board = Board(tiling, cells)
        if not len(board):
            raise InputError("a shape without cells: give at least one key (i, j, k)")
        object.__setattr__(self, "tiling", board.tiling)
        object.__setattr__(self, "cells", canonical_cells(map(board.key, board)))
        object.__setattr__(self, "kind", check_kind(kind))

    def __repr__(self) -> str:
        return f"<Shape {self.tiling.name}, {self.kind}, {self.cells}>"

    def __len__(self) -> int:
        return len(self.cells)

    @cached_property
    def orientations(self) -> tuple[Cells, ...]:
        """The orientations, its own first; they differ by more than a translation."""
        allowed = _allowed_symmetries(self.tiling, self.kind)
        return tuple(
            dict.fromkeys(canonical_cells(map(symmetry, self.cells)) for symmetry in allowed)
        )


def check_kind(kind: str) -> str:
    """Return `kind`; raise InputError if it is not one of KINDS."""
    check_choice(kind, "unknown kind of shape", KINDS)
    return kind


def canonical_cells(cells: Iterable[Key]) -> Cells:
    """Return cells sorted and moved such that the first is ``(0, 0, k)``."""
    order = sorted(cells)
    return tuple(moved(cell, order[0], -1) for cell in order)


def _allowed_symmetries(tiling: Tiling, kind: str) -> list[Symmetry]:
    all_symmetries = symmetries(tiling)
    if kind == "fixed":
        return [all_symmetries[0]]
    return [symmetry for symmetry in all_symmetries if kind == "free" or not symmetry.mirrors]


def polyforms(tiling: Tiling | str, size: int, kind: str = "one-sided") -> list[Shape]:
    """Return every shape of a number of cells connected by shared edges, sorted by cells.

    Their number grows about fourfold with each cell. Shapes count as the same up to the symmetries
    of the kind: "fixed", the identity; "one-sided", rotations; "free", also reflections.

    Parameters
    ----------
    tiling : Tiling or str
        The tiling, or its name.
    size : int
        The number of cells.
    kind : {"one-sided", "fixed", "free"}
        The symmetries under which shapes count as the same.

    Returns
    -------
    list of Shape
        The shapes.

    Raises
    ------
    InputError
        If the tiling or the kind is unknown, or the size is not an integer from 1 to MAX_SIZE.

    Examples
    --------
    >>> from boardless.topo import SQUARE, polyforms
    >>> [len(polyforms(SQUARE, 4, kind)) for kind in ("fixed", "one-sided", "free")]
    [19, 7, 5]
    """
    size = integer_between(size, "size", 1, MAX_SIZE)
    tiling = tiling_of(tiling)
    allowed = _allowed_symmetries(tiling, check_kind(kind))
    neighbours = neighbour_keys(tiling, "orthogonal")
    shapes: set[Cells] = {((0, 0, k),) for k in range(len(tiling.faces))}
    for _ in range(size - 1):
        shapes = {
            canonical_cells((*cells, moved(other, cell)))
            for cells in shapes
            for cell in cells
            for other in neighbours[cell[2]]
            if moved(other, cell) not in cells
        }
    first = {min(canonical_cells(map(symmetry, cells)) for symmetry in allowed) for cells in shapes}
    return [Shape(tiling, cells, kind) for cells in sorted(first)]


def neighbour_keys(tiling: Tiling, relation: str) -> tuple[Cells, ...]:
    """Return, for each prototile ``(0, 0, k)``, the cells in a relation to it."""
    slots, mask = tiling.slots, relation_mask(relation)
    return tuple(
        tuple((i, j, other) for i, j, other, _ in link[relations & mask > 0].tolist())
        for link, relations in zip(slots.link, slots.relation, strict=True)
    )
