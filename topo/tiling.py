"""A periodic tiling as a finite table; everything else about it is derived from that table."""

from dataclasses import dataclass
from functools import cached_property
from math import sqrt

import numpy as np

from topo.arrays import Floats, Ints
from topo.errors import InputError
from topo.incidence import Incidence, Key
from topo.slots import Slots


@dataclass(frozen=True)
class Tiling:
    """A tiling of the plane that repeats along two lattice vectors.

    A cell (vertex) of the plane is named by its lattice key ``(i, j, k)``: entry `k` of `faces`
    (`vertices`), moved by ``i * basis[0] + j * basis[1]``. Points are whole numbers on two axes;
    the plane position of ``(X, Y)`` is ``(X * sqrt(metric[0]), Y * sqrt(metric[1])) * scale``,
    with `scale` such that the first edge of the first face has length 1. So rows, centres and
    corners are decided in whole numbers, and floats only draw and label.

    Parameters
    ----------
    name : str
        What the tiling is called on the command line and in files.
    metric : tuple of int
        Squared lengths of the units of the two axes, up to a common factor.
    basis : tuple of two points
        The two lattice vectors.
    vertices : tuple of points
        The vertices of one lattice cell.
    faces : tuple of tuples of keys
        The faces of one lattice cell (prototiles), each as its vertex keys, counter-clockwise.
    shape : tuple of (a, b, c, m)
        The half-planes ``a*i + b*j + c*k <= m * (d - 1)`` whose common cells are the regular
        board of dimension `d`.
    fixed_dimension : int
        Dimension of the fixed board that stands for "no board" in today's Ludii (BASE).
    """

    name: str
    metric: tuple[int, int]
    basis: tuple[tuple[int, int], tuple[int, int]]
    vertices: tuple[tuple[int, int], ...]
    faces: tuple[tuple[Key, ...], ...]
    shape: tuple[tuple[int, int, int, int], ...]
    fixed_dimension: int

    def __repr__(self) -> str:
        return f"<Tiling {self.name}>"

    @cached_property
    def incidence(self) -> Incidence:
        """Edges of the tiling and the cycles of edges and faces around its vertices."""
        return Incidence.of(self.faces, len(self.vertices))

    @cached_property
    def slots(self) -> Slots:
        """The neighbours of every prototile: where they lie and how they are related."""
        return Slots.of(self.incidence, self.face_grid, self.plane)

    @cached_property
    def scale(self) -> float:
        """Plane length of a unit of an axis whose metric is 1, such that edges have length 1."""
        a, b = self.vertex_grid(np.array(self.faces[0][:2], dtype=np.int32))
        dx, dy = (b - a).tolist()
        return 1 / sqrt(self.metric[0] * dx * dx + self.metric[1] * dy * dy)

    @cached_property
    def _centres(self) -> Ints:
        centres = []
        for face in self.faces:
            corners = self.vertex_grid(np.array(face, dtype=np.int32))
            centre, rest = np.divmod(corners.sum(axis=0), len(face))
            if rest.any():
                raise ValueError(
                    f"{self.name}: the centre of {face} is no whole point: refine the axes"
                )
            centres.append(centre)
        return np.array(centres, dtype=np.int64)

    def face_grid(self, keys: Ints) -> Ints:
        """Return the centres of cells as whole points, shape ``(n, 2)``; `keys` is ``(n, 3)``."""
        return self._move(keys, self._centres)

    def vertex_grid(self, keys: Ints) -> Ints:
        """Return vertices as whole points, shape ``(n, 2)``; `keys` has shape ``(n, 3)``."""
        return self._move(keys, np.array(self.vertices, dtype=np.int64))

    def _move(self, keys: Ints, points: Ints) -> Ints:
        moved = keys[:, :2].astype(np.int64) @ np.array(self.basis, dtype=np.int64)
        moved += points[keys[:, 2]]
        return moved

    def plane(self, grid: Ints) -> Floats:
        """Return the plane positions of whole points, both of shape ``(n, 2)``, in edge lengths."""
        return grid * (np.sqrt(self.metric) * self.scale)


def check_tiling(tiling: Tiling) -> Tiling:
    """Return `tiling`.

    Raises
    ------
    InputError
        If it is none; a name, for instance.
    """
    if not isinstance(tiling, Tiling):
        raise InputError(f"tiling {tiling!r}: give a Tiling; tiling_named finds one by its name")
    return tiling
