"""A board that grows, with everything that people and rules ask of it."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Self, cast

import numpy as np

from boardless.topo.boards.distance import DistanceTable, distance
from boardless.topo.boards.elements import Elements
from boardless.topo.boards.growth import Growth
from boardless.topo.boards.hull import hull_corners
from boardless.topo.boards.numbering import Numbering
from boardless.topo.drawing.outlines import outlines, room
from boardless.topo.kernels import read_cells
from boardless.topo.kernels.arrays import Bools, Floats, Ints
from boardless.topo.tilings import surds
from boardless.topo.tilings.incidence import Key
from boardless.topo.tilings.slots import relation_mask
from boardless.topo.tilings.tiling import Tiling
from boardless.topo.whole import whole_number

if TYPE_CHECKING:
    import networkx as nx
    from matplotlib.axes import Axes

    from boardless.topo.boards.past import PastBoard, Reader


#: A notebook shows a picture of boards of up to this many cells.
MAX_DRAWN = 5000


class Board(Growth):
    """Cells of a tiling that grow, with their relations, walks, distances and graphs.

    Relations are those of the tiling, between cells that are on the board. What costs memory is
    made when first asked for and then follows the board.

    Parameters
    ----------
    tiling : Tiling
        What the cells are cells of.
    keys : iterable of (i, j, k), optional
        Cells to begin with.

    Raises
    ------
    InputError
        If `tiling` is no tiling, or a key is no cell of it or occurs twice.

    Examples
    --------
    >>> from boardless.topo import HEXAGONAL, Board
    >>> board = Board.regular(HEXAGONAL, 2)
    >>> board
    <Board hexagonal, 7 cells>
    >>> board.neighbours(0).tolist()
    [3, 1, 2]
    >>> board.grow_around(0).tolist()
    [7, 8, 9]
    """

    def __init__(self, tiling: Tiling, keys: Iterable[Key] | Ints = ()) -> None:
        self._distances: dict[str, DistanceTable] = {}
        self._elements: dict[str, Elements] = {}
        self._graphs: dict[str, nx.Graph[int]] = {}
        self._reader: Reader | None = None
        super().__init__(tiling, keys)

    # -- history ----------------------------------------------------------------------------

    def at(self, version: int) -> "PastBoard":
        """Return an earlier version of the board, to be read; it stays what it is.

        Nothing is copied or replayed: reading it costs what changed between it and the version
        that was read last. From the first call on the board keeps its history, 16 bytes a change,
        and a second board, which goes to and fro between the versions that are read.

        Parameters
        ----------
        version : int
            From 0, the empty board, to `version`.

        Raises
        ------
        InputError
            If there is no such version.
        """
        from boardless.topo.boards.past import PastBoard, Reader, Version

        log = self._history().truncated(self._checked_version(version))
        if self._reader is None:
            self._reader = Reader(self.copy())
        return PastBoard(Version(self._reader, log))

    @property
    def now(self) -> "Board":
        """The board itself; of a past board, one that is just like it until another is read."""
        return self

    def copy(self) -> Self:
        """Return an independent board with the same sites and history, which the two share."""
        twin = super().copy()
        twin._reader = self._reader
        return twin

    def _going_back(self, version: int) -> None:
        for elements in self._elements.values():
            if version < elements.version:
                rows = self.changes(version, elements.version)
                elements.follow(rows, version, self.extent, back=True)

    def _renewed(self) -> None:
        for table in self._distances.values():
            table.forget()

    # -- relations --------------------------------------------------------------------------

    def neighbours(self, site: int, relation: str = "adjacent") -> Ints:
        """Return the cells in a relation to `site`, clockwise from north.

        Parameters
        ----------
        site : int
            A site on the board.
        relation : {"orthogonal", "diagonal", "off", "adjacent", "all"}
            Sharing an edge; straight across a vertex; sharing a vertex and neither of these;
            sharing a vertex; any of them.

        Raises
        ------
        InputError
            If there is no such site or relation.
        """
        site, mask = self._checked(site), relation_mask(relation)
        beside = self._step[site]
        kind = self._slots.relation[self._ids.keys[site, 2]]
        found: Ints = beside[(beside >= 0) & (kind & mask > 0)]
        return found

    def walk(self, site: int, slot: int) -> Ints:
        """Return the cells of the straight walk from `site` through a slot, the start included."""
        site, slots = self._checked(site), self._slots
        slot = whole_number(slot, "slot", 0, slots.count - 1)
        return read_cells.walk(self._ids.keys, self._step, slots.link, slots.turn, site, slot)

    def radials(self, site: int) -> dict[str, list[Ints]]:
        """Return the straight walks of at least one step from `site`, by compass label.

        Each is the list of cells met, the start included; several may share a direction.
        """
        site = self._checked(site)
        found: dict[str, list[Ints]] = {}
        for slot, label in enumerate(self._slots.labels[self._ids.keys[site, 2]]):
            if label and self._step[site, slot] >= 0:
                found.setdefault(label, []).append(self.walk(site, slot))
        return found

    def distances(self, relation: str = "adjacent") -> Ints:
        """Return the number of steps between all pairs of cells.

        The first call searches from every cell. From then on the board keeps the table: later
        calls work in the cells added since (or start afresh after cells were removed). A board that
        never asks pays nothing.

        Parameters
        ----------
        relation : {"adjacent", "orthogonal", "diagonal", "off", "all"}
            What counts as a step.

        Returns
        -------
        int16 array of shape (extent, extent)
            By site; -1 where there is no way, or no cell. A read-only view that later calls bring
            up to date: copy it to keep it.

        Raises
        ------
        InputError
            If there is no such relation, or the board has more than 32,767 cells.
        """
        chosen = self._steps_of(relation)
        table = self._distances.setdefault(relation, DistanceTable(chosen))
        return table.read(self._ids.keys, self._step, self.extent)

    def distance(self, a: int, b: int, relation: str = "adjacent") -> int:
        """Return the number of steps between two cells, by one search; -1 if there is no way."""
        chosen = self._steps_of(relation)
        a, b = self._checked(a), self._checked(b)
        return distance(self._ids.keys, self._step, chosen, self.extent, a, b)

    def _steps_of(self, relation: str) -> Bools:
        return (self._slots.relation & relation_mask(relation)) > 0

    # -- rows, corners, centre --------------------------------------------------------------

    def numbering(self) -> Numbering:
        """Return the row-by-row numbering of the board as it is now."""
        return Numbering.of(self.tiling.face_grid(self.keys[self.sites]), self.sites)

    @property
    def rows(self) -> list[Ints]:
        """The sites of each row, from the bottom, left to right."""
        return self.numbering().by_row

    @property
    def corners(self) -> Ints:
        """The cells whose centres are the corners of the convex hull of all centres, by site."""
        points = self.tiling.face_points(self.keys[self.sites])
        return self.sites[hull_corners(points, self.tiling.root)]

    @property
    def centre(self) -> Ints:
        """The cells nearest to the mean of all centres, by site; exact, so there may be several."""
        points = self.tiling.face_points(self.keys[self.sites])
        offsets = points * len(points) - points.sum(axis=0)
        nearest: Ints = self.sites[surds.shortest(offsets, self.tiling.root)]
        return nearest

    # -- vertices, edges and graphs ---------------------------------------------------------

    @property
    def vertices(self) -> Elements:
        """The vertices of the board, with ids of their own."""
        return self._up_to_date("vertices")

    @property
    def edges(self) -> Elements:
        """The edges of the board, with ids of their own."""
        return self._up_to_date("edges")

    def _up_to_date(self, kind: str) -> Elements:
        if kind not in self._elements:
            incidence = self.tiling.incidence
            parts = incidence.faces if kind == "vertices" else incidence.face_edges
            self._elements[kind] = Elements(parts)
        elements = self._elements[kind]
        if (elements.version, elements.sites) != (self.version, self.extent):
            rows = self.changes(elements.version, self.version)
            elements.follow(rows, self.version, self.extent)
        return elements

    def face(self, site: int) -> list[int]:
        """Return the vertices of a cell, counter-clockwise."""
        around = self._up_to_date("vertices").of_cells[self._checked(site)]
        return [vertex for vertex in around.tolist() if vertex >= 0]

    @property
    def graph(self) -> "nx.Graph[int]":
        """Vertices and edges: a live, read-only planar graph. See `topo.boards.graphs`."""
        return self._graph("graph")

    @property
    def cells(self) -> "nx.DiGraph[int]":
        """Cells and all relations, an arc each way: a live, read-only graph."""
        return cast("nx.DiGraph[int]", self._graph("cells"))

    @property
    def dual(self) -> "nx.Graph[int]":
        """Cells that share an edge: a live, read-only planar graph. See `topo.boards.graphs`."""
        return self._graph("dual")

    def _graph(self, kind: str) -> "nx.Graph[int]":
        from boardless.topo.boards import graphs

        if kind not in self._graphs:
            self._graphs[kind] = graphs.live_graph(self, kind)
        return self._graphs[kind]

    def embedding(self) -> "nx.PlanarEmbedding[int]":
        """Return the tiling's own embedding of `graph`, a copy that does not follow the board."""
        from boardless.topo.boards import graphs

        return graphs.embedding(self)

    # -- drawing ----------------------------------------------------------------------------

    def outlines(self) -> list[Floats]:
        """Return the polygon of each cell in the order of the sites, counter-clockwise."""
        return outlines(self.tiling, self.keys[self.sites])

    def lines(self) -> Floats:
        """Return no lines, as cells are drawn with their borders; shape ``(0, 2, 2)``."""
        return np.empty((0, 2, 2))

    def room(self) -> float:
        """Return the radius of the circle that fits into every cell, in edge lengths."""
        return room(self.tiling)

    def draw(self, ax: "Axes | None" = None, **options: Any) -> "Axes":
        """Draw the board with Matplotlib; with the options of `draw_board`."""
        from boardless.topo.drawing import board_drawing

        return board_drawing.draw_board(self, ax, **options)

    def _repr_svg_(self) -> str | None:
        from boardless.topo.drawing.svg import svg

        return svg(self) if 0 < len(self) <= MAX_DRAWN else None
