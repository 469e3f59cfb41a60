"""A board while it is drawn: points, lines and cells that are found or added one by one."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from boardless.topo.errors import InputError
from boardless.topo.layouts.face_walks import Face, canonical, faces_of
from boardless.topo.layouts.layout import Layout
from boardless.topo.layouts.limits import MAX_EDGES, MAX_VERTICES, check_room
from boardless.topo.layouts.nearness import SAME, PointIndex
from boardless.topo.layouts.spokes import Spokes, turn_order


class Sketch:
    """Points, lines and cells that grow into a layout.

    Parameters
    ----------
    layout : Layout, optional
        What is there at first.
    tolerance : float
        Points whose |dx| + |dy| + |dz| is smaller are one.
    """

    def __init__(self, layout: Layout | None = None, tolerance: float = SAME) -> None:
        self.index = PointIndex(tolerance)
        self.edges: list[tuple[int, int]] = []
        self.faces: list[Face] = []
        self.pivots: dict[int, int] = {}
        self.curved: set[int] = set()
        #: Edges in turn at vertices that keep an order; a new edge puts them in order by angle.
        self._turned: dict[int, tuple[int, ...]] = {}
        self._edge_numbers: dict[tuple[int, int], int] = {}
        self._cycles: set[Face] = set()
        if layout:
            for point in layout.points.tolist():
                self.index.add(*point)
            for a, b in layout.edges.tolist():
                self.add_edge(a, b)
            self.faces = list(layout.faces)
            self._cycles = {canonical(face) for face in self.faces}
            self.curved = set(layout.curved)
            self.pivots = dict(enumerate(layout.pivots or ()))
            self._turned = dict(enumerate(layout.spokes or ()))

    @property
    def points(self) -> list[tuple[float, float, float]]:
        """The points so far."""
        return self.index.points

    def add_vertex(self, x: float, y: float, z: float = 0.0) -> int:
        """Add a vertex, wherever others are."""
        check_room(len(self.points) + 1, MAX_VERTICES, "vertices")
        return self.index.add(x, y, z)

    def vertex(self, x: float, y: float, z: float = 0.0) -> int:
        """Return the first vertex at a place, added if there is none."""
        found = self.index.find(x, y, z)
        return found if found >= 0 else self.add_vertex(x, y, z)

    def add_edge(self, a: int, b: int, curved: bool = False) -> int:
        """Add an edge, even if there is one between these vertices."""
        check_room(len(self.edges) + 1, MAX_EDGES, "edges")
        number = len(self.edges)
        self._edge_numbers.setdefault((min(a, b), max(a, b)), number)
        self.edges.append((a, b))
        self._turned.pop(a, None)
        self._turned.pop(b, None)
        if curved:
            self.curved.add(number)
        return number

    def edge(self, a: int, b: int, curved: bool = False) -> int:
        """Return the first edge between two vertices, added if there is none."""
        found = self.find_edge(a, b)
        return found if found >= 0 else self.add_edge(a, b, curved)

    def find_edge(self, a: int, b: int) -> int:
        """Return the first edge between two vertices, or -1."""
        return self._edge_numbers.get((min(a, b), max(a, b)), -1)

    def cycle(self, vertices: Sequence[int]) -> None:
        """Join vertices in a circle by edges, where there are none."""
        for a, b in zip(vertices, [*vertices[1:], vertices[0]], strict=True):
            self.edge(a, b)

    def face(self, vertices: Iterable[int]) -> None:
        """Add the cell around some vertices, unless it is there.

        Raises
        ------
        InputError
            If two vertices that follow each other are not joined, or one is met twice.
        """
        face = tuple(vertices)
        for a, b in zip(face, face[1:] + face[:1], strict=True):
            if self.find_edge(a, b) < 0:
                raise InputError(f"cell {list(face)}: there is no edge from {a} to {b}")
        if len(set(face)) < len(face) or len(face) < 3:
            raise InputError(f"cell {list(face)}: expected three or more different vertices")
        form = canonical(face)
        if form not in self._cycles:
            self._cycles.add(form)
            self.faces.append(face)

    def layout(
        self,
        basis: str | None = None,
        shape: str | None = None,
        *,
        dim: tuple[int, ...] | None = None,
        make_faces: bool = False,
        check_crossings: bool = False,
    ) -> Layout:
        """Return what was drawn; `make_faces` puts the cells that edges enclose for those added."""
        points = np.array(self.points, np.float64).reshape(-1, 3)
        edges = np.array(self.edges, np.int32).reshape(-1, 2)
        drawn = Layout(points, edges, tuple(self.faces), basis, shape, dim)
        spokes = self._spokes(drawn)
        faces = drawn.faces
        if make_faces:
            faces = faces_of(points, edges, check_crossings, spokes)
        pivots = None
        if any(pivot >= 0 for pivot in self.pivots.values()):
            pivots = tuple(self.pivots.get(vertex, -1) for vertex in range(len(points)))
        curved = tuple(sorted(self.curved))
        return replace(drawn, faces=faces, pivots=pivots, curved=curved, spokes=spokes)

    def _spokes(self, drawn: Layout) -> Spokes | None:
        if not self._turned:
            return None
        by_angle = turn_order(drawn)
        return tuple(self._turned.get(vertex, ring) for vertex, ring in enumerate(by_angle))
