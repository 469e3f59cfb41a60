"""What is worked out from the cells of a board when first asked for, and then follows them."""

import numpy as np

from boardless.topo.boards.cells import CellTable
from boardless.topo.boards.distance import DistanceTable
from boardless.topo.boards.elements import Elements
from boardless.topo.boards.history import History
from boardless.topo.boards.key_table import read_only
from boardless.topo.kernels import read_cells
from boardless.topo.kernels.arrays import Bools, Ints
from boardless.topo.tilings.slots import relation_mask


class Derived:
    """The perimeter, the vertices, the edges and the distances of a board.

    A board that never asks for one pays nothing for it; each is brought up to date when it is
    read, at the cost of what changed.

    Parameters
    ----------
    cells, history
        Of the board.
    """

    def __init__(self, cells: CellTable, history: History) -> None:
        self._cells = cells
        self._history = history
        self._perimeter: Ints = np.empty(0, dtype=np.int64)
        self._perimeter_done = 0
        self._elements: dict[str, Elements] = {}
        self._distances: dict[str, DistanceTable] = {}
        self._distances_of = 0

    def before_going_back(self, version: int) -> None:
        """Follow a board that is about to go back to a version; sites may be other cells' then."""
        for elements in self._elements.values():
            if version < elements.version:
                rows = self._history.changes(version, elements.version)
                elements.follow(rows, version, self._cells.ids.count, back=True)

    def after_going_back(self, undone: Ints) -> None:
        """Follow a board that has gone back, undoing these changes."""
        version = self._history.version
        if version < self._perimeter_done:
            self._perimeter = self._perimeter_and(undone[: self._perimeter_done - version])
            self._perimeter_done = version

    def perimeter(self) -> Ints:
        """Return the cells with a vertex on the boundary, by site."""
        # Growth changes new cells, and old ones of the perimeter; removal what lay beside.
        cells, version = self._cells, self._history.version
        if self._history.written is None:
            new = np.arange(self._perimeter_done, version)
            candidates = np.concatenate((self._perimeter, new))
        else:
            changes = self._history.changes(self._perimeter_done, version)
            candidates = self._perimeter_and(changes)
        self._perimeter_done = version
        self._perimeter = read_cells.perimeter(
            cells.ids.keys, cells.step, cells.slots.relation, candidates
        )
        return read_only(self._perimeter)

    def _perimeter_and(self, rows: Ints) -> Ints:
        """Return the known perimeter and the cells at and around changes, by site."""
        ids, slots = self._cells.ids, self._cells.slots
        touched = read_cells.around(ids.table, ids.keys, slots.link, slots.relation, rows)
        known = self._perimeter[self._perimeter < ids.count]
        return np.unique(np.concatenate((known, touched)))

    def elements(self, kind: str) -> Elements:
        """Return the vertices, or the edges."""
        if kind not in self._elements:
            incidence = self._cells.tiling.incidence
            parts = incidence.faces if kind == "vertices" else incidence.face_edges
            self._elements[kind] = Elements(parts)
        elements, version, extent = (
            self._elements[kind],
            self._history.version,
            self._cells.ids.count,
        )
        if (elements.version, elements.sites) != (version, extent):
            elements.follow(self._history.changes(elements.version, version), version, extent)
        return elements

    def distances(self, relation: str) -> Ints:
        """Return the steps between all pairs of cells; see `Board.distances`."""
        cells = self._cells
        table = self._distances.setdefault(relation, DistanceTable(self.steps_of(relation)))
        if self._distances_of != cells.reuses:
            for each in self._distances.values():
                each.forget()
            self._distances_of = cells.reuses
        return table.read(cells.ids.keys, cells.step, cells.ids.count)

    def steps_of(self, relation: str) -> Bools:
        """Tell which slots are steps in a relation, by prototile, shape ``(K, S)``."""
        return (self._cells.slots.relation & relation_mask(relation)) > 0
