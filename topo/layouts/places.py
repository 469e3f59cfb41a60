"""Where sites lie on a board: at its border, its corners, its sides, its middle."""

from dataclasses import dataclass

import numpy as np

from boardless.topo.kernels.arrays import Bools, Floats, Ints
from boardless.topo.layouts.corners import corners, sides, sixteenth
from boardless.topo.layouts.links import CELL, EDGE, VERTEX, Links
from boardless.topo.layouts.outline import border, outer_walks

#: The sides of a board, by name.
SIDES = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")

#: How near to the outermost counts as outermost, and how near to the least counts as least.
EXTREME, LEAST = 0.01, 1e-4

#: From this many sites on, only the corners say where the middle is.
MANY = 100


@dataclass(frozen=True, eq=False)
class Places:
    """Sites of one type by where they lie, each list in ascending order.

    Attributes
    ----------
    lists : dict of str to int32 array
        ``corners`` and which of them are ``corners_concave`` and ``corners_convex``; ``outer``,
        ``perimeter`` and ``inner``; ``centre``; ``top``, ``bottom``, ``left`` and ``right``;
        ``major`` (cells of the most corners) and ``minor``; of edges also ``axial``,
        ``horizontal``, ``vertical``, ``angled``, ``slash`` and ``slosh``.
    sides : dict of str to int32 array
        The sites on each side that has any, by compass point.
    """

    lists: dict[str, Ints]
    sides: dict[str, Ints]


def places(links: Links) -> dict[str, Places]:
    """Return where the sites of each type lie."""
    walks = outer_walks(links)
    at_border = border(links, walks)
    convex, concave = corners(links, walks, at_border)
    on_side = sides(links, walks, convex[VERTEX] | concave[VERTEX])
    found = {}
    for kind, points in links.points.items():
        corner = concave[kind] | convex[kind]
        marks = {
            "corners": corner,
            "corners_concave": concave[kind],
            "corners_convex": convex[kind],
            "outer": at_border[kind],
            "perimeter": at_border[kind],
            "inner": ~at_border[kind],
            "centre": _centre(points, at_border[kind], corner),
            **_extremes(points),
            **_sizes(links, kind),
            **(_orientation(links) if kind == EDGE else {}),
        }
        by_side = dict(zip(SIDES, map(_listed, on_side[kind].T), strict=True))
        found[kind] = Places(
            {name: _listed(mark) for name, mark in marks.items()},
            {name: listed for name, listed in by_side.items() if len(listed)},
        )
    return found


def _listed(mark: Bools) -> Ints:
    return np.flatnonzero(mark).astype(np.int32)


def _extremes(points: Floats) -> dict[str, Bools]:
    if not len(points):
        none = np.zeros(0, dtype=np.bool_)
        return {"top": none, "bottom": none, "left": none, "right": none}
    x, y = points[:, 0], points[:, 1]
    return {
        "top": y.max() - y < EXTREME,
        "bottom": y - y.min() < EXTREME,
        "left": x - x.min() < EXTREME,
        "right": x.max() - x < EXTREME,
    }


def _sizes(links: Links, kind: str) -> dict[str, Bools]:
    """Return the cells of the most corners and the others; other sites are neither."""
    if kind != CELL:
        none = np.zeros(links.count(kind), dtype=np.bool_)
        return {"major": none, "minor": none}
    sizes = links.corners.lengths
    largest = sizes == sizes.max(initial=0)
    return {"major": largest, "minor": ~largest}


def _centre(points: Floats, border: Bools, corner: Bools) -> Bools:
    """Return the sites with the least sum of squared distances to corners, and to the border.

    The border counts on boards of fewer than `MANY` sites.
    """
    counted = [np.flatnonzero(corner)]
    if len(points) < MANY:
        counted.append(np.flatnonzero(border))
    flat = points[:, :2] - points[:, :2].mean(axis=0) if len(points) else points[:, :2]
    marks = flat[np.concatenate(counted)]
    # The sum over all marks m of |p - m|^2, multiplied out.
    total = len(marks) * (flat**2).sum(axis=1) - 2 * flat @ marks.sum(axis=0) + (marks**2).sum()
    nearest: Bools = np.abs(total - total.min(initial=1e6)) < LEAST
    return nearest


def _orientation(links: Links) -> dict[str, Bools]:
    """Return which edges lie along the axes, and which lean to the right or to the left."""
    ends = links.points[VERTEX][links.ends, :2]
    way = sixteenth(ends[:, 1] - ends[:, 0])
    horizontal, vertical = way % 8 == 0, way % 8 == 4
    slash = (way % 8 > 0) & (way % 8 < 4)
    return {
        "axial": horizontal | vertical,
        "horizontal": horizontal,
        "vertical": vertical,
        "angled": ~(horizontal | vertical),
        "slash": slash,
        "slosh": way % 8 > 4,
    }
