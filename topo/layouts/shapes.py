"""Boards of one shape: regular polygons and stars, wedges, and polygons repeated."""

import math
from collections.abc import Sequence

from boardless.topo.layouts.area import Corner
from boardless.topo.layouts.layout import Layout
from boardless.topo.layouts.limits import MAX_VERTICES, check_room
from boardless.topo.layouts.order import renumbered
from boardless.topo.layouts.sketch import Sketch


def regular(sides: int, star: bool = False, *, cells: bool = False) -> Layout:
    """Return a regular polygon, or the star in it.

    Parameters
    ----------
    sides : int
    star : bool
        Whether to join each corner with the one almost opposite, rather than with the next.
    cells : bool
        Whether the board is played on cells; it has none otherwise.
    """
    check_room(sides, MAX_VERTICES, "vertices")
    sketch = Sketch()
    radius = sides / (2 * math.pi)
    first = math.pi / 4 if sides == 4 else math.pi / 2
    for n in range(sides):
        angle = first + n / sides * 2 * math.pi
        sketch.add_vertex(radius * math.cos(angle), radius * math.sin(angle))
    step = (sides - 1) // 2 if star else 1
    for n in range(sides):
        sketch.add_edge(n, (n + step) % sides)
    drawn = sketch.layout(dim=(sides,), make_faces=cells, check_crossings=True)
    return renumbered(drawn)


def wedge(rows: int, columns: int | None = None) -> Layout:
    """Return a triangle of points on rays down from its tip; it has no cells.

    Parameters
    ----------
    rows : int
        With the tip.
    columns : int, optional
        Rays, from the left to the right, two at least; three when not given.
    """
    dim = (rows,) if columns is None else (rows, columns)
    columns = columns or 3
    check_room(rows * columns, MAX_VERTICES, "vertices")
    middle = rows - 1
    sketch = Sketch()
    sketch.add_vertex(middle, middle)
    for row in range(1, rows):
        for column in range(columns):
            part = column / (columns - 1)
            sketch.add_vertex(middle - row + part * (2 * row), middle - row)
    if rows > 1:
        for column in range(columns):
            sketch.add_edge(0, column + 1)
    for row in range(1, rows):
        first = (row - 1) * columns + 1
        for column in range(columns - 1):
            sketch.add_edge(first + column, first + column + 1)
        if row < rows - 1:
            for column in range(columns):
                sketch.add_edge(first + column, first + columns + column)
    return sketch.layout("NoBasis", "Wedge", dim=dim)


def repeat(
    rows: int, columns: int, steps: tuple[Corner, Corner], polygons: Sequence[Sequence[Corner]]
) -> Layout:
    """Return polygons copied in rows and columns.

    Parameters
    ----------
    rows, columns : int
    steps : pair of (float, float)
        From one column to the next, and from one row to the next.
    polygons : sequence of sequences of (float, float)
    """
    corners = sum(map(len, polygons))
    check_room(rows * columns * corners, 4 * MAX_VERTICES, "corners")
    (across_x, across_y), (up_x, up_y) = steps
    sketch = Sketch()
    for row in range(rows):
        for column in range(columns):
            x, y = column * across_x + row * up_x, column * across_y + row * up_y
            for polygon in polygons:
                around = [sketch.vertex(x + dx, y + dy) for dx, dy in polygon]
                sketch.cycle(around)
    return renumbered(sketch.layout(make_faces=True))
