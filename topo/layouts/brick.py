"""Boards of bricks: rectangles, diamonds, prisms and spirals of cells twice as long as high."""

from boardless.topo.layouts.layout import Layout
from boardless.topo.layouts.limits import MAX_VERTICES, check_room
from boardless.topo.layouts.order import renumbered
from boardless.topo.layouts.sketch import Sketch

#: The corners of a brick, of half a brick and of an upright one, clockwise from the lower left.
_BRICK = ((0, 0), (0, 1), (1, 1), (2, 1), (2, 0), (1, 0))
_HALF = ((0, 0), (0, 1), (1, 1), (1, 0))
_UPRIGHT = ((0, 0), (0, 1), (0, 2), (1, 2), (1, 1), (1, 0))


def rectangle(rows: int, columns: int | None = None, trim: bool = False) -> Layout:
    """Return rows of bricks, every second shifted by half a brick.

    Parameters
    ----------
    rows, columns : int
        As many columns as rows when they are not given.
    trim : bool
        Whether bricks that stick out are cut in half.
    """
    shape = "Square" if columns is None else "Rectangle"
    across = rows if columns is None else columns
    check_room(2 * rows * across, MAX_VERTICES, "vertices")
    sketch = Sketch()
    width = 2 * across + 1
    for row in range(rows):
        for column in range(row % 2, width, 2):
            _add_trimmed(sketch, row, column, width, trim)
    return renumbered(sketch.layout("Brick", shape, dim=(rows, across)))


def diamond(side: int, middle: int | None = None, trim: bool = False) -> Layout:
    """Return a diamond of bricks, or a prism: one with `middle` more rows in the middle of it."""
    shape = "Diamond" if middle is None else "Prism"
    width = 2 * side
    rows = width + 2 * (middle or 0)
    check_room(rows * width, 4 * MAX_VERTICES, "rows times columns")
    sketch = Sketch()
    for row in range(rows):
        for column in range((row + 1) % 2, width, 2):
            below = row + column < side - 1 or column - row >= side
            above = row + column >= 3 * side - 1 or row - column > side
            if not below and not above:
                _add_trimmed(sketch, row, column, width, trim)
    dim = (side, side if middle is None else middle)
    return renumbered(sketch.layout("Brick", shape, dim=dim))


def spiral(rings: int) -> Layout:
    """Return bricks laid around a square, ring after ring."""
    check_room(8 * rings * rings, MAX_VERTICES, "vertices")
    sketch = Sketch()
    _add(sketch, rings - 1, rings - 1, _HALF)
    for ring in range(1, rings):
        low, high = rings - ring - 1, rings + ring - 1
        for n in range(0, 2 * ring, 2):
            _add(sketch, low + 1 + n, low, _UPRIGHT)
            _add(sketch, high, low + 1 + n, _BRICK)
            _add(sketch, low + n, high, _UPRIGHT)
            _add(sketch, low, low + n, _BRICK)
    return renumbered(sketch.layout("Brick", "Spiral", dim=(rings,)))


def _add_trimmed(sketch: Sketch, row: int, column: int, width: int, trim: bool) -> None:
    if trim and column == 0:
        _add(sketch, row, column + 1, _HALF)
    elif trim and column >= width - 1:
        _add(sketch, row, column, _HALF)
    else:
        _add(sketch, row, column, _BRICK)


def _add(sketch: Sketch, row: int, column: int, corners: tuple[tuple[int, int], ...]) -> None:
    around = [sketch.vertex(column + x, row + y) for x, y in corners]
    sketch.cycle(around)
    sketch.face(around)
