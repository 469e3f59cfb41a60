"""Boards that grow and shrink, with relations, walks, distances and graphs."""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import fields
from functools import partial
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

import numpy as np

from boardless.jit.arrays import Floats, Ints
from boardless.topo.boards import kernels
from boardless.topo.boards.cells import CellTable, ChangeLog, read_only
from boardless.topo.boards.derived import Derived, Elements, LiveElements, distance
from boardless.topo.boards.kernels import GONE
from boardless.topo.boards.numbering import Numbering, shape_keys
from boardless.topo.boards.outlines import hull_corners, outlines, room
from boardless.topo.tilings.exact_numbers import shortest
from boardless.topo.tilings.incidence import Key, relation_mask
from boardless.topo.tilings.named import tiling_of
from boardless.topo.tilings.tiling import Tiling
from boardless.util.inputs import InputError, integer_between, integer_of

if TYPE_CHECKING:
    import networkx as nx
    from matplotlib.axes import Axes

    from boardless.topo.boards.past_board import PastBoard, VersionReader


AnyBoard = TypeVar("AnyBoard", bound="Board")

#: A notebook shows a picture of boards of up to this many cells.
MAX_DRAWN = 5000


class DrawnBoard:
    """A board that can be drawn."""

    def draw(self: Any, ax: "Axes | None" = None, **options: Any) -> "Axes":
        """Draw the board with Matplotlib; with the options of `draw_board`."""
        from boardless.topo.drawing.mpl import draw_board

        return draw_board(self, ax, **options)

    def _repr_svg_(self: Any) -> str | None:
        from boardless.topo.drawing.picture import board_picture
        from boardless.topo.drawing.svg import svg

        return svg(board_picture(self)) if 0 < len(self) <= MAX_DRAWN else None


class Board(DrawnBoard):
    """Cells of a tiling that come and go, with their relations, walks, distances and graphs.

    A cell is named in two ways. Its *key* ``(i, j, k)`` is absolute: its place in the plane of the
    tiling, the same on every board. Its *site* is its row in the arrays of this board: it gets the
    next one when it is added and keeps it while it is on the board. Sites of removed cells are
    used again, the last one first, so there may be gaps: arrays have a row for every site up to
    the highest, and `sites` lists those on the board.

    A *version* is a position in the history of the board: the number of cells added and removed.

    Relations come from the tiling, between cells that are on the board. Data that cost memory
    are made when first asked for and then follow the board. A board belongs to one thread at a
    time; its past versions (`at`) may be read in several.

    Boards are equal (``==``) if they have the same tiling and the same cells, with any sites and
    history. A board cannot be hashed, as it changes and would get lost among the keys of a
    dictionary: its `position_id` is the key.

    Parameters
    ----------
    tiling : Tiling or str
        The tiling, or its name.
    keys : iterable of (i, j, k), optional
        Cells to begin with.

    Raises
    ------
    InputError
        If the tiling is unknown, or a key is not a cell of it or occurs twice. Every method
        raises it for an unknown site, key, version, slot or relation, before any change.

    Examples
    --------
    >>> from boardless.topo import Board
    >>> board = Board.regular("hexagonal", 2)
    >>> board
    <Board hexagonal, 7 cells>
    >>> board.neighbours(0).tolist()
    [3, 1, 2]
    >>> board.grow_around(0).tolist()
    [7, 8, 9]
    """

    def __init__(self, tiling: Tiling | str, keys: Iterable[Key] | Ints = ()) -> None:
        self._hold(CellTable(tiling_of(tiling)))
        self.grow(keys)

    def _hold(self, cells: CellTable) -> None:
        """Begin with cells and their history."""
        self.tiling = cells.tiling
        self._cells = cells
        self._derived = Derived(cells)
        self._graphs: dict[str, nx.Graph[int]] = {}
        self._reader: VersionReader | None = None

    @classmethod
    def regular(cls, tiling: Tiling | str, dimension: int) -> Self:
        """Return the regular board of a dimension; its sites are row by row.

        The dimension is the number of cells along a side, at least 1: d x d squares, a hexagon or a
        triangle of side d. On other tilings it is d - 1 rings of cells around one.
        """
        return cls(tiling, shape_keys(tiling, dimension))

    def copy(self) -> Self:
        """Return an independent board with the same sites and history.

        The two share the history so far, and may go on in different threads.
        """
        twin = type(self)(self.tiling)
        twin._hold(self._cells.copy())
        return twin

    def moved(self, i: int, j: int) -> Self:
        """Return an independent board of the same history, moved by lattice vectors."""
        i, j = integer_of(i, "lattice vector"), integer_of(j, "lattice vector")
        rows = self.changes(0, self.version) + np.array([0, i, j, 0], dtype=np.int32)
        return _with_history(type(self), self.tiling, rows)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle and copy the cells in order, or the history: all else follows from them."""
        if self._cells.log is None:
            return type(self), (self.tiling, self.keys)
        return _with_history, (type(self), self.tiling, self.changes(0, self.version))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.tiling.name}, {len(self):,} cells>"

    # -- identity ---------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self is other or self.position_id == other.position_id

    def __hash__(self) -> int:
        raise TypeError("a board changes and so has no hash: use its position_id")

    @property
    def position_id(self) -> str:
        """The SHA-256 of the tiling and the cells, in hex; equal boards have the same.

        It is the same in every process, and changes when the board does.
        """
        table = [getattr(self.tiling, field.name) for field in fields(self.tiling)]
        keys = self.keys[self.sites]
        cells = np.ascontiguousarray(keys[np.lexsort(keys.T)], dtype="<i4")
        return hashlib.sha256(repr(table).encode() + cells.tobytes()).hexdigest()

    # -- sites and keys ---------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self._cells.ids)

    def __iter__(self) -> Iterator[int]:
        return iter(self.sites.tolist())

    def __contains__(self, site: object) -> bool:
        return self._cells.ids.has(site)

    @property
    def extent(self) -> int:
        """One more than the highest site, whether or not its cell is still on the board."""
        return self._cells.ids.count

    @property
    def sites(self) -> Ints:
        """The sites on the board in order, shape ``(n,)``."""
        return self._cells.ids.ids

    @property
    def keys(self) -> Ints:
        """Lattice key by site, int32, shape ``(extent, 3)``, read-only.

        It is ``(0, 0, -1)`` where no cell has the site.
        """
        return read_only(self._cells.ids.keys)

    @property
    def step(self) -> Ints:
        """The neighbour by site and slot, or -1: int32, shape ``(extent, S)``, read-only."""
        return read_only(self._cells.arrays.step[: self.extent])

    @property
    def positions(self) -> Floats:
        """Centres in the plane by site, in edge lengths, shape ``(extent, 2)``; nan for no cell."""
        keys = self._cells.ids.keys
        places = self.tiling.plane(self.tiling.face_grid(keys))
        places[keys[:, 2] == GONE] = np.nan
        return places

    def key(self, site: int) -> Key:
        """Return the lattice key of a site: the absolute place of its cell in the plane."""
        i, j, k = self._cells.arrays.keys[self._cells.checked(site)].tolist()
        return (i, j, k)

    def find(self, key: Key) -> int:
        """Return the site of a lattice key, or -1 when that cell is not on the board."""
        return self._cells.find(key)

    def site(self, key: Key) -> int:
        """Return the site of a lattice key."""
        site = self.find(key)
        if site < 0:
            raise InputError(f"cell {key} is not on the board of {len(self):,} cells")
        return site

    # -- growing and shrinking --------------------------------------------------------------

    def grow(self, keys: Iterable[Key] | Ints) -> Ints:
        """Add cells that are not on the board, and return their sites, in the order given.

        Raises
        ------
        InputError
            If a cell is on the board already, is given twice, or is not on the tiling; the board
            is left as it was.
        """
        return self._cells.add(keys)

    def grow_around(self, site: int) -> Ints:
        """Add the cells adjacent to `site` that are missing; return their sites."""
        return self._cells.add_around(site)

    def grow_contour(self) -> Ints:
        """Add the contour, the ring of cells around the board; return the new sites.

        A regular board stays regular: its dimension grows by 2 (square), 1 (hexagonal) or 3
        (triangular), or on a board of rings by 1.
        """
        return self._cells.add_contour(self.perimeter)

    def remove(self, sites: Iterable[int] | Ints) -> None:
        """Remove cells from the board; their sites may be used again, the last one first.

        Raises
        ------
        InputError
            If one is not on the board or given twice; the board is left as it was.
        """
        gone = self._cells.checked_once(sites)
        if len(gone):
            self._cells.remove(gone)

    # -- history ----------------------------------------------------------------------------

    @property
    def version(self) -> int:
        """Position in the board's history; `shrink` goes back to it."""
        return self._cells.version

    def changes(self, first: int, last: int) -> Ints:
        """Return the changes between two versions, in order.

        Returns
        -------
        int32 array of shape (last - first, 4)
            The site of a cell that was added, or -1 less the site of one that was removed, and
            its lattice key.
        """
        return self._cells.changes(first, last)

    def shrink(self, version: int) -> None:
        """Go back to an earlier version: undo all changes since, sites included."""
        version = self._cells.checked_version(version)
        if version < self.version:
            self._derived.go_back(version)

    def at(self, version: int) -> "PastBoard":
        """Return an earlier version of the board, from 0, the empty board; it stays as it is.

        Nothing is copied or replayed: reading it costs the changes between it and the version
        that was read last. From the first call on the board keeps its history, 16 bytes a change,
        and a second board, which goes to and fro between the versions that are read: one in each
        thread that reads some.
        """
        # A past board is a board, so neither file can be read without the other.
        from boardless.topo.boards.past_board import PastBoard, VersionReader

        log = self._cells.write().truncated(self._cells.checked_version(version))
        if self._reader is None:
            self._reader = VersionReader(self.tiling)
        return PastBoard(partial(self._reader.at, log))

    @property
    def now(self) -> "Board":
        """The board itself; for a past board, an equal one until another is read."""
        return self

    def _go_to(self, log: ChangeLog) -> None:
        """Go to the end of another log, from the last version that both have."""
        self.shrink(self._cells.write().common(log))
        self._cells.go_on(log)

    # -- relations --------------------------------------------------------------------------

    def neighbours(self, site: int, relation: str = "adjacent") -> Ints:
        """Return the cells in a relation to `site`, clockwise from north.

        Cells are orthogonal (they share an edge), diagonal (straight across a vertex), adjacent
        (they share a vertex) or off (adjacent and neither of the first two); "all" is any of them.
        """
        cells, mask = self._cells, relation_mask(relation)
        site = cells.checked(site)
        others, bits = cells.arrays.step[site], cells.slots.relation[cells.arrays.keys[site, 2]]
        related: Ints = others[(others >= 0) & (bits & mask > 0)]
        return related

    def walk(self, site: int, slot: int) -> Ints:
        """Return the cells of the straight walk from `site` through a slot, the start included."""
        site, slots = self._cells.checked(site), self._cells.slots
        slot = integer_between(slot, "slot", 0, slots.count - 1)
        return kernels.walk(self._cells.arrays, slots.turn, site, slot)

    def radials(self, site: int) -> dict[str, list[Ints]]:
        """Return the straight walks of at least one step from `site`, by compass label.

        Each is the list of cells on it, the start included; several may share a direction.
        """
        cells, site = self._cells, self._cells.checked(site)
        by_direction: dict[str, list[Ints]] = {}
        for slot, label in enumerate(cells.slots.labels[cells.arrays.keys[site, 2]]):
            if label and cells.arrays.step[site, slot] >= 0:
                by_direction.setdefault(label, []).append(self.walk(site, slot))
        return by_direction

    def isolated(self, marked: Ints, sites: Ints) -> Ints:
        """Return the sites of `sites` that are unmarked and share no vertex with a marked one.

        `marked`, of shape ``(extent,)``, is not 0 where a site is marked.
        """
        return kernels.isolated(self._cells.arrays, marked, sites)

    @property
    def perimeter(self) -> Ints:
        """The cells with a vertex on the boundary, by site; kept up to date as the board grows."""
        return self._derived.perimeter()

    def on_perimeter(self, site: int) -> bool:
        """Return True if a vertex of the cell is on the boundary of the board."""
        return kernels.on_perimeter(self._cells.arrays, self._cells.checked(site))

    def distances(self, relation: str = "adjacent") -> Ints:
        """Return the number of steps between all pairs of cells; a step is a relation.

        The first call searches from every cell. From then on the board keeps the table: later
        calls add the cells added since (or start afresh after cells were removed). A board that
        never asks pays nothing.

        The int16 array of shape (extent, extent), by site, has -1 without a path or without a
        cell. It is a read-only view that later calls bring up to date: copy it to keep it.

        Raises
        ------
        InputError
            If the relation is unknown, or the board has more than 32,767 cells.
        """
        return self._derived.distances(relation)

    def distance(self, a: int, b: int, relation: str = "adjacent") -> int:
        """Return the number of steps between two cells, by one search; -1 without a path."""
        cells, chosen = self._cells, self._derived.steps_of(relation)
        a, b = cells.checked(a), cells.checked(b)
        return distance(cells.arrays.keys, cells.arrays.step, chosen, self.extent, a, b)

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
        """The cells with centres at the corners of the convex hull of all centres, by site."""
        points = self.tiling.face_points(self.keys[self.sites])
        return self.sites[hull_corners(points, self.tiling.root)]

    @property
    def centre(self) -> Ints:
        """The cells nearest to the mean of all centres, by site; exact, so there may be several."""
        points = self.tiling.face_points(self.keys[self.sites])
        offsets = points * len(points) - points.sum(axis=0)
        nearest: Ints = self.sites[shortest(offsets, self.tiling.root)]
        return nearest

    # -- vertices, edges and graphs ---------------------------------------------------------

    @property
    def vertices(self) -> Elements:
        """The vertices of the board, with ids of their own; they follow the board."""
        return LiveElements(lambda: self._derived.elements("vertices"))

    @property
    def edges(self) -> Elements:
        """The edges of the board, with ids of their own; they follow the board."""
        return LiveElements(lambda: self._derived.elements("edges"))

    def face(self, site: int) -> list[int]:
        """Return the vertices of a cell, counter-clockwise."""
        around = self._derived.elements("vertices").of_cells[self._cells.checked(site)]
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
        # NetworkX is imported late: it takes longer than the rest of `topo`.
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


def _with_history(kind: type[AnyBoard], tiling: Tiling, rows: Ints) -> AnyBoard:
    """Return a board with the given history."""
    board = kind(tiling)
    board._go_to(ChangeLog().extended(rows))
    return board
