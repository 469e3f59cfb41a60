"""A placement, and how shapes can lie on a cell."""

from collections.abc import Iterable
from dataclasses import dataclass

from boardless.topo import InputError, Shape
from boardless.topo.boards.polyforms import Cells
from boardless.topo.tilings.incidence import moved


@dataclass(frozen=True, slots=True)
class Placement:
    """A shape that lies somewhere in one of its orientations.

    Attributes
    ----------
    shape : int
        Which of the shapes.
    orientation : int
        Which of the orientations of that shape.
    cells : tuple of Key
        The cells that it covers, sorted.
    """

    shape: int
    orientation: int
    cells: Cells


def checked_shapes(shapes: Shape | Iterable[Shape]) -> tuple[Shape, ...]:
    """Return the shapes, which may be one alone.

    Raises
    ------
    InputError
        If there are none, or they are of several tilings.
    """
    try:
        found = (shapes,) if isinstance(shapes, Shape) else tuple(shapes)
    except TypeError:
        found = ()
    if not found or not all(isinstance(shape, Shape) for shape in found):
        raise InputError(f"shapes {shapes!r}: give at least one Shape")
    for shape in found:
        if shape.tiling != found[0].tiling:
            raise InputError(
                f"shape of the {shape.tiling.name} tiling: "
                f"give one of the {found[0].tiling.name} tiling, like the first"
            )
    return found


def ways_to_cover(shapes: tuple[Shape, ...]) -> list[list[Placement]]:
    """Return, for each prototile, every placement that covers the cell ``(0, 0, k)``."""
    ways: list[list[Placement]] = [[] for _ in shapes[0].tiling.faces]
    for number, shape in enumerate(shapes):
        for orientation, cells in enumerate(shape.orientations):
            for cell in cells:
                shifted = tuple(moved(other, cell, -1) for other in cells)
                ways[cell[2]].append(Placement(number, orientation, shifted))
    return ways
