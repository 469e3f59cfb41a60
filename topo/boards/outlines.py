"""Outlines of cells in the plane: the polygons of drawings, and convex hulls."""

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from boardless.jit.arrays import Floats, Ints
from boardless.topo.tilings import exact_numbers
from boardless.topo.tilings.incidence import Key, moved
from boardless.topo.tilings.tiling import Tiling

if TYPE_CHECKING:
    from boardless.topo.boards.board import Board
    from boardless.topo.layouts.fixed_board import FixedBoard


#: A board that drawings show.
Drawable: TypeAlias = "Board | FixedBoard"


def outlines(tiling: Tiling, keys: Ints) -> list[Floats]:
    """Return the polygon of each cell, ``(corners, 2)``, in edge lengths, counter-clockwise."""
    origins = tiling.face_grid(tiling.face_keys)
    corners = [
        tiling.vertex_grid(np.array(face, dtype=np.int64)) - origin
        for face, origin in zip(tiling.faces, origins, strict=True)
    ]
    kinds = keys[:, 2].tolist()
    centres = tiling.face_grid(keys)
    return [tiling.plane(corners[k] + centre) for k, centre in zip(kinds, centres, strict=True)]


def inradius(outline: Floats) -> float:
    """Return the distance from the mean of a polygon's corners to its nearest side."""
    sides = np.roll(outline, -1, axis=0) - outline
    to_mean = outline.mean(axis=0) - outline
    across = sides[:, 0] * to_mean[:, 1] - sides[:, 1] * to_mean[:, 0]
    return float((across / np.hypot(sides[:, 0], sides[:, 1])).min())


def room(tiling: Tiling) -> float:
    """Return the radius of the circle that fits into every cell of a tiling, in edge lengths."""
    return min(map(inradius, outlines(tiling, tiling.face_keys)))


def border(tiling: Tiling, keys: Ints) -> Floats:
    """Return the edges that have cells of a set on one side only, shape ``(edges, 2, 2)``."""
    incidence = tiling.incidence
    inside: dict[Key, bool] = {}
    for i, j, k in keys.tolist():
        for part in incidence.face_edges[k]:
            edge = moved(part, (i, j, k))
            inside[edge] = edge in inside
    ends = [
        moved(incidence.edges[edge[2]][end], edge)
        for edge, is_inside in inside.items()
        if not is_inside
        for end in (0, 1)
    ]
    points = tiling.vertex_grid(np.array(ends, dtype=np.int64).reshape(-1, 3))
    return tiling.plane(points).reshape(-1, 2, 2)


def hull_corners(points: Ints, root: int) -> Ints:
    """Return the points, (n, 4), that are corners of their hull (Andrew's chain, 1979)."""
    grid = exact_numbers.grid(points, root)
    order = np.lexsort((grid[:, 0], grid[:, 1]))
    rows = grid[order, 1]
    ends = np.ones(len(order), dtype=np.bool_)
    ends[1:-1] = (rows[1:-1] != rows[:-2]) | (rows[1:-1] != rows[2:])
    candidates = order[ends].tolist()
    corners = set(_chain(points, root, candidates)) | set(_chain(points, root, candidates[::-1]))
    return np.array(sorted(corners), dtype=np.int64)


def _chain(points: Ints, root: int, candidates: list[int]) -> list[int]:
    chain: list[int] = []
    for candidate in candidates:
        while len(chain) > 1:
            into, out = np.diff(points[[*chain[-2:], candidate]], axis=0).tolist()
            if exact_numbers.sign(exact_numbers.cross(into, out, root), root) > 0:
                break
            chain.pop()
        chain.append(candidate)
    return chain
