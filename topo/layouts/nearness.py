"""Points that count as one, and points at a distance."""

import numpy as np

from boardless.topo.kernels.arrays import Floats, Ints
from boardless.topo.layouts.limits import MAX_EDGES, check_room

#: Two vertices that are found or added are one below this |dx| + |dy| + |dz|.
SAME = 0.001
#: So are two vertices of different parts of a board that are merged or intersected.
SAME_WHEN_MERGED = 0.01


#: The most comparisons of points before they count as heaped up.
_MAX_LOOKS = 1_500_000


class PointIndex:
    """Points in order, asked for the first that counts as one with another.

    Parameters
    ----------
    tolerance : float
        Points whose |dx| + |dy| + |dz| is smaller are one.
    """

    def __init__(self, tolerance: float = SAME) -> None:
        self.tolerance = tolerance
        self.points: list[tuple[float, float, float]] = []
        # Boxes four tolerances wide: most points touch one box, and few fit into it.
        self._width = 4 * tolerance
        self._looks = 0
        self._boxes: dict[tuple[int, int, int], list[int]] = {}

    def add(self, x: float, y: float, z: float = 0.0) -> int:
        """Add a point, wherever others are, and return its number."""
        box = int(x // self._width), int(y // self._width), int(z // self._width)
        self._boxes.setdefault(box, []).append(len(self.points))
        self.points.append((x, y, z))
        return len(self.points) - 1

    def find(self, x: float, y: float, z: float = 0.0) -> int:
        """Return the first point that is one with this, or -1."""
        return min(self.find_all(x, y, z), default=-1)

    def find_all(self, x: float, y: float, z: float = 0.0) -> list[int]:
        """Return the points that are one with this."""
        found = []
        for i in self._around(x):
            for j in self._around(y):
                for k in self._around(z):
                    near = self._boxes.get((i, j, k), ())
                    self._looks += len(near)
                    for number in near:
                        a, b, c = self.points[number]
                        if abs(x - a) + abs(y - b) + abs(z - c) < self.tolerance:
                            found.append(number)
        check_room(self._looks, _MAX_LOOKS, "comparisons of vertices at one place")
        return found

    def find_or_add(self, x: float, y: float, z: float = 0.0) -> int:
        """Return the first point that is one with this, added if there is none."""
        found = self.find(x, y, z)
        return found if found >= 0 else self.add(x, y, z)

    def _around(self, value: float) -> range:
        low = int((value - self.tolerance) // self._width)
        return range(low, int((value + self.tolerance) // self._width) + 1)


def pairs_within(points: Floats, radius: float) -> Ints:
    """Return the pairs of points no further apart than `radius`, in order, the lower number first.

    Raises
    ------
    InputError
        If there are more of them than a board has edges.
    """
    if len(points) < 2:
        return np.zeros((0, 2), np.int32)
    from scipy.spatial import cKDTree  # it takes half a second to import

    tree = cKDTree(points)
    # The tree counts every pair twice and every point with itself.
    count = (int(tree.count_neighbors(tree, radius)) - len(points)) // 2
    check_room(count, 4 * MAX_EDGES, "pairs of vertices that are near")
    pairs = np.sort(tree.query_pairs(radius, output_type="ndarray"), axis=1)
    return np.asarray(pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))], np.int32)
