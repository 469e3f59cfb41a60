"""Boards that do not grow: laid-out graphs, to be played on cells, vertices or edges."""

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from boardless.jit.arrays import Floats, Ints
from boardless.topo.boards.board import DrawnBoard
from boardless.topo.boards.numbering import Numbering
from boardless.topo.boards.outlines import inradius
from boardless.topo.layouts.incidence import CELL, EDGE, KINDS, VERTEX, Links
from boardless.topo.layouts.layout import Layout
from boardless.topo.layouts.places import Places, outer_walks, places
from boardless.topo.layouts.sites import Coordinates, Sites, coordinates
from boardless.topo.tilings.incidence import Key
from boardless.util.inputs import InputError, check_choice

if TYPE_CHECKING:
    import networkx as nx

#: The radius of the picture of a vertex or an edge, as a part of the shortest edge.
REACH = 0.35


class FixedBoard(DrawnBoard, Sites):
    """The board of a description: points, lines and cells, and all that follows from them.

    It is the `Sites` of the type that is played on, with the methods of a `Board`; `sites_of`
    returns the sites of any type. Sites are numbered as the layout numbers them.

    Parameters
    ----------
    layout : Layout
        The graph.
    use : {"Cell", "Vertex", "Edge"}
        The type of sites that is played on.
    layered : bool
        Whether the rules name layers; rows and columns are then read off x and y on the ground.

    Raises
    ------
    InputError
        If the type is unknown, or the layout is not a graph. Every method raises it for an
        unknown type, site, cell or relation.

    Examples
    --------
    >>> import numpy as np
    >>> from boardless.topo import FixedBoard, Layout
    >>> points = np.array([(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)], dtype=float)
    >>> edges = np.array([(0, 1), (0, 2), (1, 3), (2, 3)], dtype=np.int32)
    >>> board = FixedBoard(Layout(points, edges, ((0, 2, 3, 1),)), "Vertex")
    >>> board
    <FixedBoard of 1 cell, 4 vertices and 4 edges, played on vertices>
    >>> board.neighbours(0).tolist(), board.neighbours(0, "diagonal").tolist()
    ([2, 1], [3])
    >>> board.sites_of("Vertex").labels
    ('A1', 'B1', 'A2', 'B2')
    """

    def __init__(self, layout: Layout, use: str = CELL, layered: bool = False) -> None:
        _check_kind(use)
        self.layout = layout
        self.use = use
        self.links = Links.of(layout)
        self._layered = layered
        super().__init__(use, self)

    def __repr__(self) -> str:
        names = {CELL: ("cell", "cells"), VERTEX: ("vertex", "vertices"), EDGE: ("edge", "edges")}
        counts = [(self.links.count(kind), forms) for kind, forms in names.items()]
        cells, vertices, edges = (f"{count:,} {forms[count != 1]}" for count, forms in counts)
        return (
            f"<{type(self).__name__} of {cells}, {vertices} and {edges},"
            f" played on {names[self.use][1]}>"
        )

    # -- sites ------------------------------------------------------------------------------

    def sites_of(self, kind: str | None = None) -> Sites:
        """Return the sites of a type, by default of the type that is played on."""
        return self._sites[_check_kind(self.use if kind is None else kind)]

    @cached_property
    def _sites(self) -> dict[str, Sites]:
        return {kind: self if kind == self.use else Sites(kind, self) for kind in KINDS}

    @cached_property
    def places_of(self) -> dict[str, Places]:
        """The places of the sites of each type."""
        return places(self.links)

    @cached_property
    def coordinates_of(self) -> dict[str, Coordinates]:
        """The rows and columns of the sites of each type."""
        return coordinates(self.links, self._layered)

    @property
    def extent(self) -> int:
        """The number of sites."""
        return len(self)

    @property
    def sites(self) -> Ints:
        """The sites in order, shape ``(n,)``."""
        return np.arange(len(self))

    @property
    def positions(self) -> Floats:
        """The positions of the sites in the plane, shape ``(n, 2)``."""
        return self.points[:, :2]

    def face(self, site: int) -> list[int]:
        """Return the vertices of a cell, counter-clockwise."""
        corners: list[int] = self.links.corners[self.sites_of(CELL).checked(site)].tolist()
        return corners[::-1]

    def key(self, site: int) -> Key:
        """Return the cell of a site in trials: of a board that is laid out, (0, 0, site)."""
        return (0, 0, self.checked(site))

    def site(self, key: Key) -> int:
        """Return the site of a cell in trials."""
        i, j, site = key
        if i or j or site not in self:
            raise InputError(f"cell {key} is not on the board of {len(self):,} sites")
        return site

    def numbering(self) -> Numbering:
        """Return the sites row by row; their own numbers follow the description."""
        row = self.coordinates.row
        return Numbering.of(np.stack([np.arange(len(row)), row], axis=1))

    @property
    def rows(self) -> list[Ints]:
        """The sites of each row."""
        return self.coordinates.rows

    @property
    def columns(self) -> list[Ints]:
        """The sites of each column."""
        return self.coordinates.columns

    @property
    def corners(self) -> Ints:
        """The sites at the corners of the board."""
        return self.listed("corners")

    @property
    def centre(self) -> Ints:
        """The sites in the middle of the board."""
        return self.listed("centre")

    @property
    def perimeter(self) -> Ints:
        """The sites at the border of the board."""
        return self.listed("perimeter")

    @property
    def outer_walks(self) -> list[Ints]:
        """The vertices along the outside of each part of the board, counter-clockwise."""
        return outer_walks(self.links)

    # -- graphs and drawing -----------------------------------------------------------------

    @cached_property
    def graph(self) -> "nx.Graph[int]":
        """Vertices and edges: a read-only graph. See `topo.layouts.board_graphs`."""
        from boardless.topo.layouts import board_graphs

        return board_graphs.skeleton(self)

    @cached_property
    def cells(self) -> "nx.DiGraph[int]":
        """Cells and all relations, an arc each way: a read-only graph."""
        from boardless.topo.layouts import board_graphs

        return board_graphs.relations(self, CELL)

    @cached_property
    def relations(self) -> "nx.DiGraph[int]":
        """The sites that are played on and all their relations: a read-only graph."""
        from boardless.topo.layouts import board_graphs

        return self.cells if self.use == CELL else board_graphs.relations(self, self.use)

    @cached_property
    def dual(self) -> "nx.Graph[int]":
        """Cells that share an edge: a read-only graph."""
        from boardless.topo.layouts import board_graphs

        return board_graphs.dual(self)

    def embedding(self) -> "nx.PlanarEmbedding[int]":
        """Return the embedding of `graph` that the layout has.

        Raises
        ------
        InputError
            If the graph is not planar because edges cross.
        """
        from boardless.topo.layouts import board_graphs

        return board_graphs.embedding(self)

    def outlines(self, kind: str | None = None) -> list[Floats]:
        """Return the polygon of each site, counter-clockwise; small ones of vertices and edges.

        They are the sites of a type, by default of the type that is played on.
        """
        kind = _check_kind(self.use if kind is None else kind)
        if kind == CELL:
            points = self.links.points[VERTEX][:, :2]
            return [points[corners[::-1]] for corners in self.links.corners]
        if kind == VERTEX:
            turn = np.arange(8) * np.pi / 4 + np.pi / 8
            disc = self._reach * np.stack([np.cos(turn), np.sin(turn)], axis=1)
            return list(self.links.points[VERTEX][:, None, :2] + disc)
        ends = self.lines()
        along = ends[:, 1] - ends[:, 0]
        length = np.maximum(np.hypot(*along.T), 1e-9)[:, None]
        # Edges next to cells are thinner, so that the cells are visible.
        width = self._reach / (2 if self.use == EDGE else 4)
        across = width * np.stack([-along[:, 1], along[:, 0]], axis=1) / length
        first, second = ends[:, 0] + 0.15 * along, ends[:, 1] - 0.15 * along
        return list(
            np.stack([first - across, second - across, second + across, first + across], axis=1)
        )

    def lines(self) -> Floats:
        """Return both ends of each edge in the plane, shape ``(edges, 2, 2)``."""
        return self.links.points[VERTEX][self.links.ends, :2]

    def room(self) -> float:
        """Return the radius of a circle that fits into every site as drawn, or nearly so."""
        least = min((inradius(outline) for outline in self.outlines()), default=1.0)
        return max(least, self._reach / 2)

    @property
    def _reach(self) -> float:
        ends = self.lines()
        lengths = np.hypot(*(ends[:, 1] - ends[:, 0]).T)
        return REACH * float(lengths[lengths > 0].min(initial=np.inf)) if lengths.any() else REACH


def _check_kind(kind: str) -> str:
    check_choice(kind, "type of sites", KINDS)
    return kind
