"""A periodic tiling as a finite table; everything else is derived from that table."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import hypot
from typing import TYPE_CHECKING, Any

import numpy as np

from boardless.jit.arrays import Floats, Ints
from boardless.topo.tilings.exact_numbers import Basis, Points, axis
from boardless.topo.tilings.incidence import Faces, Incidence, Slots

if TYPE_CHECKING:
    import networkx as nx

#: The largest dimension of a regular board that is built (12.6 million hexagons).
MAX_DIMENSION = 2048


@dataclass(frozen=True)
class Tiling:
    """A tiling of the plane that repeats along two lattice vectors.

    A cell (vertex) of the plane is named by its lattice key ``(i, j, k)``: entry `k` of `faces`
    (`vertices`), moved by ``i * basis[0] + j * basis[1]``. A point ``(a, b, c, e)`` lies at
    ``(a + b * sqrt(root), c + e * sqrt(root)) * scale``, `scale` such that the first edge of the
    first face has length 1. So rows, centres and corners are decided in integers, and floats only
    draw and label.

    Parameters
    ----------
    name : str
        Name on the command line and in files.
    root : int
        Points are measured in 1 and the square root of this number, which is not a square.
    basis : tuple of two points
        The two lattice vectors.
    vertices : tuple of points
        The vertices of one lattice cell.
    faces : tuple of tuples of keys
        The faces of one lattice cell (prototiles), each as its vertex keys, counter-clockwise.
    shape : tuple of (a, b, c, m)
        The half-planes ``a*i + b*j + c*k <= m * (d - 1)``: their common cells are the regular
        board of dimension `d`. Without any, that board is ``d - 1`` rings around one cell, the
        last prototile.
    fixed_dimension : int
        Dimension of the fixed board that stands for "no board" in today's Ludii (BASE).
    """

    name: str
    root: int
    basis: Basis
    vertices: Points
    faces: Faces
    shape: tuple[tuple[int, int, int, int], ...] = ()
    fixed_dimension: int = 21

    def __repr__(self) -> str:
        return f"<Tiling {self.name}>"

    @classmethod
    def from_table(
        cls,
        name: str,
        periods: Iterable[Any],
        vertices: Iterable[Any],
        faces: Iterable[Any],
        *,
        root: int | None = None,
    ) -> "Tiling":
        """Return the tiling that a table describes.

        Parameters
        ----------
        name : str
            Name of the tiling.
        periods : two points
            The lattice vectors. Numbers of points are integers, fractions (or their text, such as
            "1/2"), floats, or pairs (a, b) of fractions for ``a + b * sqrt(root)``. Floats are
            taken for fractions, or for (p + q*sqrt(root))/r with small parts.
        vertices : sequence of points
            The vertices of one lattice cell.
        faces : sequence of sequences of (i, j, k)
            The faces of one lattice cell, each as its vertices in order: vertex `k` moved by `i`
            and `j` periods. A corner of one face on a side of another is a vertex of both.
        root : int, optional
            By default the first of 3, 2, 5, 6 and 7 that explains all floats; pairs need one.

        Raises
        ------
        InputError
            If the table is too large, or not a tiling: periods are zero or parallel, edges cross or
            match no other face, or faces overlap or leave gaps.

        Examples
        --------
        >>> from boardless.topo import Tiling
        >>> faces = [[(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)]]
        >>> Tiling.from_table("slanted", [(2, 0), (1, 1)], [(0, 0)], faces)
        <Tiling slanted>
        """
        from boardless.topo.tilings.tables import tiling_from_table

        return tiling_from_table(name, periods, vertices, faces, root)

    @classmethod
    def from_graph(
        cls,
        graph: "nx.Graph[Any]",
        periods: Iterable[Any],
        *,
        name: str = "graph",
        pos: str = "pos",
        root: int | None = None,
    ) -> "Tiling":
        """Return the tiling that has a graph of vertices and edges as a patch.

        Parameters
        ----------
        graph : networkx.Graph
            A patch that has every edge of one lattice cell, at one place or another.
        periods : two points
            The lattice vectors; see `from_table` for points, their numbers and `root`.
        name : str
            Name of the tiling.
        pos : str
            The attribute with the point of a node; without it ``x`` and ``y`` are read.

        Raises
        ------
        InputError
            If a point is missing, edges cross, faces are not closed, or it is too large.

        Examples
        --------
        >>> import networkx as nx
        >>> from boardless.topo import Tiling
        >>> patch = nx.hexagonal_lattice_graph(2, 2)
        >>> Tiling.from_graph(patch, [(1.5, 3**0.5 / 2), (0, 3**0.5)], name="honeycomb")
        <Tiling honeycomb>
        """
        from boardless.topo.tilings.tables import tiling_from_graph

        return tiling_from_graph(graph, periods, name, pos, root)

    def to_json(self) -> str:
        """Return the tiling as a JSON table, which `from_json` and `read_tiling` read.

        Raises
        ------
        InputError
            If the tiling was made by hand and is wrong, or has a shape of its own.
        """
        from boardless.topo.tilings.named import tiling_json

        return tiling_json(self)

    @classmethod
    def from_json(cls, text: str) -> "Tiling":
        """Return the tiling of a text that `to_json` has written.

        Raises
        ------
        InputError
            If the text has another form, or its table is not a tiling.
        """
        from boardless.topo.tilings.named import tiling_of_json

        return tiling_of_json(text)

    @cached_property
    def incidence(self) -> Incidence:
        """Edges of the tiling and the cycles of edges and faces around its vertices."""
        return Incidence.of(self.faces, len(self.vertices))

    @cached_property
    def slots(self) -> Slots:
        """The neighbours of every prototile: their places and their relations."""
        return Slots.of(self)

    @cached_property
    def scale(self) -> float:
        """Plane length of the unit of points, such that the first edge has length 1."""
        a, b = self.vertex_grid(np.array(self.faces[0][:2], dtype=np.int32))
        return 1 / hypot(*((b - a) * self._axes[1]).tolist())

    @cached_property
    def _centres(self) -> Ints:
        centres = []
        for face in self.faces:
            corners = self.vertex_points(np.array(face, dtype=np.int32))
            centre, rest = np.divmod(corners.sum(axis=0), len(face))
            if rest.any():
                raise ValueError(
                    f"{self.name}: the centre of {face} is not a whole point: refine the axes"
                )
            centres.append(centre)
        return np.array(centres, dtype=np.int64)

    @cached_property
    def _axes(self) -> tuple[Ints, Floats]:
        """Weights that map points to grid points, shape ``(4, 2)``, and the length of 1 on both."""
        points = np.concatenate((np.array([*self.basis, *self.vertices]), self._centres))
        (x, x_unit), (y, y_unit) = (axis(points[:, n : n + 2], self.root) for n in (0, 2))
        weights = np.array([(x[0], 0), (x[1], 0), (0, y[0]), (0, y[1])], dtype=np.int64)
        return weights, np.array([x_unit, y_unit])

    @cached_property
    def _grid(self) -> tuple[Ints, Ints, Ints]:
        """Basis, centres and vertices as grid points."""
        points = (np.array(self.basis), self._centres, np.array(self.vertices))
        basis, centres, vertices = (p.astype(np.int64) @ self._axes[0] for p in points)
        return basis, centres, vertices

    @property
    def face_keys(self) -> Ints:
        """The cells around the origin, one of each kind, shape ``(faces, 3)``."""
        return np.array([(0, 0, k) for k in range(len(self.faces))])

    def face_points(self, keys: Ints) -> Ints:
        """Return the centres of cells, shape ``(n, 4)``; `keys` has shape ``(n, 3)``."""
        return _moved(keys, np.array(self.basis), self._centres)

    def vertex_points(self, keys: Ints) -> Ints:
        """Return vertices, shape ``(n, 4)``; `keys` has shape ``(n, 3)``."""
        return _moved(keys, np.array(self.basis), np.array(self.vertices))

    def face_grid(self, keys: Ints) -> Ints:
        """Return integers in the order of the coordinates of cells' centres, shape ``(n, 2)``.

        They are equal where those are equal, and linear in `i` and `j`: exact, as long as `i` and
        `j` are not beyond 2**24 or so where a coordinate has both integers and roots (a convergent
        of the root stands for it). `keys` has shape ``(n, 3)``.
        """
        basis, centres, _ = self._grid
        return _moved(keys, basis, centres)

    def vertex_grid(self, keys: Ints) -> Ints:
        """Return vertices as grid points, shape ``(n, 2)``; see `face_grid`."""
        basis, _, vertices = self._grid
        return _moved(keys, basis, vertices)

    def plane(self, grid: Ints) -> Floats:
        """Return grid points as positions in edge lengths; both have the shape ``(n, 2)``."""
        return grid * (self._axes[1] * self.scale)


def _moved(keys: Ints, basis: Ints, points: Ints) -> Ints:
    """Return the points of the keys' prototiles or vertices, moved along the lattice."""
    moved = keys[:, :2].astype(np.int64) @ basis.astype(np.int64)
    moved += points[keys[:, 2]]
    return moved
