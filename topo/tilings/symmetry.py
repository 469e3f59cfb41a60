"""The symmetries of a tiling: the rotations and reflections that map it to itself.

A symmetry is found where a corner of a face can be mapped to a corner of another: neighbours follow
neighbours, so one corner and a direction decide all images. Squared lengths, in integers, show
whether nothing was bent.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import numpy as np

from boardless.jit.arrays import Ints
from boardless.topo.tilings.incidence import Faces, Incidence, Key, moved
from boardless.topo.tilings.named import tiling_of
from boardless.topo.tilings.tiling import Tiling
from boardless.util.inputs import InputError

#: The matrix of a translation.
_STILL = ((1, 0), (0, 1))


@dataclass(frozen=True)
class Symmetry:
    """A rotation or a reflection, perhaps with a shift, that maps a tiling to itself.

    It maps the cell ``(i, j, k)`` to ``images[k]`` moved by ``matrix @ (i, j)`` lattice vectors.

    Parameters
    ----------
    matrix : ((int, int), (int, int))
        The images of the lattice vectors.
    images : tuple of (i, j, k)
        The image of the cell ``(0, 0, k)``, for each prototile `k`.
    """

    #: Its effect on lattice vectors; its determinant is 1 or -1.
    matrix: tuple[tuple[int, int], tuple[int, int]]
    #: The images of the prototiles ``(0, 0, k)``.
    images: tuple[Key, ...]

    def __call__(self, cell: Key) -> Key:
        """Return the image of a cell."""
        (a, b), (c, d) = self.matrix
        i, j, k = cell
        return moved(self.images[k], (a * i + b * j, c * i + d * j, 0))

    @property
    def mirrors(self) -> bool:
        """Whether the symmetry is a reflection, not a rotation."""
        (a, b), (c, d) = self.matrix
        return a * d - b * c < 0


def symmetries(tiling: Tiling | str) -> tuple[Symmetry, ...]:
    """Return the symmetries of a tiling up to translations.

    The identity is the first. There are 12 for the hexagonal and the triangular tiling, 8 for the
    square one.

    Parameters
    ----------
    tiling : Tiling or str
        The tiling, or its name.

    Returns
    -------
    tuple of Symmetry
        The symmetries.

    Raises
    ------
    InputError
        If the tiling is unknown, or its table holds more than one period: a rotation need not
        keep the lattice then.

    Examples
    --------
    >>> from boardless.topo import TRIANGULAR, symmetries
    >>> len(symmetries(TRIANGULAR)), sum(each.mirrors for each in symmetries(TRIANGULAR))
    (12, 6)
    """
    return _all(tiling_of(tiling))


@lru_cache(maxsize=256)
def _all(tiling: Tiling) -> tuple[Symmetry, ...]:
    in_order = sorted(_search(tiling), key=lambda symmetry: symmetry.matrix != _STILL)
    shifts = [symmetry.images[0] for symmetry in in_order if symmetry.matrix == _STILL]
    if len(shifts) > 1:
        raise InputError(
            f"the {tiling.name} tiling repeats within its table ((0, 0, 0) is as {shifts[1]}): "
            "give the shortest two periods"
        )
    return tuple(in_order)


def _search(tiling: Tiling) -> Iterator[Symmetry]:
    adjacent = _adjacent_sides(tiling.incidence)
    size = len(tiling.faces[0])
    for k, face in enumerate(tiling.faces):
        for corner in range(size if len(face) == size else 0):
            for direction in (1, -1):
                symmetry = _symmetry(tiling, adjacent, ((0, 0, k), corner), direction)
                if symmetry:
                    yield symmetry


#: A side of a face, or a corner of it: the face, and the number of the side or the corner.
_Part: TypeAlias = tuple[Key, int]

#: By prototile and side: the side of the face across.
_AdjacentSides: TypeAlias = tuple[tuple[_Part, ...], ...]


def _adjacent_sides(incidence: Incidence) -> _AdjacentSides:
    sides: dict[int, list[_Part]] = {}
    for k, edges in enumerate(incidence.face_edges):
        for side, edge in enumerate(edges):
            sides.setdefault(edge[2], []).append((moved((0, 0, k), edge, -1), side))
    adjacent = []
    for k, edges in enumerate(incidence.face_edges):
        two = [[(moved(f, edge), s) for f, s in sides[edge[2]]] for edge in edges]
        adjacent.append(tuple(b if a == ((0, 0, k), n) else a for n, (a, b) in enumerate(two)))
    return tuple(adjacent)


def _symmetry(
    tiling: Tiling, adjacent: _AdjacentSides, first: _Part, direction: int
) -> Symmetry | None:
    """Return the symmetry that maps corner 0 of (0, 0, 0) to `first`, -1 for a reflection."""
    faces = tiling.faces
    prototiles = [(0, 0, k) for k in range(len(faces))]
    wanted = [*prototiles, (1, 0, 0), (0, 1, 0)]
    # The image of the corner 0 of each face.
    images = {(0, 0, 0): first}
    front = deque(images)
    while not all(face in images for face in wanted):
        face = front.popleft()
        for side in range(len(faces[face[2]])):
            other, part = _across(faces, adjacent, face, images[face], side, direction)
            if len(faces[other[2]]) != len(faces[part[0][2]]):
                return None
            if other not in images:
                images[other] = part
                front.append(other)
    origin, right, up = (images[face][0] for face in ((0, 0, 0), (1, 0, 0), (0, 1, 0)))
    if not origin[2] == right[2] == up[2]:
        return None
    matrix = ((right[0] - origin[0], up[0] - origin[0]), (right[1] - origin[1], up[1] - origin[1]))
    here = [_corner(faces, face, n) for face in wanted for n in range(len(faces[face[2]]))]
    there = [
        _corner(faces, image, corner + direction * n)
        for image, corner in map(images.__getitem__, wanted)
        for n in range(len(faces[image[2]]))
    ]
    # An isometry that maps one face of each kind to a face, and lattice vectors to lattice vectors,
    # maps all faces to faces.
    if not np.array_equal(_squared_distances(tiling, here), _squared_distances(tiling, there)):
        return None
    return Symmetry(matrix, tuple(images[face][0] for face in prototiles))


def _across(
    faces: Faces, adjacent: _AdjacentSides, face: Key, part: _Part, side: int, direction: int
) -> tuple[Key, _Part]:
    """Return the face across a side of `face`, and its image; `part` is the image of `face`."""
    other, other_side = adjacent[face[2]][side]
    image, corner = part
    # The side from corner n to n + 1 is mapped to that from corner m to m + 1, or to the reverse.
    image_side = corner + side if direction > 0 else corner - side - 1
    beyond, beyond_side = adjacent[image[2]][image_side % len(faces[image[2]])]
    first = beyond_side - other_side if direction > 0 else beyond_side + 1 + other_side
    return moved(other, face), (moved(beyond, image), first % len(faces[beyond[2]]))


def _corner(faces: Faces, face: Key, n: int) -> Key:
    corners = faces[face[2]]
    return moved(corners[n % len(corners)], face)


def _squared_distances(tiling: Tiling, vertices: list[Key]) -> Ints:
    """Return all squared distances, as a and b of ``a + b * sqrt(root)``."""
    points = tiling.vertex_points(np.array(vertices, dtype=np.int64))
    a, b, c, e = np.moveaxis(points[:, None] - points, -1, 0)
    return np.stack((a * a + c * c + tiling.root * (b * b + e * e), 2 * (a * b + c * e)))
