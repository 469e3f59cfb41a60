"""Layouts that tests of fixed boards share."""

from collections.abc import Sequence

import numpy as np

from boardless.topo import Board, Layout

Corners = tuple[int, ...]


def drawn(
    points: list[tuple[float, ...]], edges: list[tuple[int, int]], faces: Sequence[Corners] = ()
) -> Layout:
    """Return a layout of points (x, y) or (x, y, z), edges and faces."""
    places = np.array([(*point, 0.0)[:3] for point in points], dtype=np.float64).reshape(-1, 3)
    return Layout(places, np.array(edges, dtype=np.int32).reshape(-1, 2), tuple(faces))


def of_board(board: Board) -> Layout:
    """Return the layout of a growing board; cells and vertices keep their numbers."""
    vertices = board.vertices
    flat = board.tiling.plane(board.tiling.vertex_grid(vertices.keys))
    faces = tuple(tuple(board.face(site)[::-1]) for site in board)
    sides = {
        tuple(sorted(side))
        for face in faces
        for side in zip(face, face[1:] + face[:1], strict=True)
    }
    places = np.column_stack([flat, np.zeros(len(flat))])
    return Layout(places, np.array(sorted(sides), dtype=np.int32), faces)


def grid(columns: int, rows: int) -> Layout:
    """Return unit squares, numbered row by row from the bottom left, as are their vertices."""
    wide = columns + 1
    points = [(x, y) for y in range(rows + 1) for x in range(wide)]
    edges = [(v, v + 1) for v in range(wide * (rows + 1)) if v % wide < columns]
    edges += [(v, v + wide) for v in range(wide * rows)]
    corners = [x + y * wide for y in range(rows) for x in range(columns)]
    faces = [(v, v + wide, v + wide + 1, v + 1) for v in corners]
    return drawn(points, edges, faces)


#: A hexagon of six triangles, with a loose end to the east: vertex 0 is in the middle.
STAR = drawn(
    [(0, 0), (2, 0), (1, 2), (-1, 2), (-2, 0), (-1, -2), (1, -2), (4, 0)],
    [(0, n) for n in range(1, 7)] + [(n, n % 6 + 1) for n in range(1, 7)] + [(1, 7)],
    [(0, n % 6 + 1, n) for n in range(1, 7)],
)
