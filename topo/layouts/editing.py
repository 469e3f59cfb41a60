"""Boards edited by hand: vertices, edges and cells added and removed."""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from boardless.topo.layouts.faces import Face, canonical, faces_of
from boardless.topo.layouts.incidence import Links, Spokes, selected, turn_order
from boardless.topo.layouts.layout import (
    MAX_EDGES,
    MAX_VERTICES,
    SAME,
    Corner,
    Layout,
    PointIndex,
    check_room,
    pairs_within,
)
from boardless.topo.layouts.places import inside
from boardless.util.inputs import InputError


class Sketch:
    """Points, lines and cells that grow into a layout."""

    def __init__(self, layout: Layout | None = None, tolerance: float = SAME) -> None:
        self.index = PointIndex(tolerance)
        self.edges: list[tuple[int, int]] = []
        self.faces: list[Face] = []
        self.pivots: dict[int, int] = {}
        self.curved: set[int] = set()
        #: Edges in turn at vertices that keep an order; a new edge puts them in order by angle.
        self._orders: dict[int, tuple[int, ...]] = {}
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
            self._orders = dict(enumerate(layout.spokes or ()))

    @property
    def points(self) -> list[tuple[float, float, float]]:
        """The points so far."""
        return self.index.points

    def add_vertex(self, x: float, y: float, z: float = 0.0) -> int:
        """Add a vertex, whether or not there is one at the same point."""
        check_room(len(self.points) + 1, MAX_VERTICES, "vertices")
        return self.index.add(x, y, z)

    def vertex(self, x: float, y: float, z: float = 0.0) -> int:
        """Return the first vertex at a point, added if it is missing."""
        vertex = self.index.find(x, y, z)
        return vertex if vertex >= 0 else self.add_vertex(x, y, z)

    def add_edge(self, a: int, b: int, curved: bool = False) -> int:
        """Add an edge, even if there is one between these vertices."""
        check_room(len(self.edges) + 1, MAX_EDGES, "edges")
        number = len(self.edges)
        self._edge_numbers.setdefault((min(a, b), max(a, b)), number)
        self.edges.append((a, b))
        self._orders.pop(a, None)
        self._orders.pop(b, None)
        if curved:
            self.curved.add(number)
        return number

    def edge(self, a: int, b: int, curved: bool = False) -> int:
        """Return the first edge between two vertices, added if it is missing."""
        edge = self.find_edge(a, b)
        return edge if edge >= 0 else self.add_edge(a, b, curved)

    def find_edge(self, a: int, b: int) -> int:
        """Return the first edge between two vertices, or -1."""
        return self._edge_numbers.get((min(a, b), max(a, b)), -1)

    def cycle(self, vertices: Sequence[int]) -> None:
        """Join vertices in a circle by edges, except where they are joined."""
        for a, b in zip(vertices, [*vertices[1:], vertices[0]], strict=True):
            self.edge(a, b)

    def face(self, vertices: Iterable[int]) -> None:
        """Add the cell around some vertices, unless it is there, or raise InputError."""
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
        """Return the layout; `make_faces` replaces the cells by the faces of the graph."""
        points = np.array(self.points, np.float64).reshape(-1, 3)
        edges = np.array(self.edges, np.int32).reshape(-1, 2)
        layout = Layout(points, edges, tuple(self.faces), basis, shape, dim)
        spokes = self._spokes(layout)
        faces = layout.faces
        if make_faces:
            faces = faces_of(points, edges, check_crossings, spokes)
        pivots = None
        if any(pivot >= 0 for pivot in self.pivots.values()):
            pivots = tuple(self.pivots.get(vertex, -1) for vertex in range(len(points)))
        curved = tuple(sorted(self.curved))
        return replace(layout, faces=faces, pivots=pivots, curved=curved, spokes=spokes)

    def _spokes(self, layout: Layout) -> Spokes | None:
        if not self._orders:
            return None
        by_angle = turn_order(layout)
        return tuple(self._orders.get(vertex, ring) for vertex, ring in enumerate(by_angle))


#: x, y and z.
Point = tuple[float, float, float]
#: A vertex by its number or by its point.
Named = int | Point
#: Vertices that are nearer than this many mean edge lengths are connected.
_REACH = 1.1


@dataclass(frozen=True)
class Additions:
    """Additions to a board, in their order."""

    #: Curved edges, by their ends.
    arcs: Sequence[tuple[Point, Point]] = ()
    vertices: Sequence[Point] = ()
    #: By points or numbers of vertices. Those by points may bring vertices with them.
    edges: Sequence[tuple[Named, Named]] = ()
    cells: Sequence[Sequence[Named]] = ()
    #: Whether to join the new `vertices` with all close ones.
    connect: bool = False


def add(layout: Layout | None, additions: Additions) -> Layout:
    """Return a layout with vertices, edges and cells added."""
    sketch = Sketch(layout)
    for a, b in additions.arcs:
        sketch.add_edge(sketch.vertex(*a), sketch.vertex(*b), curved=True)
    new = []
    for point in additions.vertices:
        if sketch.index.find(*point) < 0:
            new.append(sketch.add_vertex(*point))
    for by_number in (False, True):
        for ends in additions.edges:
            if isinstance(ends[0], int) is by_number:
                start, stop = (_vertex(sketch, end) for end in ends)
                sketch.edge(start, stop)
        for cell in additions.cells:
            if isinstance(cell[0], int) is by_number:
                corners = [_vertex(sketch, corner) for corner in cell]
                if not by_number:
                    sketch.cycle(corners)
                sketch.face(corners)
    if additions.connect:
        connect(sketch, new)
    return sketch.layout("NoBasis", "NoShape")


def connect(sketch: Sketch, vertices: Iterable[int]) -> None:
    """Join vertices with all nearer than 1.1 mean edge lengths, seen from above."""
    places = np.array(sketch.points).reshape(-1, 3)
    ends = np.array(sketch.edges, np.int64).reshape(-1, 2)
    if not len(ends):
        return
    squares = (places[ends[:, 0]] - places[ends[:, 1]]) ** 2
    lengths = np.sqrt(squares[:, 0] + squares[:, 1] + squares[:, 2])
    # Summed one by one: points may lie exactly as far apart as this reaches.
    reach = _REACH * (sum(lengths.tolist()) / len(ends))
    close = defaultdict(list)
    for a, b in pairs_within(places[:, :2], reach).tolist():
        if math.hypot(*(places[a, :2] - places[b, :2])) < reach:
            close[a].append(b)
            close[b].append(a)
    for vertex in vertices:
        for other in sorted(close[vertex]):
            sketch.edge(vertex, other)


@dataclass(frozen=True)
class Removals:
    """Removals from a board, in their order."""

    #: Vertices within this polygon go, with their edges and cells.
    area: Sequence[Corner] | None = None
    #: By number, or by the points of their corners.
    cells: Sequence[int | Sequence[Point]] = ()
    #: By numbers or points of their ends, with the cells on both sides.
    edges: Sequence[tuple[Named, Named]] = ()
    vertices: Sequence[Named] = ()
    #: Whether edges that no cell has any more go with the last of their cells.
    trim_edges: bool = True


def remove(layout: Layout, removals: Removals) -> Layout:
    """Return a layout with parts removed and gaps closed; points at nothing are skipped."""
    if removals.area is not None:
        within = inside(layout.points[:, :2], np.array(removals.area))
        layout = without_vertices(layout, np.flatnonzero(within).tolist())
    find = Sketch(layout)
    cells = [_cell(layout, find, cell) for cell in removals.cells]
    layout = without_faces(layout, [cell for cell in cells if cell >= 0], removals.trim_edges)
    numbers = [_find_vertex(find, vertex) for vertex in removals.vertices]
    for ends in removals.edges:
        a, b = (_find_vertex(find, end) for end in ends)
        edge = Sketch(layout).find_edge(a, b)
        layout = without_edges(layout, [edge] if edge >= 0 else [])
    return without_vertices(layout, [number for number in numbers if number >= 0])


def without_faces(layout: Layout, gone: Iterable[int], with_edges: bool) -> Layout:
    """Return a layout without some cells; `with_edges` removes the edges that only they had."""
    numbers = set(gone)
    if not numbers:
        return layout
    faces = tuple(face for number, face in enumerate(layout.faces) if number not in numbers)
    left = replace(layout, faces=faces)
    if not with_edges:
        return left
    links = Links.of(layout)
    sides = np.stack((links.left, links.right))
    taken = np.isin(sides, list(numbers))
    orphans = taken.any(axis=0) & (taken | (sides < 0)).all(axis=0)
    return without_edges(left, np.flatnonzero(orphans).tolist())


def without_edges(layout: Layout, gone: Sequence[int]) -> Layout:
    """Return a layout without some edges and the cells that have them."""
    if not gone:
        return layout
    pairs = {frozenset(pair) for pair in layout.edges[list(gone)].tolist()}
    faces = tuple(
        face
        for face in layout.faces
        if pairs.isdisjoint(map(frozenset, zip(face, (*face[1:], face[0]), strict=True)))
    )
    kept = np.delete(np.arange(len(layout.edges)), list(gone))
    return selected(replace(layout, faces=faces), np.arange(len(layout.points)), kept)


def without_vertices(layout: Layout, gone: Sequence[int]) -> Layout:
    """Return a layout without vertices, their edges and cells; removed pivots keep numbers."""
    if not gone:
        return layout
    kept = np.ones(len(layout.points), bool)
    kept[list(gone)] = False
    edges = kept[layout.edges].all(axis=1)
    return selected(layout, np.flatnonzero(kept), np.flatnonzero(edges))


def trim(layout: Layout) -> Layout:
    """Return a layout without edges that end in nothing, tested once, and lone vertices."""
    degree = np.bincount(layout.edges.reshape(-1), minlength=len(layout.points)).tolist()
    gone = []
    for edge in range(len(layout.edges) - 1, -1, -1):
        a, b = layout.edges[edge].tolist()
        if degree[a] == 1 or degree[b] == 1:
            degree[a] -= 1
            degree[b] -= 1
            gone.append(edge)
    pivots = set(layout.pivots or ())
    lone = [vertex for vertex, count in enumerate(degree) if not count and vertex not in pivots]
    return without_vertices(without_edges(layout, gone), lone)


def _vertex(sketch: Sketch, named: Named) -> int:
    """Return a vertex, added if it is missing at its point."""
    return _checked(sketch, named) if isinstance(named, int) else sketch.vertex(*named)


def _find_vertex(sketch: Sketch, named: Named) -> int:
    """Return a vertex, or -1 if it is missing at its point."""
    return _checked(sketch, named) if isinstance(named, int) else sketch.index.find(*named)


def _checked(sketch: Sketch, number: int) -> int:
    if not 0 <= number < len(sketch.points):
        raise InputError(f"vertex {number}: there are {len(sketch.points)}, from 0")
    return number


def _cell(layout: Layout, sketch: Sketch, named: int | Sequence[Point]) -> int:
    """Return the number of a cell, or -1 if no cell has these corners."""
    if isinstance(named, int):
        if not 0 <= named < len(layout.faces):
            raise InputError(f"cell {named}: there are {len(layout.faces)}, from 0")
        return named
    wanted = canonical(tuple(sketch.index.find(*point) for point in named))
    forms = [canonical(face) for face in layout.faces]
    return forms.index(wanted) if wanted in forms else -1
